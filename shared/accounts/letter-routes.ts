import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { calledEmail } from './address.ts'
import { chosenPassword, chosenSchema, counted } from './model.ts'

/** A space in a link's e-mail is a plus sign. */
const linkEmail = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(400, 'token_invalid')), ''),
  v.transform((text) => text.trim().replaceAll(' ', '+')),
)
const linkToken = v.pipe(v.optional(v.string(), ''), v.maxLength(200))
const said = v.object({ msg: v.string() })

export const recover = route({
  name: 'accounts.recover',
  method: 'POST',
  path: 'auth/recovery',
  summary: {
    es: 'Envía un correo de recuperación. La respuesta es la misma exista o no la cuenta.',
    en: 'Sends a recovery letter. Its reply is the same whether or not the address is known.',
  },
  access: 'public',
  body: v.object({ email: calledEmail }),
  reply: said,
  fails: counted,
})

const newPassword = { password: chosenSchema, confirmPassword: chosenSchema }
const byLetter = ['token_missing', 'token_invalid', 'revoked', 'not_found', ...chosenPassword] as const

export const reset = route({
  name: 'accounts.reset',
  method: 'POST',
  path: 'auth/reset',
  summary: {
    es: 'Pone una contraseña nueva con el código de un correo de recuperación.',
    en: 'Sets a new password with the token of a recovery letter.',
  },
  access: 'public',
  body: v.object({ token: linkToken, email: linkEmail, ...newPassword }),
  reply: said,
  fails: byLetter,
})

export const invite = route({
  name: 'accounts.invite',
  method: 'POST',
  path: 'auth/invite',
  summary: {
    es: 'Acepta una invitación con su código o, si llama la administración, la envía de nuevo a {userId} o {email}.',
    en: 'Accepts an invitation with its token; or, for an administrator, sends one again to {userId} or {email}.',
  },
  access: 'public',
  body: v.object({
    token: linkToken,
    email: linkEmail,
    userId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
    ...newPassword,
  }),
  reply: said,
  fails: [...byLetter, 'invitation_accepted'],
})
