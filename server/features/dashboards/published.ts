import type { Dashboard, DashboardTab } from '#shared/dashboards/model.ts'
import { isFormPublic } from '#shared/dashboards/rules.ts'
import { firstDayMs } from '#shared/evaluations/former.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { dashboardsScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { ResultFigures, ResultSnapshotTable } from '../../db/schema.ts'
import { formsIn } from '../../world/dashboards.ts'

/** What an institution was published in the end in a form, and who it is. */
export interface Published extends Pick<ResultSnapshotTable, 'category' | 'points' | 'max' | 'maturity' | 'definition_id'> {
  readonly institution: Institution
  readonly figures: ResultFigures
}

/** A form whose results everybody reads. */
export interface PublicForm {
  readonly form: FormHeader
  readonly dashboards: ReadonlyMap<DashboardTab, Dashboard>
  /** By name; never none. */
  readonly published: readonly Published[]
}

/** Every form whose results everybody reads now, the newest first (DB1). */
export async function publicFormsIn(tx: Tx, now: Instant): Promise<readonly PublicForm[]> {
  const all = await formsIn(tx)
  const dashboards = await everyDashboard(
    tx,
    all.map(({ id }) => id),
  )
  const shown = all.filter((form) => isFormPublic(form, dashboards.get(form.id)?.get('general'), now))
  const found: PublicForm[] = []
  for (const form of shown) {
    const published = await publishedIn(tx, form.id)
    if (published.length > 0) found.push({ form, dashboards: dashboards.get(form.id) ?? new Map(), published })
  }
  return found.toSorted((left, right) => firstDayMs(right.form) - firstDayMs(left.form) || (left.form.id < right.form.id ? -1 : 1))
}

export async function everyDashboard(
  tx: Tx,
  formIds: readonly FormId[],
): Promise<ReadonlyMap<FormId, ReadonlyMap<DashboardTab, Dashboard>>> {
  if (formIds.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where(oneOf(tx.kind, 'scope', formIds.map(dashboardsScope)))
    .where('tbl', '=', 'dashboard')
    .where('deleted', '=', 0)
    .orderBy('scope')
    .orderBy('id')
    .execute()
  const byScope = Map.groupBy(rows, ({ scope }) => scope)
  return new Map(
    formIds.map((id) => {
      const own = (byScope.get(dashboardsScope(id)) ?? []).map(({ data }): Dashboard => JSON.parse(data))
      return [id, new Map(own.map((each) => [each.id, each]))]
    }),
  )
}

/**
 * The newest final publication of each institution that takes part in a form, by name: of none that is hidden, deleted, or made up for a
 * rehearsal (DB1).
 */
export async function publishedIn(tx: Tx, formId: FormId): Promise<readonly Published[]> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .innerJoin('participant', (join) =>
      join
        .onRef('participant.form_id', '=', 'result_snapshot.form_id')
        .onRef('participant.institution_id', '=', 'result_snapshot.institution_id'),
    )
    .select(['result_snapshot.institution_id', 'number', 'category', 'points', 'max', 'maturity', 'definition_id', 'figures'])
    .where('result_snapshot.form_id', '=', formId)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
  const newest = new Map<InstitutionId, (typeof rows)[number]>()
  for (const row of rows) if (!newest.has(row.institution_id)) newest.set(row.institution_id, row)
  const institutions = await institutionsOf(tx, [...newest.keys()])
  return institutions.flatMap((institution): Published[] => {
    const row = newest.get(institution.id)
    if (!row || institution.hide || institution.removed || institution.rehearsal !== undefined) return []
    const { category, points, max, maturity, definition_id, figures } = row
    return [{ institution, category, points, max, maturity, definition_id, figures: JSON.parse(figures) }]
  })
}

async function institutionsOf(tx: Tx, ids: readonly InstitutionId[]): Promise<readonly Institution[]> {
  if (ids.length === 0) return []
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', ids.map(orgScope)))
    .where('tbl', '=', 'institution')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  const all = rows.map(({ data }): Institution => JSON.parse(data))
  return all.toSorted((left, right) => left.name.localeCompare(right.name, 'es') || (left.id < right.id ? -1 : 1))
}
