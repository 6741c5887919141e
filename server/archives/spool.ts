import { csvLine, csvMark } from '#shared/kernel/sheet.ts'
import Sqlite from 'better-sqlite3'
import { createReadStream, rmSync } from 'node:fs'
import type { Field, Row, TableKind, Value } from './tables.ts'

/** Rows that are in memory at one time. */
const pageRows = 500
const sqlType: Readonly<Record<Field['type'], string>> = {
  string: 'text',
  integer: 'integer',
  number: 'real',
  boolean: 'integer',
  datetime: 'text',
  date: 'text',
  json: 'text',
}
const encoder = new TextEncoder()

/**
 * Tables that are gathered institution by institution and handed out table by table: a SQLite file, so that none of them is ever in
 * memory, which is itself part of what is handed out. Whoever makes one removes it.
 */
export class Spool<Name extends string> {
  readonly path: string
  readonly #db: Sqlite.Database
  readonly #kinds: Readonly<Record<Name, TableKind>>

  constructor(path: string, kinds: Readonly<Record<Name, TableKind>>) {
    rmSync(path, { force: true })
    this.path = path
    this.#kinds = kinds
    this.#db = new Sqlite(path)
    // What of it is lost in a power cut is made again as a whole.
    this.#db.pragma('journal_mode = off')
    this.#db.pragma('synchronous = off')
    for (const { name, fields } of this.tables())
      this.#db.exec(`create table "${name}" (${fields.map((field) => `"${field.name}" ${sqlType[field.type]}`).join(', ')})`)
  }

  tables(): readonly TableKind[] {
    return Object.values<TableKind>(this.#kinds)
  }

  /** Puts rows behind those that are there. */
  add(name: Name, rows: readonly Row[]): void {
    if (rows.length === 0) return
    const { fields } = this.#kinds[name]
    const insert = this.#db.prepare(`insert into "${name}" values (${fields.map(() => '?').join(', ')})`)
    this.#db.transaction(() => {
      for (const row of rows) insert.run(...row)
    })()
  }

  count(name: string): number {
    const row: unknown = this.#db.prepare(`select count(*) as n from "${name}"`).get()
    return typeof row === 'object' && row !== null && 'n' in row ? Number(row.n) : 0
  }

  /** A table in the order of some of its columns, which becomes the order in which it stands. */
  order(name: Name, by: readonly string[]): void {
    this.#db.exec(`create table "~${name}" as select * from "${name}" order by ${by.map((each) => `"${each}"`).join(', ')}`)
    this.#db.exec(`drop table "${name}"; alter table "~${name}" rename to "${name}"`)
  }

  /** Rows of a table in the order in which they came, some at a time. */
  async *rows(name: string): AsyncGenerator<readonly Row[], void> {
    const page = this.#db.prepare(`select rowid, * from "${name}" where rowid > ? order by rowid limit ${pageRows}`).raw()
    for (let after = 0; ;) {
      // As wide as the table, with its place before it: what was inserted above.
      const found = page.all(after) as [number, ...Value[]][]
      const last = found.at(-1)
      if (!last) return
      ;[after] = last
      yield found.map(([, ...row]) => row)
    }
  }

  /** A table as CSV (RFC 4180, UTF-8 with its mark), in which nothing runs as a formula. */
  async *csv({ name, fields }: TableKind): AsyncGenerator<Uint8Array, void> {
    yield encoder.encode(csvMark + csvLine(fields.map((field) => field.name)))
    for await (const rows of this.rows(name)) yield encoder.encode(rows.map((row) => csvLine(row.map((each) => each ?? ''))).join(''))
  }

  /** A table as JSON Lines: an object for each row, in which JSON is what it is and nothing is guarded. */
  async *jsonLines({ name, fields }: TableKind): AsyncGenerator<Uint8Array, void> {
    for await (const rows of this.rows(name))
      yield encoder.encode(rows.map((row) => `{${fields.map((field, at) => pair(field, row[at] ?? null)).join(',')}}\n`).join(''))
  }

  /** The file itself, once it is finished. */
  async *bytes(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of createReadStream(this.path)) yield new Uint8Array(Buffer.from(piece))
  }

  /** Nothing comes any more: the file is whole, and small. */
  finish(): void {
    this.#db.exec('vacuum')
  }

  end(): void {
    this.#db.close()
    rmSync(this.path, { force: true })
  }
}

function pair({ name, type }: Field, value: Value): string {
  const key = JSON.stringify(name)
  if (value === null) return `${key}:null`
  if (type === 'json') return `${key}:${value}`
  return `${key}:${type === 'boolean' ? String(value === 1) : JSON.stringify(value)}`
}
