import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { chosenPassword, chosenSchema, counted, passwordSchema } from './model.ts'
import { meSchema } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const name = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))

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
  body: v.object({ password: passwordSchema, newPassword: chosenSchema, confirmNewPassword: chosenSchema }),
  reply: v.object({ msg: v.string() }),
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
