import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'

/** Address of a sub-dimension in the questionnaire, and of one unit in it. */
export function fillingPath(world: World, subDimensionId: string, unit?: Unit): string {
  const path = `/dashboard/form-filling/${world.formId}/${world.institutionId}/${subDimensionId}`
  return unit ? `${path}?unit=${encodeURIComponent(unit)}` : path
}
