import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite, type Database } from '../db/open.ts'
import { migrate } from '../migrations/run.ts'
import { newStamp } from '../sync/stamps.ts'
import { seedTiny, tinyInstant } from './tiny-world.ts'

/** What a database of a test begins with: the schema alone, or the tiny world of `tinyInstant` in it. */
export type Content = 'migrated' | 'tiny'

/** Brings an empty database to a content, as the program itself does: images are copies of what this made. */
export async function make(content: Content, db: Database): Promise<void> {
  await migrate(db)
  if (content === 'tiny') await seedTiny(db, tinyInstant)
}

/** Gives a copy what no two databases share, or one would be taken for another life of the other. */
export async function makeOwn(db: Database): Promise<Database> {
  await db.q.updateTable('sync_stamp').set({ stamp: newStamp() }).execute()
  return db
}

/** Files of SQLite, made by this process when they are first asked for: they can be of no other program than this one. */
const images = new Map<Content, Promise<Buffer>>()

async function imageOf(content: Content): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'iip-image-'))
  const path = join(dir, 'iip.sqlite')
  try {
    const db = openSqlite(path)
    await make(content, db)
    // Empties the log into the file.
    await db.close()
    return readFileSync(path)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A SQLite file at a path, with a content. */
export async function layImage(content: Content, path: string): Promise<Database> {
  const image = images.get(content) ?? imageOf(content)
  images.set(content, image)
  writeFileSync(path, await image)
  return makeOwn(openSqlite(path))
}
