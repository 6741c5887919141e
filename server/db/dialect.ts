import type BetterSqlite3 from 'better-sqlite3'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

type ColumnKind = 'text' | 'integer' | 'double precision'

/** A table that is written many rows at a time: its columns with their types, and its key. */
export interface BulkTable<Row> {
  readonly table: keyof Schema & string
  readonly columns: { readonly [C in keyof Row & string]: ColumnKind }
  readonly key: readonly (keyof Row & string)[]
}

/** Writes of many rows in one statement (PostgreSQL) or one prepared statement (SQLite). */
export interface Bulk {
  insert<Row extends object>(table: BulkTable<Row>, rows: readonly Row[]): Promise<void>
  /** Inserts, or replaces every column of the row that has the same key. */
  upsert<Row extends object>(table: BulkTable<Row>, rows: readonly Row[]): Promise<void>
}

const quoted = (name: string): string => `"${name}"`

/** What an insert does with a row whose key is there: every other column becomes the new one's. */
export function onConflict<Row>(table: BulkTable<Row>): string {
  const updated = Object.keys(table.columns).filter((column) => !(table.key as readonly string[]).includes(column))
  if (updated.length === 0) return ' on conflict do nothing'
  const sets = updated.map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
  return ` on conflict (${table.key.map(quoted).join(', ')}) do update set ${sets.join(', ')}`
}

/** One prepared statement run per row: with SQLite in the same process nothing is faster. */
export function sqliteBulk(connection: BetterSqlite3.Database): Bulk {
  const prepared = new Map<string, BetterSqlite3.Statement>()
  const write = <Row extends object>(table: BulkTable<Row>, rows: readonly Row[], tail: string): void => {
    if (rows.length === 0) return
    const columns = Object.keys(table.columns) as (keyof Row)[]
    const key = `${table.table}${tail}`
    let statement = prepared.get(key)
    if (!statement) {
      const names = columns.map((column) => quoted(String(column))).join(', ')
      statement = connection.prepare(`insert into ${quoted(table.table)} (${names}) values (${columns.map(() => '?').join(', ')})${tail}`)
      prepared.set(key, statement)
    }
    for (const row of rows) statement.run(columns.map((column) => row[column]))
  }
  return {
    insert: async (table, rows) => write(table, rows, ''),
    upsert: async (table, rows) => write(table, rows, onConflict(table)),
  }
}

const namesOf = (columns: object): string => Object.keys(columns).map(quoted).join(', ')

/** Rows as a table expression of PostgreSQL's, `given`, with the names of its columns: one array for each of them. */
export function givenRows<Row extends object>(
  columns: BulkTable<Row>['columns'],
  rows: readonly Row[],
): { readonly names: RawBuilder<unknown>; readonly given: RawBuilder<unknown> } {
  const arrays = Object.entries<ColumnKind>(columns).map(
    ([column, type]) => sql`${rows.map((row) => (row as Record<string, unknown>)[column])}::${sql.raw(type)}[]`,
  )
  const names = sql.raw(namesOf(columns))
  return { names, given: sql`unnest(${sql.join(arrays)}) as given(${names})` }
}

/** One statement over as many arrays as columns. */
export function postgresBulk(q: Kysely<Schema>): Bulk {
  const write = async <Row extends object>(table: BulkTable<Row>, rows: readonly Row[], tail: string): Promise<void> => {
    if (rows.length === 0) return
    const { names, given } = givenRows(table.columns, rows)
    await sql`insert into ${sql.raw(quoted(table.table))} (${names}) select ${names} from ${given}${sql.raw(tail)}`.execute(q)
  }
  return {
    insert: (table, rows) => write(table, rows, ''),
    upsert: (table, rows) => write(table, rows, onConflict(table)),
  }
}

/** Condition that a text column holds one of many values, as one parameter. */
export function oneOf(kind: 'sqlite' | 'postgres', column: string, values: readonly string[]): RawBuilder<boolean> {
  if (kind === 'postgres') return sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}

/** Table expression with one text column `id` that holds the values, in order. */
export function listed(kind: 'sqlite' | 'postgres', values: readonly string[]): RawBuilder<{ id: string }> {
  if (kind === 'postgres') return sql`unnest(${[...values]}::text[]) as listed(id)`
  return sql`(select value as id from json_each(${JSON.stringify(values)})) as listed`
}
