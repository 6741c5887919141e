import { sql, type QueryExecutorProvider } from 'kysely'

/** Administrators' work in the place of an institution: why, from when to when, and how it ended. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table impersonation (
      id text primary key,
      actor_id text not null,
      session_hash text not null,
      form_id text not null,
      institution_id text not null,
      reason text not null,
      started_at text not null,
      last_at text not null,
      ended_at text,
      how text
    )`,
    'create index impersonation_actor on impersonation (actor_id, institution_id)',
    'create index impersonation_running on impersonation (ended_at, session_hash)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
