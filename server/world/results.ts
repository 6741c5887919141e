import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { categoriesScope, parseScope, pointsScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { ReportText } from '#shared/questionnaires/model.ts'
import { Results, type ResultFacts } from '#shared/results.ts'
import type { Rows, TableName, World } from '#shared/world.ts'
import type { Tx } from '../db/open.ts'
import type { ResultSnapshotTable } from '../db/schema.ts'
import { rowOf, type HeldWorlds, type WorldKey } from './store.ts'
import { pointsSheetsOf } from './manual-points.ts'

/** What mutations of results decide on, by scope, of institutions whose worlds the transaction holds. */
export async function resultsIn(tx: Tx, worlds: HeldWorlds, asked: readonly { readonly s: string }[]): Promise<Map<string, Results>> {
  const found = new Map<string, Results>()
  for (const { s } of asked) {
    const scope = parseScope(s)
    if (scope?.kind !== 'results' || found.has(s)) continue
    const world = worlds.get({ institutionId: scope.institutionId, formId: scope.formId })
    if (world) found.set(s, await resultsOf(tx, world))
  }
  return found
}

/** What an institution obtained in a form as it stands in a snapshot. `facts`: where they are known already. */
export async function resultsOf(tx: Tx, world: World, texts?: ResultFacts['texts']): Promise<Results> {
  const results = new Results(world, { ...(await ownFacts(tx, world)), texts: texts ?? (await reportTextsOf(tx, world.formId)) })
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['tbl', 'id', 'data'])
    .where('scope', '=', resultsScope(world.institutionId, world.formId))
    .where('deleted', '=', 0)
    .execute()
  for (const row of rows) {
    // Written from a Change, so the table's name and the row's shape are the model's.
    const table = row.tbl as TableName
    results.set(table, row.id, JSON.parse(row.data) as Rows[typeof table])
  }
  return results
}

async function ownFacts(tx: Tx, { institution, formId, form }: World): Promise<Omit<ResultFacts, 'texts'>> {
  const { category } = institution
  const named = await rowOf(tx, categoriesScope, 'category', category)
  const isManual = form.calculatedBy === 2
  const [sheet] = isManual ? await pointsSheetsOf(tx, formId) : []
  const points = isManual ? await rowOf(tx, pointsScope(formId), 'manualPoints', institution.id) : undefined
  return { categoryName: named?.name ?? category, manual: { sheet, points } }
}

/** Texts of a form's reports: of the form as a whole under its own id, and by dimension. */
export async function reportTextsOf(tx: Tx, formId: FormId): Promise<ReadonlyMap<string, ReportText>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['id', 'data'])
    .where('scope', '=', questionnaireScope(formId))
    .where('tbl', '=', 'reportText')
    .where('deleted', '=', 0)
    .execute()
  return new Map(rows.map(({ id, data }): [string, ReportText] => [id, JSON.parse(data)]))
}

/** Kinds of results that were published for an institution. */
export async function publishedKinds(tx: Tx, { institutionId, formId }: WorldKey): Promise<ReadonlySet<ResultKind>> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .select('kind')
    .distinct()
    .where('form_id', '=', formId)
    .where('institution_id', '=', institutionId)
    .where('published_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** What was worked out last of an institution: its newest final result, or else its newest preliminary one. */
export type KeptResult = Pick<
  ResultSnapshotTable,
  'kind' | 'version' | 'points' | 'maturity' | 'figures' | 'published_at' | 'category' | 'orientation'
>

/** The same of every institution of a form, by its id. */
export async function keptResults(tx: Tx, formId: FormId): Promise<ReadonlyMap<InstitutionId, KeptResult>> {
  const rows = await tx.q
    .selectFrom('result_snapshot as kept')
    .select(['institution_id', 'kind', 'version', 'points', 'maturity', 'figures', 'published_at', 'category', 'orientation'])
    .where('form_id', '=', formId)
    .where('number', '=', (inner) =>
      inner
        .selectFrom('result_snapshot as newer')
        .select((each) => each.fn.max('newer.number').as('number'))
        .whereRef('newer.form_id', '=', 'kept.form_id')
        .whereRef('newer.institution_id', '=', 'kept.institution_id')
        .whereRef('newer.kind', '=', 'kept.kind'),
    )
    .execute()
  const found = new Map<InstitutionId, KeptResult>()
  for (const { institution_id: id, ...row } of rows) if (row.kind === 'final' || !found.has(id)) found.set(id, row)
  return found
}
