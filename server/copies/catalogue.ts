import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'

/** What a column holds, the same in both engines. */
export type ColumnKind = 'text' | 'integer' | 'real' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table as its database describes it: columns by name, so that both engines tell the same. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns of its key; every column where it has none. */
  readonly key: readonly string[]
  /** Tables whose rows must be there before its own. */
  readonly parents: readonly string[]
}

/** Tables in which files are, where they are kept in the database: a copy has each of them as a file, wherever it was kept. */
export const tablesOfFiles: ReadonlySet<string> = new Set(['file_body', 'file_chunk'])

/** Keeps the schema's own history: migrations write it, never a copy. */
export const schemaTable = 'schema_migration'

/**
 * Every table of a database but the one that migrations write, parents first. It is asked of the database itself, so that a table that a
 * migration adds is copied without being named anywhere. Throws on a column of a kind that no copy could hold.
 */
export async function tablesOf(tx: Tx): Promise<TableShape[]> {
  const found = tx.kind === 'sqlite' ? await sqliteTables(tx) : await postgresTables(tx)
  return parentsFirst(found.filter(({ name }) => name !== schemaTable))
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

function shapeOf(name: string, columns: readonly Column[], key: readonly string[], parents: readonly string[]): TableShape {
  const sorted = columns.toSorted(byName)
  return {
    name,
    columns: sorted,
    key: key.length > 0 ? key : sorted.map((column) => column.name),
    parents: parents.filter((parent) => parent !== name),
  }
}

async function sqliteTables({ q }: Tx): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~' order by name`.execute(q)
  const found: TableShape[] = []
  for (const { name } of rows) {
    const columns = await sql<{ name: string; type: string; pk: number }>`select name, type, pk from pragma_table_info(${name})`.execute(q)
    const parents = await sql<{ parent: string }>`select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(q)
    const key = columns.rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    found.push(
      shapeOf(
        name,
        columns.rows.map((column) => ({ name: column.name, kind: kindOf(name, column.name, column.type) })),
        key.map((column) => column.name),
        parents.rows.map(({ parent }) => parent),
      ),
    )
  }
  return found
}

async function postgresTables({ q }: Tx): Promise<TableShape[]> {
  const { rows: columns } = await sql<{ tbl: string; name: string; type: string }>`
    select c.table_name as tbl, c.column_name as name, c.data_type as type from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`.execute(q)
  const { rows: keys } = await sql<{ tbl: string; name: string; at: number }>`
    select r.relname as tbl, a.attname as name, array_position(i.indkey::int2[], a.attnum) as at
    from pg_index i join pg_class r on r.oid = i.indrelid join pg_attribute a on a.attrelid = r.oid and a.attnum = any(i.indkey)
    where i.indisprimary and r.relnamespace = current_schema()::regnamespace`.execute(q)
  const { rows: parents } = await sql<{ tbl: string; parent: string }>`
    select distinct r.relname as tbl, p.relname as parent from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(q)
  return [...new Set(columns.map(({ tbl }) => tbl))].toSorted().map((name) =>
    shapeOf(
      name,
      columns.filter(({ tbl }) => tbl === name).map((column) => ({ name: column.name, kind: kindOf(name, column.name, column.type) })),
      keys
        .filter(({ tbl }) => tbl === name)
        .toSorted((a, b) => a.at - b.at)
        .map((column) => column.name),
      parents.filter(({ tbl }) => tbl === name).map(({ parent }) => parent),
    ),
  )
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  'double precision': 'real',
  real: 'real',
  bytea: 'bytes',
  blob: 'bytes',
}

function kindOf(table: string, column: string, type: string): ColumnKind {
  const kind = kinds[type.toLowerCase()]
  if (kind === undefined) throw new Error(`${table}.${column} is of type ${type}, which no copy can hold: server/copies/catalogue.ts`)
  return kind
}

function parentsFirst(tables: readonly TableShape[]): TableShape[] {
  const placed: TableShape[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const ready = left.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (ready.length === 0) throw new Error(`tables that refer to one another in a circle: ${[...waiting].join(', ')}`)
    placed.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return placed
}
