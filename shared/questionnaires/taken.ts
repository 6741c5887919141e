import { lost } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { naming } from '../forms/definition.ts'
import type { DimensionId, QuestionId, UserId } from '../kernel/ids.ts'
import { isBefore } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Questionnaire } from '../questionnaire.ts'
import { differences, dimensionSiblings, placeOf, siblingsAt, subtreeOf, written } from './editing.ts'
import type { Fields, Mark } from './editing.ts'
import type { DimensionRow, QuestionRow } from './model.ts'

type Row = DimensionRow | QuestionRow

/** What a change takes away of a question or dimension: all of it, or some of its fields; or the texts that reports have of a dimension. */
interface Taken {
  readonly id: string
  readonly row: Pick<Row, 'marks'>
  readonly fields?: readonly string[]
}

const whole = (row: Row): Taken => ({ id: row.id, row })
const reportOf = (state: Questionnaire, id: DimensionId): Taken[] => {
  const row = state.get('reportText', id)
  return row ? [{ id, row }] : []
}

/** What goes with a question: itself and whatever hangs on it. */
export const takenWithQuestion = (state: Questionnaire, id: QuestionId): Taken[] => subtreeOf(state, id).map(whole)
/** What goes with a dimension: everything in it, and what reports say of it. */
export const takenWithDimension = (state: Questionnaire, id: DimensionId): Taken[] =>
  contentsOf(state, id).flatMap((row) => [whole(row), ...reportOf(state, row.id)])

/** A dimension and everything in it, itself first. */
export function contentsOf(state: Questionnaire, id: DimensionId): Row[] {
  const row = state.get('dimension', id)
  if (!row) return []
  return [
    row,
    ...row.subDimensionIds.flatMap((each) => contentsOf(state, each)),
    ...row.questionIds.flatMap((each) => subtreeOf(state, each)),
  ]
}

/** What an edit of a question takes away beside what it names: fields that follow from it, and inner questions of what is no block any more. */
export function takenByEdit(state: Questionnaire, before: QuestionRow, after: QuestionRow, to: Fields): Taken[] {
  const fields = differences(before, after).flatMap(({ field }) => (field in to ? [] : [field]))
  const inner = before.block.filter((id) => !after.block.includes(id)).flatMap((id) => subtreeOf(state, id))
  return [{ id: before.id, row: before, fields }, ...inner.map(whole)]
}

interface OthersMark extends Mark {
  readonly element: string
  readonly field: string
}

/** The newest change that others than this person made of what is taken; undefined where they made none. */
function newestOf(taken: Iterable<Taken>, actorId: UserId): OthersMark | undefined {
  let newest: OthersMark | undefined
  for (const { id, row, fields } of taken)
    for (const [field, mark] of Object.entries(row.marks ?? {})) {
      if (mark.by === actorId || (fields && !fields.includes(field))) continue
      if (!newest || isBefore(newest.at, mark.at)) newest = { ...mark, element: id, field }
    }
  return newest
}

/** Until when a device has what others changed of a questionnaire: its newest change by somebody else; null where there is none (QE23). */
export function sawOf(state: Questionnaire, actorId: UserId): Instant | null {
  const dimensions = [...state.list('dimension')].flatMap((row) => [whole(row), ...reportOf(state, row.id)])
  return newestOf([...dimensions, ...[...state.list('question')].map(whole)], actorId)?.at ?? null
}

/**
 * What keeps a change from taking something away: somebody else's words that its author had not seen (QE23). `saw`: until when they had
 * what others changed, null for nothing; what an older device does not say is what the server had when it last heard from it.
 */
export function keptByOthers(taken: readonly Taken[], saw: Instant | null | undefined, { actor, lease }: Context): Outcome | undefined {
  const newest = newestOf(taken, actor.id)
  const until = saw === undefined ? lease : (saw ?? '')
  if (!newest || until === null || (until !== '' && !isBefore(until, newest.at))) return undefined
  const { by, at, element, field } = newest
  return lost('removes_newer', { params: { by, at, element, field } })
}

/** A row that is taken out: who and when stand beside, and what it stood behind in its list. */
export function takenOutOf<R extends Row>(list: readonly string[], row: R, mark: Mark): R {
  const at = list.indexOf(row.id)
  return { ...written(row, { removed: true }, mark), behind: list[at - 1] ?? null }
}

/** The same row as part of the questionnaire again. */
export function broughtBack<R extends Row>(row: R, mark: Mark): R {
  const { behind: _behind, ...back } = written(row, { removed: null }, mark)
  // Only what is optional is taken away.
  return back as R
}

/** A question or dimension that was taken out and can come back (QE24). */
export interface RemovedPart {
  readonly kind: 'question' | 'dimension'
  readonly id: string
  readonly row: Row
  /** '' where it was taken out before that was written down. */
  readonly by: UserId
  readonly at: Instant
  /** The nearest of those before it that stand in its list; null: its beginning. */
  readonly behind: string | null
  /** What has to be there again, or be a block again, before it has a place; null where it has one. */
  readonly within: string | null
}

/** Everything that was taken out of a questionnaire by itself, the newest first. */
export function removedParts(state: Questionnaire): RemovedPart[] {
  const parts = [
    ...[...state.list('dimension')].flatMap((row) => (row.removed ? [dimensionPart(state, row)] : [])),
    ...[...state.list('question')].flatMap((row) => (row.removed ? [questionPart(state, row)] : [])),
  ]
  return parts.toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0))
}

function dimensionPart(state: Questionnaire, row: DimensionRow): RemovedPart {
  const siblings = dimensionSiblings(state, row.parentId)
  return {
    kind: 'dimension',
    ...removedPart(row),
    behind: standingBehind(siblings?.ids, row, (id) => state.get('dimension', id)),
    within: siblings ? null : nearestOut(state, row.parentId ?? ''),
  }
}

function questionPart(state: Questionnaire, row: QuestionRow): RemovedPart {
  const above = row.parentId ?? row.blockId
  const place = { ...placeOf(row), dimensionId: state.question(above ?? '')?.dimensionId ?? row.dimensionId }
  const isBlock = row.parentId !== null || row.blockId === null || state.question(row.blockId)?.kind === 'Block'
  const siblings = isBlock ? siblingsAt(state, place) : undefined
  const behind = standingBehind(siblings?.ids, row, (id) => state.get('question', id))
  // What names the rows of a block stays its first (DF2).
  const isNaming = row.parentId !== null || row.blockId === null || naming.includes(row.kind)
  return {
    kind: 'question',
    ...removedPart(row),
    behind: isNaming ? behind : (behind ?? siblings?.ids[0] ?? null),
    within: siblings ? null : nearestOut(state, above ?? row.dimensionId),
  }
}

/** What was taken out and holds this; the same where it stands. */
function nearestOut(state: Questionnaire, id: string): string {
  const question = state.get('question', id)
  const row = question ?? state.get('dimension', id)
  const stands = state.question(id) ?? state.dimension(id)
  const above = question ? (question.parentId ?? question.blockId ?? question.dimensionId) : row?.parentId
  return !row || row.removed || stands || typeof above !== 'string' ? id : nearestOut(state, above)
}

const removedPart = (row: Row) => {
  const { by, at } = row.marks?.['removed'] ?? { by: '', at: '' }
  return { id: row.id, row, by, at }
}

/** What a row comes back behind: what it stood behind, or what that one stood behind, and so on. The last where nobody wrote it down. */
function standingBehind(ids: readonly string[] = [], row: Row, rowOf: (id: QuestionId | DimensionId) => Row | undefined): string | null {
  const tried = new Set<string>()
  let { behind } = row
  while (typeof behind === 'string' && !ids.includes(behind) && !tried.has(behind)) {
    tried.add(behind)
    behind = rowOf(behind)?.behind
  }
  if (behind === null) return null
  return behind !== undefined && ids.includes(behind) ? behind : (ids.at(-1) ?? null)
}
