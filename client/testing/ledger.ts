import type { TestApp } from '#server/testing/app.ts'

interface LedgerEntry {
  readonly name: string
  readonly entity: string | null
  readonly d: string
  readonly args: string
}

/** What a person's devices have had written into the ledger, in order; what the demonstration and its stories say they did is left out. */
export async function ledgerOf({ db }: TestApp, userId: string): Promise<readonly LedgerEntry[]> {
  return db.q
    .selectFrom('sync_mutation')
    .select(['name', 'entity', 'disposition as d', 'args'])
    .where('author_id', '=', userId)
    .where('mid', 'not like', 'demo-%')
    .where('mid', 'not like', 'story-%')
    .orderBy('received_at')
    .orderBy('seq')
    .execute()
}
