import type { Instant } from '#shared/kernel/instant.ts'
import type { Database, Tx } from '../../db/open.ts'
import { hashOfSecret, newSecret } from '../../http/session.ts'

/** Devices of one person that are remembered: beyond, the one that was quiet for longest is forgotten. */
const maxPerUser = 30

/** Addresses of the accounts that have signed in with this secret's browser; none without one. */
export async function knownBy(db: Database, secret: string | undefined): Promise<ReadonlySet<string>> {
  if (secret === undefined || secret === '') return new Set()
  const rows = await db.q
    .selectFrom('known_device')
    .innerJoin('user', 'user.id', 'known_device.user_id')
    .select('user.email')
    .where('known_device.secret_hash', '=', hashOfSecret(secret))
    .execute()
  return new Set(rows.map((row) => row.email))
}

/**
 * From now on the browser is one of the user's. Returns its secret: the one it brought when this server has given it out, else a new one,
 * so that nobody can plant a secret that they know.
 */
export async function knowDevice(
  tx: Tx,
  userId: string,
  brought: { secret: string | undefined; isOurs: boolean },
  now: Instant,
): Promise<string> {
  const secret = brought.secret !== undefined && brought.isOurs ? brought.secret : newSecret()
  await tx.q
    .insertInto('known_device')
    .values({ secret_hash: hashOfSecret(secret), user_id: userId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['secret_hash', 'user_id']).doUpdateSet({ last_used_at: now }))
    .execute()
  const rows = await tx.q
    .selectFrom('known_device')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('secret_hash')
    .offset(maxPerUser)
    .limit(maxPerUser)
    .execute()
  for (const row of rows) await forgetDevice(tx, userId, row.secret_hash)
  return secret
}

export async function forgetDevice(tx: Pick<Tx, 'q'>, userId: string, secretHash: string): Promise<void> {
  await tx.q.deleteFrom('known_device').where('user_id', '=', userId).where('secret_hash', '=', secretHash).execute()
}

/** The password was lost: whoever knew it is a stranger on every device. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.q.deleteFrom('known_device').where('user_id', '=', userId).execute()
}
