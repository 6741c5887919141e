import { sql, type QueryExecutorProvider } from 'kysely'

/** What the answers of an earlier form that stand beside an institution's were made of: whatever else stands now, they are made anew. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table former_source (
        institution_id text not null,
        form_id text not null,
        made_with text not null,
        inst_version integer not null,
        primary key (institution_id, form_id)
      )`,
    )
    .execute(db)
}
