import * as v from 'valibot'
import { route } from '../contract/route.ts'
import type { Role } from '../access/roles.ts'
import type { UserKind } from '../access/actor.ts'
import type { FormId, InstitutionId, UserId } from '../kernel/ids.ts'
import { emailSchema } from './address.ts'
import { passwordMaxLength, type Person } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const name = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))
/** Never trimmed or folded (reliability 1.2, ASVS 6.2.8); how good it is, the server judges. */
const password = v.pipe(v.string(), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long'))
/** A space in a link's e-mail is a plus sign (institution-area §2). */
const linkEmail = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.trim().replaceAll(' ', '+')),
)
const linkToken = v.pipe(v.optional(v.string(), ''), v.maxLength(200))

/** The signed-in user as their own screens need them (institution-area §3, "User"). */
export interface Me {
  readonly _id: UserId
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly kind: UserKind
  readonly role: readonly Role[]
  readonly maxRole: Role | 'NoAssigment' | null
  readonly formIdActive: FormId | null
  readonly institutionId: InstitutionId | null
  readonly institution: string | null
  readonly evaluateActive: boolean
  readonly leader: boolean
  readonly showOnBoarding: boolean
}

export const signIn = route({
  name: 'accounts.signIn',
  method: 'POST',
  path: 'auth',
  summary: 'Opens a session with e-mail and password.',
  access: 'public',
  body: v.object({
    email: emailSchema,
    password,
    deviceId: v.optional(id),
    deviceSecret: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  /** deviceSecret: for this browser to bring at its next sign-in, which strangers' wrong passwords then do not hold up. */
  reply: v.custom<{ user: Me; token: string; deviceSecret: string }>(() => true),
})

export const me = route({
  name: 'accounts.me',
  method: 'GET',
  path: 'auth/me',
  summary: 'The signed-in user.',
  access: 'session',
  reply: v.custom<Me>(() => true),
})

export const signOut = route({
  name: 'accounts.signOut',
  method: 'POST',
  path: 'auth/logout',
  summary: 'Ends the session on the server.',
  access: 'session',
  reply: v.object({ msg: v.string() }),
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
  summary: 'Sessions of the user that are open, this one first, then the last used.',
  access: 'session',
  reply: v.array(sessionViewSchema),
})

export const endSession = route({
  name: 'accounts.endSession',
  method: 'DELETE',
  path: 'user/sessions/:id',
  summary: 'Ends one session of the user.',
  access: 'session',
  params: v.object({ id }),
  reply: v.object({ ended: v.number() }),
})

export const endOtherSessions = route({
  name: 'accounts.endOtherSessions',
  method: 'POST',
  path: 'user/sessions/end-others',
  summary: 'Ends every session of the user but this one.',
  access: 'session',
  reply: v.object({ ended: v.number() }),
})

export const recover = route({
  name: 'accounts.recover',
  method: 'POST',
  path: 'auth/recovery',
  summary: 'Sends a recovery letter. Its reply is the same whether or not the address is known.',
  access: 'public',
  body: v.object({ email: emailSchema }),
  reply: v.object({ msg: v.string() }),
})

const newPassword = { password: v.optional(v.string(), ''), confirmPassword: v.optional(v.string(), '') }

export const reset = route({
  name: 'accounts.reset',
  method: 'POST',
  path: 'auth/reset',
  summary: 'Sets a new password with the token of a recovery letter.',
  access: 'public',
  body: v.object({ token: linkToken, email: linkEmail, ...newPassword }),
  reply: v.object({ msg: v.string() }),
})

export const invite = route({
  name: 'accounts.invite',
  method: 'POST',
  path: 'auth/invite',
  summary: 'Accepts an invitation with its token; or, for an administrator, sends one again to {userId} or {email}.',
  access: 'public',
  body: v.object({ token: linkToken, email: linkEmail, userId: v.optional(id), ...newPassword }),
  reply: v.object({ msg: v.string() }),
})

export const profile = route({
  name: 'accounts.profile',
  method: 'PUT',
  path: 'user/:id/profile',
  summary: 'Changes name and surname.',
  access: 'session',
  params: v.object({ id }),
  body: v.object({ name: name('name_empty'), surname: name('surname_empty') }),
  reply: v.custom<Me>(() => true),
})

/** Something that was done to an account. */
export interface AccountEvent {
  readonly at: string
  /** As in a question's history. */
  readonly action: string
  /** From what to what. */
  readonly text: string
  /** Full name of who did it. */
  readonly by: string
  readonly role: string
  /** Whether they did it themselves. */
  readonly own: boolean
}

export const accountHistory = route({
  name: 'accounts.history',
  method: 'GET',
  path: 'user/:id/history',
  summary: 'What was done to the account, newest first: one’s own, or for an administrator anybody’s.',
  access: 'session',
  params: v.object({ id }),
  reply: v.custom<readonly AccountEvent[]>(() => true),
})

export const changePassword = route({
  name: 'accounts.changePassword',
  method: 'PUT',
  path: 'user/change-password/:id',
  summary: 'Changes the password; every other session of the user ends.',
  access: 'session',
  params: v.object({ id }),
  body: v.object({ password, newPassword: v.optional(v.string(), ''), confirmNewPassword: v.optional(v.string(), '') }),
  reply: v.object({ msg: v.string() }),
})

export const onboard = route({
  name: 'accounts.onboard',
  method: 'POST',
  path: 'user/:id/onboard',
  summary: 'Does not show the introduction again.',
  access: 'session',
  params: v.object({ id }),
  reply: v.custom<Me>(() => true),
})

export const maxRole = route({
  name: 'accounts.maxRole',
  method: 'GET',
  path: 'user/getMaxRole',
  summary: 'Highest role of the user in the active form.',
  access: 'session',
  reply: v.custom<{ maxRole: Me['maxRole'] }>(() => true),
})

export const institutionalRoles = route({
  name: 'accounts.institutionalRoles',
  method: 'GET',
  path: 'user/institutional-roles',
  summary: 'People of the institution with the roles that they hold in the active form.',
  access: 'session',
  reply: v.custom<readonly (Person & { readonly role: readonly Role[] })[]>(() => true),
})
