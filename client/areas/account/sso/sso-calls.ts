import type { SignInTicket } from '#shared/accounts/routes.ts'
import { ssoProviders } from '#shared/accounts/sso-provider-routes.ts'
import type { SsoProvider } from '#shared/accounts/sso-provider-routes.ts'
import * as routes from '#shared/accounts/sso-routes.ts'
import type { SsoLink } from '#shared/accounts/sso-routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { openSession, session } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { beginSsoHere, endSsoHere, noteSso, ssoBegun } from '#client/data/session/sso-begun.ts'
import { loadLabErrors } from '#client/i18n/errors.ts'
import { broughtDeviceSecret, keepDeviceSecret } from '#client/features/accounts/account-calls.ts'
import { orByPasskey } from '#client/areas/account/passkeys/passkey-calls.ts'

/** Whoever is refused reads why at once: these sentences come only now. */
async function told<T>(reply: Result<T>): Promise<Result<T>> {
  if (!reply.ok) await loadLabErrors()
  return reply
}

/** What a provider's sign-in brought back in the address. */
export interface Returned {
  readonly cu: string
  readonly token: string
}

export async function readSsoProviders(): Promise<Result<readonly SsoProvider[]>> {
  const reply = await callRoute(ssoProviders)
  return reply.ok ? done(reply.value.providers) : reply
}

/** The provider's page at which to sign in. Fails: sso_unavailable, too_many_requests, unavailable (no network). */
export async function beginSso(kept: { readonly to: string | null; readonly shared: boolean }): Promise<Result<string>> {
  const proof = await beginSsoHere(kept, Date.now())
  const reply = await told(await callRoute(routes.beginSso, { body: { proof, shared: kept.shared } }))
  return reply.ok ? done(reply.value.goTo) : reply
}

const ending = new Map<string, Promise<Result<SignInTicket | null>>>()

/**
 * Opens the session of who came back; the ticket where a code of the second factor is still to come, null otherwise. Asked for again with
 * the same code, which is good once, it is the same answer. Fails: sso_expired, sso_not_linked, revoked.
 */
export function endSso(returned: Returned): Promise<Result<SignInTicket | null>> {
  const known = ending.get(returned.token) ?? exchanged(returned).then(told)
  ending.set(returned.token, known)
  return known
}

async function exchanged({ cu, token }: Returned): Promise<Result<SignInTicket | null>> {
  const begun = ssoBegun(Date.now())
  if (!begun) return fail('sso_expired')
  const { secret, shared } = begun
  endSsoHere()
  const deviceSecret = broughtDeviceSecret()
  const reply = await callRoute(routes.ssoSignIn, { params: { cu }, body: { token, secret, deviceSecret } })
  if (!reply.ok) return reply
  noteSso(true)
  if ('ticket' in reply.value) return done(reply.value)
  keepDeviceSecret(reply.value.deviceSecret)
  openSession(reply.value.user, reply.value.token, { shared })
  return done(null)
}

const ownId = (): string => session().user?._id ?? ''

export const readSsoLink = (): Promise<Result<SsoLink>> => callRoute(routes.readSsoLink, { params: { id: ownId() } })

export interface LinkProof {
  readonly password: string
  /** Of the second factor, of who has one. */
  readonly code?: string | undefined
}

/** Begins to link; the provider's page at which it is confirmed. `rut`: as typed, where the provider knows people by it. */
export async function beginSsoLink(
  { _id: id }: SessionUser,
  proof: LinkProof & { readonly rut?: string | undefined },
): Promise<Result<string>> {
  const digest = await beginSsoHere({ to: null, shared: false }, Date.now())
  const reply = await told(
    await orByPasskey((more) => callRoute(routes.changeSsoLink, { params: { id }, body: { ...proof, ...more, proof: digest } })),
  )
  if (!reply.ok) return reply
  return reply.value.goTo === null ? fail('internal_error') : done(reply.value.goTo)
}

export const unlinkSso = async ({ _id: id }: SessionUser, proof: LinkProof): Promise<Result<SsoLink>> =>
  told(await orByPasskey((more) => callRoute(routes.changeSsoLink, { params: { id }, body: { ...proof, ...more, rut: '' } })))

const confirming = new Map<string, Promise<Result<SsoLink>>>()

/** Ends the linking of who came back. The same answer for the same code, which is good once. */
export function confirmSsoLink(token: string): Promise<Result<SsoLink>> {
  const known = confirming.get(token) ?? confirmed(token).then(told)
  confirming.set(token, known)
  return known
}

async function confirmed(token: string): Promise<Result<SsoLink>> {
  const begun = ssoBegun(Date.now())
  if (!begun) return fail('sso_expired')
  endSsoHere()
  return callRoute(routes.confirmSsoLink, { params: { id: ownId() }, body: { token, secret: begun.secret } })
}
