import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * A device is one of a user's: what another user pushes under the same id is a device of theirs. The server's own devices
 * begin with '~', which no push may. A run of mids belongs to the user who used it first.
 */
const statements = [
  `create table sync_device_of (
    user_id text not null, id text not null, last_seq integer not null, app text not null, schema_version integer not null,
    pending integer not null, contact_at text, created_at text not null, last_seen_at text not null, revoked_at text,
    primary key (user_id, id))`,
  `insert into sync_device_of (user_id, id, last_seq, app, schema_version, pending, contact_at, created_at, last_seen_at, revoked_at)
    select user_id,
      case when id = 'rest-' || user_id then '~rest' when id = user_id and user_id = 'system' then '~system' else id end,
      last_seq, app, schema_version, pending, null, created_at, last_seen_at, revoked_at from sync_device`,
  `drop table sync_device`,
  `alter table sync_device_of rename to sync_device`,
  `create table sync_attempt (
    user_id text not null, device_id text not null, seq integer not null, attempts integer not null,
    primary key (user_id, device_id, seq))`,
  `drop index sync_mutation_seq`,
  `alter table sync_mutation add column sent_mid text`,
  `alter table sync_mutation add column occurred_at text`,
  `update sync_mutation set device_id = '~rest' where device_id = 'rest-' || author_id`,
  `update sync_mutation set device_id = '~system' where device_id = 'system' and author_id = 'system'`,
  `create unique index sync_mutation_seq on sync_mutation (author_id, device_id, seq)`,
  `create table sync_alias_of (
    author_id text not null, device_id text not null, seq integer not null, mid text not null, disposition text not null,
    code text not null, params text, primary key (author_id, device_id, seq))`,
  `insert into sync_alias_of (author_id, device_id, seq, mid, disposition, code, params)
    select device.user_id, device.id, alias.seq, alias.mid, alias.disposition, alias.code, alias.params
    from sync_alias alias join sync_device device
      on device.id = alias.device_id
      or (device.id = '~rest' and alias.device_id = 'rest-' || device.user_id)
      or (device.id = '~system' and alias.device_id = 'system')`,
  `drop table sync_alias`,
  `alter table sync_alias_of rename to sync_alias`,
  `create table sync_run (run text primary key, user_id text not null)`,
  // What is left of the last dash: everything behind it is trimmed away, then the dash.
  `insert into sync_run (run, user_id)
    select run, min(author_id) from (
      select substr(rtrim(mid, replace(mid, '-', '')), 1, length(rtrim(mid, replace(mid, '-', ''))) - 1) as run, author_id
      from sync_mutation where mid like '%-%' and author_id <> 'system' and device_id <> '~rest') as used
    where length(run) >= 16 group by run`,
  `create table evaluator_once (
    institution_id text not null, form_id text not null, user_id text not null, primary key (institution_id, form_id, user_id))`,
  `insert into evaluator_once (institution_id, form_id, user_id)
    select institution_id, form_id, evaluator_id from participant where evaluator_id is not null`,
] as const

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
