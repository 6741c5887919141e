import { parsedAs } from '#shared/kernel/parsed.ts'
import type { Actor } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { Context, Outcome } from '#shared/contract/mutation.ts'
import { argsOf } from '#shared/contract/mutation.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { mutationMaxCharacters, mutationMaxDepth, wireMutationSchema } from '#shared/protocol/push.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { associatedWith, sealedWorkSchema, type SealedWork } from '#shared/unsent/model.ts'
import { adoptUnsent } from '#shared/unsent/mutations.ts'
import type { CopyToRecover, Recovery, RecoveryItem } from '#shared/unsent/routes.ts'
import { halfWrittenName, placeOfDraft, recoveredFrom } from '#shared/unsent/rules.ts'
import type { World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { noteAct } from '../../audit/acts.ts'
import type { Tx } from '../../db/open.ts'
import { userColumns, type Session } from '../../http/session.ts'
import type { UserTable } from '../../db/schema.ts'
import { isOfText, isWithinDepth } from '../../http/json.ts'
import type { Server } from '../../server.ts'
import { instantFrom, ownDevices, Refusal, type Asked } from '../../sync/batch.ts'
import { cleanArgs } from '../../sync/clean.ts'
import { storedByMid } from '../../sync/ledger.ts'
import { actorOf } from '../../world/memberships.ts'
import { reachedOf } from '../../world/visibility.ts'
import { institutionOf, type WorldKey } from '../../world/store.ts'
import { unsealed, type CopyKeys, type OpenedLock } from './copy-keys.ts'

/** Most changes and half-written texts of a copy together: more than any device has room for. */
const maxParts = 30_000
/** How deep a copy may nest: what reads it recurses. Parts that nest deeper than a push may are counted as unreadable. */
const maxDepth = 100
/** Parts that are taken in by one transaction. */
const partsAtOnce = 500

/** One thing that somebody did and nobody received. */
interface Part {
  readonly mid: string
  readonly name: string
  readonly version: number
  readonly args: unknown
  readonly at: Instant
  readonly key: WorldKey | undefined
}

interface Opened {
  readonly lock: OpenedLock
  readonly work: SealedWork
  readonly parts: readonly Part[]
  /** How many of its entries are not what a device writes. */
  readonly unreadable: number
}

/** What is known of a part: how it shows, and what asks for it when it is to be taken in. */
interface Judged {
  readonly item: RecoveryItem
  readonly asked: Asked | undefined
}

/** Reads and takes in what people could not send any more, out of their copies (UW1, UW2). */
export class Recoveries {
  readonly #server: Server
  readonly #keys: CopyKeys

  constructor(server: Server, keys: CopyKeys) {
    this.#server = server
    this.#keys = keys
  }

  /** For administrators only, which the door looks at. Fails: too_large, backup_unreadable, copy_other_server. */
  async read(session: Session, copy: CopyToRecover): Promise<Result<Recovery>> {
    const opened = this.#open(copy)
    if (!opened.ok) return opened
    const { authorId } = opened.value.lock
    const at = this.#server.now()
    await this.#server.db.write((tx) => noteAct(tx, { kind: 'file.copyOpened', actorId: session.user.id, subjectId: authorId, at }))
    return this.#shown(opened.value, await this.#judge(session, opened.value))
  }

  /** Fails: as `read`, and unavailable when what was true a moment ago is not any more. */
  async adopt(session: Session, copy: CopyToRecover): Promise<Result<Recovery>> {
    const opened = this.#open(copy)
    if (!opened.ok) return opened
    const judged = await this.#judge(session, opened.value)
    const asked = judged.flatMap((each) => each.asked ?? [])
    for (let from = 0; from < asked.length; from += partsAtOnce) {
      const executed = await this.#server.execute({
        device: { id: ownDevices.rest, app: 'rest', schema: 1, pending: 0 },
        userId: session.user.id,
        asked: asked.slice(from, from + partsAtOnce),
        door: 'rest',
        also: async (_tx, results) => {
          // What is refused stays to be tried another day: it must not be in the ledger as done with.
          if (results.some((result) => result.d === 'refused')) throw new Refusal(failure('unavailable', { seconds: 1 }))
        },
      })
      if (!executed.ok) return executed
    }
    const { authorId, header } = opened.value.lock
    this.#server.log.info({ user: session.user.id, author: authorId, at: header.at, parts: asked.length }, 'a copy was recovered')
    return this.#shown(opened.value, await this.#judge(session, opened.value))
  }

  #open(copy: CopyToRecover): Result<Opened> {
    const lock = this.#keys.open(copy)
    if (!lock.ok) return lock
    const text = unsealed(lock.value.contentKey, copy.work, associatedWith('work', copy.header))
    const written = text && jsonOf(text)
    if (!isWithinDepth(written, maxDepth)) return fail('backup_unreadable')
    const work = parsedAs(sealedWorkSchema, written)
    if (!work.success || work.output.authorId !== lock.value.authorId) return fail('backup_unreadable')
    if (work.output.mutations.length + work.output.drafts.length > maxParts) return fail('too_large')
    const parts = partsOf(work.output)
    const unreadable = work.output.mutations.length + work.output.drafts.length - parts.length
    return done({ lock: lock.value, work: work.output, parts, unreadable })
  }

  async #judge(session: Session, { lock: { authorId }, work, parts }: Opened): Promise<Judged[]> {
    const { db, worlds, now } = this.#server
    return db.read(async (tx) => {
      const author = await userOf(tx, authorId)
      const actor = author && (await actorOf(tx, author))
      const keys = new Map(parts.flatMap(({ key }) => (key ? [[textOf(key), key] as const] : [])))
      const reached = new Set(actor ? (await reachedOf(tx, actor, [...keys.values()])).map(textOf) : [])
      const open = new Map<string, World>()
      for (const [text, key] of keys) {
        const world = reached.has(text) ? await worlds.read(tx, key) : undefined
        if (world) open.set(text, world)
      }
      const arrived = await storedByMid(tx, parts.map((part) => part.mid).concat(parts.map((part) => recoveredMid(authorId, part.mid))))
      const places = new Map(work.files.map((file, place) => [file.id, place]))
      const at = now()
      return parts.map((part) => {
        const world = part.key && open.get(textOf(part.key))
        const own = arrived.get(part.mid)
        const known =
          own?.stored.authorId === authorId ? 'arrived' : arrived.has(recoveredMid(authorId, part.mid)) ? 'recovered' : undefined
        return judged({ part, world, known, authorId, session, at, places })
      })
    })
  }

  async #shown({ lock, work, unreadable }: Opened, parts: readonly Judged[]): Promise<Result<Recovery>> {
    const { author, institution } = await this.#server.db.read(async (tx) => {
      const found = await userOf(tx, lock.authorId)
      return { author: found, institution: await institutionName(tx, found?.institution_id ?? null) }
    })
    return done({
      author: {
        name: author ? `${author.name} ${author.surname}`.trim() : '',
        email: author?.email ?? '',
        institution,
        active: author?.active === 1,
      },
      at: work.exportedAt,
      items: parts.map((part) => part.item),
      unreadable,
    })
  }
}

interface Judging {
  readonly part: Part
  readonly world: World | undefined
  readonly known: 'arrived' | 'recovered' | undefined
  readonly authorId: string
  readonly session: Session
  readonly at: Instant
  readonly places: ReadonlyMap<string, number>
}

function judged({ part, world, known, authorId, session, at, places }: Judging): Judged {
  const written = { mid: part.mid, authorId, n: part.name, v: part.version, a: part.args, at: part.at }
  // As it will be when it is carried out: what only then turned out to be wrong would hold up what is beside it.
  const given = !isOfText(JSON.stringify(written)) ? fail('text_broken') : argsOf(adoptUnsent, adoptUnsent.version, written, parsedAs)
  const args = world && given.ok ? argsOf(adoptUnsent, adoptUnsent.version, cleanArgs(world, adoptUnsent.name, given.value)) : given
  const found = world && recoveredFrom(world, part.name, args.ok ? args.value.a : part.args)
  const held = typeof found === 'object' ? found : undefined
  const mid = recoveredMid(authorId, part.mid)
  const outcome = known || !world || !args.ok ? undefined : adoptUnsent.decide(world, args.value, contextOf(session.actor, mid, at))
  const question = held && world?.index.question(questionIdOf(held.unit))
  const owner = outcome?.cards[0]?.ownerId
  const person = owner === undefined ? undefined : world?.person(owner)
  const file = held?.file
  const row = file && world?.get('attachment', file.id)
  const code = known ? null : outcome ? (outcome.disposition === 'refused' ? outcome.code : null) : args.ok ? 'no_role' : args.failure.code
  const item: RecoveryItem = {
    id: part.mid,
    name: part.name,
    at: part.at,
    institution: world?.institution.name ?? null,
    form: world?.form.name ?? null,
    number: question && world ? world.index.numberOf(question.id) : null,
    question: question?.text ?? null,
    ...(held?.value === undefined ? {} : { value: held.value }),
    text: held?.text ?? null,
    decision: held?.decision ?? null,
    file: file
      ? {
          id: file.id,
          name: file.name,
          place: places.get(file.sourceId) ?? null,
          arrived: row !== undefined && row.state !== 'awaiting_blob',
        }
      : null,
    state: known ?? stateOf(outcome),
    code,
    ...(outcome?.disposition === 'refused' && outcome.params ? { params: outcome.params } : {}),
    to: person ? fullName(person) : null,
  }
  if (item.state !== 'new' || !world) return { item, asked: undefined }
  const { name: n, version } = adoptUnsent
  return { item, asked: { mid, n, v: version, s: world.scope, a: written, t: at } }
}

function stateOf(outcome: Outcome | undefined): RecoveryItem['state'] {
  if (outcome?.disposition === 'noop') return 'standing'
  return outcome?.disposition === 'applied' ? 'new' : 'refused'
}

/** Under whom and as what a part is in the ledger once it was taken in, whoever took it: twice is once. */
const recoveredMid = (authorId: string, mid: string): string => `~recovered-${authorId}-${mid}`

const contextOf = (actor: Actor, mid: string, now: Instant): Context => ({ actor, now, mid, base: null, occurredAt: now, lease: null })

/** Parts of a copy that have the form of what a device sends, each mid once, and then the half-written texts. */
function partsOf(work: SealedWork): Part[] {
  const found = new Map<string, Part>()
  for (const given of work.mutations) {
    const row = parsedAs(wireMutationSchema, given)
    if (!row.success || found.has(row.output.mid) || !isWithinDepth(row.output.a, mutationMaxDepth)) continue
    const { mid, n, v: version, s, a, t } = row.output
    if (JSON.stringify(a ?? null).length > mutationMaxCharacters) continue
    found.set(mid, { mid, name: n, version, args: asText(a ?? null), at: instantFrom(t) ?? work.exportedAt, key: keyOf(s) })
  }
  for (const { key, value, savedAt } of work.drafts) {
    const place = placeOfDraft(key)
    if (!isWithinDepth(value, mutationMaxDepth)) continue
    const given = parsedAs(v.looseObject({ value: v.unknown(), text: v.optional(v.string()) }), value)
    if (!place || !given.success) continue
    const mid = `draft-${createHash('sha256')
      .update(JSON.stringify([key, value]))
      .digest('hex')}`
    const { value: typed, text } = given.output
    const args = asText({ kind: place.kind, unit: place.unit, value: typed, ...(text ? { text } : {}) })
    const at = instantFrom(savedAt) ?? work.exportedAt
    found.set(mid, { mid, name: halfWrittenName, version: 1, args, at, key: keyOf(place.scope) })
  }
  return [...found.values()]
}

/** With nothing in its texts that no database of ours holds, and no person writes. */
const asText = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each))

function keyOf(text: string): WorldKey | undefined {
  const scope = parseScope(text)
  return scope?.kind === 'inst' || scope?.kind === 'eval' ? { institutionId: scope.institutionId, formId: scope.formId } : undefined
}

const textOf = ({ institutionId, formId }: WorldKey): string => `${institutionId}:${formId}`

const userOf = (tx: Tx, id: string): Promise<UserTable | undefined> =>
  tx.q.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirst()

const institutionName = async (tx: Tx, id: string | null): Promise<string | null> =>
  id === null ? null : ((await institutionOf(tx, id))?.name ?? null)

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Whoever sealed it wrote no JSON: refused by the schema.
    return undefined
  }
}
