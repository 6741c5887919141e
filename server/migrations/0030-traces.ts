import { sql, type QueryExecutorProvider } from 'kysely'

/** Letters and reports remember which request asked for them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = ['alter table letter add column trace text', 'alter table report_job add column trace text']
  for (const statement of statements) await sql.raw(statement).execute(db)
}
