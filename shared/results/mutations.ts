import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { letter } from '../contract/letter.ts'
import type { Letter } from '../contract/letter.ts'
import { applied, lost, noop, refused, resultsMutation } from '../contract/mutation.ts'
import type { Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import { leadersOf } from '../institutions/model.ts'
import { may } from '../privileges/rules.ts'
import type { Results } from '../results.ts'
import { phaseAt } from '../stages/rules.ts'
import type { Change } from '../world.ts'
import { resultGaps } from './decisions.ts'
import { computeResult, differencesOf } from './engine.ts'
import { informFieldsSchema, reasonMost, resultKinds } from './model.ts'
import type { Computed, Inform, Publication, ResultKind, Snapshot, Thresholds } from './model.ts'
import { visibleFrom } from './reading.ts'
import { broughtPoints, kindsOpen, textsOf, textsOfForm, thresholdsOf } from './rules.ts'

const kindSchema = v.picklist(resultKinds)
const reasonSchema = v.nullable(v.pipe(typedText, v.trim(), v.maxLength(reasonMost, 'text_limit')))
const roleOf = ({ actor }: Context): 'System' | 'Administrator' | 'Evaluator' =>
  actor.id === 'system' ? 'System' : actor.kind === 'Evaluator' ? 'Evaluator' : 'Administrator'

/** What an institution obtains as it stands now; why it cannot be worked out (RS4, RS9). */
export function resultNow(results: Results, kind: ResultKind, thresholds: Thresholds): Computed | Outcome {
  const points = broughtPoints(results, kind)
  const { name } = results.world.institution
  if (points?.problem) return refused('results_points_missing', { institution: name })
  const gaps = points ? [] : resultGaps(results.world, kind)
  if (gaps.length > 0) return refused('results_undecided', { institution: name, n: gaps.length })
  return computeResult(results.world, { kind, thresholds, brought: points?.brought })
}
const isOutcome = (found: object): found is Outcome => 'disposition' in found

/** A line of the form's own history: what happened to one institution's results. */
const entry = (
  results: Results,
  context: Context,
  action: HistoryEntry['action'],
  told: Readonly<Record<string, string | number | null>>,
): HistoryEntry => ({
  unit: null,
  element: results.institutionId,
  form: results.formId,
  action,
  text: results.world.institution.name,
  changed: Object.entries(told).flatMap(([field, to]) => (to === null ? [] : [{ field, from: null, to }])),
  role: roleOf(context),
})

/**
 * Works out what an institution obtains and keeps it as a snapshot that nothing changes. After one was published it needs a reason, and
 * reports count up their version (RS12). Replies {snapshotId}. Fails: administrators_only, results_closed, results_undecided,
 * results_points_missing, results_reason_missing.
 */
export const calculateResult = resultsMutation({
  name: 'result.calculate',
  version: 1,
  input: v.object({ kind: kindSchema, reason: reasonSchema }),
  entityOf: ({ kind }) => `result:${kind}`,
  decide(results, { kind, reason }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const { world } = results
    if (!kindsOpen(world.form, context.now).includes(kind)) return refused('results_closed')
    const thresholds = thresholdsOf(world.form)
    const result = resultNow(results, kind, thresholds)
    if (isOutcome(result)) return result
    const [newest] = results.snapshots(kind)
    const [published] = results.publications(kind)
    const basis = basisOf(results)
    const isSame =
      newest !== undefined && basisTextOf({ ...basis, result }) === basisTextOf(newest) && newest.definitionId === world.form.versionId
    // The same call once more, whose reply was lost: its reason is the one that stands.
    const isRepeated = newest !== undefined && newest.reason === reason && newest.id !== published?.snapshotId
    if (isSame && (!reason || isRepeated)) return noop({ snapshotId: newest.id })
    if (published && !reason) return refused('results_reason_missing')
    const number = (newest?.number ?? 0) + 1
    const row = sealed(
      {
        id: `${kind}-${number}`,
        kind,
        number,
        version: (published?.version ?? 0) + 1,
        ...basis,
        definitionId: world.form.versionId,
        result,
        reason: reason || null,
        by: context.actor.id,
        at: context.now,
      },
      context,
    )
    return applied({
      changes: [change(results, 'snapshot', row.id, row)],
      history: [entry(results, context, 'Calcula resultados', { report: kind, version: row.version, reason: row.reason })],
      reply: { snapshotId: row.id },
    })
  },
})

const change = <T extends 'snapshot' | 'inform' | 'publication'>(
  results: Results,
  table: T,
  id: string,
  row: Extract<Change, { table: T }>['row'],
): Change => ({ scope: results.scope, part: '', table, id, row }) as Change

/** Whom and with what a result is about, as it is now. */
export function basisOf({ world, facts }: Results) {
  const { institution, participant } = world
  const { name, code, abbreviation } = institution
  return {
    institutionId: institution.id,
    formId: world.formId,
    thresholds: thresholdsOf(world.form),
    institution: { name, code, abbreviation },
    category: { id: institution.category, name: facts.categoryName },
    orientation: institution.orientation,
    receipt: participant.receipt,
    receiptDigest: [...world.list('send')].find(({ number }) => number === participant.receipt)?.digest ?? null,
  } as const
}
type Basis = ReturnType<typeof basisOf>

const basisTextOf = ({
  institution,
  category,
  orientation,
  receipt,
  receiptDigest,
  thresholds,
  result,
}: Basis & { readonly result: Computed }): string =>
  JSON.stringify([institution, category, orientation, receipt, receiptDigest, thresholds, result])

/** A snapshot with its digest: of everything in it, in the order of its fields. Only the authority can say one. (RS13) */
function sealed(row: Omit<Snapshot, 'digest'>, { digest }: Context): Snapshot {
  return { ...row, digest: digest?.(digestText(row)) ?? '' }
}

/** What a snapshot's digest is of. */
export const digestText = ({
  id,
  kind,
  number,
  version,
  institutionId,
  formId,
  definitionId,
  thresholds,
  ...rest
}: Omit<Snapshot, 'digest'>): string =>
  JSON.stringify([
    [id, kind, number, version, institutionId, formId, definitionId, thresholds],
    [rest.institution, rest.category, rest.orientation, rest.receipt, rest.receiptDigest, rest.reason, rest.by, rest.at],
    rest.result,
  ])

/**
 * Publishes the newest snapshot of an institution with the texts of its report: worked out once more, it must come to the same. The
 * institution's leader and delegate are told by letter. Replies {publicationId}. Fails: administrators_only, results_none,
 * results_moved, results_undecided, results_points_missing, results_differ, results_republish.
 */
export const publishResult = resultsMutation({
  name: 'result.publish',
  version: 1,
  input: v.object({ kind: kindSchema, snapshotId: v.string() }),
  entityOf: ({ kind }) => `result:${kind}`,
  decide(results, { kind, snapshotId }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const [snapshot] = results.snapshots(kind)
    if (!snapshot) return refused('results_none', { institution: results.world.institution.name })
    if (snapshot.id !== snapshotId) return lost('results_moved', { params: { institution: snapshot.institution.name } })
    const texts = textsOf(results.inform(kind), textsOfForm(kind, snapshot.result, results.facts.texts))
    const [published] = results.publications(kind)
    if (published?.snapshotId === snapshot.id) {
      const isSame = JSON.stringify(published.texts) === JSON.stringify(texts)
      return isSame ? noop({ publicationId: published.id }) : refused('results_republish', { institution: snapshot.institution.name })
    }
    if (!kindsOpen(results.world.form, context.now).includes(kind)) return refused('results_closed')
    const again = resultNow(results, kind, snapshot.thresholds)
    if (isOutcome(again)) return again
    const differences = differencesOf(snapshot.result, again)
    const [first] = differences
    if (first) {
      const { index } = results.world
      const number = index.question(first.questionId) ? index.numberOf(first.questionId) : first.questionId
      return refused('results_differ', { institution: snapshot.institution.name, number, n: differences.length })
    }
    const row: Publication = {
      id: `${kind}-${snapshot.version}`,
      kind,
      version: snapshot.version,
      snapshotId: snapshot.id,
      texts,
      by: context.actor.id,
      at: context.now,
    }
    return applied({
      changes: [change(results, 'publication', row.id, row)],
      history: [entry(results, context, 'Publica resultados', { report: kind, version: row.version })],
      letters: lettersOf(results, { ...row, reason: snapshot.reason }, context),
      reply: { publicationId: row.id },
    })
  },
})

/** Who leads and their delegate hear that a report is there, from which day they find it, and why it takes the place of another. */
function lettersOf({ world }: Results, { kind, version, reason }: Publication & Pick<Snapshot, 'reason'>, { now }: Context): Letter[] {
  const from = visibleFrom(world.form, kind, now)
  const data = {
    institution: world.institution.name,
    form: world.form.name,
    kind,
    version,
    from: from ?? '',
    reason: (reason ?? '').replace(/\.$/, ''),
  }
  return leadersOf(world.participant).map((to) => letter('resultsPublished', to, data))
}

/**
 * Writes texts of one institution's report in the place of the form's; null goes back to it. `from`: what the person saw. What somebody
 * else changed meanwhile stands, and what was written is kept (changed_meanwhile). Fails: inform_closed, not_assigned_evaluator.
 */
export const editInform = resultsMutation({
  name: 'inform.edit',
  version: 1,
  input: v.object({ kind: kindSchema, from: informFieldsSchema, to: informFieldsSchema }),
  entityOf: ({ kind }) => `inform:${kind}`,
  decide(results, { kind, from, to }, context) {
    const closed = closedFor(results, kind, context)
    if (closed !== undefined) return refused(closed)
    const known = new Set(['introduction', 'conclusion', ...results.world.index.definition.dimensions.map(({ id }) => `dimension:${id}`)])
    if (Object.keys(to).some((field) => !known.has(field))) return refused('not_found')
    const row: Inform = results.inform(kind) ?? { kind, texts: {}, marks: {} }
    const changed = Object.entries(to).filter(([field, text]) => (row.texts[field] ?? null) !== text)
    if (changed.length === 0) return noop()
    const moved = changed.find(([field]) => (from[field] ?? null) !== (row.texts[field] ?? null))
    if (moved) {
      const mark = row.marks[moved[0]]
      return lost('changed_meanwhile', { params: { field: moved[0], by: mark?.by ?? '', at: mark?.at ?? '' } })
    }
    const texts = new Map(Object.entries(row.texts))
    for (const [field, text] of changed)
      if (text === null) texts.delete(field)
      else texts.set(field, text)
    const marks = { ...row.marks, ...Object.fromEntries(changed.map(([field]) => [field, { by: context.actor.id, at: context.now }])) }
    const after: Inform = { kind, texts: Object.fromEntries(texts), marks }
    const told = changed.map(([field, text]) => ({ field, from: row.texts[field] ?? null, to: text }))
    return applied({
      changes: [change(results, 'inform', kind, after)],
      history: [{ ...entry(results, context, 'Cambia informe', {}), changed: [{ field: 'report', from: null, to: kind }, ...told] }],
    })
  },
})

/** Why texts of a report are not changed now, or not by this person (RS17); administrators may as long as results are made. */
export function closedFor({ world }: Results, kind: ResultKind, { actor, now }: Pick<Context, 'actor' | 'now'>): string | undefined {
  const phase = phaseAt(world.form, now)
  if (actor.kind === 'Administrator') {
    const isEarly = phase === 'Pre' || phase === 'NormalInput' || phase === 'FirstRevision' || phase === 'CorrectionInput'
    return isEarly ? 'inform_closed' : undefined
  }
  if (actor.kind !== 'Evaluator' || world.participant.evaluatorId !== actor.id) return 'not_assigned_evaluator'
  return may(world, actor, kind === 'preliminary' ? 'createPreinform' : 'createInform', now) ? undefined : 'inform_closed'
}
