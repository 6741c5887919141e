import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** A day of the plan on which a rehearsal stands, and the day on which it was put there: the days between pass in both. */
const standsSchema = v.object({ day: is.day, asOf: is.day })

/** Stage of the plan that is rehearsed, by its own days. */
const plannedSchema = v.object({ id: is.stageId, start: is.day, end: is.day })

/**
 * What makes a form a rehearsal: a copy with invented institutions and a day of its own. Its stages are those of the plan, moved so
 * that the day on which it stands is today: every rule reads them as it reads those of any other form.
 */
export const rehearsalSchema = v.object({ of: is.formId, ...standsSchema.entries, planned: is.list(plannedSchema) })
export type Rehearsal = Readonly<v.InferOutput<typeof rehearsalSchema>>
