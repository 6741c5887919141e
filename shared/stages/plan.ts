import type { StageId } from '../kernel/ids.ts'
import { addDays, dayAt, dayMs, epochMs, isDay } from '../kernel/instant.ts'
import type { Day, Instant } from '../kernel/instant.ts'
import { stageKinds } from './model.ts'
import type { FormHeader, Stage, StageKind } from './model.ts'
import { isInitialized, isInput, timelineState } from './rules.ts'

/** A stage as somebody plans it: without what a rehearsal moved. */
export type PlannedStage = Pick<Stage, 'id' | 'kind' | 'name' | 'start' | 'end'>
export const plannedFields = ['kind', 'name', 'start', 'end'] as const satisfies readonly (keyof PlannedStage)[]
type PlannedField = (typeof plannedFields)[number]

/** A stage while it is being written: what is missing is empty. */
export type DraftStage = Omit<PlannedStage, 'kind'> & { readonly kind: StageKind | '' }

export const plannedOf = ({ id, kind, name, start, end }: Stage): PlannedStage => ({ id, kind, name, start, end })

export const stageLimits = {
  nameLeast: 3,
  nameMost: 20,
  /** Of one form. */
  stages: 60,
  /** First and last day of a plan: a year that was typed by half is none of them. */
  first: '2000-01-01',
  last: '2999-12-31',
} as const

/** Whether a day of the calendar is one on which stages are planned. */
export const isPlannable = (day: Day): boolean => isDay(day) && day >= stageLimits.first && day <= stageLimits.last

/** Every stage by its first day; those that have none stay behind. */
export const inOrder = <S extends Pick<DraftStage, 'start' | 'end'>>(stages: readonly S[]): S[] =>
  stages.toSorted((left, right) => compareDays(left.start, right.start) || compareDays(left.end, right.end))
const compareDays = (left: Day, right: Day): number => {
  if (left === right) return 0
  if (!isDay(left) || !isDay(right)) return isDay(left) ? -1 : 1
  return left < right ? -1 : 1
}

/** Days of a stage, its first and its last counted; 0 where a day is missing or the last lies before the first. */
export const daysOf = ({ start, end }: Pick<DraftStage, 'start' | 'end'>): number => Math.max(0, daysBetween(start, end) + 1)
/** Days on which nothing runs between a stage and the next one; 0 where they touch, meet, or lack a day. */
export const daysWithout = (before: Pick<DraftStage, 'end'>, next: Pick<DraftStage, 'start'>): number =>
  Math.max(0, daysBetween(before.end, next.start) - 1)
const daysBetween = (from: Day, to: Day): number => (isDay(from) && isDay(to) ? daysApart(from, to) : -1)
/** Days from one day to another; negative where that lies before. */
export const daysApart = (from: Day, to: Day): number => Math.round((epochMs(`${to}T00:00:00Z`) - epochMs(`${from}T00:00:00Z`)) / dayMs)

/** What is wrong with a planned stage, at the field where it stands. */
export interface StageProblem {
  readonly stageId: StageId
  readonly field: PlannedField
  readonly code:
    | 'stage_kind_missing'
    | 'stage_name_length'
    | 'stage_day_missing'
    | 'stage_day_far'
    | 'stage_days_reversed'
    | 'stage_overlap'
    | 'stage_past'
    | 'stage_running'
    | 'stage_end_passed'
    | 'stage_start_passed'
  /** The other stage of an overlap. */
  readonly other?: StageId | undefined
}

const sameStage = (left: DraftStage | undefined, right: DraftStage | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && plannedFields.every((field) => left[field] === right[field]))

/**
 * Everything that keeps stages from standing as they are wanted, beside those of the form (TM16, TM17). What stands already and is
 * left as it is, is not asked again.
 */
export function stageProblems(
  wanted: readonly DraftStage[],
  form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'>,
  now: Instant,
): StageProblem[] {
  const standing = new Map(form.stages.map((stage) => [stage.id, stage]))
  const own = wanted.flatMap((stage) => incomplete(stage, standing.get(stage.id)))
  const running = isInitialized(form, now) ? frozen(wanted, form.stages, now) : []
  return [...running, ...own, ...overlaps(wanted, standing)]
}

/** What a stage lacks by itself. */
function incomplete(stage: DraftStage, stands: Stage | undefined): StageProblem[] {
  const found: StageProblem[] = []
  const at = (field: PlannedField, code: StageProblem['code']): void => void found.push({ stageId: stage.id, field, code })
  if (stage.kind === '') at('kind', 'stage_kind_missing')
  const length = [...stage.name.trim()].length
  if (stage.name !== stands?.name && (length < stageLimits.nameLeast || length > stageLimits.nameMost)) at('name', 'stage_name_length')
  const missing = (['start', 'end'] as const).filter((field) => !isDay(stage[field]))
  for (const field of missing) at(field, 'stage_day_missing')
  const far = (['start', 'end'] as const).filter(
    (field) => isDay(stage[field]) && stage[field] !== stands?.[field] && !isPlannable(stage[field]),
  )
  for (const field of far) at(field, 'stage_day_far')
  const moved = stage.start !== stands?.start || stage.end !== stands.end
  if (missing.length === 0 && moved && stage.start > stage.end) at('start', 'stage_days_reversed')
  return found
}

/** What of a form that has begun may not be moved: what is over, and of what runs all but its end (TM17). */
function frozen(wanted: readonly DraftStage[], stands: readonly Stage[], now: Instant): StageProblem[] {
  const today = dayAt(now)
  const byId = new Map(wanted.map((stage) => [stage.id, stage]))
  const known = new Set(stands.map(({ id }) => id))
  const found: StageProblem[] = []
  for (const stage of stands) {
    const want = byId.get(stage.id)
    const state = timelineState(stage, now)
    if (sameStage(stage, want)) continue
    const changed = plannedFields.find((field) => want?.[field] !== stage[field]) ?? 'name'
    if (state === 'complete') found.push({ stageId: stage.id, field: changed, code: 'stage_past' })
    else if (state === 'current' && !sameStage(stage, want && { ...want, end: stage.end }))
      found.push({ stageId: stage.id, field: changed, code: 'stage_running' })
    else if (state === 'current' && want && isDay(want.end) && want.end < today)
      found.push({ stageId: stage.id, field: 'end', code: 'stage_end_passed' })
    else if (state === 'next' && want && want.start !== stage.start && isDay(want.start) && want.start < today)
      found.push({ stageId: stage.id, field: 'start', code: 'stage_start_passed' })
  }
  for (const stage of wanted) {
    if (!known.has(stage.id) && isDay(stage.start) && stage.start < today)
      found.push({ stageId: stage.id, field: 'start', code: 'stage_start_passed' })
  }
  return found
}

/** Stages that share a day, whichever stand beside each other: told at both. */
function overlaps(wanted: readonly DraftStage[], standing: ReadonlyMap<StageId, Stage>): StageProblem[] {
  const whole = wanted.filter((stage) => isDay(stage.start) && isDay(stage.end) && stage.start <= stage.end)
  const isMoved = (stage: DraftStage): boolean => {
    const stands = standing.get(stage.id)
    return stage.start !== stands?.start || stage.end !== stands.end
  }
  const met = whole.flatMap((left, at) =>
    whole
      .slice(at + 1)
      .filter((right) => left.start <= right.end && right.start <= left.end && (isMoved(left) || isMoved(right)))
      .map((right) => [left, right] as const),
  )
  return met.flatMap(([left, right]): StageProblem[] => {
    const [first, second] = left.start <= right.start ? [left, right] : [right, left]
    return [
      { stageId: second.id, field: 'start', code: 'stage_overlap', other: first.id },
      { stageId: first.id, field: 'end', code: 'stage_overlap', other: second.id },
    ]
  })
}

/** What may be meant, and is worth a look (TM18): a kind that comes before one that it follows, or one that is there already. */
export interface StageWarning {
  readonly stageId: StageId
  readonly about: 'order' | 'repeated'
  readonly other: StageId
}

export function stageWarnings(stages: readonly DraftStage[]): StageWarning[] {
  const rank = ({ kind }: DraftStage): number => (kind === '' ? -1 : stageKinds.indexOf(kind))
  const sorted = inOrder(stages).filter((stage) => stage.kind !== '')
  return sorted.flatMap((stage, at): StageWarning[] => {
    const before = sorted.slice(0, at)
    const same = before.findLast((each) => each.kind === stage.kind)
    if (same) return [{ stageId: stage.id, about: 'repeated', other: same.id }]
    const later = before.findLast((each) => rank(each) > rank(stage))
    return later ? [{ stageId: stage.id, about: 'order', other: later.id }] : []
  })
}

/** Stages of a form brought together with what somebody changed of those that they had read. */
export type MergedStages =
  | { readonly kind: 'merged'; readonly stages: readonly Stage[] }
  /** Both changed the same of a stage: somebody else to what stands, this person to what they want. */
  | { readonly kind: 'moved'; readonly stageId: StageId; readonly name: string; readonly field: PlannedField }

/**
 * What stands, with what a person changed from what they saw to what they want, stage by stage and field by field (TM19). What a
 * rehearsal moved stays as it stands.
 */
export function mergeStages(stands: readonly Stage[], from: readonly PlannedStage[], to: readonly PlannedStage[]): MergedStages {
  const standing = new Map(stands.map((stage) => [stage.id, stage]))
  const seen = new Map(from.map((stage) => [stage.id, stage]))
  const want = new Map(to.map((stage) => [stage.id, stage]))
  const merged: Stage[] = []
  for (const id of new Set([...standing.keys(), ...seen.keys(), ...want.keys()])) {
    const [is, was, becomes] = [standing.get(id), seen.get(id), want.get(id)]
    if (sameStage(was, becomes) || sameStage(is, becomes)) {
      if (is) merged.push(is)
      continue
    }
    if (sameStage(is, was)) {
      if (becomes) merged.push({ ...is, ...becomes })
      continue
    }
    const clash = clashOf(is, was, becomes)
    if (clash !== undefined || !is || !was || !becomes)
      return { kind: 'moved', stageId: id, name: (is ?? was ?? becomes)?.name ?? '', field: clash ?? 'name' }
    const wanted = plannedFields.filter((field) => becomes[field] !== was[field])
    merged.push({ ...is, ...Object.fromEntries(wanted.map((field) => [field, becomes[field]])) })
  }
  return { kind: 'merged', stages: inOrder(merged) }
}

/** The first field that two people took to different values; undefined where none is, or where the stage is not in all three. */
const clashOf = (
  is: PlannedStage | undefined,
  was: PlannedStage | undefined,
  becomes: PlannedStage | undefined,
): PlannedField | undefined =>
  is && was && becomes
    ? plannedFields.find((field) => becomes[field] !== was[field] && is[field] !== was[field] && is[field] !== becomes[field])
    : undefined

/** Whether the stage that runs ends later than it did: those who still owe something may be told (TM21). */
export function extendedStage(before: readonly Stage[], after: readonly Stage[], now: Instant): Stage | undefined {
  const ends = new Map(before.map((stage) => [stage.id, stage]))
  return after.find((stage) => {
    const was = ends.get(stage.id)
    return was !== undefined && timelineState(was, now) === 'current' && stage.end > was.end
  })
}

/** What of a stage may be moved: all of it, its last day, or nothing (TM17). */
export function freedomOf(id: StageId, form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'>, now: Instant): 'all' | 'end' | 'none' {
  const stands = form.stages.find((stage) => stage.id === id)
  if (!stands || !isInitialized(form, now)) return 'all'
  const state = timelineState(stands, now)
  if (state === 'next') return 'all'
  return state === 'current' ? 'end' : 'none'
}

/**
 * Stages with another last day of one of them, and those that begin after it moved by as many days: each keeps its length, its place
 * among the others and its distance from them. What is over or runs does not move (TM22).
 */
export function withLaterMoved<S extends DraftStage>(
  stages: readonly S[],
  id: StageId,
  end: Day,
  form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'>,
  now: Instant,
): S[] {
  const was = stages.find((stage) => stage.id === id)
  const days = was && isPlannable(was.end) && isPlannable(end) ? daysApart(was.end, end) : 0
  return stages.map((stage) => {
    if (stage.id === id) return { ...stage, end }
    const follows = was !== undefined && isDay(was.start) && isDay(stage.start) && stage.start > was.start
    if (days === 0 || !follows || freedomOf(stage.id, form, now) !== 'all') return stage
    return { ...stage, start: addDays(stage.start, days), end: isDay(stage.end) ? addDays(stage.end, days) : stage.end }
  })
}

/** First and last day to which each end of a stage may be moved between its neighbours, as far as they have days. */
export interface EndLimits {
  readonly start: { readonly from: Day; readonly to: Day }
  readonly end: { readonly from: Day; readonly to: Day }
}

/** `laterMove`: those after it make room. */
export function endLimits(
  stages: readonly DraftStage[],
  stage: DraftStage,
  form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'>,
  now: Instant,
  laterMove: boolean,
): EndLimits {
  const others = inOrder(stages.filter(({ id, start, end }) => id !== stage.id && isDay(start) && isDay(end)))
  const before = others.findLast(({ start }) => start < stage.start)
  const after = laterMove ? undefined : others.find(({ start }) => start > stage.start)
  const today = isInitialized(form, now) ? dayAt(now) : stageLimits.first
  const latest = (...days: readonly Day[]): Day => days.toSorted().at(-1) ?? stageLimits.first
  const from = latest(today, before ? addDays(before.end, 1) : stageLimits.first)
  const to = after ? addDays(after.start, -1) : stageLimits.last
  return { start: { from, to: stage.end }, end: { from: latest(stage.start, today), to } }
}

/** The day after the last stage, for one that is added; today where nothing is planned. */
export function nextFreeDay(stages: readonly DraftStage[], now: Instant): Day {
  const today = dayAt(now)
  const last = stages
    .map(({ end }) => end)
    .filter(isDay)
    .toSorted()
    .at(-1)
  return last === undefined || last < today ? today : addDays(last, 1)
}

/** Whether an institution still has to send in a stage: the time that is left is its business. */
export const owesIn = (stage: Pick<Stage, 'kind'>, { locked }: { readonly locked: boolean }): boolean => isInput(stage.kind) && !locked
