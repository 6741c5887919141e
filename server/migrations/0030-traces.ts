import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Letters and reports remember which request asked for them. Uploads that are not whole are found without a look at
 * those that are.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    'alter table letter add column trace text',
    'alter table report_job add column trace text',
    `create index upload_open on upload (updated_at) where state = 'open'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
