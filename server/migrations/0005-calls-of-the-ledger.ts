import { sql, type QueryExecutorProvider } from 'kysely'

/** What a call that brought its own key asked for, as a digest: its route and its body. Null in entries that came any other way. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table sync_mutation add column call text`).execute(db)
}
