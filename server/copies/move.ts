import { join } from 'node:path'
import { verifyChain } from '../audit/verify.ts'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { migrate, movedKey } from '../migrations/run.ts'
import { fillFrom, type Filled } from './fill.ts'
import { nameOf } from './restore.ts'
import { sourceOf, sqliteFile } from './pieces.ts'
import { isThere } from './there.ts'
import { within } from './within.ts'

export interface Moved {
  readonly filled: Filled
  readonly migrated: readonly string[]
  /** End of the audit's chain, verified where it is now. */
  readonly audit: { readonly n: number; readonly digest: string }
}

/**
 * Moves the SQLite database of a data directory into an empty PostgreSQL database: every table, each read back and compared row by row, in one
 * transaction. Epoch, secret and the order of commits go along, so that devices notice nothing. Nobody else may have the SQLite database
 * open, and it is marked once all is there: a server refuses to start on it. Throws one sentence when it could not; nothing has changed then.
 */
export async function moveTo(databaseUrl: string, { dataDir, at }: { readonly dataDir: string; readonly at: string }): Promise<Moved> {
  return within(await openAlone(dataDir), (from) =>
    within(openPostgres(databaseUrl, endlessPatience), async (to) => {
      const moved = await from.q.selectFrom('meta').select('value').where('key', '=', movedKey).executeTakeFirst()
      if (moved) throw new Error(`This database was moved already: ${moved.value}.`)
      const filled = await from.read(async (tx) => fillFrom(to, await sourceOf(tx), nameOf(databaseUrl)))
      const migrated = await migrate(to)
      const { head, finding } = await verifyChain(to)
      if (finding) throw new Error(`The audit does not hold in PostgreSQL: ${finding.what}. The SQLite database is still the right one.`)
      await from.q
        .insertInto('meta')
        .values({ key: movedKey, value: `${nameOf(databaseUrl)}, ${at}` })
        .execute()
      return { filled, migrated, audit: { n: head.n, digest: head.digest } }
    }),
  )
}

/** Makes a SQLite database that was moved the right one again. Throws a sentence when it was not moved. */
export async function takeBack(dataDir: string): Promise<void> {
  await within(await openAlone(dataDir), async (db) => {
    const { numDeletedRows } = await db.q.deleteFrom('meta').where('key', '=', movedKey).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Error('This database was not moved.')
  })
}

async function openAlone(dataDir: string): Promise<Database> {
  const path = join(dataDir, sqliteFile)
  if (!(await isThere(path))) throw new Error(`There is no ${path}: say DATA_DIR.`)
  try {
    return openSqlite(path, 'alone')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw new Error('The server, or another command, has the SQLite database open: stop it first.', { cause: error })
    throw error
  }
}
