import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'

/** Moves forms to their next stage, for rehearsals (TM4). */
export const simulateStage = route({
  name: 'stages.simulate',
  method: 'POST',
  path: 'publicReports/state/simulator',
  summary: {
    es: 'Termina ahora la etapa en curso de un formulario y comienza la siguiente. Solo donde los ensayos están activados, desde la misma máquina o por la administración.',
    en: 'Ends the current stage of one form now and starts the next. Only where rehearsals are on, from the machine itself or by an administrator.',
  },
  access: 'public',
  body: v.object({ formId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) }),
  reply: is.list(v.object({ formId: is.formId, stageKind: v.string() })),
  fails: ['form_closed', 'not_found', 'rehearsal_off', 'administrators_only', 'form_disabled', 'revoked'],
})

const rehearsalSchema = v.object({
  on: v.boolean(),
  /** Forms whose stages may be moved, with the name of the stage that runs, empty between stages. */
  forms: v.array(v.object({ formId: v.string(), name: v.string(), stage: v.string() })),
})

export type Rehearsal = v.InferOutput<typeof rehearsalSchema>

/** Whether `simulateStage` would be taken here, from this caller, and for which forms. */
export const rehearsalState = route({
  name: 'stages.rehearsal',
  method: 'GET',
  path: 'publicReports/state/simulator',
  summary: {
    es: 'Si quien llama puede ensayar, para ofrecer el simulador solo entonces, y con qué formularios.',
    en: 'Whether the caller may rehearse, so that the simulator is offered only then, and with which forms.',
  },
  access: 'public',
  reply: rehearsalSchema,
  fails: [],
})
