import { sql, type QueryExecutorProvider } from 'kysely'

const statements = [
  `create table meta (key text primary key, value text not null)`,
  `create table "user" (
    id text primary key, email text not null unique, password_hash text, kind text not null, institution_id text,
    name text not null, surname text not null, active integer not null, joined integer not null,
    show_onboarding integer not null, language text not null, failed_count integer not null, failed_at text, created_at text not null)`,
  `create index user_by_institution on "user" (institution_id)`,
  `create table session (
    token_hash text primary key, user_id text not null references "user" (id), device_id text,
    created_at text not null, last_used_at text not null)`,
  `create index session_by_user on session (user_id)`,
  `create table token (
    token_hash text primary key, purpose text not null, user_id text not null references "user" (id),
    created_at text not null, expires_at text not null, used_at text)`,
  `create index token_by_user on token (user_id)`,
  `create table form (id text primary key, name text not null, version_id text not null, enabled integer not null)`,
  `create table form_version (
    id text primary key, form_id text not null references form (id), definition text not null, created_at text not null)`,
  `create table participant (
    institution_id text not null, form_id text not null references form (id), leader_id text not null, delegate_id text,
    evaluator_id text, locked integer not null, primary key (institution_id, form_id))`,
  `create index participant_form on participant (form_id)`,
  `create index participant_evaluator on participant (evaluator_id)`,
  `create table sync_scope (id text primary key, version integer not null, floor_version integer not null)`,
  `create table sync_row (
    scope text not null, part text not null, tbl text not null, id text not null, version integer not null,
    deleted integer not null, reason text, data text not null, primary key (scope, tbl, id)) /* clustered */`,
  `create index sync_row_version on sync_row (scope, version, tbl, id)`,
  `create table sync_device (
    id text primary key, user_id text not null, last_seq integer not null, attempts_seq integer not null,
    attempts integer not null, app text not null, schema_version integer not null, pending integer not null,
    created_at text not null, last_seen_at text not null, revoked_at text)`,
  `create index sync_device_user on sync_device (user_id)`,
  `create table sync_mutation (
    mid text primary key, device_id text not null, seq integer not null, author_id text not null, name text not null,
    version integer not null, scope text not null, entity text, args text not null, base text, client_at text not null,
    lease text, received_at text not null, disposition text not null, code text not null, params text, answer text) /* clustered */`,
  `create unique index sync_mutation_seq on sync_mutation (device_id, seq)`,
  `create table sync_alias (
    device_id text not null, seq integer not null, mid text not null, disposition text not null, code text not null,
    params text, primary key (device_id, seq))`,
  `create table history (
    scope text not null, unit text not null, id text not null, part text not null, action text not null, value text, text text,
    user_id text not null, role text not null, occurred_at text not null, received_at text not null, mid text not null,
    disposition text not null, primary key (scope, unit, id)) /* clustered */`,
  `create table letter (
    id text primary key, template text not null, to_user text not null, data text not null, state text not null,
    attempts integer not null, next_at text not null, created_at text not null, sent_at text, error text)`,
  `create index letter_waiting on letter (state, next_at)`,
  `create table blob (sha256 text primary key, size integer not null, created_at text not null)`,
  `create table upload (
    attachment_id text primary key, scope text not null, user_id text not null, sha256 text not null, size integer not null,
    mime text not null, received integer not null, state text not null, created_at text not null, updated_at text not null)`,
] as const

/** In SQLite the tables with a text key that grow most are kept in that key's own tree, without a row number beside it. */
const clustered = ' /* clustered */'

export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement.replace(clustered, kind === 'sqlite' ? ' without rowid' : '')).execute(db)
  }
}
