import { sql, type QueryExecutorProvider } from 'kysely'

/** What institutions obtained, a row for each snapshot: lists, means of a category and exports read it instead of every snapshot. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table result_snapshot (
        form_id text not null,
        institution_id text not null,
        kind text not null,
        number integer not null,
        version integer not null,
        definition_id text not null,
        category text not null,
        orientation text not null,
        points double precision not null,
        max double precision not null,
        maturity text not null,
        figures text not null,
        at text not null,
        published_at text,
        primary key (form_id, institution_id, kind, number)
      )`,
    )
    .execute(db)
  await sql.raw(`create index result_snapshot_of_institution on result_snapshot (institution_id)`).execute(db)
}
