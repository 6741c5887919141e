import { sql, type QueryExecutorProvider } from 'kysely'

/** Numbers of receipts of what went to the evaluation: a stranger brings one, and nobody goes through every row for it. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`create table receipt (scope text not null, id text not null, number text not null, primary key (scope, id))`).execute(db)
  const { rows } = await sql<{ scope: string; id: string; data: string }>`
    select scope, id, data from sync_row where tbl = 'send' and deleted = 0 order by scope, id`.execute(db)
  for (const { scope, id, data } of rows) {
    const send: unknown = JSON.parse(data)
    if (typeof send !== 'object' || send === null || !('number' in send) || !('toLevel' in send)) continue
    if (send.toLevel !== 0 || typeof send.number !== 'string') continue
    const number = send.number.replace(/\s+/g, '').toLowerCase()
    await sql`insert into receipt (scope, id, number) values (${scope}, ${id}, ${number})`.execute(db)
  }
  await sql.raw(`create index receipt_of_number on receipt (number)`).execute(db)
}
