import type { Dashboard, DashboardTab, Showing } from '#shared/dashboards/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { showingId } from '#shared/dashboards/mutations.ts'
import { dashboardsScope, parseScope } from '#shared/protocol/scope.ts'
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

/** What visitors were shown of a form, or that it was taken away from them; undefined where nobody ever showed it. */
export async function showingOf(tx: Tx, formId: FormId): Promise<Showing | undefined> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', dashboardsScope(formId))
    .where('tbl', '=', 'showing')
    .where('id', '=', showingId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  return row && JSON.parse(row.data)
}

/** What visitors were shown of every form, by form. */
export async function showingsIn(tx: Tx): Promise<ReadonlyMap<FormId, Showing>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where('scope', 'in', (each) => each.selectFrom('sync_scope').select('sync_scope.id').where('sync_scope.id', 'like', 'dashboards:%'))
    .where('tbl', '=', 'showing')
    .where('deleted', '=', 0)
    .execute()
  return new Map(
    rows.flatMap(({ scope, data }): [FormId, Showing][] => {
      const of = parseScope(scope)
      return of?.kind === 'dashboards' ? [[of.formId, JSON.parse(data)]] : []
    }),
  )
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
