import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { Database } from '../db/open.ts'
import { currentTrace, inTrace } from '../trace.ts'

const traceSchema = v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)))

const movedSchema = v.object({
  /** Newest version per scope that moved. */
  versions: v.record(v.string(), v.number()),
  /** Users whose visibility may have changed with it. */
  people: v.array(v.string()),
  /** Of what moved it; a program of before says none. */
  trace: traceSchema,
})
export type Moved = Omit<v.InferOutput<typeof movedSchema>, 'trace'>

const endedSchema = v.object({ ended: v.string(), trace: traceSchema })
const messageSchema = v.union([movedSchema, endedSchema])
type Message = v.InferOutput<typeof messageSchema>

/** Hears what moved, and whose sessions ended: a token's hash or a user's id. */
export interface Listener {
  moved(moved: Moved): void
  ended(who: string): void
  /** Pokes may have been missed: what is known of versions, of visibility and of the session must be read again. */
  regained(): void
  stopped(): void
}

/** Tells every open stream, of every process on the same database, what a commit moved. */
export interface Pokes {
  moved(moved: Moved): void
  ended(who: string): void
  subscribe(listener: Listener): () => void
  /** Ends every stream: the server stops. */
  stop(): void
}

const channel = 'iip_poke'
/** PostgreSQL carries at most 8000 bytes in one notification: so many people and as many scopes. */
const maxEntries = 40

/** How long a poke rests that PostgreSQL did not take, milliseconds, before each other try: every connection may have been busy. */
const pausesMs = [100, 500, 2_000]
/** Waits; rejects once it is told to stop. */
type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>
const rest: Pause = (ms, signal) => wait(ms, undefined, { signal, ref: false })

export async function createPokes(
  db: Pick<Database, 'listen' | 'notify'>,
  log: { error(data: object, message: string): void },
  pause: Pause = rest,
): Promise<Pokes> {
  const listeners = new Set<Listener>()
  await db.listen(channel, {
    heard: (payload) => {
      const message = messageOf(payload)
      // A newer program's, or anybody's who may notify: never worth more than a line.
      if (!message) return log.error({ bytes: payload.length }, 'an unknown message on the channel of pokes was ignored')
      inTrace(message.trace, () => {
        for (const listener of listeners) {
          if ('ended' in message) listener.ended(message.ended)
          else listener.moved(message)
        }
      })
    },
    regained: () => {
      log.error({ streams: listeners.size }, 'pokes were not heard for a while: every stream reads again')
      for (const listener of listeners) listener.regained()
    },
  })
  const stopped = new AbortController()
  const send = async (message: Message): Promise<void> => {
    for (const ms of [...pausesMs, undefined]) {
      try {
        return await db.notify(channel, JSON.stringify(message))
      } catch (error) {
        // A poke that is lost costs a poll's delay, never data.
        if (ms === undefined || stopped.signal.aborted) return log.error({ err: error }, 'a poke was not sent')
        // Cut short by the stop of the server, before which it is tried once more.
        await pause(ms, stopped.signal).catch(() => undefined)
      }
    }
  }
  let waiting = new Waiting()
  let isSending = false
  // One after the other: over several connections a later one would overtake. What comes meanwhile is told together.
  const sendAll = async (): Promise<void> => {
    while (!waiting.isEmpty()) {
      const messages = waiting.messages()
      waiting = new Waiting()
      for (const message of messages) await send(message)
    }
    isSending = false
  }
  // Streams are told, nobody waits for it.
  const begin = (): void => {
    if (isSending) return
    isSending = true
    void Promise.resolve().then(sendAll)
  }
  return {
    moved: (moved) => {
      waiting.moved(moved, currentTrace()?.trace)
      begin()
    },
    ended: (who) => {
      waiting.ended(who, currentTrace()?.trace)
      begin()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    stop: () => {
      stopped.abort()
      for (const listener of [...listeners]) listener.stopped()
    },
  }
}

/** What is to be told and was not yet: of many commits the newest version of each scope, and everybody whose visibility moved with any. */
class Waiting {
  readonly #versions = new Map<string, number>()
  readonly #people = new Set<string>()
  /** Whose sessions ended, with what ended them. */
  readonly #ended = new Map<string, string | undefined>()
  readonly #traces = new Set<string | undefined>()

  moved({ versions, people }: Moved, trace: string | undefined): void {
    for (const [scope, version] of Object.entries(versions)) this.#versions.set(scope, Math.max(version, this.#versions.get(scope) ?? 0))
    for (const id of people) this.#people.add(id)
    this.#traces.add(trace)
  }

  ended(who: string, trace: string | undefined): void {
    this.#ended.set(who, trace)
  }

  isEmpty(): boolean {
    return this.#traces.size === 0 && this.#ended.size === 0
  }

  messages(): Message[] {
    // What several moved is of none of them.
    const [one, ...others] = this.#traces
    const trace = others.length === 0 ? one : undefined
    // Who may see more is told first, or with it: streams look again before they filter.
    const named = chunks([...this.#people])
    const together = named.pop() ?? []
    const [first = [], ...more] = chunks([...this.#versions])
    const last = first.length > 0 || together.length > 0 ? [{ versions: Object.fromEntries(first), people: together, trace }] : []
    return [
      ...[...this.#ended].map(([ended, of]) => ({ ended, trace: of })),
      ...named.map((people) => ({ versions: {}, people, trace })),
      ...last,
      ...more.map((some) => ({ versions: Object.fromEntries(some), people: [], trace })),
    ]
  }
}

function messageOf(payload: string): Message | undefined {
  let json: unknown
  try {
    json = JSON.parse(payload)
  } catch {
    // No JSON: nothing that this program sends.
    return undefined
  }
  const parsed = v.safeParse(messageSchema, json)
  return parsed.success ? parsed.output : undefined
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / maxEntries) }, (_, at) => list.slice(at * maxEntries, (at + 1) * maxEntries))
}
