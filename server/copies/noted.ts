import type { Instant } from '#shared/kernel/instant.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'

/** Rows of `meta` that say when there last was a copy that was found whole, and a drill that came back from one. */
export type Noted = 'backup_at' | 'drill_at'

/**
 * Writes into the running database when something last went well, so that its metrics can say how long ago that is. It is not what was
 * asked for: returns why it could not, and undefined when it could.
 */
export async function note(config: Pick<Config, 'databaseUrl' | 'dataDir'>, what: Noted, at: Instant): Promise<string | undefined> {
  try {
    const db = openDatabase(config.databaseUrl, config.dataDir)
    try {
      await db.q
        .insertInto('meta')
        .values({ key: what, value: at })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: at }))
        .execute()
      return undefined
    } finally {
      await db.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
