import {
  isTransport,
  passkeysMax,
  type Assertion,
  type Attestation,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
} from '#shared/accounts/passkey-routes.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Database, Tx } from '../../db/open.ts'
import type { PasskeyTable, UserTable } from '../../db/schema.ts'
import type { Log } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { challengeMs, giveChallenge, takeChallenge, type Ceremony } from './passkey-challenges.ts'
import { holdAccount } from './holding.ts'
import type { RelyingParty } from './relying-party.ts'

/** Half a second of a start that most servers need only once somebody uses a passkey. */
const library = () => import('@simplewebauthn/server')

/** What authenticators of every maker sign with: Ed25519, ECDSA on P-256, RSA of Windows. */
const algorithms = [-8, -7, -257]
const platformName = 'Índice de Innovación Pública'

/** A person, as authenticators know them: nothing that reads as who they are. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

/** Passkeys of somebody, the first that they added first. */
export const passkeysOf = (tx: Pick<Tx, 'q'>, userId: string): Promise<PasskeyTable[]> =>
  tx.q.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** The same, of which nobody else adds or removes one until the end of the transaction. */
export async function heldPasskeysOf(tx: Tx, userId: string): Promise<PasskeyTable[]> {
  await holdAccount(tx, userId)
  return passkeysOf(tx, userId)
}

/** How many passkeys somebody has. */
export async function passkeyCount(tx: Pick<Tx, 'q'>, userId: string): Promise<number> {
  const { count } = await tx.q
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const viewOf = (row: PasskeyTable): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  synced: row.synced === 1,
})

const transportsOf = (row: PasskeyTable) => v.parse(v.array(v.string()), JSON.parse(row.transports)).filter(isTransport)
const descriptorOf = (row: PasskeyTable) => ({ id: row.credential_id, type: 'public-key' as const, transports: transportsOf(row) })

/** What a browser asks one of some passkeys to sign; of whichever it finds where none is named. */
export async function requestFor(
  tx: Tx,
  party: RelyingParty,
  ceremony: Ceremony,
  among: readonly PasskeyTable[],
  now: Instant,
): Promise<PasskeyRequest> {
  const { challenge, expiresAt } = await giveChallenge(tx, ceremony, now)
  return {
    challenge,
    rpId: party.id,
    origin: party.origin,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: among.map(descriptorOf),
    expiresAt,
  }
}

/** What a browser makes a passkey of somebody with. Throws a Refusal where they have as many as may be. */
export async function creationFor(
  tx: Tx,
  party: RelyingParty,
  { user, sessionHash }: { user: UserTable; sessionHash: string },
  now: Instant,
): Promise<PasskeyCreation> {
  const own = await passkeysOf(tx, user.id)
  if (own.length >= passkeysMax) throw new Refusal(failure('passkeys_full', { n: passkeysMax }))
  const { challenge, expiresAt } = await giveChallenge(tx, { purpose: 'add', of: { userId: user.id, sessionHash } }, now)
  return {
    challenge,
    rp: { id: party.id, name: platformName },
    user: { id: handleOf(user.id), name: user.email, displayName: `${user.name} ${user.surname}` },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: own.map(descriptorOf),
    expiresAt,
  }
}

const clientDataSchema = v.object({ challenge: v.string(), crossOrigin: v.optional(v.boolean(), false) })

/** The challenge that was signed; undefined where what came says none, or was signed within a page of somebody else's. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const said = v.safeParse(clientDataSchema, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    return said.success && !said.output.crossOrigin ? said.output.challenge : undefined
  } catch {
    // What is no JSON says nothing.
    return undefined
  }
}

/** Takes the challenge of what was signed, in a transaction of its own: whatever comes of it, it is good no more. */
async function takenIn(db: Database, clientDataJSON: string, ceremony: Ceremony, now: Instant): Promise<Result<string>> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return fail('passkey_failed')
  return (await db.write((tx) => takeChallenge(tx, challenge, ceremony, now))) ? done(challenge) : fail('passkey_expired')
}

/** A passkey that signed as it should, and what it said. */
export interface Shown {
  readonly row: PasskeyTable
  readonly counter: string
  readonly synced: boolean
}

interface Checking {
  readonly db: Database
  readonly log: Log
  readonly party: RelyingParty
  readonly now: Instant
  /** Tells its person that a copy of one was used (PK11). */
  readonly cloned?: ((row: PasskeyTable) => Promise<void>) | undefined
}

/**
 * Whether a passkey of this platform signed the challenge, at its origin, having verified its person. What it is used for follows in one
 * transaction with `noteUse`. Fails: passkey_expired, passkey_unknown, passkey_failed.
 */
export async function shownBy(
  { db, log, party, now, cloned }: Checking,
  { response, ...credential }: Assertion,
  ceremony: Ceremony,
): Promise<Result<Shown>> {
  const taken = await takenIn(db, response.clientDataJSON, ceremony, now)
  if (!taken.ok) return taken
  const row = await db.q.selectFrom('passkey').selectAll().where('credential_id', '=', credential.id).executeTakeFirst()
  if (!row) return fail('passkey_unknown')
  const { userHandle, ...signed } = response
  const isOthers =
    (ceremony.of !== null && row.user_id !== ceremony.of.userId) || (userHandle ?? handleOf(row.user_id)) !== handleOf(row.user_id)
  if (isOthers) return fail('passkey_failed')
  const { verifyAuthenticationResponse } = await library()
  const verify = (counter: number): ReturnType<typeof verifyAuthenticationResponse> =>
    verifyAuthenticationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: taken.value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: row.credential_id, publicKey: Buffer.from(row.public_key, 'base64url'), counter },
    })
  /** Whether all but the counter is as it should be: the key itself signed, and not with the newest of its counters. */
  const isBehind = (): Promise<boolean> =>
    verify(0).then(
      ({ verified, authenticationInfo }) => verified && authenticationInfo.newCounter <= Number(row.counter),
      () => false,
    )
  try {
    const { verified, authenticationInfo } = await verify(Number(row.counter))
    if (!verified) return fail('passkey_failed')
    return done({ row, counter: String(authenticationInfo.newCounter), synced: authenticationInfo.credentialBackedUp })
  } catch (error) {
    // Another origin, another name, a counter behind, nobody verified, or no signature at all: the same to whoever brings it.
    log.info({ user: row.user_id, why: reasonOf(error) }, 'a passkey was refused')
    if (Number(row.counter) > 0 && (await isBehind())) await cloned?.(row)
    return fail('passkey_failed')
  }
}

/** Notes that a passkey was used. Throws a Refusal where it is gone, or was used further on meanwhile. */
export async function noteUse(tx: Tx, { row, counter, synced }: Shown, now: Instant): Promise<void> {
  const moved = await tx.q
    .updateTable('passkey')
    .set({ counter, synced: synced ? 1 : 0, last_used_at: now })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) throw new Refusal(failure('passkey_failed'))
}

/** A passkey that a browser made. */
export interface Made {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: string
  readonly transports: readonly string[]
  readonly synced: boolean
}

/** Whether a browser made a passkey as it was asked to. Fails: passkey_expired, passkey_failed. */
export async function madeBy(
  { db, log, party, now }: Checking,
  { response, ...credential }: Attestation,
  ceremony: Ceremony,
): Promise<Result<Made>> {
  const taken = await takenIn(db, response.clientDataJSON, ceremony, now)
  if (!taken.ok) return taken
  const { transports, ...signed } = response
  try {
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: taken.value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return fail('passkey_failed')
    const { credential: made, credentialBackedUp } = registrationInfo
    return done({
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: String(made.counter),
      transports: transports.filter(isTransport),
      synced: credentialBackedUp,
    })
  } catch (error) {
    log.info({ user: ceremony.of?.userId, why: reasonOf(error) }, 'a passkey was refused')
    return fail('passkey_failed')
  }
}

/** What a check says without what came: its figures and addresses stand between quotation marks or after a colon. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.replace(/["“:].*$/su, '').trim() : 'unknown')

/** Keeps a passkey. Throws a Refusal where it is somebody's already, or its person has as many as may be. */
export async function keepPasskey(
  tx: Tx,
  { userId, name, made }: { userId: string; name: string; made: Made },
  now: Instant,
): Promise<PasskeyTable> {
  if ((await heldPasskeysOf(tx, userId)).length >= passkeysMax) throw new Refusal(failure('passkeys_full', { n: passkeysMax }))
  const row: PasskeyTable = {
    id: randomUUID(),
    user_id: userId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(made.transports),
    synced: made.synced ? 1 : 0,
    name,
    created_at: now,
    last_used_at: null,
  }
  const kept = await tx.q
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (kept.numInsertedOrUpdatedRows !== 1n) throw new Refusal(failure('passkey_taken'))
  return row
}

/** Every passkey of somebody goes, with what waits to be signed. Their number. */
export async function dropPasskeys(tx: Tx, userId: string): Promise<number> {
  await tx.q.deleteFrom('passkey_challenge').where('user_id', '=', userId).execute()
  const dropped = await tx.q.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst()
  return Number(dropped.numDeletedRows)
}
