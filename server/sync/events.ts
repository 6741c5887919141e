import type { Poke, PokeEvent } from '#shared/protocol/pull.ts'
import type { Database } from '../db/open.ts'
import type { Presence } from '../features/presence/presence.ts'
import { sessionOf, type Session } from '../http/session.ts'
import { actorOf } from '../world/memberships.ts'
import { versionsOf } from '../world/store.ts'
import type { Moved, Pokes } from './pokes.ts'
import { scopesOfActor } from '../world/visibility.ts'

export interface EventsDeps {
  readonly db: Database
  readonly pokes: Pokes
  readonly now: () => string
  readonly log: { error(data: object, message: string): void }
  readonly open: OpenStreams
  readonly presence: Presence
}

/** Streams that one person may hold: one for each browser, whose tabs share it. */
const maxStreams = 6

/** Open streams by person, oldest first: whoever opens too many loses the oldest. And how many of them hear of each scope. */
export class OpenStreams {
  readonly #closers = new Map<string, Set<() => void>>()
  readonly #hearers = new Map<string, number>()
  readonly #told = new WeakMap<Poke, Told>()

  add(userId: string, close: () => void): () => void {
    const own = this.#closers.get(userId) ?? new Set()
    this.#closers.set(userId, own)
    own.add(close)
    const [oldest] = own
    if (own.size > maxStreams) oldest?.()
    return () => {
      own.delete(close)
      if (own.size === 0 && this.#closers.get(userId) === own) this.#closers.delete(userId)
    }
  }

  /** How many are open in this process. */
  get size(): number {
    return [...this.#closers.values()].reduce((sum, own) => sum + own.size, 0)
  }

  /** A stream that heard of some scopes hears of others now. */
  hears(before: ReadonlySet<string>, now: ReadonlySet<string>): void {
    for (const scope of now) if (!before.has(scope)) this.#hearers.set(scope, this.hearersOf(scope) + 1)
    for (const scope of before) {
      if (now.has(scope)) continue
      const left = this.hearersOf(scope) - 1
      if (left > 0) this.#hearers.set(scope, left)
      else this.#hearers.delete(scope)
    }
  }

  hearersOf(scope: string): number {
    return this.#hearers.get(scope) ?? 0
  }

  /** What a stream that sees these scopes is told of some versions; undefined when it sees none of them. Written once for all that see the same. */
  pokeOf(versions: Poke, visible: ReadonlySet<string>): Uint8Array | undefined {
    const told = this.#toldOf(versions)
    const seen = told.entries.filter(([scope]) => visible.has(scope))
    if (seen.length === 0) return undefined
    const name = seen.map(([scope]) => scope).join('\n')
    const known = told.events.get(name)
    if (known) return known
    const w = Math.max(...seen.map(([scope]) => this.hearersOf(scope)))
    const event = encoder.encode(`event: poke\ndata: ${JSON.stringify({ s: Object.fromEntries(seen), w } satisfies PokeEvent)}\n\n`)
    told.events.set(name, event)
    return event
  }

  #toldOf(versions: Poke): Told {
    const known = this.#told.get(versions)
    if (known) return known
    const made: Told = { entries: Object.entries(versions), events: new Map() }
    this.#told.set(versions, made)
    return made
  }
}

/** Versions that moved, and what streams are told of them, by the scopes that they see of them. */
interface Told {
  readonly entries: readonly (readonly [scope: string, version: number])[]
  readonly events: Map<string, Uint8Array>
}

const nothing: ReadonlySet<string> = new Set()

/** Silence that a reader may take for a dead line is 60 s (TR4). */
const heartbeatMs = 25_000
const encoder = new TextEncoder()
const stillHere = encoder.encode(': still here\n\n')

/** A stream of pokes for one session; it ends when the session does. */
export function eventStream(deps: EventsDeps, session: Session, request: Request): Response {
  let close = (): void => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let visible = nothing
      let closed = false
      const write = (event: Uint8Array | undefined): void => {
        if (!closed && event) controller.enqueue(event)
      }
      const poke = (versions: Poke): void => write(deps.open.pokeOf(versions, visible))
      const see = (scopes: ReadonlySet<string>): void => {
        deps.open.hears(visible, scopes)
        visible = scopes
      }
      const look = async (): Promise<Poke> =>
        deps.db.read(async (tx) => {
          const seen = new Set(await scopesOfActor(tx, await actorOf(tx, session.user)))
          // Closed meanwhile: nobody hears any more.
          if (!closed) see(seen)
          return Object.fromEntries(await versionsOf(tx, [...visible]))
        })
      // One after the other: news of a scope must not overtake the look that makes it visible.
      let last: Promise<void> = Promise.resolve()
      let waiting = 0
      const next = (work: () => Promise<void>): void => {
        waiting += 1
        last = last
          .then(work)
          .catch((error: unknown) => {
            deps.log.error({ err: error }, 'an event stream broke')
            close()
          })
          .finally(() => {
            waiting -= 1
          })
      }
      const moved = (news: Moved): void => {
        const looks = news.people.includes(session.user.id)
        // Thousands hear of each commit and few see it: whoever has nothing to look up first is asked at once.
        if (!looks && waiting === 0) return poke(news.versions)
        next(async () => {
          if (looks) await look()
          poke(news.versions)
        })
      }
      const whileSignedIn = async (then: () => Promise<void> | void): Promise<void> => {
        const still = await sessionOf(deps.db, request.headers.get('authorization'), deps.now())
        if (still.ok) await then()
        else close()
      }
      const beat = (): Promise<void> => whileSignedIn(() => write(stillHere))
      const unsubscribe = deps.pokes.subscribe({
        moved,
        ended: (who) => {
          if (who === session.tokenHash || who === session.user.id) close()
        },
        regained: () => next(() => whileSignedIn(async () => poke(await look()))),
        stopped: () => close(),
      })
      const timer = setInterval(() => next(beat), heartbeatMs)
      timer.unref()
      close = () => {
        if (closed) return
        closed = true
        clearInterval(timer)
        unsubscribe()
        hush()
        leave()
        see(nothing)
        controller.close()
      }
      // Those alone hear who is present that are present themselves: thousands of others are not asked.
      const hush = deps.presence.hear(session, write)
      const leave = deps.open.add(session.user.id, () => close())
      request.signal.addEventListener('abort', () => close())
      // Everything that moved while nobody listened: versions to compare with the cursor.
      next(async () => poke(await look()))
    },
    cancel() {
      close()
    },
  })
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}
