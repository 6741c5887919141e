import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { unitSchema } from '../answers/model.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import type { HistoryEntry } from '../contract/mutation.ts'
import { participantChange } from '../institutions/changes.ts'
import { questionIdOf } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import { resultGaps } from '../results/decisions.ts'
import { resultKinds } from '../results/model.ts'
import type { ResultKind } from '../results/model.ts'
import { kindsOpen } from '../results/rules.ts'
import type { FormHeader, Stage, StageKind } from '../stages/model.ts'
import { boundsOf, hasReplica } from '../stages/rules.ts'
import type { Change } from '../world.ts'
import type { World } from '../world.ts'
import { actionOf, decided, draftChange, fileSchema, publishedDecisions, questionSummary, rejectedBelow, sawFile } from './mutations.ts'
import type { Round } from './model.ts'
import { isReleased, needsDecision } from './rules.ts'

const kindSchema = v.picklist(resultKinds)
const reasonMost = 2000

/**
 * Decides what keeps a result from coming about and nobody may decide any more, because its stage is over: an answer without a
 * decision, or one that changed since. An administrator does it, on the answer and the file that they saw, and says why. Rejecting also rejects what
 * depends on it (EV6, EV19). Fails: administrators_only, results_closed, question_retired, no_evaluation_needed, evaluated_old_revision,
 * evaluated_old_file, decision_reason_empty.
 */
export const settleDecision = mutation({
  name: 'evaluation.settle',
  version: 1,
  serverOnly: true,
  input: v.object({
    kind: kindSchema,
    unit: unitSchema,
    decision: v.picklist(['Accepted', 'Rejected']),
    comment: v.pipe(typedText, v.trim(), v.nonEmpty('decision_reason_empty'), v.maxLength(reasonMost, 'text_limit')),
    answerRev: v.pipe(v.number(), v.integer()),
    file: fileSchema,
  }),
  entityOf: ({ unit }) => `evaluation:${unit}`,
  decide(world, { kind, unit, decision, comment, answerRev, file }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    if (!kindsOpen(world.form, context.now).includes(kind)) return refused('results_closed')
    if (!world.index.question(questionIdOf(unit))) return refused('question_retired')
    if (!resultGaps(world, kind).some((gap) => gap.unit === unit)) return refused('no_evaluation_needed')
    if (world.answer(unit)?.rev !== answerRev) return refused('evaluated_old_revision')
    if (!sawFile(world, unit, file, context)) return refused('evaluated_old_file')
    const round: Round = kind === 'final' && needsDecision(world, unit, 'ReplicaRevision') ? 'ReplicaRevision' : 'SecondRevision'
    const wanted = { decision, text: comment }
    const changes: Change[] = [draftChange(world, decided(world, unit, round, wanted, context, null))]
    const history: HistoryEntry[] = [{ unit, action: actionOf(round, decision), text: comment, role: 'Administrator' }]
    if (decision === 'Rejected')
      for (const { row, entry } of rejectedBelow(world, unit, round, wanted, context)) {
        changes.push(draftChange(world, row))
        history.push({ ...entry, role: 'Administrator' })
      }
    return applied({ changes, history })
  },
})

/**
 * Releases the rounds that a result rests on, where their evaluator decided everything and did not send them: an institution that reads
 * a result reads the decisions too, and may appeal them (EV20). They come to it when the stage opens that gives them, at once where none
 * follows, with what was settled since. Points that a table brought rest on no decision: what is missing there keeps them from nobody,
 * and nothing is released then. Fails: administrators_only, results_undecided.
 */
export const releaseRound = mutation({
  name: 'evaluation.release',
  version: 1,
  serverOnly: true,
  input: v.object({ kind: kindSchema }),
  entityOf: () => 'evaluation:send',
  decide(world, { kind }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const rounds: readonly Round[] = kind === 'final' && hasReplica(world.form) ? ['SecondRevision', 'ReplicaRevision'] : ['SecondRevision']
    const over = rounds.flatMap((round) => {
      const stage = lastOver(world.form, round, context.now)
      return stage ? [{ round, stage }] : []
    })
    const unsent = over.filter(({ stage }) => !isReleased(world, stage))
    const published = isToOpen(world, kind, context.now) ? [] : over.flatMap(({ round }) => publishedDecisions(world, round, context.now))
    if (unsent.length === 0 && published.length === 0) return noop()
    const gaps = resultGaps(world, kind)
    if (gaps.length > 0)
      return world.form.calculatedBy === 2 ? noop() : refused('results_undecided', { institution: world.institution.name, n: gaps.length })
    const releasedStageIds = [...world.participant.releasedStageIds, ...unsent.map(({ stage }) => stage.id)]
    return applied({
      changes: [...published, ...(unsent.length === 0 ? [] : [participantChange(world, { releasedStageIds })])],
      history: (unsent.length === 0 ? over.slice(-1) : unsent).map(({ round }) => ({
        unit: null,
        action: 'Publica resultados',
        text: questionSummary(world, round),
        role: 'Administrator',
      })),
    })
  },
})

/** The newest stage of a kind that is over. */
const lastOver = (form: Pick<FormHeader, 'stages'>, kind: StageKind, now: Instant): Stage | undefined =>
  form.stages
    .filter((stage) => stage.kind === kind && boundsOf(stage).endMs < epochMs(now))
    .toSorted((left, right) => boundsOf(left).endMs - boundsOf(right).endMs)
    .at(-1)

/** Whether a stage is still to open that gives decisions to the institution. */
const isToOpen = ({ form, participant }: World, kind: ResultKind, now: Instant): boolean =>
  form.stages.some(
    (stage) =>
      (stage.kind === 'ShowResults' || (kind === 'preliminary' && stage.kind === 'ReplicaInput')) &&
      (boundsOf(stage).startMs > epochMs(now) || (boundsOf(stage).endMs >= epochMs(now) && participant.openedStageId !== stage.id)),
  )
