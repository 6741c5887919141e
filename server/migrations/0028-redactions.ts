import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What was taken out of the ledger or of the audit because it was somebody's: which entry, what it was by its digest, and what it is now.
 * The audit goes on refusing every change but that of an act that stands here, of which only what it says of somebody may change.
 * `said` of an entry of the ledger: digest of what came, where that is not what stands.
 */
export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  const statements = [
    `create table redaction (
      act_n integer not null,
      place text not null,
      key text not null,
      was text not null,
      became text not null,
      primary key (place, key, act_n)
    )`,
    'create index redaction_act on redaction (act_n)',
    'alter table sync_mutation add column said text',
    ...(kind === 'sqlite' ? sqliteGuards : postgresGuards),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const kept = [
  'new.n = old.n',
  'new.at = old.at',
  'new.epoch = old.epoch',
  'new.kind = old.kind',
  'new.actor_id = old.actor_id',
  'new.on_behalf_of is not distinct from old.on_behalf_of',
  'new.form_id is not distinct from old.form_id',
  'new.institution_id is not distinct from old.institution_id',
  'new.previous = old.previous',
  'new.digest = old.digest',
]

const sqliteGuards = [
  'drop trigger audit_unchanged',
  `create trigger audit_unchanged before update on audit
    when not (${kept.join(' and ').replaceAll('is not distinct from', 'is')}
      and exists (select 1 from redaction where place = 'audit' and key = cast(old.n as text)))
    begin select raise(abort, 'the audit is never changed'); end`,
]

const postgresGuards = [
  'drop trigger audit_unchanged on audit',
  `create function audit_redact() returns trigger language plpgsql as $$
    begin
      if not (${kept.join(' and ')}
        and exists (select 1 from redaction where place = 'audit' and key = old.n::text)) then
        raise exception 'the audit is never changed or removed';
      end if;
      return new;
    end $$`,
  `create trigger audit_unchanged before update on audit for each row execute function audit_redact()`,
  `create trigger audit_stays before delete on audit for each row execute function audit_refuse()`,
]
