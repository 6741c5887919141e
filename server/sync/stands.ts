import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** Where scopes stand: the commit that changed each last, and the one up to which it no longer tells what was deleted in it. */
export type ScopeStands = ReadonlyMap<string, { readonly version: number; readonly floor: number }>

/** Where some scopes stand, and of others those that changed after a commit, which are few of very many. */
export async function standsOf(tx: Tx, some: readonly string[], others: readonly string[], since: number): Promise<ScopeStands> {
  const rows = await tx.q
    .selectFrom('sync_scope')
    .select(['id', 'version', 'floor_version'])
    .where(oneOf(tx.kind, 'id', [...new Set([...some, ...others])]))
    .where((row) => row.or([row('version', '>=', since), row('floor_version', '>=', since), oneOf(tx.kind, 'id', some)]))
    .execute()
  return new Map(rows.map((row) => [row.id, { version: row.version, floor: row.floor_version }]))
}
