import * as v from 'valibot'
import { route } from '../contract/route.ts'
import type { ErrorCode } from '../errors.ts'
import * as is from '../kernel/schemas.ts'
import { formFailures } from '../questionnaires/routes.ts'
import { stageSchema } from './model.ts'
import { stageLimits } from './plan.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })
const ofStage = v.object({ form: id, stage: id })

/** A stage as administrators plan it, and where it stands now. */
const plannedStageSchema = v.object({
  ...stageSchema.entries,
  _id: is.stageId,
  state: v.picklist(['complete', 'current', 'next']),
})

/** Of every change of a form's stages: what keeps one from standing. */
const stageFailures = [
  ...formFailures,
  'stage_kind_missing',
  'stage_name_length',
  'stage_day_missing',
  'stage_day_far',
  'stage_days_reversed',
  'stage_overlap',
  'stage_past',
  'stage_running',
  'stage_end_passed',
  'stage_start_passed',
  'rehearsal_stages',
  'participant_busy',
] as const satisfies readonly ErrorCode[]

export const stages = route({
  name: 'stages.list',
  method: 'GET',
  path: 'form/:form/stage',
  summary: {
    es: 'Las etapas de un formulario en su orden. Sus días son de America/Santiago, el primero desde las 00:00 y el último hasta las 23:59.',
    en: 'The stages of a form in their order. Their days are of America/Santiago, the first from 00:00 and the last to 23:59.',
  },
  access: 'administrator',
  params: form,
  reply: is.list(plannedStageSchema),
  fails: ['not_found'],
})

export const upsertStages = route({
  name: 'stages.upsert',
  method: 'PUT',
  path: 'form/:form/stage/upsert',
  summary: {
    es: 'Agrega etapas (las que no traen _id) y cambia las que lo traen; las demás quedan como están. Se guardan todas o ninguna.',
    en: 'Adds stages (those without an _id) and changes those with one; the others stay as they are. All are saved, or none.',
  },
  access: 'administrator',
  params: form,
  body: v.object({
    stages: v.pipe(
      v.array(v.object({ _id: v.optional(id), kind: v.string(), name: v.string(), start: v.string(), end: v.string() })),
      v.maxLength(stageLimits.stages),
    ),
  }),
  reply: v.object({ msg: v.string(), stages: is.list(plannedStageSchema) }),
  fails: stageFailures,
})

export const removeStage = route({
  name: 'stages.remove',
  method: 'DELETE',
  path: 'form/:form/stage/:stage',
  summary: {
    es: 'Elimina una etapa; de un formulario que ya comenzó, solo una que está por venir.',
    en: 'Deletes a stage; of a form that has begun only one that is still to come.',
  },
  access: 'administrator',
  params: ofStage,
  reply: v.object({ msg: v.string() }),
  fails: stageFailures,
})

export const tellExtension = route({
  name: 'stages.tellExtension',
  method: 'POST',
  path: 'form/:form/stage/:stage/extended',
  summary: {
    es: 'Avisa por correo el nuevo término de la etapa en curso a líder y delegado de cada institución que aún debe enviar, una vez por término.',
    en: 'Tells leader and delegate of each institution that still has to send of the new end of the running stage, once for each end.',
  },
  access: 'administrator',
  params: ofStage,
  /** `end`: the last day that the caller means to tell; another one stands is `changed_meanwhile`. */
  body: v.object({ end: v.optional(v.string()) }),
  reply: v.object({ institutions: v.number() }),
  fails: ['form_closed', 'not_found', 'stage_closed', 'changed_meanwhile', 'unavailable'],
})
