import { randomBytes } from 'node:crypto'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** Name of one version of a scope. */
export const stampKey = (scope: string, version: number): string => `${scope} ${version}`

/** What a version has beside its number, so that it is never taken for one that had the same number in another life of the database. */
export const newStamp = (): string => randomBytes(6).toString('base64url')

/** Stamps of the named versions; a version from before stamps has none. */
export async function stampsOf(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('sync_stamp')
    .select(['key', 'stamp'])
    .where(oneOf(tx.kind, 'key', keys))
    .execute()
  return new Map(rows.map((row) => [row.key, row.stamp]))
}
