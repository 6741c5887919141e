import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { tablesOf, type TableShape } from './catalogue.ts'
import type { Row, Value } from './rows.ts'

/** The one character that SQLite keeps in a text and PostgreSQL does not. */
const nul = '\0'
const holdsNul = (value: Value | undefined): boolean => typeof value === 'string' && value.includes(nul)

/** Columns that say nothing but what a device is called: the same without NUL, wherever it is named. */
const isDevice = (table: string, column: string): boolean => column === 'device_id' || (table === 'sync_device' && column === 'id')

const placeOf = (table: TableShape, column: string): number => table.columns.findIndex(({ name }) => name === column)

const sentenceOf = (table: TableShape, row: Row, column: string): string => {
  const key = table.key.map((name) => `${name} ${JSON.stringify(row[placeOf(table, name)] ?? null)}`)
  return `the column ${column} of ${table.name} holds NUL, which PostgreSQL does not keep, in the row of ${key.join(', ')}`
}

/** Rows as PostgreSQL keeps them: names of devices without NUL. Throws a sentence that names table and key of any other text with it (UG7). */
export const storable = (table: TableShape, page: readonly Row[]): readonly Row[] =>
  page.map((row) => {
    if (!row.some(holdsNul)) return row
    return row.map((value, at) => {
      const column = table.columns[at]?.name ?? ''
      if (typeof value !== 'string' || !holdsNul(value)) return value
      if (!isDevice(table.name, column)) throw new Error(`${sentenceOf(table, row, column)}: change or remove it`)
      return value.replaceAll(nul, '')
    })
  })

/** Something in a SQLite database that PostgreSQL does not keep. */
export interface Unstorable {
  readonly what: string
  /** A move leaves it out, and nothing is lost by that. */
  readonly mended: boolean
}

/** Texts with NUL, at most some of each table. */
export async function unstorableIn(tx: Tx, mostOfTable: number): Promise<Unstorable[]> {
  if (tx.kind === 'postgres') return []
  const found: Unstorable[] = []
  for (const table of await tablesOf(tx)) {
    const texts = table.columns.filter(({ kind }) => kind === 'text')
    if (texts.length === 0) continue
    const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
    const holding = sql.join(
      texts.map(({ name }) => sql`instr(${sql.ref(name)}, char(0)) > 0`),
      sql` or `,
    )
    const { rows } = await sql<Readonly<Record<string, Value>>>`
      select ${columns} from ${sql.table(table.name)} where ${holding} limit ${sql.lit(mostOfTable)}`.execute(tx.q)
    for (const named of rows) {
      const row = table.columns.map(({ name }) => named[name] ?? null)
      const held = texts.filter(({ name }) => holdsNul(named[name])).map(({ name }) => name)
      found.push(...held.map((column) => ({ what: sentenceOf(table, row, column), mended: isDevice(table.name, column) })))
    }
  }
  return found
}
