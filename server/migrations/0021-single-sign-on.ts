import { sql, type QueryExecutorProvider } from 'kysely'

/** Identities of a provider that let somebody in, sign-ins that wait at the provider, and the codes with which they come back. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table sso_link (
      user_id text primary key references "user" (id),
      provider text not null,
      subject text not null,
      created_at text not null
    )`,
    'create unique index sso_link_subject on sso_link (provider, subject)',
    `create table sso_flow (
      state_hash text primary key,
      nonce text not null,
      verifier text not null,
      proof text not null,
      user_id text references "user" (id),
      rut text,
      created_at text not null,
      expires_at text not null
    )`,
    'create index sso_flow_expires on sso_flow (expires_at)',
    `create table sso_code (
      code_hash text primary key,
      provider text not null,
      subject text not null,
      proof text not null,
      user_id text references "user" (id),
      rut text,
      created_at text not null,
      expires_at text not null
    )`,
    'create index sso_code_expires on sso_code (expires_at)',
    'alter table session add column sso integer not null default 0',
    'alter table sign_in_ticket add column sso integer not null default 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
