import * as v from 'valibot'
import { route } from '../contract/route.ts'

/** Moves forms to their next stage, for rehearsals (rules D12). */
export const simulateStage = route({
  name: 'stages.simulate',
  method: 'POST',
  path: 'publicReports/state/simulator',
  summary: 'Ends the current stage of a form (or of all) now and starts the next. Only where rehearsals are on.',
  access: 'public',
  body: v.object({ formId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))) }),
  reply: v.custom<readonly { readonly formId: string; readonly stageKind: string }[]>(() => true),
})
