import * as v from 'valibot'
import { whoSchema } from '../assignments/invitees.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { formFailures } from '../questionnaires/routes.ts'
import { institutionSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })
/** Most institutions that one call names. */
const most = 1000

export const participants = route({
  name: 'institutions.participants',
  method: 'GET',
  path: 'form/:form/participant',
  summary: {
    es: 'Las instituciones que participan en un formulario, con quien evalúa y quien lidera cada una.',
    en: 'The institutions that take part in a form, with who evaluates and who leads each.',
  },
  access: 'administrator',
  params: form,
  reply: is.dictionary(v.object({ evaluator: v.nullable(is.userId), leader: is.userId, locked: v.boolean() })),
  fails: ['not_found'],
})

export const setParticipants = route({
  name: 'institutions.setParticipants',
  method: 'POST',
  path: 'form/:form/participant',
  summary: {
    es: 'Define qué instituciones participan y quién evalúa cada una. Quien no está en la lista sale con sus respuestas: su nombre va escrito en `removed`, y puede volver durante 30 días.',
    en: 'Says which institutions take part and who evaluates each. Who is not in the list leaves with its answers: its name is typed in `removed`, and it can come back for 30 days.',
  },
  access: 'administrator',
  params: form,
  body: v.object({
    institutions: v.pipe(
      v.array(v.object({ institutionId: id, evaluatorId: v.nullable(id), who: v.optional(whoSchema) })),
      v.maxLength(most),
    ),
    removed: v.optional(v.pipe(v.array(v.object({ institutionId: id, name: v.string() })), v.maxLength(most)), []),
    /** Who took part, as the caller saw it: what they left so is somebody else's to change (PA5). Without it what stands counts as seen. */
    seen: v.optional(v.pipe(v.array(v.object({ institutionId: id, evaluatorId: v.nullable(id) })), v.maxLength(most))),
  }),
  reply: v.object({ numInstitutions: v.number() }),
  fails: [
    ...formFailures,
    'participant_busy',
    'institution_closed',
    'participant_changed',
    'participant_name',
    'leader_missing',
    'person_unknown',
    'name_empty',
    'surname_empty',
    'email_other_institution',
    'stage_closed',
  ],
})

/** An institution that can be put into a form, or is in it. */
const choiceSchema = v.object({
  ...institutionSchema.entries,
  _id: is.institutionId,
  categoryName: v.string(),
  /** When it was taken out of this form; null while it never was. */
  removedAt: v.nullable(is.instant),
})

export const institutionsForForm = route({
  name: 'institutions.forForm',
  method: 'GET',
  path: 'institution/:form',
  summary: {
    es: 'Todas las instituciones, y cuáles pueden participar en el formulario.',
    en: 'Every institution, and which can take part in the form.',
  },
  access: 'administrator',
  params: form,
  reply: v.object({
    institutionIds: is.list(is.institutionId),
    institutionById: is.dictionary(choiceSchema),
    availableInstitutionIds: is.list(is.institutionId),
  }),
  fails: ['not_found'],
})

const personChoice = v.object({ _id: is.userId, name: v.string(), email: v.string() })

export const leaderOf = route({
  name: 'institutions.leader',
  method: 'GET',
  path: 'institution/:institution/leader',
  summary: {
    es: 'Quién lidera una institución, o su formulario más reciente, y quiénes pueden liderarla.',
    en: 'Who leads an institution, or its newest form, and who can.',
  },
  access: 'administrator',
  params: v.object({ institution: id }),
  reply: v.object({ leader: v.nullable(personChoice), people: is.list(personChoice) }),
  fails: ['not_found'],
})

export const evaluators = route({
  name: 'institutions.evaluators',
  method: 'GET',
  path: 'form/:form/evaluators',
  summary: {
    es: 'Quienes pueden evaluar, con cuántas instituciones tiene cada persona en este formulario y en todos los que no han terminado.',
    en: 'Who can evaluate, with how many institutions each has in this form and in all that are not over.',
  },
  access: 'administrator',
  params: form,
  reply: is.list(v.object({ _id: is.userId, name: v.string(), here: v.number(), total: v.number() })),
  fails: ['not_found'],
})
