import { maxPointsOfForm, pointsMost } from '../forms/points.ts'
import type { Questionnaire } from '../questionnaire.ts'

/** What of a form is looked at before it is enabled. */
export interface Readiness {
  /** Most points that an institution can reach, 0..100. */
  readonly points: number
  readonly stages: number
  /** Institutions that take part. */
  readonly institutions: number
}

/** What somebody may have forgotten. None of it keeps a form from being enabled. */
export type Forgotten = 'points' | 'stages' | 'institutions'

/** What a form lacks that it will need: it is told before it is enabled (QE13). */
export const forgottenIn = ({ points, stages, institutions }: Readiness): readonly Forgotten[] => [
  ...(points === pointsMost ? [] : (['points'] as const)),
  ...(stages > 0 ? [] : (['stages'] as const)),
  ...(institutions > 0 ? [] : (['institutions'] as const)),
]

/** How a form stands, as its questions are now and not as they were published. `institutions` that take part. */
export const readinessOf = (state: Questionnaire, institutions: number): Readiness => ({
  points: state.form ? maxPointsOfForm(state.index) : 0,
  stages: state.form?.stages.length ?? 0,
  institutions,
})
