import { sql, type QueryExecutorProvider } from 'kysely'

/** Names and codes of institutions, and whether their people get in: asked at every call, and before another one gets the same. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw(`create table institution (id text primary key, name text not null, code text not null, lets_in integer not null, rehearsal text)`)
    .execute(db)
  const { rows } = await sql<{ id: string; data: string }>`
    select id, data from sync_row where tbl = 'institution' and deleted = 0 order by id`.execute(db)
  for (const { id, data } of rows) {
    const institution = JSON.parse(data) as { name?: string; code?: string; rehearsal?: string }
    await sql`insert into institution (id, name, code, lets_in, rehearsal)
      values (${id}, ${institution.name ?? id}, ${institution.code ?? id}, 1, ${institution.rehearsal ?? null})`.execute(db)
  }
}
