import { sql, type RawBuilder } from 'kysely'
import { createHash, type Hash } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { Column, TableShape } from './catalogue.ts'

/** One value of a row: what both engines hold. Bytes are base64 wherever rows are text. */
export type Value = string | number | Buffer | null
export type Row = readonly Value[]

/** Rows that are in memory at one time; fewer where each may be a piece of a file. */
const pageRows = 500
const pageOfBytes = 20

const pageOf = (table: TableShape): number => (table.columns.some(({ kind }) => kind === 'bytes') ? pageOfBytes : pageRows)

const named = (columns: readonly (string | Column)[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(typeof column === 'string' ? column : column.name)))

/** All rows of a table, in the order of its key by bytes, the same in both engines; each row in the order of the table's columns. */
export async function* rowsOf(tx: Tx, table: TableShape): AsyncGenerator<readonly Row[]> {
  for await (const page of tx.kind === 'sqlite' ? sqlitePages(tx, table) : postgresPages(tx, table)) {
    yield page.map((found) => table.columns.map((column) => valueOf(column, found[column.name])))
  }
}

type Found = Readonly<Record<string, unknown>>

async function* sqlitePages({ q }: Tx, table: TableShape): AsyncGenerator<readonly Found[]> {
  const key = sql`(${named(table.key)})`
  let after: RawBuilder<unknown> = sql`true`
  for (;;) {
    const { rows } = await sql<Found>`select ${named(table.columns)} from ${sql.table(table.name)}
      where ${after} order by ${named(table.key)} limit ${sql.lit(pageOf(table))}`.execute(q)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageOf(table)) return
    after = sql`${key} > (${sql.join(table.key.map((column) => last[column]))})`
  }
}

/** By a cursor of the transaction: pages by key would sort the whole table anew for each, as the key's index has the locale's order. */
async function* postgresPages({ q }: Tx, table: TableShape): AsyncGenerator<readonly Found[]> {
  const order = table.key.map((name) => {
    const isText = table.columns.some((column) => column.name === name && column.kind === 'text')
    return isText ? sql`${sql.ref(name)} collate "C"` : sql.ref(name)
  })
  await sql`declare rows_of_table no scroll cursor for
    select ${named(table.columns)} from ${sql.table(table.name)} order by ${sql.join(order)}`.execute(q)
  for (;;) {
    const { rows } = await sql<Found>`fetch ${sql.lit(pageOf(table))} from rows_of_table`.execute(q)
    if (rows.length === 0) break
    yield rows
  }
  // Not where reading broke: the transaction is over then, and its cursors with it.
  await sql`close rows_of_table`.execute(q)
}

function valueOf({ kind, name }: Column, found: unknown): Value {
  if (found === null || found === undefined) return null
  if (kind === 'bytes' && found instanceof Uint8Array) return Buffer.from(found)
  if (kind === 'text' && typeof found === 'string') return found
  // A bigint comes as text.
  const number = Number(found)
  if ((kind === 'integer' || kind === 'real') && Number.isFinite(number)) return number
  throw new Error(`the column ${name} holds what is no ${kind}`)
}

/** A row as one line of JSON without its end. */
export const lineOf = (row: Row): string => JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)))

/** Reads a line that `lineOf` wrote. Throws when it is none of the table's. */
export function rowIn(line: string, columns: readonly Column[]): Row {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values) || values.length !== columns.length) throw new Error('a line is no row of its table')
  return columns.map((column, at): Value => {
    const value: unknown = values[at]
    return valueOf(column, column.kind === 'bytes' && typeof value === 'string' ? Buffer.from(value, 'base64') : value)
  })
}

/** Rows that went by: how many, and a digest that two tables have in common only when every row of them is the same. */
export class RowCount {
  rows = 0
  readonly #hash: Hash = createHash('sha256')

  add(page: readonly Row[]): void {
    this.rows += page.length
    for (const row of page) this.#hash.update(`${lineOf(row)}\n`)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** Values that one statement may bring: SQLite takes 32,766, PostgreSQL twice as many. */
const maxValues = 30_000

/** Writes rows; of a table that is not empty the rows with the same key are replaced. */
export async function writeRows({ q }: Tx, table: TableShape, page: readonly Row[], replacing: boolean): Promise<void> {
  const step = Math.max(1, Math.floor(maxValues / table.columns.length))
  const others = table.columns.filter(({ name }) => !table.key.includes(name))
  const sets = others.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  const onConflict = sql` on conflict (${named(table.key)}) do ${sets.length === 0 ? sql`nothing` : sql`update set ${sql.join(sets)}`}`
  for (let from = 0; from < page.length; from += step) {
    const values = page.slice(from, from + step).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table.name)} (${named(table.columns)}) values ${sql.join(values)}${replacing ? onConflict : sql``}`.execute(
      q,
    )
  }
}

export async function countOf({ q }: Pick<Tx, 'q'>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}`.execute(q)
  return Number(rows[0]?.count ?? 0)
}
