import { sql, type QueryExecutorProvider } from 'kysely'

/** When people were here, the last time and before it: what changed since is told once, on whichever device they come back to. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(
      `create table visit (
      user_id text primary key references "user" (id),
      at text not null,
      since text,
      seen_at text not null,
      dismissed integer not null
    )`,
    )
    .execute(db)
}
