import type { QuestionId } from '../kernel/ids.ts'
import { maxPointsOfForm, pointsMost } from '../forms/points.ts'
import type { Questionnaire } from '../questionnaire.ts'
import { isToBeMended, missingOf } from './missing.ts'

/** What of a form is looked at before it is enabled. */
export interface Readiness {
  /** Most points that an institution can reach, 0..100. */
  readonly points: number
  readonly stages: number
  /** Institutions that take part. */
  readonly institutions: number
  /** What its questions lack, but for their English. */
  readonly missing: number
  /** Questions whose points nobody can earn in full. */
  readonly unreached: readonly Unreached[]
}

/** A question that cannot earn what it is said to be worth: `points` of `max`, by itself. */
export interface Unreached {
  readonly id: QuestionId
  readonly number: string
  readonly text: string
  readonly points: number
  readonly max: number
}

/** What somebody may have forgotten. None of it keeps a form from being enabled. */
export type Forgotten = 'points' | 'stages' | 'institutions' | 'missing' | 'unreached'

/** What a form lacks that it will need: it is told before it is enabled (QE13). */
export const forgottenIn = ({ points, stages, institutions, missing, unreached }: Readiness): readonly Forgotten[] => [
  ...(points === pointsMost ? [] : (['points'] as const)),
  ...(stages > 0 ? [] : (['stages'] as const)),
  ...(institutions > 0 ? [] : (['institutions'] as const)),
  ...(missing === 0 ? [] : (['missing'] as const)),
  ...(unreached.length === 0 ? [] : (['unreached'] as const)),
]

/**
 * How a form stands, as its questions are now and not as they were published. `institutions` that take part; `unreached`: what playing
 * its rules of points came to.
 */
export const readinessOf = (state: Questionnaire, institutions: number, unreached: readonly Unreached[]): Readiness => ({
  points: state.form ? maxPointsOfForm(state.index) : 0,
  stages: state.form?.stages.length ?? 0,
  institutions,
  missing: state.form ? missingOf(state.definition).filter(isToBeMended).length : 0,
  unreached,
})
