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

/** Whether `simulateStage` would be taken here. */
export const rehearsalState = route({
  name: 'stages.rehearsal',
  method: 'GET',
  path: 'publicReports/state/simulator',
  summary: 'Whether rehearsals are on, so that the simulator is offered only then.',
  access: 'public',
  reply: v.custom<{ readonly on: boolean }>(() => true),
})
