import type { DimensionId, FormId, InstitutionId, Unit } from '#shared/kernel/ids.ts'

/** Address of a sub-dimension of an institution's form, or of one question in it. */
export function fillingPath(formId: FormId, institutionId: InstitutionId, subDimensionId?: DimensionId, unit?: Unit): string {
  const path = ['/dashboard/form-filling', formId, institutionId, ...(subDimensionId ? [subDimensionId] : [])].join('/')
  return unit ? `${path}?question=${encodeURIComponent(unit)}` : path
}
