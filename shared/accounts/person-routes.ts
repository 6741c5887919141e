import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { anonymiseReasonMax } from './anonymise-mutations.ts'
import { userSchema } from './user-routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const params = v.object({ id })

export const anonymiseUser = route({
  name: 'users.anonymise',
  method: 'POST',
  path: 'user/:id/anonymise',
  summary: {
    es: 'Elimina para siempre el nombre, el correo y las formas de ingreso de una persona; lo que hizo queda bajo un seudónimo. `confirm`: su nombre y apellido, escritos de nuevo.',
    en: 'Removes somebody’s name, address and ways in for ever; what they did stays under a pseudonym. `confirm`: their name and surname, typed again.',
  },
  access: 'administrator',
  params,
  body: v.object({
    confirm: v.pipe(v.string(), v.maxLength(300)),
    reason: v.pipe(v.string(), v.trim(), v.nonEmpty('anonymise_reason_empty'), v.maxLength(anonymiseReasonMax)),
    /** Whether a last letter tells them. */
    letter: v.optional(v.boolean(), false),
  }),
  reply: userSchema,
  fails: ['not_found', 'person_name', 'own_account', 'last_administrator', 'person_in_charge', 'person_waits', 'anonymise_reason_empty'],
})
