import * as routes from '#shared/accounts/routes.ts'
import type { SignInTicket } from '#shared/accounts/routes.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { openSession, session, updateUser } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { cameBySso, noteSso } from '#client/data/session/sso-begun.ts'
import { readStored, writeStored } from '#client/data/storage.ts'

/**
 * What this browser shows to be told apart from strangers who guess passwords. It opens nothing, is nobody's in particular, and stays
 * when people sign out: it is of use at their next sign-in.
 */
const deviceSecretName = 'iip_device_secret'

/** What this browser shows at a sign-in; undefined at its first. */
export const broughtDeviceSecret = (): string | undefined => readStored(deviceSecretName) ?? undefined

/** Keeps what tells this browser from strangers at the next sign-in. */
export const keepDeviceSecret = (secret: string): void => writeStored(deviceSecretName, secret)

/**
 * Signs in with e-mail and password and opens the session; the ticket where a code is still to come, null otherwise.
 * Fails: login_failed, too_many_requests, unavailable.
 */
export async function signIn(email: string, password: string, shared = false): Promise<Result<SignInTicket | null>> {
  const reply = await callRoute(routes.signIn, {
    body: { email: email.trim(), password, deviceSecret: broughtDeviceSecret() },
  })
  if (!reply.ok) return reply
  noteSso(false)
  if ('ticket' in reply.value) return done(reply.value)
  const { user, token, deviceSecret: secret } = reply.value
  keepDeviceSecret(secret)
  openSession(user, token, { shared })
  return done(null)
}

/** Brings the signed-in person's own data up to date: roles change while a session lasts. */
export async function refreshMe(): Promise<Result<SessionUser>> {
  const reply = await callRoute(routes.me)
  if (!reply.ok) return reply
  updateUser(reply.value)
  await tellInFront()
  return done(reply.value)
}

/** Tells the server which institution was chosen here; without a network it is told at the next occasion. */
export async function tellInFront(): Promise<void> {
  const { user } = session()
  if (!user?.untold || user.institutionId === null) return
  const institution = user.institutionId
  const reply = await callRoute(routes.chooseInstitution, { body: { institution } })
  if (session().user?._id !== user._id) return
  // Another one was chosen meanwhile.
  if (session().user?.institutionId !== institution) return tellInFront()
  if (reply.ok) updateUser({ ...reply.value }, { told: true })
  // It is none of theirs any more: what the server says of them stands.
  else if (reply.failure.code === 'not_found') updateUser({ ...user, untold: false }, { told: true })
}

/** How long leaving waits to be told where single sign-on is left, too. */
const wherePatienceMs = 4_000

/**
 * Ends the session at the server, as far as there is a network; what happens here does not wait for it, but for who came by single
 * sign-on: where they leave that as well (SO12), null where nobody says so in time.
 */
export async function signOutAtServer(): Promise<string | null> {
  const asked = callRoute(routes.signOut).then((reply) => (reply.ok ? (reply.value.goTo ?? null) : null))
  if (!cameBySso()) return null
  noteSso(false)
  return Promise.race([asked, new Promise<null>((resolve) => void setTimeout(resolve, wherePatienceMs, null))])
}
