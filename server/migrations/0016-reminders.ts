import { sql, type QueryExecutorProvider } from 'kysely'

/** Reminders of deadlines: which were dealt with, for which institution, and who wants none. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table reminder (
      institution_id text not null,
      form_id text not null,
      stage_id text not null,
      end_day text not null,
      distance integer not null,
      day text not null,
      primary key (institution_id, form_id, stage_id, end_day, distance)
    )`,
    )
    .execute(db)
  await sql.raw('create table reminder_opt_out (user_id text primary key references "user" (id), at text not null)').execute(db)
}
