import { sql } from 'kysely'
import type { Database, Tx } from '../db/open.ts'
import { migrations } from '../migrations/index.ts'
import { migrate } from '../migrations/run.ts'
import { schemaTable, tablesOf, tablesOfFiles, type TableShape } from './catalogue.ts'
import type { Source } from './pieces.ts'
import { countOf, RowCount, rowsOf, writeRows } from './rows.ts'
import { storable } from './unstorable.ts'

/** Tables in which migrations themselves leave a row: of a database that holds nothing else nothing is lost. */
const madeByMigrations = new Set(['audit_head', 'sync_scope'])

/** Throws one sentence unless nothing has been kept in a database. Nothing is changed. */
export async function demandEmpty(db: Database, named: string): Promise<void> {
  const held = await db.read(async (tx) => heldIn(tx))
  if (held !== undefined) throw new Error(notEmpty(named, held))
}

/** The refusal of a place in which something is. */
export const notEmpty = (named: string, table?: string): string =>
  `${named} is not empty${table === undefined ? '' : ` (there is something in ${table})`}: give an empty place, nothing is ever written over.`

/** A table in which something has been kept; undefined in an empty database. */
async function heldIn(tx: Tx): Promise<string | undefined> {
  const there = await tableNames(tx)
  if (there.length === 0) return undefined
  // Somebody else's: what is in it is not ours to judge.
  if (!there.includes(schemaTable)) return there[0]
  for (const { name } of await tablesOf(tx)) {
    const allowed = madeByMigrations.has(name) ? await madeIn(tx, name) : 0
    if ((await countOf(tx, name)) > allowed) return name
  }
  return undefined
}

async function tableNames({ kind, q }: Tx): Promise<string[]> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  ).execute(q)
  return rows.map(({ name }) => name)
}

/** Rows of these tables that a migration wrote and nothing has touched since. */
async function madeIn({ q }: Tx, table: string): Promise<number> {
  const { rows } = await (
    table === 'audit_head'
      ? sql<{ count: number }>`select count(*) as count from audit_head where n = 0`
      : sql<{ count: number }>`select count(*) as count from sync_scope where id in ('*', 'categories') and version = 0`
  ).execute(q)
  return Number(rows[0]?.count ?? 0)
}

/** Rows of each table that were written and read back. */
export type Filled = Readonly<Record<string, number>>

/**
 * Writes a source into an empty database: the schema that the source has, then all rows in one transaction, in which each table is read
 * back and compared with what was written, row by row, and what `also` writes. All of it or nothing. The schema is not brought further: see
 * `migrate`.
 */
export async function fillFrom(
  db: Database,
  source: Source,
  named: string,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Filled> {
  if (source.schema > migrations.length)
    throw new Error(`The copy has schema ${source.schema} and this program knows only up to ${migrations.length}: use the newer program.`)
  await demandEmpty(db, named)
  await migrate(db, { migrations: migrations.slice(0, source.schema) })
  return db.write(async (tx) => {
    await demandAlone(tx)
    // Somebody may have begun since it was looked at.
    const held = await heldIn(tx)
    if (held !== undefined) throw new Error(notEmpty(named, held))
    const shapes = new Map((await tablesOf(tx)).map((shape) => [shape.name, shape]))
    const filled: Record<string, number> = {}
    for (const { shape, rows } of source.tables) {
      const target = shapes.get(shape.name)
      if (!target || !isSame(shape, target)) throw new Error(`the table ${shape.name} is another one in the schema ${source.schema}`)
      shapes.delete(shape.name)
      const replacing = (await countOf(tx, shape.name)) > 0
      const given = new RowCount()
      for await (const came of rows()) {
        const page = db.kind === 'postgres' ? storable(shape, came) : came
        await writeRows(tx, target, page, replacing)
        given.add(page)
      }
      const kept = new RowCount()
      for await (const page of rowsOf(tx, target)) kept.add(page)
      if (kept.rows !== given.rows || kept.digest() !== given.digest())
        throw new Error(`the table ${shape.name} came out otherwise: ${given.rows} rows were given, ${kept.rows} are there`)
      filled[shape.name] = given.rows
    }
    const left = [...shapes.keys()].find((name) => !tablesOfFiles.has(name))
    if (left !== undefined) throw new Error(`the copy has no table ${left}, which its schema ${source.schema} has`)
    await continueCounting(tx)
    await also(tx)
    return filled
  })
}

/** Nobody else begins to write between the look and the rows: in SQLite nobody can. */
async function demandAlone({ kind, q }: Tx): Promise<void> {
  if (kind === 'postgres') await sql`lock table meta, sync_mutation, "user" in access exclusive mode`.execute(q)
}

/** Columns that PostgreSQL numbers by itself go on after the highest number that came. */
export async function continueCounting({ kind, q }: Tx): Promise<void> {
  if (kind === 'sqlite') return
  const { rows } = await sql<{ tbl: string; name: string; counter: string }>`
    select table_name as tbl, column_name as name, pg_get_serial_sequence(quote_ident(table_name), column_name) as counter
    from information_schema.columns
    where table_schema = current_schema() and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`.execute(q)
  for (const { tbl, name, counter } of rows)
    await sql`select setval(${counter}::regclass, coalesce((select max(${sql.ref(name)}) from ${sql.table(tbl)}), 0) + 1, false)`.execute(q)
}

const isSame = (a: TableShape, b: TableShape): boolean => JSON.stringify(a.columns) === JSON.stringify(b.columns)
