import { systemActor, type Actor } from '#shared/access/actor.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { pushMaxMutations } from '#shared/protocol/push.ts'
import { actsOf, noteActs } from '../audit/acts.ts'
import { redactAlone } from '../audit/redactions.ts'
import type { Database, Tx } from '../db/open.ts'
import { aliasRows, historyRows, ledgerRows, letterRows } from '../db/tables.ts'
import type { HeldWorlds, WorldKey, WorldStore } from '../world/store.ts'
import { attemptsOf, countAttempts, forgetAttempts } from './attempts.ts'
import { BatchWriter, maxAttempts } from './batch-writer.ts'
import { Crash, Refusal, runOf, worldKeysOf, type Batch, type Executed } from './batch.ts'
import { conflictChanges } from './cards.ts'
import { contactOf, deviceOf, ledgerOf, split, touchDevice, type Device } from './device.ts'
import { anonymisedIn, copiesWithout, forget, keptOf, tracesOf } from '../persons/forget.ts'
import type { Traces } from '../persons/traces.ts'
import type { Pace } from '../http/pace.ts'
import { carriedChanges, directoriesOf } from '../world/directory.ts'
import { ownOf } from '../world/own.ts'
import { questionnairesOf } from '../world/questionnaires.ts'
import { resultsIn } from '../world/results.ts'
import { sitesIn } from '../world/site.ts'
import { editionFollows } from '../site/edition.ts'
import { takenBy } from './invites.ts'
import { foreignRuns, storedByMid } from './ledger.ts'
import { HeldPokes } from './held-pokes.ts'
import { holdPeople } from './people-held.ts'
import { noticeChanges } from './notices.ts'
import { writeWithOverviews } from './overviews.ts'
import type { Moved } from './pokes.ts'
import type { Change } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import { actorWith, memberIn } from '../world/memberships.ts'
import { impersonationsFor, touchImpersonations } from '../world/impersonations.ts'
import { reachedOf } from '../world/visibility.ts'

export interface ExecuteDeps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly now: () => Instant
  readonly log: { error(data: object, message: string): void }
  /** Called after commit with what moved and whose access may have. */
  readonly poke: (moved: Moved) => void
  /** Called after a commit that left the overviews of many institutions behind. */
  readonly behind?: (() => void) | undefined
  /** Called after a commit that visitors of the public site can see. */
  readonly published?: (() => void) | undefined
  /** Where messages for help go; without one to every administrator. */
  readonly helpMailbox?: string | undefined
  /** Milliseconds on a clock that only goes forward; the process's own unless said otherwise. */
  readonly elapsed?: (() => number) | undefined
  /** Counts what people bring in characters of JSON; nothing is counted without one. */
  readonly volume?: Pick<Pace, 'take'> | undefined
}

export type Execute = (batch: Batch) => Promise<Result<Executed>>

/** Longest that a batch's decisions may take: what does not fit is left for the device's next push. */
const budgetMs = 500

/** The one way in which anything of an institution's or an evaluator's changes, whichever door it comes through. */
export function createExecute(deps: ExecuteDeps): Execute {
  const pokes = new HeldPokes((moved) => deps.poke(moved))

  const once = async (batch: Batch): Promise<Done> => {
    const keys = worldKeysOf(batch.asked)
    const done = await deps.worlds.hold(keys, (open) => deps.db.write((tx) => run(deps, tx, open, batch)))
    if (done.versions.size > 0) {
      const more = batch.asked.length === pushMaxMutations && batch.device.pending > 0
      pokes.moved(`${batch.userId} ${batch.device.id}`, { versions: Object.fromEntries(done.versions), people: done.people }, more)
    }
    if (done.behind) deps.behind?.()
    if (done.published) deps.published?.()
    return done
  }

  /** Counts that mutations broke, and answers that they may come again. */
  const broke = async (batch: Batch, error: Crash): Promise<Result<never>> => {
    deps.log.error({ err: error.cause, device: batch.device.id, seqs: error.seqs }, 'mutation broke its rule')
    await countAttempts(deps.db, ledgerOf(batch), error.seqs)
    return fail('unavailable', { seconds: 1 })
  }

  /**
   * Runs a batch that may hold mutations whose effects cannot be written, in halves until those stand alone: the ones before
   * the first of them are taken, and after its third try it is refused like any other that breaks.
   */
  const isolated = async (batch: Batch): Promise<Result<Executed>> => {
    const [first, ...rest] = batch.asked
    try {
      return { ok: true, value: await once(batch) }
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure }
      if (error instanceof Crash) return broke(batch, error)
      if (first?.seq === undefined || batch.door !== 'sync' || !isBug(error)) throw error
      if (rest.length === 0) return spoiledAlone(batch, first.seq, error)
      const middle = Math.ceil(batch.asked.length / 2)
      const before = await isolated({ ...batch, asked: batch.asked.slice(0, middle) })
      if (!before.ok || before.value.results.length < middle) return before
      const after = await isolated({ ...batch, asked: batch.asked.slice(middle) })
      if (!after.ok) return before
      return { ok: true, value: { lastSeq: after.value.lastSeq, results: [...before.value.results, ...after.value.results] } }
    }
  }

  const spoiledAlone = async (batch: Batch, seq: number, cause: unknown): Promise<Result<Executed>> => {
    const refusedOnce = await broke(batch, new Crash([seq], cause))
    const tried = await deps.db.read((tx) => attemptsOf(tx, ledgerOf(batch)))
    // Now that it has broken often enough it is not decided any more: only its entry is written.
    return (tried.get(seq) ?? 0) < maxAttempts ? refusedOnce : { ok: true, value: await once(batch) }
  }

  return async (batch) => {
    const held = batch.door === 'system' ? undefined : deps.volume?.take(batch.userId, deps.now(), charactersOf(batch))
    return held ? fail('too_much_work', held.params) : isolated(batch)
  }
}

/** What a batch brings, as the ledger measures it. */
const charactersOf = ({ asked }: Batch): number =>
  asked.reduce((sum, { spoiled, text, a }) => sum + (spoiled?.text ?? text ?? JSON.stringify(a) ?? '').length, 0)

/** SQLSTATE classes of what a statement brought with it: its data, its constraints, its form. */
const ownFault = /^(?:22|23|42)|^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)/

/** Whether an error comes from what was to be written, and will come again, rather than from the state of the database. */
function isBug(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && ownFault.test(error.code)
}

interface Done extends Executed {
  readonly versions: ReadonlyMap<string, number>
  readonly people: string[]
  /** Overviews of many institutions are still to be made. */
  readonly behind?: boolean | undefined
  /** The public site has another edition. */
  readonly published?: boolean | undefined
}

type Open = (tx: Tx, reached: readonly WorldKey[]) => Promise<HeldWorlds>

async function run(deps: ExecuteDeps, tx: Tx, open: Open, batch: Batch): Promise<Done> {
  const now = deps.now()
  const elapsed = deps.elapsed ?? (() => performance.now())
  const actor = await actorOf(tx, batch.userId)
  if (!actor) throw new Refusal(failure('revoked'))
  const device = await deviceOf(tx, batch, now)
  const { known, fresh } = await split(tx, batch, device.lastSeq)
  const idle = batch.door === 'sync' && batch.device.pending === 0
  if (fresh.length === 0) {
    if (batch.asked.length > 0 || device.lastSeq > 0) await touchDevice(tx, batch, device.lastSeq, idle, now)
    return { lastSeq: device.lastSeq, results: known, versions: new Map(), people: [] }
  }

  const reached = await reachedOf(tx, actor, worldKeysOf(fresh))
  const worlds = await open(tx, reached)
  const mids = fresh.map((each) => each.mid)
  const attempts = await attemptsOf(tx, ledgerOf(batch))
  const writer = new BatchWriter({
    actor,
    batch,
    now,
    worlds,
    reached,
    elsewhere: await storedByMid(tx, mids),
    foreignRuns: batch.door === 'sync' ? await foreignRuns(tx, actor.id, runsOf(mids)) : new Set(),
    taken: await takenBy(
      tx,
      fresh.map((each) => each.a),
    ),
    attempts,
    impersonations: await impersonationsFor(tx, actor, fresh),
    directories: batch.door === 'sync' ? new Map() : await directoriesOf(tx, fresh, now),
    questionnaires: actor.kind === 'Administrator' ? await questionnairesOf(tx, fresh, now) : new Map(),
    results: await resultsIn(tx, worlds, fresh),
    sites: batch.door === 'sync' ? new Map() : await sitesIn(tx, fresh),
    owns: await ownOf(tx, actor, fresh, deps.helpMailbox),
    contactAt: batch.door === 'sync' ? await leaseOf(tx, batch, device) : null,
  })
  await writer.bringCards(tx)
  // Waiting for others is no deciding: a batch that waited long would be taken one by one, and all wait longer for it.
  const startedAt = elapsed()
  let decided = 0
  for (const each of fresh) {
    writer.decide(each)
    decided += 1
    if (batch.door === 'sync' && elapsed() - startedAt > budgetMs) break
  }
  const [first] = writer.broken
  if (first) {
    throw new Crash(
      writer.broken.map((each) => each.seq),
      first.cause,
    )
  }

  const lastSeq = device.lastSeq + decided
  const cards = await conflictChanges(tx, writer.raised)
  const notices = await noticeChanges(tx, writer.told)
  const shown = await shownOrHidden(tx, writer.changes)
  await batch.ahead?.(tx)
  writer.follow(await carriedChanges(tx, writer.changes))
  // Before their rows say a pseudonym: afterwards nobody knows by what they were known.
  const leaving: Traces[] = []
  const anonymised = anonymisedIn(writer.changes)
  if (anonymised.length > 0) await redactAlone(tx)
  for (const row of anonymised) leaving.push(await tracesOf(tx, row))
  for (const traces of leaving) writer.follow(await copiesWithout(tx, traces))
  await holdPeople(tx, writer.changes)
  // Before the rows: with their number every other commit of the database waits for this one.
  await tx.bulk.insert(ledgerRows, writer.ledger)
  await tx.bulk.insert(aliasRows, writer.aliases)
  await tx.bulk.insert(historyRows, writer.history)
  await tx.bulk.insert(letterRows, writer.letters)
  if (attempts.size > 0) await forgetAttempts(tx, ledgerOf(batch), lastSeq)
  await touchDevice(tx, batch, lastSeq, idle && decided === fresh.length, now)
  const [left, ...others] = leaving
  const kept = left && (await keptOf(tx, left))
  const written = await writeWithOverviews(tx, worlds, writer.changes, [...cards, ...notices, ...writer.siteChanges], now)
  worlds.moved(written.moves)
  if (kept) await forget(tx, kept, actor.id, now)
  // Of several in one batch, which nobody asks for at present, the later ones may stand in lines of the first.
  for (const traces of others) await forget(tx, await keptOf(tx, traces), actor.id, now)
  await touchImpersonations(tx, writer.acted)
  await batch.also?.(tx, writer.results)
  const published = await editionFollows(tx, writer.ledger, now)
  // Last: who appends to the audit holds its head until the commit.
  await noteActs(tx, actsOf(actor, writer.ledger))
  return {
    lastSeq,
    behind: written.behind,
    published,
    results: [...known, ...writer.results],
    versions: new Map([...[...written.moves].map(([scope, { to }]) => [scope, to] as const), ...written.versions]),
    people: [...new Set([...writer.people, ...shown, ...(written.moved ? await administratorsIn(tx) : [])])],
  }
}

/** Whose scopes change with the forms and institutions that a batch brings or takes away: asked before it is written. */
async function shownOrHidden(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  return [...(await withForms(tx, changes)), ...(await withInstitutions(tx, changes))]
}

async function withInstitutions(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  const rows = changes.flatMap((change) => (change.table === 'participant' ? [change.row] : []))
  if (rows.length === 0) return []
  const institutionIds = [...new Set(rows.map((row) => row.institutionId))]
  const known = await tx.q
    .selectFrom('participant')
    .select(['institution_id', 'form_id'])
    .where(oneOf(tx.kind, 'institution_id', institutionIds))
    .execute()
  const moved = rows.filter((row) => {
    const takesPart = known.some((each) => each.institution_id === row.institutionId && each.form_id === row.formId)
    return takesPart === (typeof row.removedAt === 'string')
  })
  if (moved.length === 0) return []
  const people = await tx.q
    .selectFrom('membership')
    .select('user_id as id')
    .where(
      oneOf(
        tx.kind,
        'institution_id',
        moved.map((row) => row.institutionId),
      ),
    )
    .execute()
  return [...(await administratorsIn(tx)), ...people.map((row) => row.id), ...moved.flatMap((row) => row.evaluatorId ?? [])]
}

async function withForms(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  const forms = changes.flatMap((change) => (change.table === 'form' ? [change.row] : []))
  if (forms.length === 0) return []
  const before = await tx.q
    .selectFrom('form')
    .select(['id', 'enabled', 'removed'])
    .where(
      oneOf(
        tx.kind,
        'id',
        forms.map(({ id }) => id),
      ),
    )
    .execute()
  const moved = forms.filter(({ id, enabled, removed = false }) => {
    const known = before.find((each) => each.id === id)
    return known?.enabled !== (enabled ? 1 : 0) || known.removed !== (removed ? 1 : 0)
  })
  if (moved.length === 0) return []
  const taking = await tx.q
    .selectFrom('participant')
    .leftJoin('membership', 'membership.institution_id', 'participant.institution_id')
    .select(['membership.user_id as id', 'participant.evaluator_id'])
    .where(
      oneOf(
        tx.kind,
        'participant.form_id',
        moved.map(({ id }) => id),
      ),
    )
    .execute()
  return [...(await administratorsIn(tx)), ...taking.flatMap((row) => [row.id ?? [], row.evaluator_id ?? []].flat())]
}

const runsOf = (mids: readonly string[]): string[] => [...new Set(mids.map(runOf).filter((run) => run !== undefined))]

/**
 * When the device is known to have had nothing waiting: what the server has on record of it, or signed for the device from
 * which it came, whichever is newer. An older signature does not bring an earlier time back.
 */
async function leaseOf(tx: Tx, { userId, device: { id }, known }: Batch, device: Device): Promise<Instant | null> {
  const other = known && known.deviceId !== id ? await contactOf(tx, { userId, deviceId: known.deviceId }) : null
  return [device.contactAt, known?.contactAt ?? null, other].reduce((newest, each) => ((each ?? '') > (newest ?? '') ? each : newest), null)
}

/** Whose scopes change with who evaluates whom. */
async function administratorsIn(tx: Tx): Promise<string[]> {
  const rows = await tx.q.selectFrom('user').select('id').where('kind', '=', 'Administrator').where('active', '=', 1).execute()
  return rows.map((row) => row.id)
}

async function actorOf(tx: Tx, userId: string): Promise<Actor | undefined> {
  if (userId === systemActor.id) return systemActor
  // A row for each institution of theirs.
  const rows = await tx.q
    .selectFrom('user')
    .leftJoin('membership', 'membership.user_id', 'user.id')
    .leftJoin('institution', 'institution.id', 'membership.institution_id')
    .select(['user.id', 'user.kind', 'user.name', 'user.surname', 'user.institution_id', 'user.active'])
    .select(['membership.institution_id as member_of', 'membership.chosen_at', 'institution.lets_in'])
    .where('user.id', '=', userId)
    .orderBy('membership.institution_id')
    .execute()
  const [user] = rows
  return user?.active ? actorWith(user, memberIn(rows)) : undefined
}
