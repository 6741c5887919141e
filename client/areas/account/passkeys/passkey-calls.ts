import * as routes from '#shared/accounts/passkey-routes.ts'
import type {
  Assertion,
  Attestation,
  Passkey,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
  Passkeys,
} from '#shared/accounts/passkey-routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { noteSso } from '#client/data/session/sso-begun.ts'
import { openSession } from '#client/data/session/session.ts'
import { loadLabErrors } from '#client/i18n/errors.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { broughtDeviceSecret, keepDeviceSecret } from '#client/features/accounts/account-calls.ts'

/** What speaks with authenticators: only who uses a passkey brings it. */
const library = () => loadPart(() => import('@simplewebauthn/browser'))

/** What became of a ceremony that the person, or their browser, ended before anything was signed: nothing that has to be told as an error. */
export const notUsed = 'notUsed'
export type Used<T> = Result<T> | typeof notUsed

/** What an authenticator did not do, in our words. */
function refusalOf(error: unknown): Result<never> | typeof notUsed {
  const name = error instanceof Error ? error.name : ''
  // Closed, refused, timed out, or no passkey of this platform is there: browsers do not say which.
  if (name === 'NotAllowedError' || name === 'AbortError') return notUsed
  // The authenticator has one of this person already.
  if (name === 'InvalidStateError') return fail('passkey_taken')
  if (name === 'SecurityError') return fail('passkeys_unavailable')
  return fail('passkey_failed')
}

/** The same, once there are words for what was refused: those of passkeys come with the sentences that few meet. */
async function withWords<Outcome extends Used<unknown>>(outcome: Outcome): Promise<Outcome> {
  if (outcome !== notUsed && !outcome.ok) await loadLabErrors()
  return outcome
}

/** Has a passkey sign what the server asks. At another origin than the platform's none would be found. */
async function signed(asked: PasskeyRequest, useBrowserAutofill = false): Promise<Used<Assertion>> {
  if (asked.origin !== location.origin) return fail('passkeys_unavailable')
  const { startAuthentication } = await library()
  const { allowCredentials, ...rest } = asked
  try {
    return done(await startAuthentication({ optionsJSON: { ...rest, allowCredentials: [...allowCredentials] }, useBrowserAutofill }))
  } catch (error) {
    return refusalOf(error)
  }
}

/** Opens a session with what a passkey signed. Fails: passkey_failed, passkey_expired, passkey_unknown, revoked, too_many_requests. */
async function enterWith(passkey: Assertion, rpId: string, shared: boolean): Promise<Result<null>> {
  const reply = await callRoute(routes.passkeySignIn, { body: { passkey, deviceSecret: broughtDeviceSecret() } })
  if (!reply.ok) {
    if (reply.failure.code === 'passkey_unknown') await forget(rpId, passkey.id)
    return reply
  }
  noteSso(false)
  const { user, token, deviceSecret: secret } = reply.value
  keepDeviceSecret(secret)
  openSession(user, token, { shared })
  return done(null)
}

/** Signs in with the passkey that the person chooses in their browser's window. */
export async function signInWithPasskey(shared: boolean): Promise<Used<null>> {
  const asked = await callRoute(routes.beginPasskeySignIn)
  if (!asked.ok) return withWords(asked)
  const passkey = await signed(asked.value)
  return withWords(passkey === notUsed || !passkey.ok ? passkey : await enterWith(passkey.value, asked.value.rpId, shared))
}

/** How long before its challenge is no good the browser is given another. */
const renewBeforeMs = 30_000

/**
 * Has the browser offer passkeys among what it fills in where the address is written, until what is returned is called. Each challenge is
 * good for minutes: who leaves the page open is given another, once they look at it.
 */
export function offerInAutofill({
  isShared,
  onRefused,
}: {
  readonly isShared: () => boolean
  readonly onRefused: (why: Result<never>) => void
}): () => void {
  let left = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = (): void => {
    if (document.hidden) document.addEventListener('visibilitychange', again, { once: true })
    else void offer()
  }
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill } = await library()
    if (left || !(await browserSupportsWebAuthnAutofill())) return
    const asked = await callRoute(routes.beginPasskeySignIn)
    // Nobody asked for this: what cannot be offered now is said when the button is pressed.
    if (left || !asked.ok) return
    timer = setTimeout(again, asked.value.timeout - renewBeforeMs)
    const passkey = await signed(asked.value, true)
    if (left || passkey === notUsed || !passkey.ok) return
    clearTimeout(timer)
    const entered = await enterWith(passkey.value, asked.value.rpId, isShared())
    if (entered.ok) return
    onRefused(await withWords(entered))
    void offer()
  }
  // Without its code the button says so; the form stands as ever.
  void offer().catch(() => undefined)
  return () => {
    left = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', again)
    void library().then(
      ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
      () => undefined,
    )
  }
}

export const readPasskeys = (): Promise<Result<Passkeys>> => callRoute(routes.passkeys)

/** What shows that it is the person: one of their passkeys. */
export async function proofByPasskey(): Promise<Used<PasskeyProof>> {
  const asked = await callRoute(routes.beginPasskeyProof)
  if (!asked.ok) return withWords(asked)
  const passkey = await signed(asked.value)
  return passkey === notUsed || !passkey.ok ? withWords(passkey) : done({ passkey: passkey.value })
}

/** Asks again with what one of the person's passkeys signed, where nothing less will do. Who signs nothing is told what was asked for. */
export async function orByPasskey<T>(ask: (more: { readonly passkey?: Assertion }) => Promise<Result<T>>): Promise<Result<T>> {
  const first = await ask({})
  if (first.ok || first.failure.code !== 'passkey_needed') return first
  const proof = await proofByPasskey()
  if (proof === notUsed) return withWords(first)
  if (!proof.ok || !('passkey' in proof.value)) return proof.ok ? first : proof
  return withWords(await ask({ passkey: proof.value.passkey }))
}

async function made(asked: PasskeyCreation): Promise<Used<Attestation>> {
  const { startRegistration } = await library()
  const { pubKeyCredParams, excludeCredentials, ...rest } = asked
  const optionsJSON = { ...rest, pubKeyCredParams: [...pubKeyCredParams], excludeCredentials: [...excludeCredentials] }
  try {
    const passkey = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = passkey.response
    return done({ ...passkey, response: { clientDataJSON, attestationObject, transports } })
  } catch (error) {
    return refusalOf(error)
  }
}

/** Makes a passkey on this device, or on one that its browser reaches, and adds it to the account. */
export async function addPasskey(name: string, proof: PasskeyProof): Promise<Used<Passkey>> {
  const asked = await callRoute(routes.beginPasskey, { body: { proof } })
  if (!asked.ok) return withWords(asked)
  const passkey = await made(asked.value)
  if (passkey === notUsed || !passkey.ok) return withWords(passkey)
  const added = await callRoute(routes.addPasskey, { body: { name, passkey: passkey.value } })
  // What was made and not kept would be offered for nothing.
  if (!added.ok) await forget(asked.value.rp.id, passkey.value.id)
  return withWords(added)
}

export const renamePasskey = (id: string, name: string): Promise<Result<Passkey>> =>
  callRoute(routes.renamePasskey, { params: { id }, body: { name } })

/** Takes a passkey away from the account, and tells the browser. Fails: current_password_wrong, last_way_in, not_found. */
export async function removePasskey({ id, credentialId }: Passkey, rpId: string | null, proof: PasskeyProof): Promise<Result<null>> {
  const reply = await callRoute(routes.removePasskey, { params: { id }, body: { proof } })
  if (!reply.ok) return withWords(reply)
  if (rpId !== null) await forget(rpId, credentialId)
  return done(null)
}

/** Tells the browser that a passkey opens nothing, so that it is offered no more: where it can be told, and whether or not it listens. */
async function forget(rpID: string, credentialID: string): Promise<void> {
  const { sendSignal } = await library()
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
}
