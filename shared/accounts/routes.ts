import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { roles } from '../access/roles.ts'
import { userKinds } from '../access/actor.ts'
import * as is from '../kernel/schemas.ts'
import { calledEmail } from './address.ts'
import { counted, passwordSchema, personSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
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
    email: calledEmail,
    password: passwordSchema,
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
