import { reaches } from '#shared/access/visibility.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { idMost, type PresentEvent, type Standing } from '#shared/presence/model.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import type { Database } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import type { Session } from '../../http/session.ts'
import type { Pokes } from '../../sync/pokes.ts'
import { actorOf } from '../../world/memberships.ts'
import { participationIn } from '../../world/visibility.ts'
import type { WorldStore } from '../../world/store.ts'
import { Rooms, type Side, type Sign } from './room.ts'

interface Deps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly pokes: Pokes
  readonly now: () => Instant
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
  readonly log: { error(data: object, message: string): void }
}

/** A stream of one browser. */
interface Hearer {
  readonly key: string
  readonly user: UserTable
  readonly write: (event: Uint8Array) => void
  /** Where its browser was last, which it goes on hearing of. */
  scope: string
  told: string
}

/** What of an institution's form decides who sees what, as it was looked at last. */
interface Sight {
  readonly index: FormIndex
  readonly partsOf: Map<UserId, '*' | readonly string[]>
  readonly atMs: number
}

const channel = 'iip_presence'
/** Signs are told together that come within so long of each other, to other processes and to streams. */
const gatherMs = 150
/** What somebody sees is looked at again after so long, whatever was heard of it. */
const sightMs = 60_000
const sightsMost = 2_000
/** Times that it is looked at for one answer while it goes on moving. */
const looksMost = 3
/** PostgreSQL carries at most 8000 bytes in one notification. */
const payloadMost = 7_000

const text = v.pipe(v.string(), v.maxLength(2 * idMost + 16))
const signSchema = v.object({
  key: text,
  userId: text,
  side: v.picklist(['org', 'lab']),
  scope: text,
  questionId: v.nullable(text),
  part: v.nullable(text),
})
const signsSchema = v.array(signSchema)

const encoder = new TextEncoder()
const eventOf = (seen: string): Uint8Array => encoder.encode(`event: present\ndata: ${seen}\n\n`)
const sideOf = ({ kind }: Pick<UserTable, 'kind'>): Side => (kind === 'Institutional' ? 'org' : 'lab')
/** Enough of a token's digest to tell the browsers of one person apart. */
const keyOf = (session: Pick<Session, 'tokenHash' | 'user'>): string => `${session.user.id}/${session.tokenHash.slice(0, 12)}`

/**
 * Who has what open now: told to colleagues on line and to nobody else, in memory alone, between the processes on one database as
 * signs of ids. A sign that is lost is mended by the next one.
 */
export class Presence {
  readonly #deps: Deps
  readonly #rooms = new Rooms()
  readonly #hearers = new Map<string, Set<Hearer>>()
  readonly #listening = new Map<string, Set<Hearer>>()
  readonly #sights = new Map<string, Sight>()
  /** Whose sight is being read now, and whether it moved meanwhile. */
  readonly #looking = new Set<{ readonly userId: UserId; isLate: boolean }>()
  readonly #toSend = new Map<string, Sign>()
  readonly #toTell = new Set<string>()
  #sending: NodeJS.Timeout | undefined
  #telling: NodeJS.Timeout | undefined
  #ending: NodeJS.Timeout | undefined
  #stopped = false

  private constructor(deps: Deps) {
    this.#deps = deps
  }

  static async create(deps: Deps): Promise<Presence> {
    const made = new Presence(deps)
    await deps.db.listen(channel, {
      heard: (payload) => made.#heard(payload),
      // What was missed comes again with the next signs.
      regained: () => undefined,
    })
    deps.pokes.subscribe({
      moved: ({ people }) => made.#sightMoved(people),
      ended: (who) => made.#ended(who),
      regained: () => {
        made.#sights.clear()
        for (const each of made.#looking) each.isLate = true
        made.#tell(made.#listening.keys())
      },
      stopped: () => made.#stop(),
    })
    return made
  }

  /** Browsers that are somewhere now, for the server's figures. */
  get size(): number {
    return this.#rooms.size
  }

  /** Takes a sign of a signed-in person. Fails: not_found, for whatever they do not see. */
  async stand(session: Session, at: Standing | null): Promise<Result<null>> {
    const { user } = session
    const about = { key: keyOf(session), userId: user.id, side: sideOf(user) }
    if (at === null) {
      this.#send({ ...about, scope: '', questionId: null, part: null })
      return done(null)
    }
    const scope = instScope(at.institutionId, at.formId)
    const sight = await this.#sightOf(scope, user)
    const parts = sight?.partsOf.get(user.id)
    if (!sight || parts === undefined) return fail('not_found')
    const question = at.questionId === null ? null : sight.index.question(at.questionId)
    if (question === undefined) return fail('not_found')
    if (question !== null) {
      const isSeen = (parts === '*' || parts.includes(question.dimensionId)) && (about.side === 'lab' || !question.administrative)
      if (!isSeen) return fail('not_found')
    }
    this.#send({ ...about, scope, questionId: question?.id ?? null, part: question?.dimensionId ?? null })
    return done(null)
  }

  /** A stream of a browser hears of where that browser is. Returns how it ceases to. */
  hear(session: Session, write: (event: Uint8Array) => void): () => void {
    const key = keyOf(session)
    const hearer: Hearer = { key, user: session.user, write, scope: '', told: '' }
    const own = this.#hearers.get(key) ?? new Set()
    this.#hearers.set(key, own.add(hearer))
    const scope = this.#rooms.placeOf(key)
    if (scope !== undefined) this.#follow(hearer, scope)
    return () => {
      own.delete(hearer)
      if (own.size === 0 && this.#hearers.get(key) === own) this.#hearers.delete(key)
      this.#follow(hearer, '')
    }
  }

  #follow(hearer: Hearer, scope: string): void {
    if (hearer.scope === scope) return
    const before = this.#listening.get(hearer.scope)
    before?.delete(hearer)
    if (before?.size === 0) this.#listening.delete(hearer.scope)
    hearer.scope = scope
    hearer.told = ''
    if (scope === '') return
    this.#listening.set(scope, (this.#listening.get(scope) ?? new Set()).add(hearer))
    this.#tell([scope])
  }

  // Between processes.

  #send(sign: Sign): void {
    if (this.#stopped) return
    this.#toSend.set(sign.key, sign)
    this.#sending ??= setTimeout(() => void this.#flush(), gatherMs).unref()
  }

  async #flush(): Promise<void> {
    this.#sending = undefined
    const signs = [...this.#toSend.values()]
    this.#toSend.clear()
    try {
      for (const payload of payloadsOf(signs)) await this.#deps.db.notify(channel, payload)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'signs of presence were not told')
    }
  }

  #heard(payload: string): void {
    if (this.#stopped) return
    const signs = signsIn(payload)
    if (!signs) return this.#deps.log.error({ bytes: payload.length }, 'an unknown message on the channel of presence was ignored')
    const nowMs = this.#deps.elapsed()
    for (const sign of signs) {
      this.#tell(this.#rooms.take(sign, nowMs))
      for (const hearer of this.#hearers.get(sign.key) ?? []) this.#follow(hearer, sign.scope)
    }
    this.#armEnd()
  }

  // Ends.

  #armEnd(): void {
    const next = this.#rooms.nextEndMs()
    if (this.#ending !== undefined || next === undefined || this.#stopped) return
    this.#ending = setTimeout(
      () => {
        this.#ending = undefined
        this.#tell(this.#rooms.expire(this.#deps.elapsed()))
        this.#armEnd()
      },
      Math.max(0, next - this.#deps.elapsed()),
    ).unref()
  }

  #ended(who: string): void {
    const short = who.slice(0, 12)
    const isTheirs = ({ key, userId }: Pick<Sign, 'key' | 'userId'>): boolean => userId === who || key.endsWith(`/${short}`)
    // Nor is told what was about to be.
    for (const [key, sign] of this.#toSend) if (isTheirs(sign)) this.#toSend.delete(key)
    this.#tell(this.#rooms.forget(isTheirs))
  }

  #stop(): void {
    this.#stopped = true
    for (const timer of [this.#sending, this.#telling, this.#ending]) clearTimeout(timer)
  }

  // Who sees what.

  /** Whoever sees more or less now is looked at again before anything is told. */
  #sightMoved(people: readonly UserId[]): void {
    for (const each of this.#looking) if (people.includes(each.userId)) each.isLate = true
    if (people.length === 0 || this.#sights.size === 0) return
    for (const [scope, sight] of this.#sights) {
      if (!people.some((id) => sight.partsOf.has(id))) continue
      this.#sights.delete(scope)
      if (this.#listening.has(scope)) this.#tell([scope])
    }
  }

  /** What of a place is seen by a person; undefined when they do not reach it. Looked at again where it moved while it was looked at. */
  async #sightOf(scope: string, user: UserTable): Promise<Sight | undefined> {
    for (let look = 1; ; look += 1) {
      const known = this.#known(scope)
      if (known?.partsOf.has(user.id)) return known
      const looking = { userId: user.id, isLate: false }
      this.#looking.add(looking)
      try {
        const seen = await this.#lookAt(scope, user)
        if (looking.isLate && look < looksMost) continue
        if (!seen || looking.isLate) return undefined
        const sight = this.#known(scope) ?? this.#newSight(scope, seen.index)
        sight.partsOf.set(user.id, seen.parts)
        return sight
      } finally {
        this.#looking.delete(looking)
      }
    }
  }

  async #lookAt(scope: string, user: UserTable): Promise<{ index: FormIndex; parts: '*' | readonly string[] } | undefined> {
    const place = parseScope(scope)
    if (place?.kind !== 'inst') return undefined
    return this.#deps.db.read(async (tx) => {
      const participation = await participationIn(tx, place)
      const actor = await actorOf(tx, user)
      if (!participation || !reaches(actor, participation)) return undefined
      const world = await this.#deps.worlds.read(tx, place)
      return world && { index: world.index, parts: receivedParts(world, actor, this.#deps.now()) }
    })
  }

  #known(scope: string): Sight | undefined {
    const known = this.#sights.get(scope)
    return known && this.#deps.elapsed() - known.atMs < sightMs ? known : undefined
  }

  #newSight(scope: string, index: FormIndex): Sight {
    if (this.#sights.size >= sightsMost) this.#sights.clear()
    const sight: Sight = { index, partsOf: new Map(), atMs: this.#deps.elapsed() }
    this.#sights.set(scope, sight)
    return sight
  }

  // Streams.

  #tell(scopes: Iterable<string>): void {
    for (const scope of scopes) if (this.#listening.has(scope)) this.#toTell.add(scope)
    if (this.#toTell.size > 0 && !this.#stopped) this.#telling ??= setTimeout(() => void this.#tellNow(), gatherMs).unref()
  }

  async #tellNow(): Promise<void> {
    this.#telling = undefined
    // Nobody is told of who is gone, whichever timer comes first.
    for (const scope of this.#rooms.expire(this.#deps.elapsed())) if (this.#listening.has(scope)) this.#toTell.add(scope)
    const scopes = [...this.#toTell]
    this.#toTell.clear()
    for (const scope of scopes) {
      try {
        await this.#tellOf(scope)
      } catch (error) {
        this.#deps.log.error({ err: error }, 'who is present could not be told')
      }
    }
  }

  async #tellOf(scope: string): Promise<void> {
    for (const hearer of [...(this.#listening.get(scope) ?? [])]) {
      const { user } = hearer
      // Looked at for each: of what somebody no longer sees nothing is told, and of who is there neither.
      const parts = (await this.#sightOf(scope, user))?.partsOf.get(user.id)
      if (hearer.scope !== scope) continue
      const nobody: PresentEvent = { s: scope, n: 0, who: [] }
      const seen = JSON.stringify(parts === undefined ? nobody : this.#rooms.seenBy(scope, sideOf(user), user.id, parts))
      // Whoever just came is told also that nobody is there: what they were told before may be of another time.
      if (seen === hearer.told) continue
      hearer.told = seen
      hearer.write(eventOf(seen))
    }
  }
}

function* payloadsOf(signs: readonly Sign[]): Generator<string> {
  let parts: string[] = []
  let bytes = 2
  for (const sign of signs) {
    const part = JSON.stringify(sign)
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > payloadMost && parts.length > 0) {
      yield `[${parts.join(',')}]`
      parts = []
      bytes = 2
    }
    parts.push(part)
    bytes += size
  }
  if (parts.length > 0) yield `[${parts.join(',')}]`
}

function signsIn(payload: string): readonly Sign[] | undefined {
  let json: unknown
  try {
    json = JSON.parse(payload)
  } catch {
    // No JSON: nothing that this program sends.
    return undefined
  }
  const parsed = v.safeParse(signsSchema, json)
  return parsed.success ? parsed.output : undefined
}
