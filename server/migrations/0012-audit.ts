import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What the lab's people did, and who came in: rows that nobody changes or removes, each with the digest of itself and of the row
 * before. The head is the last of them; it is one row, so that who appends waits for who appended before.
 */
export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  const statements = [
    `create table audit (
      n integer primary key,
      at text not null,
      epoch text not null,
      kind text not null,
      actor_id text not null,
      on_behalf_of text,
      form_id text,
      institution_id text,
      subject_id text,
      detail text not null,
      previous text not null,
      digest text not null
    )`,
    'create index audit_actor on audit (actor_id, n)',
    'create index audit_form on audit (form_id, n)',
    'create index audit_institution on audit (institution_id, n)',
    'create index audit_at on audit (at)',
    `create table audit_head (
      id integer primary key check (id = 1),
      n integer not null,
      digest text not null,
      seal text not null
    )`,
    `insert into audit_head (id, n, digest, seal) values (1, 0, '', '')`,
    ...(kind === 'sqlite' ? sqliteGuards : postgresGuards),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const sqliteGuards = [
  `create trigger audit_unchanged before update on audit begin select raise(abort, 'the audit is never changed'); end`,
  `create trigger audit_kept before delete on audit begin select raise(abort, 'the audit is never removed'); end`,
  // An insert that replaces a row fires no trigger of its removal.
  `create trigger audit_appended before insert on audit when exists (select 1 from audit where n = new.n)
    begin select raise(abort, 'the audit is never changed'); end`,
  `create trigger audit_head_grows before update on audit_head when new.id <> old.id or new.n < old.n
    begin select raise(abort, 'the audit only grows'); end`,
  `create trigger audit_head_kept before delete on audit_head begin select raise(abort, 'the audit only grows'); end`,
]

const postgresGuards = [
  `create function audit_refuse() returns trigger language plpgsql as $$
    begin raise exception 'the audit is never changed or removed'; end $$`,
  `create trigger audit_unchanged before update or delete on audit for each row execute function audit_refuse()`,
  `create trigger audit_kept before truncate on audit for each statement execute function audit_refuse()`,
  `create trigger audit_head_grows before update on audit_head for each row
    when (new.id <> old.id or new.n < old.n) execute function audit_refuse()`,
  `create trigger audit_head_kept before delete on audit_head for each row execute function audit_refuse()`,
  `create trigger audit_head_stays before truncate on audit_head for each statement execute function audit_refuse()`,
]
