import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Visitors saw a form once its general tab was saved and final results were published; from here on they see what somebody shows them.
 * What they saw, or were to see from its stage on, stays as it is.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ scope: string; version: number; data: string }>`
    select scope, version, data from sync_row
    where scope in (select id from sync_scope where id like 'dashboards:%') and tbl = 'dashboard' and deleted = 0
    order by scope, id`.execute(db)
  const at = new Date().toISOString()
  for (const [scope, own] of Map.groupBy(rows, (row) => row.scope)) {
    const tabs = own.map(({ data }) => JSON.parse(data) as { id: string; overallResultId?: string; by: string })
    const general = tabs.find(({ id }) => id === 'general')
    if (!general || (general.overallResultId ?? '') === '') continue
    const published = await sql<{ institution_id: string }>`
      select distinct institution_id from result_snapshot
      where form_id = ${scope.slice('dashboards:'.length)} and kind = 'final' and published_at is not null
      order by institution_id`.execute(db)
    if (published.rows.length === 0) continue
    const showing = { tabs, institutionIds: published.rows.map((row) => row.institution_id), by: general.by, at }
    const version = Math.max(...own.map((row) => Number(row.version)))
    await sql`insert into sync_row (scope, part, tbl, id, version, deleted, reason, data)
      values (${scope}, '', 'showing', 'showing', ${version}, 0, null, ${JSON.stringify(showing)})`.execute(db)
  }
}
