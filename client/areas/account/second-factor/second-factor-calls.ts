import type { SignInTicket } from '#shared/accounts/routes.ts'
import * as routes from '#shared/accounts/second-factor-routes.ts'
import type { SecondFactor } from '#shared/accounts/second-factor-routes.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { openSession } from '#client/data/session/session.ts'
import { keepDeviceSecret } from '#client/features/accounts/account-calls.ts'
import { orByPasskey } from '#client/areas/account/passkeys/passkey-calls.ts'

/** A sign-in that was granted and is not opened yet: its codes are shown first. */
interface Granted {
  /** Of a factor that was made in this sign-in; null otherwise. */
  readonly recoveryCodes: readonly string[] | null
  readonly open: () => void
}

/** The second step of a sign-in. Fails: code_wrong, sign_in_expired, too_many_requests, revoked. */
export async function signInWithCode(ticket: SignInTicket, code: string, shared: boolean): Promise<Result<Granted>> {
  const { deviceSecret } = ticket
  const reply = await callRoute(routes.signInCode, { body: { ticket: ticket.ticket, deviceSecret, code } })
  if (!reply.ok) return reply
  const { user, token, recoveryCodes } = reply.value
  keepDeviceSecret(reply.value.deviceSecret)
  return done({ recoveryCodes, open: () => openSession(user, token, { shared }) })
}

export const readSecondFactor = (): Promise<Result<SecondFactor>> => callRoute(routes.secondFactor)

export const beginSecondFactor = () => callRoute(routes.beginSecondFactor)

/** Fails: current_password_wrong, code_wrong, passkey_needed. */
export async function confirmSecondFactor(body: {
  password: string
  code: string
  former?: string | undefined
}): Promise<Result<readonly string[]>> {
  const reply = await orByPasskey((more) => callRoute(routes.confirmSecondFactor, { body: { ...body, ...more } }))
  return reply.ok ? done(reply.value.recoveryCodes) : reply
}

/** Fails: current_password_wrong, code_wrong. */
export async function renewRecoveryCodes(body: { password: string; code: string }): Promise<Result<readonly string[]>> {
  const reply = await callRoute(routes.renewRecoveryCodes, { body })
  return reply.ok ? done(reply.value.recoveryCodes) : reply
}

/** Fails: current_password_wrong, code_wrong, factor_required. */
export async function removeSecondFactor(body: { password: string; code: string }): Promise<Result<null>> {
  const reply = await callRoute(routes.removeSecondFactor, { body })
  return reply.ok ? done(null) : reply
}
