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

export async function createPokes(db: Database, log: { error(data: object, message: string): void }): Promise<Pokes> {
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
  // A poke that is lost costs a poll's delay, never data: streams are told, nobody waits for it.
  // One after the other: over several connections a later one would overtake.
  let last: Promise<void> = Promise.resolve()
  const send = (told: Moved | { ended: string }): void => {
    const message = { ...told, trace: currentTrace()?.trace }
    last = last
      .then(() => db.notify(channel, JSON.stringify(message)))
      .catch((error: unknown) => log.error({ err: error }, 'a poke was not sent'))
  }
  return {
    moved: ({ versions, people }) => {
      // Who may see more is told first, or with it: streams look again before they filter.
      const named = chunks(people)
      const together = named.pop() ?? []
      for (const some of named) send({ versions: {}, people: some })
      const [first = [], ...rest] = chunks(Object.entries(versions))
      send({ versions: Object.fromEntries(first), people: together })
      for (const some of rest) send({ versions: Object.fromEntries(some), people: [] })
    },
    ended: (who) => send({ ended: who }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    stop: () => {
      for (const listener of [...listeners]) listener.stopped()
    },
  }
}

function messageOf(payload: string): v.InferOutput<typeof messageSchema> | undefined {
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
