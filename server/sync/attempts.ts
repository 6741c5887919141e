import { sql } from 'kysely'
import type { Database, Tx } from '../db/open.ts'
import type { Ledger } from './ledger.ts'

/** How often each sequence of a device has broken so far. */
export async function attemptsOf(tx: Tx, { userId, deviceId }: Ledger): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.q
    .selectFrom('sync_attempt')
    .select(['seq', 'attempts'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
  return new Map(rows.map((row) => [row.seq, row.attempts]))
}

/** The batch in which they broke was rolled back. */
export async function countAttempts(db: Database, { userId, deviceId }: Ledger, seqs: readonly number[]): Promise<void> {
  await db.write(async (tx) => {
    for (const seq of seqs) {
      await tx.q
        .insertInto('sync_attempt')
        .values({ user_id: userId, device_id: deviceId, seq, attempts: 1 })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'device_id', 'seq']).doUpdateSet({ attempts: sql`sync_attempt.attempts + 1` }),
        )
        .execute()
    }
  })
}

/** Sequences that are in the ledger now have no more tries. */
export async function forgetAttempts(tx: Tx, { userId, deviceId }: Ledger, through: number): Promise<void> {
  await tx.q
    .deleteFrom('sync_attempt')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('seq', '<=', through)
    .execute()
}
