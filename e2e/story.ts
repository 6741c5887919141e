import { join } from 'node:path'
import { openSqlite } from '#server/db/open.ts'
import { createExecute } from '#server/sync/execute.ts'
import type { Ground } from '#server/testing/story.ts'
import { WorldStore } from '#server/world/store.ts'
import { instantOf } from '#shared/kernel/instant.ts'

/** Writes a story into a data folder as the server does, which must not be running meanwhile. */
export async function writeStory(dataDir: string, story: (ground: Ground) => Promise<void>): Promise<void> {
  const db = openSqlite(join(dataDir, 'iip.sqlite'))
  const worlds = new WorldStore()
  const now = (): string => instantOf(Date.now())
  const log = { error: (data: object, message: string) => console.error(message, data) }
  try {
    await story({ db, worlds, now, execute: createExecute({ db, worlds, now, log, poke: () => undefined }) })
  } finally {
    await db.close()
  }
}
