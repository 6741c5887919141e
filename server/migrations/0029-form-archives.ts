import { sql, type QueryExecutorProvider } from 'kysely'

/** Archives of forms that were made and verified: a form is closed on one of them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table form_archive (
        form_id text not null, sha256 text not null, size text not null, stand text not null, waiting integer not null,
        institutions integer not null, made_by text not null, made_at text not null, audit_end text not null,
        primary key (form_id, sha256))`,
    )
    .execute(db)
}
