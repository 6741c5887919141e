import * as v from 'valibot'
import { meSchema } from '../accounts/routes.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { formFailures } from '../questionnaires/routes.ts'
import { formHeaderSchema } from '../stages/model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })

/** A rehearsal with who plays in it. */
const rehearsalViewSchema = v.object({
  form: formHeaderSchema,
  /** Day of the plan on which it stands now. */
  day: is.day,
  first: is.day,
  last: is.day,
  people: is.list(
    v.object({ _id: is.userId, name: v.string(), kind: v.picklist(['Evaluator', 'Institutional']), institution: v.nullable(v.string()) }),
  ),
})
export type RehearsalView = Readonly<v.InferOutput<typeof rehearsalViewSchema>>

export const rehearse = route({
  name: 'rehearsals.rehearse',
  method: 'POST',
  path: 'form/:form/rehearsal',
  summary: {
    es: 'Copia un formulario en un ensayo, con instituciones inventadas y un día propio.',
    en: 'Copies a form into a rehearsal, with invented institutions and a day of its own.',
  },
  access: 'administrator',
  params: form,
  reply: rehearsalViewSchema,
  fails: [...formFailures, 'rehearsal_of_rehearsal', 'rehearsal_without_stages'],
})

export const view = route({
  name: 'rehearsals.view',
  method: 'GET',
  path: 'form/:form/rehearsal',
  summary: { es: 'Un ensayo: en qué día está y quiénes actúan.', en: 'A rehearsal: on which day it stands and who plays in it.' },
  access: 'administrator',
  params: form,
  reply: rehearsalViewSchema,
  fails: ['not_found'],
})

export const move = route({
  name: 'rehearsals.move',
  method: 'PUT',
  path: 'form/:form/rehearsal',
  summary: {
    es: 'Lleva un ensayo a un día posterior de su plan; el tiempo hace allí lo que habrá hecho hasta ese día.',
    en: 'Puts a rehearsal on a later day of its plan; time does there what it will have done by that day.',
  },
  access: 'administrator',
  params: form,
  body: v.object({ day: is.day }),
  reply: rehearsalViewSchema,
  fails: [...formFailures, 'rehearsal_day_outside', 'rehearsal_day_back'],
})

export const enter = route({
  name: 'rehearsals.enter',
  method: 'POST',
  path: 'form/:form/rehearsal/enter',
  summary: {
    es: 'Entra al ensayo como una de las personas inventadas: una sesión corta, que solo abre el ensayo.',
    en: 'Enters the rehearsal as one of the invented people: a short session, which opens nothing but the rehearsal.',
  },
  access: 'administrator',
  params: form,
  body: v.object({ userId: id }),
  reply: v.object({ user: meSchema, token: v.string() }),
  fails: ['not_found'],
})
