import type { FieldChange } from '../contract/mutation.ts'
import type { Failure } from '../kernel/failure.ts'
import type { DimensionId, QuestionId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { headerChange, type Questionnaire } from '../questionnaire.ts'
import type { FormHeader } from '../stages/model.ts'
import type { Change } from '../world.ts'
import { brokenRule } from '../forms/definition.ts'
import { kinds } from '../forms/kinds.ts'
import type { Option, PointsEntry, QuestionKind } from '../forms/model.ts'
import { surveyDimensionId } from '../forms/model.ts'
import type { DimensionRow, Outline, QuestionRow } from './model.ts'

/** Fields of a row with their values; null where the row has none. */
export type Fields = Readonly<Record<string, unknown>>

/** Of a row the value of a field, as JSON reads it: null where there is none. */
const valueOf = (row: object, field: string): unknown => (Reflect.get(row, field) as unknown) ?? null

/** Whether two values are the same to a reader, whatever the order of their keys. */
export function sameField(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [one, other] = [told(left), told(right)]
  return one.length === other.length && one.every(([key, value]) => sameField(value, Reflect.get(right, key)))
}
const told = (of: object): [string, unknown][] => Object.entries(of).filter(([, value]) => value !== undefined)

/** A row that says who changed its fields last. */
type Marked = object & { readonly marks?: Readonly<Record<string, Mark>> | undefined }

/** What a person wanted of some fields of a row, beside what stands now. */
export type Met =
  /** Everything is so already. */
  | { readonly kind: 'same' }
  /** Somebody changed a field after the person had read it. */
  | { readonly kind: 'moved'; readonly field: string; readonly by: UserId; readonly at: Instant | '' }
  | { readonly kind: 'free' }

/**
 * Whether fields may go from what somebody saw to what they want (QE2): each stands as it was seen, or is what is wanted already.
 * Other fields of the same row are no matter.
 */
export function meet(row: Marked, from: Fields, to: Fields): Met {
  let differs = false
  for (const field of Object.keys(to)) {
    const stands = valueOf(row, field)
    if (sameField(stands, to[field] ?? null)) continue
    differs = true
    if (sameField(stands, from[field] ?? null)) continue
    const mark = row.marks?.[field]
    return { kind: 'moved', field, by: mark?.by ?? '', at: mark?.at ?? '' }
  }
  return { kind: differs ? 'free' : 'same' }
}

/** What a person saw of a row when they wrote. */
export type Seen = (row: object) => Fields
/** As if what stands now had been seen: what somebody wrote shows so until its outcome is known, whoever was faster (IN16). */
export const asItStands =
  (to: Fields): Seen =>
  (row) =>
    Object.fromEntries(Object.keys(to).map((field) => [field, valueOf(row, field)]))

/** Who changed a field, and when. */
export interface Mark {
  readonly by: UserId
  readonly at: Instant
}

/** A row with other fields: null takes one away. Who changed them stands beside. */
export function written<Row extends Marked>(row: Row, to: Fields, mark: Mark): Row {
  const changed = Object.entries(to).filter(([field, value]) => !sameField(valueOf(row, field), value ?? null))
  const next = new Map<string, unknown>(Object.entries(row))
  for (const [field, value] of changed) {
    if (value === null || value === undefined) next.delete(field)
    else next.set(field, value)
  }
  const own: Readonly<Record<string, Mark>> = row.marks ?? ({} satisfies Record<string, Mark>)
  const marks: Record<string, Mark> = { ...own, ...Object.fromEntries(changed.map(([field]) => [field, mark])) }
  // The fields are the row's own: whoever asks has parsed them by its schema.
  return { ...(Object.fromEntries(next) as Row), marks }
}

/** What of a row differs, field by field, for its history: order and lists of ids are told by what moved. */
export function differences(before: object, after: object): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !untold.has(field) && !sameField(valueOf(before, field), valueOf(after, field)))
    .map((field) => ({ field, from: valueOf(before, field), to: valueOf(after, field) }))
}
const untold: ReadonlySet<string> = new Set(['marks', 'removed', 'dependent', 'block', 'questionIds', 'subDimensionIds'])

/** Where a question hangs: on a question, in a block, or in a sub-dimension or the survey. */
export interface Place {
  readonly dimensionId: DimensionId
  readonly parentId: QuestionId | null
  readonly blockId: QuestionId | null
}
export const placeOf = ({ dimensionId, parentId, blockId }: Place): Place => ({ dimensionId, parentId, blockId })

/** A list of ids that hang in one place, and the row that holds it. */
interface Siblings {
  readonly ids: readonly string[]
  with(ids: readonly string[]): Change
}

/** The list that a place is; undefined when there is no such place. */
export function siblingsAt(state: Questionnaire, place: Place): Siblings | undefined {
  const { scope } = state
  const at = { scope, part: '' }
  if (place.parentId !== null || place.blockId !== null) {
    // A dependent of an inner question hangs on that one, and is of the block as well.
    const above = state.question(place.parentId ?? place.blockId ?? '')
    if (!above || above.dimensionId !== place.dimensionId) return undefined
    const field = place.parentId === null ? 'block' : 'dependent'
    return {
      ids: above[field],
      with: (ids) => ({ ...at, table: 'question', id: above.id, row: { ...above, [field]: ids } }),
    }
  }
  const dimension = state.dimension(place.dimensionId)
  if (!dimension || (dimension.parentId === null && dimension.id !== surveyDimensionId)) return undefined
  return {
    ids: dimension.questionIds,
    with: (questionIds) => ({ ...at, table: 'dimension', id: dimension.id, row: { ...dimension, questionIds } }),
  }
}

/** The list in which dimensions, or the sub-dimensions of one, stand. */
export function dimensionSiblings(state: Questionnaire, parentId: DimensionId | null): Siblings | undefined {
  const at = { scope: state.scope, part: '' }
  if (parentId === null) {
    const outline: Outline = state.get('outline', state.formId) ?? { formId: state.formId, dimensionIds: [] }
    return {
      ids: outline.dimensionIds,
      with: (dimensionIds) => ({ ...at, table: 'outline', id: state.formId, row: { ...outline, dimensionIds } }),
    }
  }
  const parent = state.dimension(parentId)
  if (!parent || parent.parentId !== null || parent.id === surveyDimensionId) return undefined
  return {
    ids: parent.subDimensionIds,
    with: (subDimensionIds) => ({ ...at, table: 'dimension', id: parent.id, row: { ...parent, subDimensionIds } }),
  }
}

/** A list with an id behind another one, or at its beginning (null); undefined when that other one is not in it. */
export function placed(ids: readonly string[], id: string, after: string | null): string[] | undefined {
  const others = ids.filter((each) => each !== id)
  if (after === null) return [id, ...others]
  const at = others.indexOf(after)
  return at === -1 ? undefined : [...others.slice(0, at + 1), id, ...others.slice(at + 1)]
}

/** A question and everything that hangs on it, itself first. */
export function subtreeOf(state: Questionnaire, id: QuestionId): QuestionRow[] {
  const row = state.get('question', id)
  return row ? [row, ...[...row.block, ...row.dependent].flatMap((each) => subtreeOf(state, each))] : []
}

/** What stands in a question when it becomes of a kind: bounds as the specification has them, and nothing of the former kind's. `today`: first day of a Date. */
export function ofKind(kind: QuestionKind, today: string): Fields {
  const none = { options: [], allowNoneOption: false, min: null, max: null }
  if (kind === 'SimpleText') return { ...none, kind, min: 0, max: 20 }
  if (kind === 'Number') return { ...none, kind, min: 0 }
  if (kind === 'Date') return { ...none, kind, min: today }
  if (kind === 'Block') return { ...none, kind, min: 0, max: 10 }
  return { ...none, kind }
}

/** How options were called before, by what they are called now. */
export type Renamed = ReadonlyMap<string, string>

/**
 * What follows from a question's change for itself and for what hangs on it, so that no condition and no points name an option that
 * is called otherwise now, or is gone (QE4). Administrative takes no file.
 */
export function settled(state: Questionnaire, before: QuestionRow, after: QuestionRow, renamed: Renamed): Change[] {
  const nameNow = (key: string): string => [...renamed].find(([, was]) => was === key)?.[0] ?? key
  const choices = kinds[after.kind].choices(after).map(String)
  const keys = new Set(choices.length > 0 ? choices : ['value'])
  const points: PointsEntry[] = (
    before.points === after.points ? after.points.map((each) => ({ ...each, key: nameNow(each.key) })) : after.points
  )
    .filter(({ key }) => keys.has(key))
    .map(({ divisor, ...each }) => (divisor === undefined || after.kind !== 'Number' ? each : { ...each, divisor }))
  const row: QuestionRow = { ...after, points, allowFile: after.allowFile && !after.administrative }
  const at = { scope: state.scope, part: '' }
  const changes: Change[] = [{ ...at, table: 'question', id: row.id, row }]
  // Also what was taken out, or it could not come back.
  for (const dependent of renamed.size > 0 ? state.list('question') : []) {
    if (dependent.parentId !== row.id || typeof dependent.visibleIf !== 'string') continue
    const visibleIf = nameNow(dependent.visibleIf)
    if (visibleIf !== dependent.visibleIf) changes.push({ ...at, table: 'question', id: dependent.id, row: { ...dependent, visibleIf } })
  }
  return changes
}

/** Which option of now was which one before, where only its name changed. */
export function renamedIn(options: readonly (Option & { readonly was?: string | undefined })[]): Renamed {
  return new Map(options.flatMap(({ value, was }) => (was !== undefined && was !== value ? [[value, was] as const] : [])))
}

/** The first rule that the questionnaire breaks once the changes are in it; undefined when it stays one that can be asked. */
export function brokenBy(state: Questionnaire, changes: readonly Change[]): Failure | undefined {
  const scratch = state.clone()
  for (const { table, id, row } of changes) scratch.set(table, id, row)
  return brokenRule(scratch.definition)
}

/** The form's header with other fields, and who changed them. */
export const headerWith = (form: FormHeader, to: Fields, mark: Mark): Change => headerChange(written(form, to, mark))

/** A dimension, or a sub-dimension, in which nothing stands yet. */
export const aDimension = (
  id: DimensionId,
  name: string,
  parentId: DimensionId | null,
  part: Partial<DimensionRow> = {},
): DimensionRow => ({ id, name, parentId, subDimensionIds: [], questionIds: [], configHint: undefined, fillingHint: undefined, ...part })
