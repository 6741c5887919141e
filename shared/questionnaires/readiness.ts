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
}

/** What somebody may have forgotten. None of it keeps a form from being enabled. */
export type Forgotten = 'points' | 'stages' | 'institutions' | 'missing'

/** What a form lacks that it will need: it is told before it is enabled (QE13). */
export const forgottenIn = ({ points, stages, institutions, missing }: Readiness): readonly Forgotten[] => [
  ...(points === pointsMost ? [] : (['points'] as const)),
  ...(stages > 0 ? [] : (['stages'] as const)),
  ...(institutions > 0 ? [] : (['institutions'] as const)),
  ...(missing === 0 ? [] : (['missing'] as const)),
]

/** How a form stands, as its questions are now and not as they were published. `institutions` that take part. */
export const readinessOf = (state: Questionnaire, institutions: number): Readiness => ({
  points: state.form ? maxPointsOfForm(state.index) : 0,
  stages: state.form?.stages.length ?? 0,
  institutions,
  missing: state.form ? missingOf(state.definition).filter(isToBeMended).length : 0,
})
