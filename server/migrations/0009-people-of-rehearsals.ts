import { sql, type QueryExecutorProvider } from 'kysely'

/** Which rehearsal invented a person: whoever is of one is in no list, gets no letters, and their sessions are short. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table "user" add column rehearsal text`).execute(db)
}
