import { sql, type QueryExecutorProvider } from 'kysely'

/** Passkeys of people, and what browsers were asked to sign and have not brought back yet. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table passkey (
      id text primary key,
      user_id text not null references "user" (id),
      credential_id text not null unique,
      public_key text not null,
      counter text not null,
      transports text not null,
      synced integer not null,
      name text not null,
      created_at text not null,
      last_used_at text
    )`,
    'create index passkey_user on passkey (user_id)',
    `create table passkey_challenge (
      challenge_hash text primary key,
      purpose text not null,
      user_id text references "user" (id),
      session_hash text,
      created_at text not null,
      expires_at text not null
    )`,
    'create index passkey_challenge_expiry on passkey_challenge (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
