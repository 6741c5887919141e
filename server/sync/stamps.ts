import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/open.ts'

/** Row of `sync_scope` that numbers the commits that change rows, over all scopes. No scope has this name. */
export const commitOrder = '*'

/** Name of one commit; of no number, what every name begins with. */
export const stampKey = (version: number | ''): string => `${commitOrder} ${version}`

/** What a commit has beside its number, so that it is never taken for one that had the same number in another life of the database. */
export const newStamp = (): string => randomBytes(6).toString('base64url')

/** Number of the newest commit; 0 before there is one. */
export async function newestCommit(tx: Tx): Promise<number> {
  const row = await tx.q.selectFrom('sync_scope').select('version').where('id', '=', commitOrder).executeTakeFirst()
  return row?.version ?? 0
}
