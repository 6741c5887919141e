import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What administrators read of the platform itself: the processes that serve this database, the last run of each job, and which letters
 * ended without going and need nobody. Indexes for what that page asks of letters, devices, sessions and uploads.
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
    `update letter set quiet = 1 where state = 'dead' and error in
      ('told together with another letter', 'what it tells of was taken back', 'the stage is over', 'reminders are off')`,
    `create index letter_failed on letter (state, quiet, next_at, id)`,
    'create index letter_of_reader on letter (to_user, template)',
    'create index sync_device_waiting on sync_device (last_seen_at) where pending > 0',
    'create index session_opened on session (created_at)',
    'create index upload_of_scope on upload (scope, received)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
