import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Files that are kept in the database: the bytes of each writing of a name in chunks, of which one writing is whole. And what an unfinished
 * upload is made of, wherever files are kept.
 */
export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea'
  const statements = [
    `create table file_body (
      id text primary key,
      shelf text not null,
      name text not null,
      state text not null,
      size integer not null,
      at text not null
    )`,
    `create unique index file_body_whole on file_body (shelf, name) where state = 'whole'`,
    `create table file_chunk (
      body text not null references file_body (id) on delete cascade,
      n integer not null,
      bytes ${bytes} not null,
      primary key (body, n)
    )`,
    'alter table upload add column parts text',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  // What people attach is packed already: a chunk is read as it stands.
  if (kind === 'postgres') await sql.raw('alter table file_chunk alter column bytes set storage external').execute(db)
}
