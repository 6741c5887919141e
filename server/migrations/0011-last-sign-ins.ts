import { sql, type QueryExecutorProvider } from 'kysely'

/** When a person last signed in: of those who did before nothing is known but the sessions that they still have. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table "user" add column last_sign_in_at text`).execute(db)
  await sql.raw(`update "user" set last_sign_in_at = (select max(created_at) from session where session.user_id = "user".id)`).execute(db)
}
