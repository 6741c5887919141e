import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { orgScope, pointsScope } from '#shared/protocol/scope.ts'
import type { FormFacts } from '#shared/questionnaire.ts'
import type { ManualPoints, PointsSheet } from '#shared/questionnaires/model.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** Every table of obtained points of a form, the one in force first. */
export async function pointsSheetsOf(tx: Tx, formId: FormId): Promise<readonly PointsSheet[]> {
  // Written from Changes of that table.
  const sheets = (await rowsOf(tx, formId, 'pointsSheet')).map(({ data }): PointsSheet => JSON.parse(data))
  return sheets.toSorted((left, right) => right.turn - left.turn)
}

/** What each institution obtained by the last table that named it. */
export async function manualPointsOf(tx: Tx, formId: FormId): Promise<ReadonlyMap<InstitutionId, ManualPoints>> {
  const rows = await rowsOf(tx, formId, 'manualPoints')
  return new Map(rows.map(({ id, data }): [InstitutionId, ManualPoints] => [id, JSON.parse(data)]))
}

const rowsOf = (tx: Tx, formId: FormId, table: 'pointsSheet' | 'manualPoints'): Promise<{ id: string; data: string }[]> =>
  tx.q.selectFrom('sync_row').select(['id', 'data']).where('scope', '=', pointsScope(formId)).where('tbl', '=', table).execute()

/** What a change that brings obtained points is decided on. */
export async function manualFactsOf(tx: Tx, formId: FormId): Promise<Pick<FormFacts, 'manual'>> {
  const taking = await tx.q.selectFrom('participant').select('institution_id').where('form_id', '=', formId).execute()
  const [sheet] = await pointsSheetsOf(tx, formId)
  const points = await manualPointsOf(tx, formId)
  return { manual: { institutions: new Set(taking.map((row) => row.institution_id)), sheet, points } }
}

/** Institutions that take part in a form, by name. */
export async function institutionsIn(tx: Tx, formId: FormId): Promise<readonly Institution[]> {
  const taking = await tx.q.selectFrom('participant').select('institution_id').where('form_id', '=', formId).execute()
  if (taking.length === 0) return []
  const scopes = taking.map((row) => orgScope(row.institution_id))
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('tbl', '=', 'institution')
    .where('deleted', '=', 0)
    .execute()
  const all = rows.map(({ data }): Institution => JSON.parse(data))
  return all.toSorted((left, right) => left.name.localeCompare(right.name, 'es') || (left.id < right.id ? -1 : 1))
}
