import type { Unit } from '#shared/kernel/ids.ts'
import type { ReviewFilter } from './review.ts'

export interface EvaluationPlace {
  readonly formId: string
  readonly institutionId: string
  readonly subDimensionId?: string | undefined
  readonly unit?: Unit | undefined
  readonly filter?: ReviewFilter | undefined
}

/** Address of who answers what in an institution, for its evaluator to read. */
export const responsiblesPath = (formId: string, institutionId: string): string =>
  `/dashboard/profile-config?${new URLSearchParams({ form: formId, institution: institutionId }).toString()}`

/** Address of an institution's evaluation, down to one answer. */
export function evaluationPath({ formId, institutionId, subDimensionId, unit, filter }: EvaluationPlace): string {
  const query = new URLSearchParams({ ...(unit ? { unit } : {}), ...(filter ? { filter } : {}) }).toString()
  const path = `/dashboard/evaluation/${formId}/${institutionId}${subDimensionId ? `/${subDimensionId}` : ''}`
  return query === '' ? path : `${path}?${query}`
}
