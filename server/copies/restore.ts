import { sql } from 'kysely'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { instantOf } from '#shared/kernel/instant.ts'
import { openPostgres, openSqlite, type Database, type Tx } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { keepFilesFrom } from '../files/kept-until.ts'
import { FileDamaged } from '../files/lost.ts'
import { openFiles, type FilesConfig } from '../files/open.ts'
import type { Files } from '../files/store.ts'
import { migrations } from '../migrations/index.ts'
import { comingKey, migrate } from '../migrations/run.ts'
import type { Copy } from './copies-in.ts'
import { nodeCopyDisk } from './copy-disk.ts'
import { demandEmpty, fillFrom, notEmpty } from './fill.ts'
import { countsOf, sqliteFile, withCopy } from './pieces.ts'
import { isThere } from './there.ts'
import { verifyCopy } from './verify.ts'
import { within } from './within.ts'

/** Where a copy is put back: a PostgreSQL database, or the SQLite database of a data directory; and its files. */
export interface Target {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly fileStore: FilesConfig
}

export interface Restored {
  /** Migrations that ran on what the copy held. */
  readonly migrated: readonly string[]
  readonly files: number
  /** What the copy itself did not have: the server had lost it before. */
  readonly lost: readonly string[]
}

/**
 * Puts a copy back into an empty place, and nothing over anything: what is there is never changed. Everything of the copy is read and
 * compared before the first row is written. Throws one sentence when it could not; the database is empty then, or not there, or it is one
 * that no server starts on, and to which the same copy's files are brought by doing it again (BK14).
 */
export async function restore(copy: Copy, target: Target): Promise<Restored> {
  const { folder, manifest } = copy
  if (manifest.schema > migrations.length) {
    throw new Error(
      `The copy has schema ${manifest.schema}, made by ${manifest.program}, and this program knows only up to ${migrations.length}: use the newer program.`,
    )
  }
  const isBegun = await demandRoom(target, copy)
  const { findings } = await verifyCopy(folder)
  const broken = findings.filter(({ lost }) => !lost)
  if (broken.length > 0) throw new Error(`The copy is damaged, and nothing was put back: ${broken.map(({ what }) => what).join('; ')}.`)
  const migrated =
    target.databaseUrl === undefined ? await intoSqlite(copy, target) : await intoPostgres(copy, target, target.databaseUrl, isBegun)
  return { migrated, files: manifest.files.count, lost: findings.map(({ what }) => what) }
}

/**
 * Fills an empty database and the place of its files. Files first, so that whatever the database speaks of is there by then; where they are
 * kept in the database itself, after it.
 */
async function fill(
  { folder, manifest }: Copy,
  db: Database,
  { dataDir, fileStore }: Target,
  fillDatabase: () => Promise<string[]>,
): Promise<string[]> {
  const bring = async (): Promise<void> => bringFiles(await openFiles(fileStore, { dataDir, db }), folder, manifest.files.list)
  if (fileStore.kind !== 'database') await bring()
  const migrated = await fillDatabase()
  if (fileStore.kind === 'database') await bring()
  return migrated
}

/** Brings files of a folder to where they are kept: each is compared with its name on the way, and what is there whole is left. */
export async function bringFiles(files: Files, folder: string, list: readonly (readonly [sha256: string, bytes: number])[]): Promise<void> {
  for (const [sha256, bytes] of list)
    if (!(await isWhole(files, sha256, bytes))) await files.put(sha256, bytes, () => createReadStream(join(folder, 'files', sha256)))
}

/** Whether a file is there with every byte that its name says: as many of them may be others. */
export async function isWhole(files: Files, sha256: string, bytes: number): Promise<boolean> {
  if ((await files.size(sha256)) !== bytes) return false
  try {
    const source = await files.read(sha256)
    if (!source) return false
    for await (const _ of source);
    return true
  } catch (error) {
    if (error instanceof FileDamaged) return false
    throw error
  }
}

/**
 * Throws one sentence unless the place is empty, or a restore of this very copy broke off there with all rows and without all files: true
 * then. Nothing is changed.
 */
async function demandRoom({ databaseUrl, dataDir }: Target, { manifest }: Copy): Promise<boolean> {
  if (databaseUrl === undefined) {
    for (const name of [sqliteFile, `${sqliteFile}-wal`]) {
      if (await isThere(join(dataDir, name))) throw new Error(notEmpty(join(dataDir, name)))
    }
    return false
  }
  return within(openPostgres(databaseUrl, endlessPatience), async (db) => {
    if ((await comingIn(db)) === manifest.digest) return true
    await demandEmpty(db, nameOf(databaseUrl))
    return false
  })
}

/** Digest of the copy whose files are still to come into a database; undefined where none are, also where there is no table yet. */
async function comingIn(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('meta')::text as name`.execute(db.q)
  if (!rows[0]?.name) return undefined
  return (await db.q.selectFrom('meta').select('value').where('key', '=', comingKey).executeTakeFirst())?.value
}

/** The database that a URL names, without what opens it. */
export function nameOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `The database ${pathname.slice(1)} on ${host}`
}

async function intoPostgres(copy: Copy, target: Target, databaseUrl: string, isBegun: boolean): Promise<string[]> {
  const { folder, manifest } = copy
  const marks = async (tx: Tx): Promise<void> => {
    await wentBack(tx)
    await tx.q
      .insertInto('meta')
      .values({ key: comingKey, value: manifest.digest })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: manifest.digest }))
      .execute()
  }
  return within(openPostgres(databaseUrl, endlessPatience), async (db) => {
    const migrated = await fill(copy, db, target, async () => {
      if (!isBegun) {
        const filled = await withCopy(folder, manifest, (source) => fillFrom(db, source, nameOf(databaseUrl), marks))
        demandCounts(manifest.tables, filled)
      }
      return migrate(db)
    })
    await db.q.deleteFrom('meta').where('key', '=', comingKey).execute()
    return migrated
  })
}

/** What is kept beside the database may be newer than it. */
const wentBack = (tx: Pick<Tx, 'q'>): Promise<void> => keepFilesFrom(tx, instantOf(Date.now()))

/** The file gets its name when everything is in it: a restore that breaks off leaves nothing that a server would start on. */
async function intoSqlite(copy: Copy, target: Target): Promise<string[]> {
  const { folder, manifest } = copy
  const { dataDir } = target
  await mkdir(dataDir, { recursive: true })
  const part = join(dataDir, `${sqliteFile}.part`)
  const clean = async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm']) await rm(`${part}${end}`, { force: true })
  }
  await clean()
  try {
    if (manifest.database === 'sqlite') await copyFile(join(folder, sqliteFile), part)
    const migrated = await within(openSqlite(part), (db) =>
      fill(copy, db, target, async () => {
        const filled =
          manifest.database === 'postgres'
            ? await withCopy(folder, manifest, (source) => fillFrom(db, source, part))
            : await db.read((tx) => countsOf(tx))
        demandCounts(manifest.tables, filled)
        await wentBack(db)
        return migrate(db)
      }),
    )
    await nodeCopyDisk.flush(part)
    await rename(part, join(dataDir, sqliteFile))
    await nodeCopyDisk.flush(dataDir)
    return migrated
  } catch (error) {
    await clean()
    throw error
  }
}

function demandCounts(written: Readonly<Record<string, number>>, found: Readonly<Record<string, number>>): void {
  for (const [name, rows] of Object.entries(written)) {
    if (found[name] !== rows) throw new Error(`${name} has ${found[name] ?? 'no'} rows and the copy says ${rows}: nothing was put back`)
  }
}
