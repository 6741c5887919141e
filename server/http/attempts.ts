import { epochMs, instantOf } from '#shared/kernel/instant.ts'
import type { Database, Tx } from '../db/open.ts'
import { oneOf } from '../db/dialect.ts'
import { hashOfSecret } from './session.ts'
import { decide, type Count, type Counts, type Limit, type Taken } from './throttle.ts'

/** Counts in the database, shared by its processes and kept over a restart. Keys are stored hashed: they hold addresses. */
export class DatabaseCounts implements Counts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async take(limits: readonly Limit[], nowMs: number): Promise<Taken> {
    const hashes = new Map(limits.map(({ key }) => [key, hashOfSecret(key)]))
    return this.#db.write(async (tx) => {
      const known = await held(tx, hashes, nowMs)
      const { after, ...taken } = decide(limits, known, nowMs)
      for (const [key, count] of after) {
        await tx.q
          .updateTable('attempt')
          .set({ attempts: count.attempts, failures: count.failures, last_at: instantOf(count.lastMs) })
          .where('key', '=', hashes.get(key) ?? '')
          .execute()
      }
      return taken
    })
  }

  async giveBack(key: string): Promise<void> {
    await this.#db.q
      .updateTable('attempt')
      .set((row) => ({ attempts: row('attempts', '-', 1), failures: row('failures', '-', 1) }))
      .where('key', '=', hashOfSecret(key))
      .where('attempts', '>', 0)
      .where('failures', '>', 0)
      .execute()
  }

  async clear(keys: readonly string[]): Promise<void> {
    await this.#db.q
      .deleteFrom('attempt')
      .where(oneOf(this.#db.kind, 'key', keys.map(hashOfSecret)))
      .execute()
  }
}

/** Counts of the keys, their rows made when they are new and locked until the end of the transaction. */
async function held(tx: Tx, hashes: ReadonlyMap<string, string>, nowMs: number): Promise<Map<string, Count>> {
  const sorted = [...hashes.values()].toSorted()
  await tx.q
    .insertInto('attempt')
    .values(sorted.map((key) => ({ key, attempts: 0, failures: 0, last_at: instantOf(nowMs) })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const query = tx.q
    .selectFrom('attempt')
    .select(['key', 'attempts', 'failures', 'last_at'])
    .where(oneOf(tx.kind, 'key', sorted))
    .orderBy('key')
  const rows = await (tx.kind === 'postgres' ? query.forUpdate() : query).execute()
  const byHash = new Map(rows.map((row) => [row.key, row]))
  const found = new Map<string, Count>()
  for (const [key, hash] of hashes) {
    const row = byHash.get(hash)
    if (row && row.attempts + row.failures > 0)
      found.set(key, { attempts: row.attempts, failures: row.failures, lastMs: epochMs(row.last_at) })
  }
  return found
}
