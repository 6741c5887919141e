import { roundPoints } from '#shared/forms/round-points.ts'
import type { DimensionId, FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { comparisonMean } from '#shared/results/statistics.ts'
import { isVisibleAt } from '#shared/results/reading.ts'
import { firstDayMs } from '#shared/evaluations/former.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { ResultFigures, ResultSnapshotTable } from '../../db/schema.ts'
import { headerOf } from '../../world/store.ts'

export type Figures = Omit<ResultSnapshotTable, 'figures'>
const columns = [
  'form_id',
  'institution_id',
  'kind',
  'number',
  'version',
  'definition_id',
  'category',
  'orientation',
  'points',
  'max',
  'maturity',
  'at',
  'published_at',
] as const

/** Of each institution of a form its newest snapshot of a kind and the newest that was published, of those that still take part. */
export async function newestIn(
  tx: Tx,
  formId: FormId,
  kind: ResultKind,
): Promise<ReadonlyMap<InstitutionId, { readonly newest: Figures; readonly published: Figures | undefined }>> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .select(columns)
    .where('form_id', '=', formId)
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .execute()
  const found = new Map<InstitutionId, { newest: Figures; published: Figures | undefined }>()
  for (const row of rows) {
    const known = found.get(row.institution_id)
    if (!known) found.set(row.institution_id, { newest: row, published: row.published_at === null ? undefined : row })
    else if (!known.published && row.published_at !== null) known.published = row
  }
  return found
}

export interface CategoryMeans {
  /** How many were published. */
  readonly count: number
  /** Of the whole, 4 decimals; null where it is not told. */
  readonly whole: number | null
  readonly dimensions: ReadonlyMap<DimensionId, number>
}

/**
 * Means of what the institutions of a category were published in a form: each by its newest publication, none that is hidden or taken
 * out, and none of fewer than three (RS14).
 */
export async function categoryMeans(tx: Tx, formId: FormId, kind: ResultKind, category: string): Promise<CategoryMeans> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .innerJoin('participant', (join) =>
      join
        .onRef('participant.form_id', '=', 'result_snapshot.form_id')
        .onRef('participant.institution_id', '=', 'result_snapshot.institution_id'),
    )
    .select(['result_snapshot.institution_id', 'number', 'category', 'points', 'figures'])
    .where('result_snapshot.form_id', '=', formId)
    .where('kind', '=', kind)
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
  const newest = new Map<InstitutionId, (typeof rows)[number]>()
  for (const row of rows) if (!newest.has(row.institution_id)) newest.set(row.institution_id, row)
  const hidden = await hiddenOf(tx, [...newest.keys()])
  const counted = [...newest.values()].filter((row) => row.category === category && !hidden.has(row.institution_id))
  const byDimension = new Map<DimensionId, number[]>()
  for (const { figures } of counted) {
    const { dimensions }: ResultFigures = JSON.parse(figures)
    for (const [id, [points]] of Object.entries(dimensions)) byDimension.set(id, [...(byDimension.get(id) ?? []), points])
  }
  return {
    count: counted.length,
    whole: meanOf(counted.map((row) => row.points)),
    dimensions: new Map(
      [...byDimension].flatMap(([id, points]): [DimensionId, number][] => {
        const mean = meanOf(points)
        return mean === null ? [] : [[id, mean]]
      }),
    ),
  }
}

/** As points are kept; null where it is not told. */
function meanOf(points: readonly number[]): number | null {
  const mean = comparisonMean(points)
  return mean === null ? null : roundPoints(mean)
}

/** Of some institutions those that are in no public result. */
async function hiddenOf(tx: Tx, ids: readonly InstitutionId[]): Promise<ReadonlySet<InstitutionId>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', ids.map(orgScope)))
    .where('tbl', '=', 'institution')
    .where('deleted', '=', 0)
    .execute()
  return new Set(rows.map(({ data }): Institution => JSON.parse(data)).flatMap(({ id, hide }) => (hide ? [id] : [])))
}

/** What an institution was published in the end in an earlier form. */
export interface FormerResult {
  readonly form: FormHeader
  readonly points: number
  readonly max: number
  readonly definitionId: string
  readonly figures: ResultFigures
}

/**
 * The newest final publication of an institution in a form that began before another one; undefined where there is none. What an
 * institution may not see yet, or does not take part in any more, is none. (RS18)
 */
export async function formerOf(tx: Tx, institutionId: InstitutionId, form: FormHeader, now: Instant): Promise<FormerResult | undefined> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .innerJoin('participant', (join) =>
      join
        .onRef('participant.form_id', '=', 'result_snapshot.form_id')
        .onRef('participant.institution_id', '=', 'result_snapshot.institution_id'),
    )
    .innerJoin('form', 'form.id', 'result_snapshot.form_id')
    .select(['result_snapshot.form_id', 'points', 'max', 'definition_id', 'figures'])
    .where('result_snapshot.institution_id', '=', institutionId)
    .where('result_snapshot.form_id', '!=', form.id)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .where('form.removed', '=', 0)
    .orderBy('number', 'desc')
    .execute()
  const found = new Map<FormId, FormerResult>()
  for (const row of rows) {
    if (found.has(row.form_id)) continue
    const header = await headerOf(tx, row.form_id)
    if (!header || header.removed || header.rehearsal || !isVisibleAt(header, 'final', now) || firstDayMs(header) >= firstDayMs(form))
      continue
    found.set(row.form_id, {
      form: header,
      points: row.points,
      max: row.max,
      definitionId: row.definition_id,
      figures: JSON.parse(row.figures),
    })
  }
  return [...found.values()].toSorted((left, right) => firstDayMs(right.form) - firstDayMs(left.form))[0]
}
