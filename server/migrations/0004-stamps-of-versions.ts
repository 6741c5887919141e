import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * What tells two versions of a scope apart that have the same number: one of a database that was then put back from a copy, and
 * the one that the copy made in its place. Keyed by scope and version.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`create table sync_stamp (key text primary key, stamp text not null)`).execute(db)
}
