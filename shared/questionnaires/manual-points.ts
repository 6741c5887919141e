import { maxPointsOf } from '../forms/points.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { roundPoints, sumPoints } from '../forms/round-points.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { InstitutionId, QuestionId } from '../kernel/ids.ts'
import { Alike, plainKey } from '../kernel/alike.ts'
import { numberShown, saidIn } from '../kernel/read-cell.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import type { Cell } from '../kernel/sheet.ts'
import { readTable, unknown } from '../kernel/table.ts'
import type { Column, Problems, ReadSheet } from '../kernel/table.ts'
import { epochMs } from '../kernel/instant.ts'
import { boundsOf } from '../stages/rules.ts'
import type { FormHeader } from '../stages/model.ts'
import type { ManualPoints, PointsSheet } from './model.ts'

/** Columns of the table of obtained points, as its template has them. What is there for its reader may be left out. */
export const manualPointsColumns = [
  { name: 'institutionCode', filled: true },
  { name: 'number', optional: true, days: true },
  { name: 'questionId', filled: true },
  { name: 'max', optional: true },
  { name: 'points', filled: true },
] as const satisfies readonly Column[]

export interface ScoredQuestion {
  readonly id: QuestionId
  readonly number: string
  /** Most points of it with whatever it opens, > 0. */
  readonly max: number
}

/**
 * Questions of which a table says the points, in reading order: those of top level that are worth any. A question's points are with
 * what it opens (PO1), so that they add up to the form's (PO2).
 */
export function scoredQuestions(index: FormIndex): readonly ScoredQuestion[] {
  const found =
    scoredOf.get(index) ??
    index.subDimensions.flatMap((sub) =>
      sub.questionIds.map((id) => ({ id, number: index.numberOf(id), max: maxPointsOf(index, id) })).filter(({ max }) => max > 0),
    )
  scoredOf.set(index, found)
  return found
}
const scoredOf = new WeakMap<FormIndex, readonly ScoredQuestion[]>()

export interface CodedInstitution {
  readonly id: InstitutionId
  readonly code: string
}

/** The table that is handed out: a row for each institution and question, with the points that stand or none. */
export function manualPointsRows(
  index: FormIndex,
  institutions: readonly CodedInstitution[],
  pointsOf: (institution: InstitutionId) => ManualPoints['points'] | undefined,
): readonly (readonly Cell[])[] {
  const scored = scoredQuestions(index)
  return institutions.flatMap(({ id, code }) => {
    const standing = pointsOf(id)
    return scored.map((question) => [code, question.number, question.id, question.max, standing?.[question.id] ?? ''])
  })
}

/** Obtained points of each institution, in the order of the questions. */
export interface GivenPoints {
  readonly questionIds: readonly QuestionId[]
  readonly points: Readonly<Record<InstitutionId, readonly number[]>>
}

/** Row of a problem that no row has: of those that are missing. */
export const noRow = 0
/** Missing rows of one institution that are named. */
const namedMost = 5

/**
 * The obtained points that a table says, to four decimals. What is wrong is added to `problems`; with any of it there is nothing to
 * take. (MP1, MP2)
 */
export function readManualPoints(
  sheet: ReadSheet,
  index: FormIndex,
  institutions: readonly CodedInstitution[],
  problems: Problems,
): GivenPoints {
  const scored = scoredQuestions(index)
  const placeOf = new Map(scored.map(({ id }, at) => [id, at]))
  const byCode = new Map(institutions.map((each) => [each.code, each]))
  const codes = new Alike(byCode.keys(), plainKey)
  const ids = new Alike(scored.map(({ id }) => id))
  const found = new Map<InstitutionId, Map<number, { readonly row: number; readonly points: number }>>(
    institutions.map(({ id }) => [id, new Map()]),
  )
  const rows = readTable(sheet, manualPointsColumns, problems)
  for (const { row, cells } of rows) {
    const said = { code: saidIn(cells.institutionCode), id: saidIn(cells.questionId) }
    const read = { questionId: ids.of(said.id) ?? said.id, points: pointsIn(cells.points), max: pointsIn(cells.max) }
    const institution = byCode.get(codes.of(said.code) ?? '')
    const at = placeOf.get(read.questionId)
    const question = at === undefined ? undefined : scored[at]
    const taken = institution && found.get(institution.id)
    const first = at === undefined ? undefined : taken?.get(at)
    // What says nothing is told where the table is read.
    if (cells.institutionCode !== '' && !institution)
      problems.add(row, 'institutionCode', unknown('institution', said.code, codes, problems))
    if (read.questionId !== '' && !question) {
      const unscored = index.question(read.questionId) && failure('table_question_unscored')
      problems.add(row, 'questionId', unscored ?? unknown('question', said.id, ids, problems))
    }
    if (first) problems.add(row, null, failure('table_row_again', { row: first.row }))
    const wrong = question && cells.points !== '' ? (read.points.wrong ?? pointsProblem(read.points.value, question.max)) : undefined
    if (wrong) problems.add(row, 'points', wrong)
    if (question && cells.max !== '' && (read.max.value === undefined || roundPoints(read.max.value) !== question.max))
      problems.add(row, 'max', failure('points_max_moved', { max: question.max }))
    if (taken && at !== undefined && !first) taken.set(at, { row, points: roundPoints(read.points.value ?? 0) })
  }
  if (rows.length > 0)
    for (const { id, code } of institutions) {
      const missing = scored.filter((_, at) => !found.get(id)?.has(at))
      if (missing.length === 0) continue
      const numbers = missing.slice(0, namedMost).map(({ number }) => number)
      const more = missing.length - numbers.length
      const named = numbers.join(', ')
      problems.add(
        noRow,
        null,
        failure(more === 0 ? 'points_rows_missing' : 'points_rows_missing_more', { institution: code, numbers: named, n: more }),
      )
    }
  return {
    questionIds: scored.map(({ id }) => id),
    points: Object.fromEntries([...found].map(([id, own]) => [id, scored.map((_, at) => own.get(at)?.points ?? 0)])),
  }
}

/** A number of points: no form has a thousand, so that a mark is a decimal one whichever it is. A percentage is of nothing. */
function pointsIn(cell: ReadCell): { readonly value?: number; readonly wrong?: Failure } {
  if (typeof cell === 'number') return { value: cell }
  if (typeof cell === 'string') {
    const text = cell.replace('\u2212', '-')
    return /^-?\d{1,6}(?:[.,]\d{1,12})?$/.test(text) ? { value: Number(text.replace(',', '.')) } : {}
  }
  if (cell.kind === 'day' || cell.says === null || cell.shown.endsWith('%')) return {}
  if (roundPoints(cell.says) === roundPoints(cell.held)) return { value: cell.held }
  return { wrong: failure('number_rounded', { shown: cell.shown, held: numberShown(cell.held) }) }
}

function pointsProblem(points: number | undefined, max: number): Failure | undefined {
  if (points === undefined || !Number.isFinite(points)) return failure('number_unread')
  const rounded = roundPoints(points)
  return rounded < 0 || rounded > max ? failure('points_out_of_bounds', { max }) : undefined
}

/** Why points are not taken of a form as it stands: they are of every institution that takes part and every scored question, in bounds. (MP1) */
export function manualPointsProblem(
  { questionIds, points }: GivenPoints,
  index: FormIndex,
  institutions: ReadonlySet<InstitutionId>,
): Failure | undefined {
  const scored = scoredQuestions(index)
  if (scored.length === 0 || institutions.size === 0) return failure('points_nothing')
  const given = Object.entries(points)
  const isWhole =
    questionIds.length === scored.length &&
    scored.every(({ id }, at) => questionIds[at] === id) &&
    given.length === institutions.size &&
    given.every(([id, own]) => institutions.has(id) && own.length === scored.length)
  if (!isWhole) return failure('points_form_moved')
  const outside = scored.find(({ max }, at) => given.some(([, own]) => pointsProblem(own[at], max) !== undefined))
  return outside && failure('points_out_of_bounds', { max: outside.max })
}

/** Whether a table would say nothing else than the one in force, of the same institutions. (MP3) */
export function saysWhatStands(
  { questionIds, points }: GivenPoints,
  sheet: PointsSheet | undefined,
  standing: ReadonlyMap<InstitutionId, ManualPoints>,
): boolean {
  const given = Object.entries(points)
  if (!sheet || sheet.institutions !== given.length) return false
  return given.every(([id, own]) => {
    const stands = standing.get(id)
    if (stands?.sheetId !== sheet.id || Object.keys(stands.points).length !== questionIds.length) return false
    return questionIds.every((question, at) => stands.points[question] === roundPoints(own[at] ?? 0))
  })
}

/** Whether a table was brought before the form's replica was decided: what it says is not what stands in the end (RS9). */
export const predatesReplica = ({ stages }: Pick<FormHeader, 'stages'>, { at }: Pick<PointsSheet, 'at'>): boolean =>
  stages.some((stage) => stage.kind === 'ReplicaRevision' && epochMs(at) <= boundsOf(stage).endMs)

/**
 * What an institution obtained where points are uploaded: points, by the table in force; `none`, when that one does not name it; or
 * `stale`, with the numbers of the questions of which it says nothing that holds today. (MP5)
 */
export type ManualStanding =
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'stale'; readonly numbers: readonly string[] }

/** Where points are uploaded, what an institution obtained by the table in force. It is never worked out from answers. (MP5) */
export function manualStanding(index: FormIndex, sheet: PointsSheet | undefined, own: ManualPoints | undefined): ManualStanding {
  if (!sheet || own?.sheetId !== sheet.id) return { kind: 'none' }
  const scored = scoredQuestions(index)
  const known = new Set(scored.map(({ id }) => id))
  const gone = Object.keys(own.points).filter((id) => !known.has(id) && (own.points[id] ?? 0) !== 0)
  const unfit = scored.filter(({ id, max }) => pointsProblem(own.points[id], max) !== undefined)
  const numbers = [...unfit.map(({ number }) => number), ...new Set(gone.map((id) => (index.question(id) ? index.numberOf(id) : '–')))]
  if (numbers.length > 0) return { kind: 'stale', numbers }
  return { kind: 'points', points: sumPoints(scored.map(({ id }) => own.points[id] ?? 0)) }
}
