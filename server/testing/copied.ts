import { categoriesScope } from '#shared/protocol/scope.ts'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForReading, openPostgres, type Database } from '../db/open.ts'
import { writeChanges } from '../sync/changes.ts'
import { createTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './databases.ts'
import { newDatabase } from './own-postgres.ts'
import { makeOwn } from './world-image.ts'

/** A server of the tiny world whose database other processes can open, with a folder for copies. All of it is gone after `close`. */
export interface Ground {
  readonly app: TestApp
  readonly databaseUrl: string | undefined
  /** Settings with which a command works on it. */
  readonly settings: Readonly<Record<string, string>>
  /** For copies and whatever comes of them. */
  readonly dir: string
  /** An empty place of the same kind: settings, and a database in it once something was put there. */
  empty(name: string): Promise<Place>
  close(): Promise<void>
}

export interface Place {
  readonly settings: Readonly<Record<string, string>>
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  open(): Database
}

export async function startGround(kind: DatabaseKind): Promise<Ground> {
  const databaseUrl = kind === 'postgres' ? await newDatabase('tiny') : undefined
  const postgres = databaseUrl === undefined ? undefined : { url: databaseUrl, open: () => makeOwn(openPostgres(databaseUrl)) }
  // However slow the machine is, a push is decided whole.
  const app = await createTestApp({ postgres, elapsed: () => 0 })
  const dir = mkdtempSync(join(tmpdir(), 'iip-copies-'))
  mkdirSync(join(dir, 'copies'))
  const settingsOf = (url: string | undefined, dataDir: string): Record<string, string> => ({
    DATA_DIR: dataDir,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  })
  return {
    app,
    databaseUrl,
    dir,
    settings: settingsOf(databaseUrl, app.dataDir),
    empty: async (name) => {
      const url = kind === 'postgres' ? await newDatabase('empty') : undefined
      const dataDir = join(dir, name)
      return { settings: settingsOf(url, dataDir), databaseUrl: url, dataDir, open: () => openForReading(url, dataDir) }
    },
    close: async () => {
      await app.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Keeps a file of which a row speaks, as the icon of a category. Returns its digest. */
export async function keepIcon({ app }: Ground, text: string): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(app.dataDir, 'files', sha256), text)
  const row = { id: `of-${sha256.slice(0, 8)}`, name: text, shortDescription: '', longDescription: '', active: true, icon: sha256 }
  await app.db.write((tx) => writeChanges(tx, [{ scope: categoriesScope, part: '', table: 'category', id: row.id, row }], app.clock.now()))
  return sha256
}
