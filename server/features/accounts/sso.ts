import type { SsoLink } from '#shared/accounts/sso-routes.ts'
import { failure } from '#shared/kernel/failure.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import type { SsoCodeTable, SsoFlowTable, UserTable } from '../../db/schema.ts'
import { hashOfSecret, newSecret, userColumns } from '../../http/session.ts'
import { Refusal } from '../../sync/batch.ts'
import type { Begun, Identity } from './identity-provider.ts'

/** How long somebody may take at the provider, and how long the code is good with which they come back (SO4). */
const flowMs = 600_000
const codeMs = 60_000
/** Sign-ins that may wait at the provider at one time: of more the next has to wait. */
const maxFlows = 20_000

/** What of a browser's secret goes out in the open: who knows it cannot come back in its place (SO5). */
export const proofOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

interface Beginning {
  readonly proof: string
  /** Whose account is to be linked, and the rut that they typed. */
  readonly link?: { readonly userId: string; readonly rut: string | null } | undefined
}

/** Keeps that somebody goes to the provider; undefined when too many are there. What is past its time goes. */
export async function keepFlow(tx: Tx, { proof, link }: Beginning, now: Instant): Promise<Begun | undefined> {
  await tx.q.deleteFrom('sso_flow').where('expires_at', '<=', now).execute()
  await tx.q.deleteFrom('sso_code').where('expires_at', '<=', now).execute()
  const waiting = await tx.q
    .selectFrom('sso_flow')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .executeTakeFirst()
  if (Number(waiting?.n ?? 0) >= maxFlows) return undefined
  const begun = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  await tx.q
    .insertInto('sso_flow')
    .values({
      state_hash: hashOfSecret(begun.state),
      nonce: begun.nonce,
      verifier: begun.verifier,
      proof,
      user_id: link?.userId ?? null,
      rut: link?.rut ?? null,
      created_at: now,
      expires_at: instantOf(epochMs(now) + flowMs),
    })
    .execute()
  return begun
}

/** The sign-in that waits under a state; undefined when there is none, or it has taken too long. It comes back once (SO4). */
export async function takeFlow(tx: Tx, state: string, now: Instant): Promise<SsoFlowTable | undefined> {
  const hash = hashOfSecret(state)
  const flow = await tx.q.selectFrom('sso_flow').selectAll().where('state_hash', '=', hash).executeTakeFirst()
  const taken = await tx.q.deleteFrom('sso_flow').where('state_hash', '=', hash).executeTakeFirst()
  return flow && taken.numDeletedRows > 0n && flow.expires_at > now ? flow : undefined
}

/** The one-time code with which the browser that began fetches what the provider said. Only its hash is kept. */
export async function giveCode(tx: Tx, flow: SsoFlowTable, { provider, subject }: Identity, now: Instant): Promise<string> {
  const code = newSecret()
  await tx.q
    .insertInto('sso_code')
    .values({
      code_hash: hashOfSecret(code),
      provider,
      subject,
      proof: flow.proof,
      user_id: flow.user_id,
      rut: flow.rut,
      created_at: now,
      expires_at: instantOf(epochMs(now) + codeMs),
    })
    .execute()
  return code
}

/**
 * What a one-time code stands for, to the browser whose secret comes along and for the one purpose; undefined otherwise. Whatever is tried
 * with it, it is gone: nobody tries a second secret (SO5).
 */
export async function takeSsoCode(
  tx: Tx,
  { token, secret }: { readonly token: string; readonly secret: string },
  purpose: { readonly userId: string | null },
  now: Instant,
): Promise<SsoCodeTable | undefined> {
  const hash = hashOfSecret(token)
  const code = await tx.q.selectFrom('sso_code').selectAll().where('code_hash', '=', hash).executeTakeFirst()
  const taken = await tx.q.deleteFrom('sso_code').where('code_hash', '=', hash).executeTakeFirst()
  if (!code || taken.numDeletedRows === 0n || code.expires_at <= now || code.user_id !== purpose.userId) return undefined
  const [kept, shown] = [Buffer.from(code.proof), Buffer.from(proofOf(secret))]
  return kept.length === shown.length && timingSafeEqual(kept, shown) ? code : undefined
}

/** Whom an identity lets in; undefined when nobody has linked it. */
export const linkedUser = (tx: Pick<Tx, 'q'>, { provider, subject }: Identity): Promise<UserTable | undefined> =>
  tx.q
    .selectFrom('sso_link')
    .innerJoin('user', 'user.id', 'sso_link.user_id')
    .select(userColumns)
    .where('sso_link.provider', '=', provider)
    .where('sso_link.subject', '=', subject)
    .executeTakeFirst()

export async function linkOf(tx: Pick<Tx, 'q'>, userId: string): Promise<SsoLink['linked']> {
  const row = await tx.q.selectFrom('sso_link').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? { rut: row.provider === 'claveunica' ? row.subject : null, since: row.created_at } : null
}

/**
 * From now on an identity lets in to an account, in the place of the one before. Whose account is closed holds no identity back.
 * Throws a Refusal: sso_linked_elsewhere.
 */
export async function linkIdentity(tx: Tx, userId: string, { provider, subject }: Identity, now: Instant): Promise<void> {
  const owner = await linkedUser(tx, { provider, subject })
  if (owner && owner.id !== userId && owner.active === 1) throw new Refusal(failure('sso_linked_elsewhere'))
  await tx.q.deleteFrom('sso_link').where('user_id', '=', userId).execute()
  if (owner) await tx.q.deleteFrom('sso_link').where('user_id', '=', owner.id).execute()
  const written = await tx.q
    .insertInto('sso_link')
    .values({ user_id: userId, provider, subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // Somebody else did the same at this very moment, and was first.
  if (written.numInsertedOrUpdatedRows === 0n) throw new Refusal(failure('sso_linked_elsewhere'))
}

/** The identity lets in no more. False when there was none. */
export async function unlinkIdentity(tx: Tx, userId: string): Promise<boolean> {
  await tx.q.deleteFrom('sso_code').where('user_id', '=', userId).execute()
  await tx.q.deleteFrom('sso_flow').where('user_id', '=', userId).execute()
  await tx.q.deleteFrom('sign_in_ticket').where('user_id', '=', userId).where('sso', '=', 1).execute()
  const gone = await tx.q.deleteFrom('sso_link').where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
