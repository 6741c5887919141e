import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Tx } from '../../db/open.ts'
import type { PasskeyChallengeTable } from '../../db/schema.ts'
import { hashOfSecret, newSecret, type Session } from '../../http/session.ts'

/** Minutes from a challenge to what was signed of it. */
const minutes = 5
export const challengeMs = minutes * 60_000
/** Challenges of one session for one purpose that wait at once: of more the oldest begin anew. */
const maxWaiting = 5

/** What a challenge was given for, and to whose session; of a sign-in nobody is known yet. */
export interface Ceremony {
  readonly purpose: PasskeyChallengeTable['purpose']
  readonly of: { readonly userId: string; readonly sessionHash: string } | null
}

/** A ceremony of who is signed in. */
export const ofSession = (purpose: 'add' | 'proof', { user, tokenHash }: Session): Ceremony => ({
  purpose,
  of: { userId: user.id, sessionHash: tokenHash },
})

/** Keeps, by its hash, that something was given to be signed. Returns it, and until when it is good. */
export async function giveChallenge(tx: Tx, { purpose, of }: Ceremony, now: Instant): Promise<{ challenge: string; expiresAt: Instant }> {
  const challenge = newSecret()
  const expiresAt = instantOf(epochMs(now) + challengeMs)
  await tx.q
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashOfSecret(challenge),
      purpose,
      user_id: of?.userId ?? null,
      session_hash: of?.sessionHash ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  if (of) {
    const older = await tx.q
      .selectFrom('passkey_challenge')
      .select('challenge_hash')
      .where('session_hash', '=', of.sessionHash)
      .where('purpose', '=', purpose)
      .orderBy('created_at', 'desc')
      .orderBy('challenge_hash')
      .offset(maxWaiting)
      .limit(maxWaiting)
      .execute()
    for (const row of older) await tx.q.deleteFrom('passkey_challenge').where('challenge_hash', '=', row.challenge_hash).execute()
  }
  return { challenge, expiresAt }
}

/**
 * Takes a challenge away, whatever comes of it: of two that bring it at once, on whichever database, one does. False where it was not
 * given for this, or to somebody else, or too long ago.
 */
export async function takeChallenge(tx: Tx, challenge: string, { purpose, of }: Ceremony, now: Instant): Promise<boolean> {
  const taken = await tx.q
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOfSecret(challenge))
    .returningAll()
    .executeTakeFirst()
  if (!taken || taken.expires_at <= now || taken.purpose !== purpose) return false
  return taken.user_id === (of?.userId ?? null) && taken.session_hash === (of?.sessionHash ?? null)
}
