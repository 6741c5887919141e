import type { Database } from '../db/open.ts'

/** Works with a database and closes it, whatever becomes of the work. */
export async function within<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
