import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What administrators read of the platform itself: the processes that serve this database, the last run of each job, and which letters
 * ended without going and need nobody.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table server_process (
      id text primary key,
      version text not null,
      schema_version integer not null,
      host text not null,
      started_at text not null,
      seen_at text not null,
      figures text not null
    )`,
    `create table job_run (
      name text primary key,
      server text not null,
      last_started_at text not null,
      last_finished_at text not null,
      ms integer not null,
      last_success_at text,
      failures integer not null,
      last_failed_at text,
      last_error_id text,
      last_error_server text
    )`,
    'alter table letter add column quiet integer',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
