import { sql, type QueryExecutorProvider } from 'kysely'

/** Who belongs to which institutions; and which of several a session has in front. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table membership (user_id text not null, institution_id text not null, chosen_at text, primary key (user_id, institution_id))`,
    )
    .execute(db)
  await sql.raw(`create index membership_of_institution on membership (institution_id)`).execute(db)
  await sql
    .raw(`insert into membership (user_id, institution_id) select id, institution_id from "user" where institution_id is not null`)
    .execute(db)
  await sql.raw(`alter table session add column institution_id text`).execute(db)
}
