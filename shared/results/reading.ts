import { dayAt, epochMs, instantOf } from '../kernel/instant.ts'
import type { Day, Instant } from '../kernel/instant.ts'
import { allows } from '../privileges/model.ts'
import type { FormHeader, StageKind } from '../stages/model.ts'
import { boundsOf, phaseAt } from '../stages/rules.ts'
import type { ResultKind } from './model.ts'

/** The stage that runs, or between two and after the last the one that ended last; undefined before the first. */
export function stageReached(form: Pick<FormHeader, 'stages'>, now: Instant): StageKind | undefined {
  return form.stages
    .filter((stage) => boundsOf(stage).startMs <= epochMs(now))
    .toSorted((left, right) => boundsOf(left).startMs - boundsOf(right).startMs)
    .at(-1)?.kind
}

const seePrivilege = { preliminary: 'canSeePremilinaryResults', final: 'canSeeFinalResults' } as const satisfies Record<ResultKind, string>

/**
 * Whether who leads an institution finds what was published now, by the stage alone: from the first stage that lets them on. Between
 * two stages the one that ended last decides: nothing of a result is told before its stage (RS11).
 */
export function isVisibleAt(form: Pick<FormHeader, 'stages'>, kind: ResultKind, now: Instant): boolean {
  const phase = phaseAt(form, now)
  return allows(seePrivilege[kind], phase === 'Gap' ? (stageReached(form, now) ?? 'Pre') : phase, 'L')
}

/** First day on which what is published can be seen; null when that is now already, or when no stage says. */
export function visibleFrom(form: Pick<FormHeader, 'stages'>, kind: ResultKind, now: Instant): Day | null {
  if (isVisibleAt(form, kind, now)) return null
  const next = form.stages
    .filter((stage) => boundsOf(stage).startMs > epochMs(now) && allows(seePrivilege[kind], stage.kind, 'L'))
    .toSorted((left, right) => boundsOf(left).startMs - boundsOf(right).startMs)[0]
  return next ? dayAt(instantOf(boundsOf(next).startMs)) : null
}

/** Stages from which on the lab reads results as they come about. */
const deciding: readonly StageKind[] = ['SecondRevision', 'CalculateResults', 'ReplicaInput', 'ReplicaRevision', 'ShowResults']

/** Whether a form has come to its second revision, from which on who evaluates reads results as they come about (RS11). */
export const isDecidedSince = ({ stages }: Pick<FormHeader, 'stages'>, now: Instant): boolean =>
  stages.some((stage) => deciding.includes(stage.kind) && boundsOf(stage).startMs <= epochMs(now))
