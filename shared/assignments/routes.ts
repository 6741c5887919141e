import * as v from 'valibot'
import { calledEmail } from '../accounts/address.ts'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const invited = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  surname: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  email: calledEmail,
})
/** Somebody by id, somebody to invite, or nobody. */
const user = v.nullish(v.union([v.object({ _id: id }), invited, id]))

const assigning = [
  ...doorFailures,
  'stage_closed',
  'form_sent',
  'form_disabled',
  'administrators_only',
  'name_empty',
  'surname_empty',
  'email_other_institution',
  'nothing_selected',
  'question_retired',
  'no_permission_assign',
  'no_permission_assign_leader',
  'needs_subdimension_responsible',
  'needs_dimension_responsible',
  'delegate_exists',
  'delegate_only_leader',
  'assigned_meanwhile',
  'person_unknown',
] as const

export const assign = route({
  name: 'assignments.assign',
  method: 'POST',
  path: 'form/:form/responsable/assign',
  summary: {
    es: 'Deja a una persona a cargo de dimensiones, subdimensiones o preguntas, cada una con la suya o con la nombrada para todas; el nivel Institution entrega el liderazgo.',
    en: 'Makes a person responsible for dimensions, sub-dimensions or questions, each its own or the one named for all; level Institution hands over the leadership.',
  },
  access: 'session',
  params: v.object({ form: id }),
  body: v.object({
    user,
    institution: v.optional(id),
    elements: v.pipe(
      v.array(v.object({ element: v.optional(id), level: v.picklist(['Dimension', 'Subdimension', 'Question', 'Institution']), user })),
      v.nonEmpty('nothing_selected'),
      v.maxLength(2000),
    ),
  }),
  reply: v.object({ msg: v.string() }),
  fails: assigning,
})

export const delegate = route({
  name: 'assignments.delegate',
  method: 'POST',
  path: 'form/:form/:kind/delegate',
  summary: {
    es: 'Asigna (kind Assign) o quita (kind Remove) al delegado o la delegada.',
    en: 'Assigns (kind Assign) or removes (kind Remove) the delegate.',
  },
  access: 'session',
  params: v.object({ form: id, kind: v.pipe(v.string(), v.toLowerCase(), v.picklist(['assign', 'remove'])) }),
  body: v.object({ user, institution: v.optional(id) }),
  reply: v.object({ msg: v.string() }),
  fails: assigning,
})
