import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Tx } from '../../db/open.ts'
import { hashOfSecret, newSecret } from '../../http/session.ts'

export type TokenPurpose = 'reset' | 'invite'

/** Minutes that the secret of a letter is good for (SI3). */
const lifeMinutes: Readonly<Record<TokenPurpose, number>> = { reset: 60, invite: 7 * 24 * 60 }

/**
 * A new secret for a letter. Only its hash is kept. An earlier one to reset a password stops working; those of invitations go on
 * until one is used, the person's address changes or they expire: several letters to who has not joined each carry one.
 */
export async function mintToken(tx: Tx, userId: string, purpose: TokenPurpose, now: Instant): Promise<string> {
  const secret = newSecret()
  const earlier = tx.q.deleteFrom('token').where('user_id', '=', userId).where('purpose', '=', purpose)
  await (purpose === 'invite' ? earlier.where('expires_at', '<=', now) : earlier).execute()
  await tx.q
    .insertInto('token')
    .values({
      token_hash: hashOfSecret(secret),
      purpose,
      user_id: userId,
      created_at: now,
      expires_at: instantOf(epochMs(now) + lifeMinutes[purpose] * 60_000),
      used_at: null,
    })
    .execute()
  return secret
}

/** User whom an unused, unexpired secret belongs to; undefined otherwise. */
export async function ownerOfToken(tx: Tx, secret: string, purpose: TokenPurpose, now: Instant): Promise<string | undefined> {
  const row = await tx.q
    .selectFrom('token')
    .select(['user_id', 'expires_at', 'used_at'])
    .where('token_hash', '=', hashOfSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row && row.used_at === null && row.expires_at > now ? row.user_id : undefined
}

/** Takes a secret away; false when it was taken already: of two that use it at once, on whichever database, one does. */
export async function takeToken(tx: Tx, secret: string, purpose: TokenPurpose): Promise<boolean> {
  const taken = await tx.q
    .deleteFrom('token')
    .where('token_hash', '=', hashOfSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

/** Every secret of the user stops working: one was used, or the password changed. */
export async function spendTokens(tx: Tx, userId: string): Promise<void> {
  await tx.q.deleteFrom('token').where('user_id', '=', userId).execute()
}
