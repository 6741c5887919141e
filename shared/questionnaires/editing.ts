import type { FieldChange } from '../contract/mutation.ts'
import { twinsIn } from '../kernel/alike.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { DimensionId, QuestionId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { quotedIn } from '../kernel/read-cell.ts'
import type { Questionnaire } from '../questionnaire.ts'
import type { Change } from '../world.ts'
import { brokenRule } from '../forms/definition.ts'
import { kinds } from '../forms/kinds.ts'
import { placeIn } from '../forms/place.ts'
import { rateFailure, unearnableRates } from '../forms/rates.ts'
import { englishFrom, optionKey } from '../forms/english.ts'
import type { Spoken, SpokenRow } from '../forms/english.ts'
import type { Digests, Option, PointsEntry, QuestionKind } from '../forms/model.ts'
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

const recordOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** What stands with some of its entries as another one has them; an entry that is not there there goes. Null where nothing is left. */
function patched(stands: Fields, other: Fields, keys: readonly string[]): Fields | null {
  const next = Object.fromEntries(
    [...new Set([...Object.keys(stands), ...keys])].flatMap((key) => {
      const value = keys.includes(key) ? other[key] : stands[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  return Object.keys(next).length === 0 ? null : next
}

/**
 * What somebody saw and wants of a row's texts in English, each text by itself: those that they left as they saw them are as they stand,
 * so that two people translate one question side by side (QE2). Options that differ in nothing but their English are texts, too.
 */
function textByText<To extends Fields>(row: object | undefined, from: Fields, to: To): { readonly from: Fields; readonly to: To } {
  const next: { from: Fields; to: Fields } = { from, to }
  for (const field of ['en', 'enFrom']) {
    if (!(field in to)) continue
    const [stands, seen, wanted] = [recordOf(row && valueOf(row, field)), recordOf(from[field]), recordOf(to[field])]
    const keys = [...new Set([...Object.keys(seen), ...Object.keys(wanted)])].filter((key) => !sameField(seen[key], wanted[key]))
    next.from = {
      ...next.from,
      [field]: patched(stands, seen, keys) ?? (row && valueOf(row, field) !== null && keys.length === 0 ? {} : null),
    }
    next.to = { ...next.to, [field]: patched(stands, wanted, keys) }
  }
  const [stands, seen, wanted] = [optionsOf(row), optionsOf(from), optionsOf(to)]
  if (stands && seen && wanted && isEnglishOnly(seen, wanted)) {
    const changed = wanted.filter(({ en }, at) => seen[at]?.en !== en).map(({ value }) => value)
    if (changed.every((value) => stands.some((each) => each.value === value))) {
      next.from = { ...next.from, options: spokenAs(stands, seen, changed) }
      next.to = { ...next.to, options: spokenAs(stands, wanted, changed) }
    }
  }
  // The same fields, each of the shape that it had.
  return next as { from: Fields; to: To }
}

/** How a change is read against a row: what was seen of it, and what is wanted. */
export type Wanting = <To extends Fields>(row: object | undefined, from: Fields, to: To) => { readonly from: Fields; readonly to: To }
/** Each text by itself, as it was seen. */
export const asSeen: Wanting = (row, from, to) => textByText(row, from, to)
/** The same, as if what stands now had been seen. */
export const overWhatStands: Wanting = (row, from, to) => {
  const wanted = textByText(row, from, to).to
  return { from: asItStands(wanted)(row ?? {}), to: wanted }
}

type WantedOption = Option & { readonly was?: string | undefined }
const optionsOf = (row: object | undefined): readonly WantedOption[] | undefined => {
  const options = row && valueOf(row, 'options')
  return Array.isArray(options) ? (options as readonly WantedOption[]) : undefined
}

/** Options with the English of some of them as others say it. */
const spokenAs = (stands: readonly Option[], other: readonly Option[], values: readonly string[]): readonly Option[] =>
  stands.map(({ en: own, ...option }) => {
    const en = values.includes(option.value) ? other.find(({ value }) => value === option.value)?.en : own
    return en === undefined ? option : { ...option, en }
  })

/** Whether options differ in nothing but their English. */
export const isEnglishOnly = (before: readonly Option[] | undefined, after: readonly WantedOption[] | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  before.length === after.length &&
  after.every(({ value, was = value, allowExtra = false }, at) => {
    const old = before[at]
    return old?.value === value && was === value && (old.allowExtra ?? false) === allowExtra
  })

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
const untold: ReadonlySet<string> = new Set([
  'marks',
  'removed',
  'behind',
  'enFrom',
  'dependent',
  'block',
  'questionIds',
  'subDimensionIds',
])

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

/**
 * A row with what each of its English texts was written from, after a change of it (DF7). `to`: the fields that were changed; what they
 * say of it stands as it is, as when somebody takes a change back. `seen`: the Spanish that the author had before them.
 */
export function withEnglishFrom<Row extends SpokenRow>(
  before: Row,
  after: Row,
  textsOf: (row: Row) => readonly Spoken[],
  { to, seen = {}, renamed = new Map() }: { readonly to: Fields; readonly seen?: Digests | undefined; readonly renamed?: Renamed },
): Row {
  const texts = textsOf(after)
  const { enFrom: _enFrom, ...rest } = after
  if ('enFrom' in to) {
    const said = new Set(texts.flatMap(({ key, en }) => (en.trim() === '' ? [] : [key])))
    const kept = Object.entries(after.enFrom ?? {}).filter(([key]) => said.has(key))
    return kept.length === 0 ? (rest as Row) : { ...after, enFrom: Object.fromEntries(kept) }
  }
  const was = new Map([...renamed].map(([value, former]) => [optionKey(value), optionKey(former)]))
  const enFrom = englishFrom({ texts: textsOf(before), enFrom: before.enFrom }, texts, seen, (key) => was.get(key) ?? key)
  // Only what is optional is taken away.
  return enFrom === undefined ? (rest as Row) : { ...after, enFrom }
}

/** Which option of now was which one before, where only its name changed. */
export function renamedIn(options: readonly (Option & { readonly was?: string | undefined })[]): Renamed {
  return new Map(options.flatMap(({ value, was }) => (was !== undefined && was !== value ? [[value, was] as const] : [])))
}

/** The first rule that the questionnaire breaks once the changes are in it; undefined when it stays one that can be asked. */
export function brokenBy(state: Questionnaire, changes: readonly Change[]): Failure | undefined {
  const scratch = state.clone()
  for (const { table, id, row } of changes) scratch.set(table, id, row)
  return brokenRule(scratch.definition) ?? twinsBroughtBy(state, changes) ?? rateBroughtBy(state, scratch)
}

/** The first rate that nobody can earn since a change: a questionnaire that has had one can still be edited (PO5). */
function rateBroughtBy(before: Questionnaire, after: Questionnaire): Failure | undefined {
  const found = unearnableRates(after.definition)
  if (found.length === 0) return undefined
  const stood = unearnableRates(before.definition)
  const brought = found.find(
    (each) => !stood.some(({ question, divisor }) => question.id === each.question.id && divisor.id === each.divisor.id),
  )
  return brought && rateFailure(brought)
}

/** The first two options that read alike and of which a change brings one: a questionnaire that has had both stays as it is (QE21). */
function twinsBroughtBy(state: Questionnaire, changes: readonly Change[]): Failure | undefined {
  for (const { table, id, row } of changes) {
    if (table !== 'question' || !row) continue
    const stood = new Set(state.get('question', id)?.options.map(({ value }) => value))
    const values = row.options.map(({ value }) => value)
    for (const { at, other } of twinsIn(values)) {
      const [one = '', twin = ''] = [values[other], values[at]]
      if (stood.has(one) && stood.has(twin)) continue
      const said = { one: quotedIn(one), other: quotedIn(twin) }
      return failure('definition_options_alike', { ...placeIn(`${id}.options`, row.text), ...said })
    }
  }
  return undefined
}

/** A dimension, or a sub-dimension, in which nothing stands yet. */
export const aDimension = (
  id: DimensionId,
  name: string,
  parentId: DimensionId | null,
  part: Partial<DimensionRow> = {},
): DimensionRow => ({ id, name, parentId, subDimensionIds: [], questionIds: [], configHint: undefined, fillingHint: undefined, ...part })
