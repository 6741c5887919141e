import { sql, type QueryExecutorProvider } from 'kysely'

/** Reports that were asked for, to be made apart and fetched later. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    `create table report_job (
      id text primary key,
      user_id text not null,
      kind text not null,
      form_id text not null,
      institution_id text,
      format text not null,
      layout text not null,
      state text not null,
      done integer not null,
      total integer not null,
      begun integer not null,
      claim text,
      claimed_until text,
      created_at text not null,
      started_at text,
      expires_at text,
      file text,
      name text,
      type text,
      size integer,
      code text,
      institutions text
    )`,
    'create index report_job_user on report_job (user_id, created_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
