import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Forms come and go by what administrators do: one that was deleted stays on record. What a line of the history changed, field by
 * field, as JSON. And out of which state of its questions a form's version was published: the version of their scope.
 */
const statements = [
  `alter table form add column removed integer not null default 0`,
  `alter table form add column published integer not null default 0`,
  `alter table history add column changed text`,
] as const

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
