import type { Dashboard, DashboardTab } from '#shared/dashboards/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Tx } from '../db/open.ts'

/** What is configured of a form's public dashboards, by tab. */
export async function dashboardsOf(tx: Tx, formId: FormId): Promise<ReadonlyMap<DashboardTab, Dashboard>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', dashboardsScope(formId))
    .where('tbl', '=', 'dashboard')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ data }): Dashboard => JSON.parse(data)).map((each) => [each.id, each]))
}

/** Headers of every form that there is, by id. */
export async function formsIn(tx: Tx): Promise<readonly FormHeader[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('tbl', '=', 'form')
    .where('scope', 'like', 'form:%')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ data }): FormHeader => JSON.parse(data)).filter((form) => form.removed !== true)
}
