import { sql, type QueryExecutorProvider } from 'kysely'

/** What servers on one database share of their work: which of them has a job, and the files of their builds. */
export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = kind === 'postgres' ? 'bytea' : 'blob'
  const statements = [
    'create table job_lease (job text primary key, holder text, held_until text not null, next_at text not null)',
    `create table build_asset (name text primary key, size integer not null, last_at text not null, bytes ${bytes} not null)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
