import { sql, type QueryExecutorProvider } from 'kysely'

/** Second factors of the lab's people, the codes that stand in for a lost telephone, and sign-ins whose password was right. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table second_factor (
      user_id text primary key references "user" (id),
      secret text,
      pending text,
      last_step integer not null,
      confirmed_at text
    )`,
    `create table recovery_code (
      user_id text not null references "user" (id),
      code_hash text not null,
      primary key (user_id, code_hash)
    )`,
    `create table sign_in_ticket (
      ticket_hash text primary key,
      user_id text not null references "user" (id),
      device_hash text not null,
      pending text,
      created_at text not null,
      expires_at text not null
    )`,
    'create index sign_in_ticket_user on sign_in_ticket (user_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
