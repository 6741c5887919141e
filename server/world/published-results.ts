import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { ResultFigures, ResultSnapshotTable } from '../db/schema.ts'

/** What an institution was published in the end in a form, and who it is. */
export interface Published extends Pick<ResultSnapshotTable, 'version' | 'category' | 'points' | 'max' | 'maturity' | 'definition_id'> {
  readonly institution: Institution
  readonly figures: ResultFigures
  /** When a final result of it was published first. */
  readonly firstAt: Instant
  /** When this one was published. */
  readonly publishedAt: Instant
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
    .select([
      'result_snapshot.institution_id',
      'number',
      'version',
      'category',
      'points',
      'max',
      'maturity',
      'definition_id',
      'figures',
      'published_at',
    ])
    .where('result_snapshot.form_id', '=', formId)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
  const newest = new Map<InstitutionId, (typeof rows)[number]>()
  const first = new Map<InstitutionId, Instant>()
  for (const row of rows) {
    if (!newest.has(row.institution_id)) newest.set(row.institution_id, row)
    // Of the newest first: what comes last is what was published first.
    if (row.published_at !== null) first.set(row.institution_id, row.published_at)
  }
  const institutions = await institutionsOf(tx, [...newest.keys()])
  return institutions.flatMap((institution): Published[] => {
    const row = newest.get(institution.id)
    if (!row || institution.hide || institution.removed || institution.rehearsal !== undefined) return []
    const { version, category, points, max, maturity, definition_id, figures } = row
    return [
      {
        institution,
        version,
        category,
        points,
        max,
        maturity,
        definition_id,
        figures: JSON.parse(figures),
        firstAt: first.get(institution.id) ?? '',
        publishedAt: row.published_at ?? '',
      },
    ]
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

/** Institutions of which visitors could be shown a final result of a form, by name; of a rehearsal none. */
export const showableIn = async (tx: Tx, { id, rehearsal }: Pick<FormHeader, 'id' | 'rehearsal'>) =>
  rehearsal ? [] : (await publishedIn(tx, id)).map(({ institution }) => ({ id: institution.id, name: institution.name }))
