import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../db/open.ts'
import { demoImage } from './demo-image.ts'

/** The demonstration's database, on a copy of its image. `remove` closes it and takes the copy away. */
export async function demoDatabase(): Promise<{ readonly db: Database; readonly remove: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'iip-demo-'))
  cpSync(await demoImage(), dir, { recursive: true })
  const db = openDatabase(undefined, dir)
  const remove = async (): Promise<void> => {
    await db.close()
    rmSync(dir, { recursive: true, force: true })
  }
  return { db, remove }
}
