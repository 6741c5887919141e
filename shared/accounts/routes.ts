import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { roles } from '../access/roles.ts'
import { userKinds } from '../access/actor.ts'
import * as is from '../kernel/schemas.ts'
import { emailSchema } from './address.ts'
import { passwordMaxLength, personSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const name = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))
/** Never trimmed or folded; how good it is, the server judges. */
const password = v.pipe(v.string(), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long'))
/** A space in a link's e-mail is a plus sign. */
const linkEmail = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.trim().replaceAll(' ', '+')),
)
const linkToken = v.pipe(v.optional(v.string(), ''), v.maxLength(200))
const said = v.object({ msg: v.string() })

const maxRoleSchema = v.nullable(v.picklist([...roles, 'NoAssigment']))

/** The signed-in user as their own screens need them. */
export const meSchema = v.object({
  _id: is.userId,
  name: v.string(),
  surname: v.string(),
  email: v.string(),
  kind: v.picklist(userKinds),
  role: is.list(v.picklist(roles)),
  /** What each role is called, in the person's language, and the kinds of account that there are. */
  roles: v.optional(is.dictionary(v.string()), {}),
  userKinds: v.optional(is.list(v.picklist(userKinds)), []),
  maxRole: maxRoleSchema,
  formIdActive: v.nullable(is.formId),
  institutionId: v.nullable(is.institutionId),
  institution: v.nullable(v.string()),
  /**
   * Every institution to which they belong and that lets its people in, by name; `institutionId` is the one in front. With what they
   * are in each, so that a device puts another one in front without a network.
   */
  institutions: is.list(
    v.object({
      _id: is.institutionId,
      name: v.string(),
      formIdActive: v.nullable(is.formId),
      role: is.list(v.picklist(roles)),
      /** What it is grouped by, as its own people read it. Absent where it takes part in nothing. */
      category: v.optional(v.string()),
    }),
  ),
  evaluateActive: v.boolean(),
  leader: v.boolean(),
  showOnBoarding: v.boolean(),
  /** Where somebody of an institution talks to the lab during its hours; null where there is no such service (HE3). */
  chatUrl: v.nullable(v.string()),
})
export type Me = Readonly<v.InferOutput<typeof meSchema>>

/** What is wrong with a password that somebody chose. */
const chosenPassword = [
  'password_empty',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_own_words',
  'passwords_differ',
] as const
/** Attempts are counted: too many of them have to wait. */
const counted = ['too_many_requests', 'sign_in_closed'] as const

/** What goes into an authenticator: as text to type, and as an address that a telephone opens. */
export const enrolmentSchema = v.object({ secret: v.string(), link: v.string() })
export type Enrolment = Readonly<v.InferOutput<typeof enrolmentSchema>>

/** deviceSecret: for this browser to bring at its next sign-in, which strangers' wrong passwords then do not hold up. */
export const signedInSchema = v.object({ user: meSchema, token: v.string(), deviceSecret: v.string() })

/** The password was right and a code is still to come, on the same device and before the ticket expires. */
export const signInTicketSchema = v.object({
  ticket: v.string(),
  deviceSecret: v.string(),
  expiresAt: is.instant,
  /** Where a second factor is asked for and there is none: what to make it of. */
  enrolment: v.nullable(enrolmentSchema),
})
export type SignInTicket = Readonly<v.InferOutput<typeof signInTicketSchema>>

export const signIn = route({
  name: 'accounts.signIn',
  method: 'POST',
  path: 'auth',
  summary: {
    es: 'Abre una sesión con correo y contraseña. A quien tiene segundo factor le da un boleto para el código.',
    en: 'Opens a session with e-mail and password. Who has a second factor gets a ticket for the code.',
  },
  access: 'public',
  body: v.object({
    email: emailSchema,
    password,
    deviceId: v.optional(id),
    deviceSecret: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  reply: v.union([signedInSchema, signInTicketSchema]),
  fails: ['login_failed', 'revoked', 'passkey_needed', ...counted],
})

export const me = route({
  name: 'accounts.me',
  method: 'GET',
  path: 'auth/me',
  summary: { es: 'La persona de la sesión.', en: 'The signed-in user.' },
  access: 'session',
  reply: meSchema,
  fails: [],
})

export const chooseInstitution = route({
  name: 'accounts.chooseInstitution',
  method: 'POST',
  path: 'auth/institution',
  summary: {
    es: 'Pone delante, en esta sesión y en las próximas, una de las instituciones de la persona.',
    en: 'Has one of the person’s institutions in front, in this session and in those to come.',
  },
  access: 'session',
  body: v.object({ institution: id }),
  reply: meSchema,
  fails: ['not_found'],
})

export const signOut = route({
  name: 'accounts.signOut',
  method: 'POST',
  path: 'auth/logout',
  summary: {
    es: 'Cierra la sesión en el servidor. {goTo}: dónde cerrar también la del ingreso único, si con él se abrió.',
    en: 'Ends the session on the server. {goTo}: where to end that of single sign-on too, if it opened this one.',
  },
  access: 'session',
  reply: v.object({ ...said.entries, goTo: v.optional(v.string()) }),
  fails: [],
})

/** A session as its owner sees it: enough to tell a stranger's from their own. */
export const sessionViewSchema = v.object({
  id: v.string(),
  /** The one that asks. */
  current: v.boolean(),
  /** Null when the program that signed in does not say what it is. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** Network address of the last use that was noted. */
  address: v.nullable(v.string()),
  createdAt: v.string(),
  /** To within some minutes. */
  lastUsedAt: v.string(),
  /** When it ends unless it is used again; at the latest 90 days, an administrator's 12 hours, after it began. */
  endsAt: v.string(),
})
export type SessionView = v.InferOutput<typeof sessionViewSchema>

export const sessions = route({
  name: 'accounts.sessions',
  method: 'GET',
  path: 'user/sessions',
  summary: {
    es: 'Sesiones abiertas de la persona: primero esta, después la usada más recientemente.',
    en: 'Sessions of the user that are open, this one first, then the last used.',
  },
  access: 'session',
  reply: v.array(sessionViewSchema),
  fails: [],
})

export const endSession = route({
  name: 'accounts.endSession',
  method: 'DELETE',
  path: 'user/sessions/:id',
  summary: { es: 'Cierra una sesión de la persona.', en: 'Ends one session of the user.' },
  access: 'session',
  params: v.object({ id }),
  reply: v.object({ ended: v.number() }),
  fails: ['impersonating', 'not_found'],
})

export const endOtherSessions = route({
  name: 'accounts.endOtherSessions',
  method: 'POST',
  path: 'user/sessions/end-others',
  summary: { es: 'Cierra todas las sesiones de la persona menos esta.', en: 'Ends every session of the user but this one.' },
  access: 'session',
  reply: v.object({ ended: v.number() }),
  fails: ['impersonating'],
})

export const recover = route({
  name: 'accounts.recover',
  method: 'POST',
  path: 'auth/recovery',
  summary: {
    es: 'Envía un correo de recuperación. La respuesta es la misma exista o no la cuenta.',
    en: 'Sends a recovery letter. Its reply is the same whether or not the address is known.',
  },
  access: 'public',
  body: v.object({ email: emailSchema }),
  reply: said,
  fails: counted,
})

const newPassword = { password: v.optional(v.string(), ''), confirmPassword: v.optional(v.string(), '') }
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
  body: v.object({ token: linkToken, email: linkEmail, userId: v.optional(id), ...newPassword }),
  reply: said,
  fails: [...byLetter, 'invitation_accepted'],
})

export const profile = route({
  name: 'accounts.profile',
  method: 'PUT',
  path: 'user/:id/profile',
  summary: { es: 'Cambia nombre y apellido.', en: 'Changes name and surname.' },
  access: 'session',
  params: v.object({ id }),
  body: v.object({ name: name('name_empty'), surname: name('surname_empty') }),
  reply: meSchema,
  fails: ['impersonating', 'not_found'],
})

/** Something that was done to an account. */
const accountEventSchema = v.object({
  at: is.instant,
  /** As in a question's history. */
  action: v.string(),
  /** From what to what. */
  text: v.string(),
  /** Full name of who did it. */
  by: v.string(),
  role: v.string(),
  /** Whether they did it themselves. */
  own: v.boolean(),
})
export type AccountEvent = Readonly<v.InferOutput<typeof accountEventSchema>>

export const accountHistory = route({
  name: 'accounts.history',
  method: 'GET',
  path: 'user/:id/history',
  summary: {
    es: 'Lo que se hizo con la cuenta, lo más reciente primero: con la propia o, si llama la administración, con cualquiera.',
    en: 'What was done to the account, newest first: one’s own, or for an administrator anybody’s.',
  },
  access: 'session',
  params: v.object({ id }),
  reply: is.list(accountEventSchema),
  fails: ['not_found'],
})

export const changePassword = route({
  name: 'accounts.changePassword',
  method: 'PUT',
  path: 'user/change-password/:id',
  summary: {
    es: 'Cambia la contraseña; las demás sesiones de la persona se cierran.',
    en: 'Changes the password; every other session of the user ends.',
  },
  access: 'session',
  params: v.object({ id }),
  body: v.object({ password, newPassword: v.optional(v.string(), ''), confirmNewPassword: v.optional(v.string(), '') }),
  reply: said,
  fails: ['impersonating', 'not_found', 'current_password_wrong', ...chosenPassword, ...counted],
})

export const onboard = route({
  name: 'accounts.onboard',
  method: 'POST',
  path: 'user/:id/onboard',
  summary: { es: 'No muestra de nuevo la introducción.', en: 'Does not show the introduction again.' },
  access: 'session',
  params: v.object({ id }),
  reply: meSchema,
  fails: ['not_found'],
})

export const maxRole = route({
  name: 'accounts.maxRole',
  method: 'GET',
  path: 'user/getMaxRole',
  summary: { es: 'Rol más alto de la persona en el formulario activo.', en: 'Highest role of the user in the active form.' },
  access: 'session',
  reply: v.object({ maxRole: maxRoleSchema }),
  fails: [],
})

export const institutionalRoles = route({
  name: 'accounts.institutionalRoles',
  method: 'GET',
  path: 'user/institutional-roles',
  summary: {
    es: 'Personas de la institución con los roles que tienen en el formulario activo.',
    en: 'People of the institution with the roles that they hold in the active form.',
  },
  access: 'session',
  reply: is.list(v.object({ ...personSchema.entries, role: is.list(v.picklist(roles)) })),
  fails: [],
})
