import type { Context } from '#shared/contract/mutation.ts'
import { plainText, valueText } from '#shared/forms/kinds.ts'
import { fail } from '#shared/kernel/failure.ts'
import { questionIdOf, type FormId, type InstitutionId, type Unit } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { instScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import type { Results } from '#shared/results.ts'
import { resultGaps } from '#shared/results/decisions.ts'
import { differencesOf } from '#shared/results/engine.ts'
import { excerptMost, type ResultKind } from '#shared/results/model.ts'
import { calculateResult, publishResult, resultNow } from '#shared/results/mutations.ts'
import type { ResultDifference, Undecided } from '#shared/results/routes.ts'
import { namedMost } from '#shared/results/routes.ts'
import { kindsOpen } from '#shared/results/rules.ts'
import type { World } from '#shared/world.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../db/open.ts'
import type { Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import type { Stored } from '../../sync/ledger.ts'
import { changeTogether, keyedCall, performTogether, type OwnKey } from '../../sync/perform.ts'
import { reportTextsOf, resultsOf } from '../../world/results.ts'
import { headerOf, institutionOf, rowOf, versionsOf } from '../../world/store.ts'
import { publish as publishQuestions } from '../forms/publication.ts'
import { valueWords } from './words.ts'

/** What is calculated or published: of which form, and by which call. */
export interface Making {
  readonly formId: FormId
  readonly kind: ResultKind
  readonly said: Said
}

interface Calculated {
  readonly calculated: number
  readonly unchanged: number
  readonly undecided: Undecided[]
  readonly more: number
  readonly pointsMissing: string[]
}

/** Rows of a list up to so many, and how many there were beyond. */
class Named<T> {
  readonly rows: T[] = []
  more = 0

  add(found: readonly T[]): void {
    const room = Math.max(0, namedMost - this.rows.length)
    this.rows.push(...found.slice(0, room))
    this.more += Math.max(0, found.length - room)
  }
}

/**
 * Works out what institutions obtain and keeps it, each in a transaction of its own. Every one of them is looked at first: with one
 * decision missing, or the points of one, none is kept and the reply names them (RS4, RS9). What is the same as what was kept is left.
 * Fails: not_found, participant_removed, results_closed, results_reason_missing, unavailable; and, where somebody changes something
 * between the look and the keeping, with what that one says: what was kept before it stands, and the call can be made again.
 */
export async function calculateResults(
  server: Server,
  session: Session,
  { formId, kind, said }: Making,
  wish: { readonly institutionIds?: readonly InstitutionId[] | null | undefined; readonly reason: string | null },
): Promise<Result<Calculated>> {
  const keyed = await keyedCall(server, session, said)
  if (!keyed.ok) return keyed
  const ready = await readyToMake(server, formId, kind)
  if (!ready.ok) return ready
  const chosen = await chosenIn(server, formId, wish.institutionIds ?? undefined)
  if (!chosen.ok) return chosen
  const undecided = new Named<Undecided>()
  const pointsMissing: string[] = []
  let needsReason = false
  for await (const results of resultsEach(server, formId, chosen.value)) {
    const { code, params, disposition } = calculateResult.decide(results, { kind, reason: wish.reason }, contextOf(server, session))
    if (code === 'results_points_missing') pointsMissing.push(results.world.institution.name)
    else if (code === 'results_undecided') undecided.add(undecidedOf(results, kind))
    else if (code === 'results_reason_missing') needsReason = true
    else if (disposition === 'refused' || disposition === 'lost') return fail(code, params)
  }
  const none = { calculated: 0, unchanged: 0, undecided: undecided.rows, more: undecided.more, pointsMissing }
  if (undecided.rows.length > 0 || pointsMissing.length > 0) return done(none)
  if (needsReason) return fail('results_reason_missing')
  const args = { kind, reason: wish.reason }
  const made = await makeEach(server, session, chosen.value, keyed.value.own, (institutionId) => [
    { name: 'result.calculate', args, scope: resultsScope(institutionId, formId) },
  ])
  return made.ok ? done({ ...none, calculated: made.value.applied, unchanged: made.value.same }) : made
}

/** A change that is only tried: what it would keep is not kept. */
function contextOf(server: Server, { actor }: Session): Context {
  const now = server.now()
  return { actor, now, mid: 'try', base: null, occurredAt: now, lease: null }
}

function undecidedOf(results: Results, kind: ResultKind): Undecided[] {
  const { world } = results
  return resultGaps(world, kind).map(({ unit, code }) => ({
    institutionId: world.institutionId,
    institution: world.institution.name,
    unit,
    number: world.index.numberOf(questionIdOf(unit)),
    text: world.index.question(questionIdOf(unit))?.text ?? '',
    code,
    answerRev: world.answer(unit)?.rev ?? 0,
    file: fileShown(world, unit),
    answer: answerShown(world, unit),
  }))
}

const fileShown = (world: World, unit: Unit): Undecided['file'] => {
  const file = world.attachment(unit)
  return file ? { id: file.id, name: file.name } : null
}

/** An answer as who decides it reads it, its beginning where it is long. */
function answerShown(world: World, unit: Unit): string {
  const question = world.index.question(questionIdOf(unit))
  const value = world.answer(unit)?.value ?? null
  if (!question || value === null) return ''
  return (typeof value === 'string' ? plainText(question, value) : valueText(question, value, valueWords.es)).slice(0, excerptMost)
}

/** Decides one answer that keeps a result from coming about (EV19). Fails as the mutation does. */
export async function settleAnswer(
  server: Server,
  session: Session,
  { formId, institutionId, said }: { readonly formId: FormId; readonly institutionId: InstitutionId; readonly said: Said },
  args: {
    readonly kind: ResultKind
    readonly unit: Unit
    readonly decision: string
    readonly comment: string
    readonly answerRev: number
    readonly file?: string | null | undefined
  },
): Promise<Result<Stored>> {
  return performTogether(server, session, said, [{ name: 'evaluation.settle', args, scope: instScope(institutionId, formId) }])
}

interface Published {
  readonly published: number
  readonly unchanged: number
  readonly differences: ResultDifference[]
  readonly more: number
}

/**
 * Publishes the snapshots that the caller saw, by institution, each in a transaction of its own. Every one is worked out once more
 * first: where one no longer comes to the same none is published, and the reply tells where they differ (RS13). What was published
 * before is left. Fails as the publication of the first that cannot be published does.
 */
export async function publishResults(
  server: Server,
  session: Session,
  { formId, kind, said }: Making,
  snapshots: Readonly<Record<InstitutionId, string>>,
): Promise<Result<Published>> {
  const keyed = await keyedCall(server, session, said)
  if (!keyed.ok) return keyed
  const standing = await publishedQuestions(server, formId)
  if (!standing.ok) return standing
  const chosen = await chosenIn(server, formId, Object.keys(snapshots))
  if (!chosen.ok) return chosen
  const differences = new Named<ResultDifference>()
  for await (const results of resultsEach(server, formId, chosen.value)) {
    const snapshotId = must(snapshots[results.institutionId], 'an institution was not asked for')
    const { code, params, disposition } = publishResult.decide(results, { kind, snapshotId }, contextOf(server, session))
    if (code === 'results_differ') differences.add(differencesIn(results, kind))
    else if (disposition === 'refused' || disposition === 'lost') return fail(code, params)
  }
  if (differences.rows.length > 0) return done({ published: 0, unchanged: 0, differences: differences.rows, more: differences.more })
  const made = await makeEach(server, session, chosen.value, keyed.value.own, (institutionId) => [
    // Who reads a result reads the decisions too (EV20).
    { name: 'evaluation.release', args: { kind }, scope: instScope(institutionId, formId) },
    { name: 'result.publish', args: { kind, snapshotId: snapshots[institutionId] }, scope: resultsScope(institutionId, formId) },
  ])
  return made.ok ? done({ published: made.value.applied, unchanged: made.value.same, differences: [], more: 0 }) : made
}

function differencesIn(results: Results, kind: ResultKind): ResultDifference[] {
  const { world } = results
  const snapshot = must(results.snapshots(kind)[0], 'a difference has a snapshot')
  const again = resultNow(results, kind, snapshot.thresholds)
  if ('disposition' in again) return []
  return differencesOf(snapshot.result, again).map(({ questionId, unit, before, after }) => {
    const of = unit === null ? questionId : questionIdOf(unit)
    return {
      institutionId: world.institutionId,
      institution: world.institution.name,
      unit,
      number: world.index.numberOf(of) || of,
      text: world.index.question(of)?.text ?? '',
      before,
      after,
    }
  })
}

/** Whether results of a kind may be made now, of questions that are published. Fails: not_found, results_closed, unavailable. */
async function readyToMake(server: Server, formId: FormId, kind: ResultKind): Promise<Result<null>> {
  const header = await server.db.read((tx) => headerOf(tx, formId))
  if (!header || header.removed) return fail('not_found')
  if (!kindsOpen(header, server.now()).includes(kind)) return fail('results_closed')
  return publishedQuestions(server, formId)
}

/** Has what was changed of a form's questions and points published: results are of those. Fails: not_found, unavailable. */
async function publishedQuestions(server: Server, formId: FormId): Promise<Result<null>> {
  const waiting = await server.db.read(async (tx) => {
    const form = await tx.q.selectFrom('form').select(['published', 'removed']).where('id', '=', formId).executeTakeFirst()
    if (!form || form.removed === 1) return undefined
    const scope = questionnaireScope(formId)
    return ((await versionsOf(tx, [scope])).get(scope) ?? 0) > form.published
  })
  if (waiting === undefined) return fail('not_found')
  if (!waiting) return done(null)
  const made = await publishQuestions(server, formId)
  if (made.ok) return done(null)
  server.log.error({ formId, code: made.failure.code }, 'a form was not published before its results')
  return fail('unavailable', { seconds: 2 })
}

/** Institutions of a form by their ids, all that take part or those that are named. Fails: not_found, participant_removed. */
async function chosenIn(
  server: Server,
  formId: FormId,
  named: readonly InstitutionId[] | undefined,
): Promise<Result<readonly InstitutionId[]>> {
  return server.db.read(async (tx) => {
    const rows = await tx.q
      .selectFrom('participant')
      .select('institution_id')
      .where('form_id', '=', formId)
      .orderBy('institution_id')
      .execute()
    const taking = rows.map((row) => row.institution_id)
    if (named === undefined) return taking.length === 0 ? fail('not_found') : done(taking)
    const known = new Set(taking)
    const other = named.find((id) => !known.has(id))
    if (other === undefined) return done([...new Set(named)].toSorted())
    return (await wasTakenOut(tx, formId, other)) ? fail('participant_removed') : fail('not_found')
  })
}

const wasTakenOut = async (tx: Tx, formId: FormId, institutionId: InstitutionId): Promise<boolean> =>
  (await rowOf(tx, instScope(institutionId, formId), 'participant', institutionId))?.removedAt !== undefined &&
  (await institutionOf(tx, institutionId)) !== undefined

/** What institutions obtained, one in memory at a time, each in a snapshot of its own. One that was taken out meanwhile is passed over. */
async function* resultsEach(server: Server, formId: FormId, institutionIds: readonly InstitutionId[]): AsyncGenerator<Results, void> {
  const texts = await server.db.read((tx) => reportTextsOf(tx, formId))
  for (const institutionId of institutionIds) {
    const results = await server.db.read(async (tx) => {
      // A copy: what is read after an await a write may have begun to change.
      const world = (await server.worlds.readOnce(tx, { formId, institutionId }))?.clone()
      return world && resultsOf(tx, world, texts)
    })
    if (results && !results.world.participant.removedAt) yield results
    // Of a database in this process nothing waits for anything: others are let in between.
    await nextTurn()
  }
}

/** Carries out one change for each institution, in a transaction of its own, up to the first that does not stand. */
async function makeEach(
  server: Server,
  session: Session,
  institutionIds: readonly InstitutionId[],
  own: OwnKey,
  wanted: (institutionId: InstitutionId) => readonly { readonly name: string; readonly args: unknown; readonly scope: string }[],
): Promise<Result<{ readonly applied: number; readonly same: number }>> {
  let applied = 0
  let same = 0
  for (const institutionId of institutionIds) {
    const stored: Result<Stored> = await changeTogether(server, {
      userId: session.user.id,
      asked: wanted(institutionId),
      own: { midAt: (position) => `${own.midAt(0)}~${institutionId}${position === 0 ? '' : `~${position}`}`, call: own.call },
    })
    if (!stored.ok) return stored
    if (stored.value.d === 'applied') applied += 1
    else same += 1
    await nextTurn()
  }
  return done({ applied, same })
}
