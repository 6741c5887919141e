import { sql } from 'kysely'
import type { Database } from '../db/open.ts'

/** The schema of a database as lines to read and to compare: tables with their columns, keys and indexes, by name. */
export async function schemaTextOf(db: Database): Promise<string> {
  const lines = db.kind === 'sqlite' ? await sqliteLines(db) : await postgresLines(db)
  return `${lines.join('\n')}\n`
}

async function sqliteLines({ q }: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_master where sql is not null order by tbl_name, type desc, name`.execute(q)
  return rows.map(({ text }) => `${text.replace(/\s+/g, ' ')};`)
}

async function postgresLines({ q }: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from (
      select table_name as name, 1 as place, ordinal_position as at,
        table_name || '.' || column_name || ' ' || data_type || case is_nullable when 'NO' then ' not null' else '' end as text
      from information_schema.columns where table_schema = 'public'
      union all
      select conrelid::regclass::text, 2, 0, conrelid::regclass || ': ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select tablename, 3, 0, indexdef from pg_indexes where schemaname = 'public'
    ) as lines order by replace(name, '"', ''), place, at, text`.execute(q)
  return rows.map(({ text }) => text)
}
