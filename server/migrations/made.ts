import { sql } from 'kysely'
import { openSqlite, type Database } from '../db/open.ts'
import { migrations } from './index.ts'
import { migrate } from './run.ts'

/** What SQLite, and what copies it as it changes (Litestream), keep in the same file. */
const others: ReadonlySet<string> = new Set(['table _litestream_seq', 'table _litestream_lock'])

/**
 * What of a SQLite database so many migrations would not have made, or not so: a table, index, trigger or view each in a sentence. A file
 * may carry what acts on its own once rows are written (BK15). Nothing of a PostgreSQL database: no copy brings it any of these.
 */
export async function unmadeIn(db: Pick<Database, 'kind' | 'q'>, schema: number): Promise<string[]> {
  if (db.kind === 'postgres') return []
  const found = await partsOf(db)
  const fresh = openSqlite(':memory:')
  try {
    await migrate(fresh, { migrations: migrations.slice(0, schema) })
    const made = await partsOf(fresh)
    return [
      ...[...found].flatMap(([name, text]) =>
        others.has(name) || made.get(name) === text
          ? []
          : [`the ${name} is ${made.has(name) ? 'another one than' : 'nothing that'} this program makes`],
      ),
      ...[...made.keys()].filter((name) => !found.has(name)).map((name) => `the ${name} is gone`),
    ]
  } finally {
    await fresh.close()
  }
}

/** Statements that made a database, by what they made. */
async function partsOf({ q }: Pick<Database, 'q'>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select type || ' ' || name as name, sql as text from sqlite_master
    where sql is not null and (type <> 'table' or name not like 'sqlite~_%' escape '~') order by type, name`.execute(q)
  return new Map(rows.map(({ name, text }) => [name, text.replace(/\s+/g, ' ')]))
}
