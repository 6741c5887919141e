import { sql, type QueryExecutorProvider } from 'kysely'

const statements = [
  // What a person sees of a session names it by an id of its own, never by anything that its token gives.
  `alter table session add column id text`,
  `alter table session add column agent text`,
  `alter table session add column address text`,
  `update session set id = substr(token_hash, 1, 32)`,
  `create unique index session_by_id on session (id)`,
  `create table known_device (
    secret_hash text not null, user_id text not null references "user" (id), created_at text not null, last_used_at text not null,
    primary key (secret_hash, user_id))`,
  `create index known_device_by_user on known_device (user_id)`,
  `create table attempt (key text primary key, attempts integer not null, failures integer not null, last_at text not null)`,
  `alter table "user" drop column failed_count`,
  `alter table "user" drop column failed_at`,
] as const

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
