import * as v from 'valibot'
import { emailSchema } from '../accounts/address.ts'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const invited = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  surname: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  email: emailSchema,
})
/** Somebody by id, somebody to invite, or nobody. */
const user = v.nullish(v.union([v.object({ _id: id }), invited, id]))

export const assign = route({
  name: 'assignments.assign',
  method: 'POST',
  path: 'form/:form/responsable/assign',
  summary:
    'Makes a person responsible for dimensions, sub-dimensions or questions, each its own or the one named for all; level Institution hands over the leadership.',
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
})

export const delegate = route({
  name: 'assignments.delegate',
  method: 'POST',
  path: 'form/:form/:kind/delegate',
  summary: 'Assigns (kind Assign) or removes (kind Remove) the delegate.',
  access: 'session',
  params: v.object({ form: id, kind: v.pipe(v.string(), v.toLowerCase(), v.picklist(['assign', 'remove'])) }),
  body: v.object({ user, institution: v.optional(id) }),
  reply: v.object({ msg: v.string() }),
})
