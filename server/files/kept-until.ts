import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Tx } from '../db/open.ts'

/** Row of `meta`: until when no file is removed, whether rows name it or not. */
const keptKey = 'files_kept_until'
/** As long as a device may be away with what names a file, and whoever went back too far may think again. */
const keptMs = 30 * dayMs

/**
 * The database went back: what is kept beside it is newer, and rows that name it come back with the devices. Until then no file is removed (BK13).
 * An earlier moment does not take the place of a later one.
 */
export async function keepFilesFrom({ q }: Pick<Tx, 'q'>, at: Instant): Promise<void> {
  const value = instantOf(epochMs(at) + keptMs)
  await q
    .insertInto('meta')
    .values({ key: keptKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('meta.value', '<', value))
    .execute()
}

/** Whether files that no row names stay. */
export async function areFilesKept({ q }: Pick<Tx, 'q'>, now: Instant): Promise<boolean> {
  const row = await q.selectFrom('meta').select('value').where('key', '=', keptKey).executeTakeFirst()
  return row !== undefined && row.value > now
}
