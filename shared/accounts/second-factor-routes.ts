import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { passwordMaxLength } from './model.ts'
import { assertionSchema, passkeyRefusals } from './passkey-routes.ts'
import { enrolmentSchema, signedInSchema } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const said = v.object({ msg: v.string() })
const password = v.pipe(v.string(), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long'))
/** Of an authenticator or of the recovery codes; blanks and hyphens are for the eye. */
const code = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  v.nonEmpty('code_wrong'),
)
const codes = v.object({
  /** Each lets in once; they are told only now. */
  recoveryCodes: is.list(v.string()),
})

/** What everything that asks for password and code can be refused with. */
const shown = ['forbidden', 'impersonating', 'current_password_wrong', 'code_wrong', 'too_many_requests'] as const

export const signInCode = route({
  name: 'accounts.signInCode',
  method: 'POST',
  path: 'auth/code',
  summary: {
    es: 'Termina de abrir una sesión con el código del segundo factor, o con uno de recuperación, en el equipo en que se escribió la contraseña.',
    en: 'Completes a sign-in with the code of the second factor, or a recovery code, on the device on which the password was given.',
  },
  access: 'public',
  body: v.object({
    ticket: v.pipe(v.string(), v.maxLength(200)),
    deviceSecret: v.pipe(v.string(), v.maxLength(200)),
    deviceId: v.optional(id),
    code,
  }),
  /** recoveryCodes: of a factor that was confirmed with this code; null otherwise. */
  reply: v.object({ ...signedInSchema.entries, recoveryCodes: v.nullable(codes.entries.recoveryCodes) }),
  fails: ['sign_in_expired', 'code_wrong', 'revoked', 'too_many_requests', 'sign_in_closed'],
})

const secondFactorSchema = v.object({
  /** Since when there is one; null where there is none. */
  since: v.nullable(is.instant),
  /** Whether the platform asks this person for one. */
  required: v.boolean(),
  /** Recovery codes that were not used. */
  codesLeft: v.number(),
})
export type SecondFactor = Readonly<v.InferOutput<typeof secondFactorSchema>>

export const secondFactor = route({
  name: 'secondFactor.read',
  method: 'GET',
  path: 'user/second-factor',
  summary: { es: 'El segundo factor de la persona.', en: 'The second factor of the user.' },
  access: 'session',
  reply: secondFactorSchema,
  fails: ['forbidden'],
})

export const beginSecondFactor = route({
  name: 'secondFactor.begin',
  method: 'POST',
  path: 'user/second-factor',
  summary: {
    es: 'Da una clave nueva para la aplicación de códigos. Vale desde que se confirma; hasta entonces vale la anterior.',
    en: 'Gives a new key for an authenticator. It counts from when it is confirmed; until then the one before does.',
  },
  access: 'session',
  reply: enrolmentSchema,
  fails: ['forbidden', 'impersonating'],
})

export const confirmSecondFactor = route({
  name: 'secondFactor.confirm',
  method: 'POST',
  path: 'user/second-factor/confirm',
  summary: {
    es: 'Confirma la clave con su primer código y la contraseña y, si ya había una, con un código de la anterior o uno de recuperación.',
    en: 'Confirms the key with its first code and the password and, where there was one, a code of the one before or a recovery code.',
  },
  access: 'session',
  /** `passkey`: of who has one in the place of a second factor that the platform asks for (PK5). */
  body: v.object({ password, code, former: v.optional(code), passkey: v.optional(assertionSchema) }),
  reply: codes,
  fails: ['not_found', 'passkey_needed', ...passkeyRefusals, ...shown],
})

const proof = v.object({ password, code })

export const renewRecoveryCodes = route({
  name: 'secondFactor.renewCodes',
  method: 'POST',
  path: 'user/second-factor/recovery-codes',
  summary: {
    es: 'Hace nuevos los códigos de recuperación; los anteriores dejan de servir.',
    en: 'Makes the recovery codes anew; the ones before stop working.',
  },
  access: 'session',
  body: proof,
  reply: codes,
  fails: ['not_found', ...shown],
})

export const removeSecondFactor = route({
  name: 'secondFactor.remove',
  method: 'POST',
  path: 'user/second-factor/remove',
  summary: {
    es: 'Quita el segundo factor, con la contraseña y un código. No se puede donde la plataforma lo exige.',
    en: 'Removes the second factor, with the password and a code. Not where the platform asks for one.',
  },
  access: 'session',
  body: proof,
  reply: said,
  fails: ['not_found', 'factor_required', ...shown],
})

export const resetSecondFactor = route({
  name: 'secondFactor.reset',
  method: 'POST',
  path: 'user/:id/second-factor/reset',
  summary: {
    es: 'Quita el segundo factor de otra persona que perdió su teléfono, y se lo dice por correo.',
    en: 'Removes the second factor of somebody else who lost their telephone, and tells them by letter.',
  },
  access: 'administrator',
  params: v.object({ id }),
  reply: said,
  fails: ['not_found', 'own_account', 'impersonating'],
})
