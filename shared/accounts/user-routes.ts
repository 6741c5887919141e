import * as v from 'valibot'
import { userKinds } from '../access/actor.ts'
import { roles } from '../access/roles.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { calledEmail } from './address.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const params = v.object({ id })
const said = v.object({ msg: v.string() })
const name = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))

/** The two modes of the screen: the lab's people, and those of institutions. */
export const userModes = ['internal', 'external'] as const
export type UserMode = (typeof userModes)[number]

/** A person as administrators see them. */
export const userSchema = v.object({
  _id: is.userId,
  name: v.string(),
  surname: v.string(),
  email: v.string(),
  kind: v.picklist(userKinds),
  /** Where somebody of the lab comes from. */
  originInstitution: v.nullable(v.string()),
  institution: v.nullable(is.institutionId),
  institutionName: v.nullable(v.string()),
  /** Every institution to which they belong, by name; the lab's people have none. */
  institutions: v.optional(is.list(v.object({ _id: is.institutionId, name: v.string() })), []),
  /** Roles in the institution's forms that are enabled, highest first. */
  role: is.list(v.picklist(roles)),
  active: v.boolean(),
  /** False while the invitation has not been accepted. */
  joined: v.boolean(),
  /** When the newest invitation was sent; null once it was accepted. */
  invitedAt: v.nullable(is.instant),
  lastSignInAt: v.nullable(is.instant),
  /** Changes and files that their devices said were still waiting there. */
  waiting: v.number(),
  /** Whether somebody of the lab has what stands for a second factor, a code or a passkey, which an administrator resets. */
  secondFactor: v.optional(v.boolean(), false),
  /** Their name and address are gone for ever; what stands is a pseudonym. */
  anonymised: v.optional(v.boolean(), false),
})
export type UserView = Readonly<v.InferOutput<typeof userSchema>>

const listSchema = v.object({
  userIds: is.list(is.userId),
  userById: is.dictionary(userSchema),
  /** Whose people there can be, by name. */
  institutions: is.list(v.object({ _id: is.institutionId, name: v.string() })),
})
export type UserList = Readonly<v.InferOutput<typeof listSchema>>

const written = {
  name: name('name_empty'),
  surname: name('surname_empty'),
  email: calledEmail,
  kind: v.optional(v.picklist(userKinds, 'role_required')),
  originInstitution: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200)))),
}
const refusals = ['email_taken', 'email_other_institution', 'role_required', 'origin_empty'] as const

export const users = route({
  name: 'users.list',
  method: 'GET',
  path: 'user',
  summary: {
    es: 'Las personas del laboratorio (internal) o de las instituciones (external); todas si no se dice.',
    en: 'The people of the lab (internal) or of institutions (external); everybody unless it is said.',
  },
  access: 'administrator',
  query: v.object({ kind: v.optional(v.picklist(userModes)) }),
  reply: listSchema,
  fails: [],
})

export const createUser = route({
  name: 'users.create',
  method: 'POST',
  path: 'user',
  summary: {
    es: 'Crea una cuenta y envía su invitación: del laboratorio con un rol, o de una institución.',
    en: 'Makes an account and sends its invitation: of the lab with a role, or of an institution.',
  },
  access: 'administrator',
  /** `institution`: one, or the list of those to which they belong, the one whose address they have first. */
  body: v.object({ ...written, institution: v.optional(v.nullable(v.union([id, v.pipe(v.array(id), v.minLength(1), v.maxLength(20))]))) }),
  reply: userSchema,
  fails: ['not_found', ...refusals],
})

export const editUser = route({
  name: 'users.edit',
  method: 'PUT',
  path: 'user/:id',
  summary: {
    es: 'Cambia una cuenta. Con lo que se vio en `seen`, nada que otra persona cambió después se sobrescribe.',
    en: 'Changes an account. With what was read in `seen` nothing is written over that somebody else changed since.',
  },
  access: 'administrator',
  params,
  body: v.object({
    ...written,
    seen: v.optional(
      v.object({
        name: v.string(),
        surname: v.string(),
        email: v.string(),
        kind: v.picklist(userKinds),
        originInstitution: v.nullable(v.string()),
      }),
    ),
  }),
  reply: userSchema,
  fails: ['not_found', 'changed_meanwhile', 'own_account', 'last_administrator', ...refusals],
})

export const addUserInstitution = route({
  name: 'users.addInstitution',
  method: 'PUT',
  path: 'user/:id/institution/:institution',
  summary: {
    es: 'Agrega a una persona de una institución otra institución.',
    en: 'Has somebody of an institution belong to another one too.',
  },
  access: 'administrator',
  params: v.object({ id, institution: id }),
  reply: userSchema,
  fails: ['not_found'],
})

export const removeUserInstitution = route({
  name: 'users.removeInstitution',
  method: 'DELETE',
  path: 'user/:id/institution/:institution',
  summary: {
    es: 'Quita a una persona una de sus instituciones, con lo que tenía a cargo allí; la cuenta y las demás siguen.',
    en: 'Takes one of their institutions from somebody, with what they were responsible for there; the account and the others stay.',
  },
  access: 'administrator',
  params: v.object({ id, institution: id }),
  reply: userSchema,
  fails: ['not_found', 'last_institution', 'user_leads'],
})

export const toggleUser = route({
  name: 'users.toggle',
  method: 'POST',
  path: 'user/:id/toggle',
  summary: {
    es: 'Activa o desactiva una cuenta; sin `active`, lo contrario de lo que es. Desactivarla cierra sus sesiones y deja sin responsable lo que tenía a cargo.',
    en: 'Opens or closes an account; without `active` whatever it is not. Closing it ends its sessions and leaves what it was responsible for to nobody.',
  },
  access: 'administrator',
  params,
  body: v.object({ active: v.optional(v.boolean()) }),
  reply: userSchema,
  fails: ['not_found', 'own_account', 'last_administrator', 'user_leads'],
})

export const inviteUser = route({
  name: 'users.invite',
  method: 'POST',
  path: 'user/:id/invite',
  summary: {
    es: 'Envía de nuevo una invitación que no se ha aceptado.',
    en: 'Sends an invitation that was not accepted again.',
  },
  access: 'administrator',
  params,
  reply: said,
  fails: ['not_found', 'invitation_accepted'],
})

const userDeviceSchema = v.object({
  /** Names the session; null for a device whose session is over. */
  session: v.nullable(v.string()),
  /** The one that asks. */
  current: v.boolean(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  address: v.nullable(v.string()),
  signedInAt: v.nullable(is.instant),
  lastUsedAt: v.nullable(is.instant),
  endsAt: v.nullable(is.instant),
  /** Changes and files that the device said were still waiting; null where none has synchronised under the session. */
  waiting: v.nullable(v.number()),
  /** When the device was last heard of. */
  lastSeenAt: v.nullable(is.instant),
})
export type UserDevice = Readonly<v.InferOutput<typeof userDeviceSchema>>

export const userDevices = route({
  name: 'users.devices',
  method: 'GET',
  path: 'user/:id/sessions',
  summary: {
    es: 'Dónde tiene sesión una persona, y lo que espera en cada uno de sus equipos.',
    en: 'Where somebody is signed in, and what waits on each of their devices.',
  },
  access: 'administrator',
  params,
  reply: is.list(userDeviceSchema),
  fails: ['not_found'],
})

export const endUserSession = route({
  name: 'users.endSession',
  method: 'DELETE',
  path: 'user/:id/sessions/:session',
  summary: {
    es: 'Cierra la sesión de una persona en un equipo; lo que espera allí queda en el equipo.',
    en: 'Ends the session of somebody on a device; what waits there stays on it.',
  },
  access: 'administrator',
  params: v.object({ id, session: id }),
  reply: v.object({ ended: v.number() }),
  fails: ['not_found'],
})

/** Most people that one call invites. */
export const invitedMost = 500

const invitedRowSchema = v.object({
  name: v.string(),
  surname: v.string(),
  email: v.string(),
  /** Why the row cannot be invited; null when it can. */
  code: v.nullable(v.string()),
  /** Who has an account of another institution already: they belong to this one too. */
  userId: v.optional(v.nullable(v.string()), null),
})
export type InvitedRow = Readonly<v.InferOutput<typeof invitedRowSchema>>

export const inviteMany = route({
  name: 'users.inviteMany',
  method: 'POST',
  path: 'user/invitations',
  summary: {
    es: 'Invita a varias personas de una institución, a todas o a ninguna. Con `preview` solo dice qué fila no se puede y por qué.',
    en: 'Invites several people of an institution, all or none. With `preview` it only tells which row cannot be and why.',
  },
  access: 'administrator',
  body: v.object({
    institution: id,
    preview: v.optional(v.boolean(), false),
    people: v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.maxLength(400)),
          surname: v.pipe(v.string(), v.maxLength(400)),
          email: v.pipe(v.string(), v.maxLength(400)),
        }),
      ),
      v.minLength(1),
      v.maxLength(invitedMost),
    ),
  }),
  /** `invited`: 0 for a preview, and where a row cannot be. */
  reply: v.object({ rows: is.list(invitedRowSchema), invited: v.number() }),
  fails: ['not_found', ...refusals],
})
