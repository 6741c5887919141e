import { sql } from 'kysely'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { openForReading, openSqlite, type Database, type Tx } from '../db/open.ts'
import { newestCommit } from '../sync/stamps.ts'
import { schemaVersionOf } from '../migrations/run.ts'
import { tablesOf, tablesOfFiles, type TableShape } from './catalogue.ts'
import { measured, type CopyDisk } from './copy-disk.ts'
import type { Manifest } from './manifest.ts'
import { countOf, lineOf, rowIn, rowsOf, type Row } from './rows.ts'

/** A database as somebody reads it to make another of it: of one moment, tables in the order in which they are written. */
export interface Source {
  readonly kind: 'sqlite' | 'postgres'
  /** How many migrations made it. */
  readonly schema: number
  readonly tables: readonly SourceTable[]
}

export interface SourceTable {
  readonly shape: TableShape
  rows(): AsyncIterable<readonly Row[]>
}

/** Name of the SQLite database, in a data directory as in a copy. */
export const sqliteFile = 'iip.sqlite'

/** What a manifest says of a database. */
export type Told = Pick<Manifest, 'schema' | 'epoch' | 'ledger' | 'audit' | 'tables'>

/** What a database says of itself at one moment. */
export async function toldBy(tx: Tx): Promise<Told> {
  const { q } = tx
  const newest = await q
    .selectFrom('sync_mutation')
    .select(['mid', 'received_at'])
    .orderBy('received_at', 'desc')
    .orderBy('mid')
    .limit(1)
    .executeTakeFirst()
  const counts = await countsOf(tx)
  const epoch = await q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
  const head = await q.selectFrom('audit_head').select(['n', 'digest']).executeTakeFirst()
  return {
    schema: await schemaVersionOf(tx),
    epoch: epoch?.value ?? '',
    ledger: {
      entries: counts['sync_mutation'] ?? 0,
      commit: await newestCommit(tx),
      newest: newest ? { mid: newest.mid, at: newest.received_at } : null,
    },
    audit: { n: head?.n ?? 0, digest: head?.digest ?? '' },
    tables: counts,
  }
}

/** Rows of each table, whichever schema it has. */
export async function countsOf(tx: Tx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await tablesOf(tx)) counts[name] = await countOf(tx, name)
  return counts
}

/** A database as a source of rows, within a transaction. */
export async function sourceOf(tx: Tx): Promise<Source> {
  const tables = await tablesOf(tx)
  return {
    kind: tx.kind,
    schema: await schemaVersionOf(tx),
    tables: tables.map((shape) => ({ shape, rows: () => rowsOf(tx, shape) })),
  }
}

export interface CopiedDatabase extends Told {
  readonly kind: 'sqlite' | 'postgres'
  readonly takenAt: string
  readonly pieces: Manifest['pieces']
}

/**
 * Copies a database into a folder while it is written to: SQLite as a file of its own, PostgreSQL as lines of JSON for each table, all of
 * one moment. Bounded memory.
 */
export async function copyDatabase(
  db: Database,
  { folder, disk, now }: { readonly folder: string; readonly disk: CopyDisk; readonly now: () => string },
): Promise<CopiedDatabase> {
  return db.kind === 'sqlite' ? copySqlite(db, folder, disk, now()) : copyPostgres(db, folder, disk, now())
}

async function copySqlite(db: Database, folder: string, disk: CopyDisk, takenAt: string): Promise<CopiedDatabase> {
  const path = join(folder, sqliteFile)
  // From the caller's own connection, for reading: a copy page by page would begin anew at each commit of the server's.
  await sql`vacuum into ${path}`.execute(db.q)
  await disk.flush(path)
  const copy = openForReading(undefined, folder)
  try {
    const told = await copy.read((tx) => toldBy(tx))
    return { kind: 'sqlite', takenAt, ...told, pieces: [{ path: sqliteFile, ...(await measured(path)) }] }
  } finally {
    await copy.close()
  }
}

async function copyPostgres(db: Database, folder: string, disk: CopyDisk, takenAt: string): Promise<CopiedDatabase> {
  await mkdir(join(folder, 'tables'))
  const copied = await db.read(async (tx) => {
    const found = await toldBy(tx)
    const told = { ...found, tables: Object.fromEntries(Object.entries(found.tables).filter(([name]) => !tablesOfFiles.has(name))) }
    const pieces: Manifest['pieces'] = []
    for (const { shape, rows } of (await sourceOf(tx)).tables) {
      if (tablesOfFiles.has(shape.name)) continue
      const path = `tables/${shape.name}.ndjson.gz`
      const poured = await disk.pour(join(folder, path), packed(shape, rows()))
      pieces.push({ path, ...poured })
    }
    return { kind: 'postgres' as const, takenAt, ...told, pieces }
  })
  await disk.flush(join(folder, 'tables'))
  return copied
}

/** A table as gzipped lines: its shape, then a row each. Nothing is read before the first bytes are asked for. */
async function* packed(shape: TableShape, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  const lines = async function* (): AsyncGenerator<string> {
    yield `${JSON.stringify(shape)}\n`
    for await (const page of pages) yield page.map((row) => `${lineOf(row)}\n`).join('')
  }
  const zip = createGzip()
  const fed = pipeline(Readable.from(lines()), zip)
  // What breaks is told to who reads the zip.
  fed.catch(() => undefined)
  for await (const bytes of zip) yield bytes
  await fed
}

const shapeSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/)),
  columns: v.array(
    v.strictObject({ name: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,60}$/)), kind: v.picklist(['text', 'integer', 'real', 'bytes']) }),
  ),
  key: v.array(v.string()),
  parents: v.array(v.string()),
})

/** Runs work on the database of a copy, whichever engine it came from. The copy is only read. */
export async function withCopy<T>(folder: string, manifest: Manifest, work: (source: Source) => Promise<T>): Promise<T> {
  if (manifest.database === 'postgres') {
    const tables = []
    for (const { path } of manifest.pieces) tables.push(await pieceTable(join(folder, path)))
    return work({ kind: 'postgres', schema: manifest.schema, tables })
  }
  const db = openSqlite(join(folder, sqliteFile), 'read')
  try {
    return await db.read(async (tx) => work(await sourceOf(tx)))
  } finally {
    await db.close()
  }
}

async function pieceTable(path: string): Promise<SourceTable> {
  const lines = linesOf(path)
  const first = await lines.next()
  await lines.return(undefined)
  const shape = v.parse(shapeSchema, first.done ? undefined : JSON.parse(first.value))
  return { shape, rows: () => pieceRows(path, shape) }
}

async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const file = createReadStream(path)
  const text = createGunzip()
  file.on('error', (error) => text.destroy(error))
  const reader = createInterface({ input: file.pipe(text), crlfDelay: Infinity })
  // What reads lines tells nobody of an error of what it reads.
  let broken: Error | undefined
  text.on('error', (error) => {
    broken = error
    reader.close()
  })
  try {
    for await (const line of reader) yield line
    if (broken) throw broken
  } finally {
    reader.close()
    file.destroy()
  }
  return undefined
}

const linesOfPage = 500

async function* pieceRows(path: string, shape: TableShape): AsyncGenerator<readonly Row[]> {
  let page: Row[] = []
  let isFirst = true
  for await (const line of linesOf(path)) {
    if (!isFirst) page.push(rowIn(line, shape.columns))
    isFirst = false
    if (page.length < linesOfPage) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
