import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What the overview of an institution in a form was made of, and in which scope its row is: one that was made of anything else than
 * what stands now is made anew when a server starts.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table overview_source (
        institution_id text not null,
        form_id text not null,
        scope text not null,
        made_with text not null,
        inst_version integer not null,
        eval_version integer not null,
        primary key (institution_id, form_id)
      )`,
    )
    .execute(db)
}
