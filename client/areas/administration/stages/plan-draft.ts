import * as v from 'valibot'
import { stageKinds } from '#shared/stages/model.ts'
import type { StageKind } from '#shared/stages/model.ts'
import { inOrder, mergeStages, plannedOf } from '#shared/stages/plan.ts'
import type { DraftStage, MergedStages, PlannedStage } from '#shared/stages/plan.ts'
import type { Stage } from '#shared/stages/model.ts'
import { dayOfParts, partsOfDay, partsOfText, textOfParts } from '#client/features/stages/day-parts.ts'

const cardSchema = v.object({
  id: v.string(),
  kind: v.picklist([...stageKinds, '']),
  name: v.string(),
  /** Days as they were typed, `31/02/2026`. */
  start: v.string(),
  end: v.string(),
})
/** A stage as it stands in its fields. */
export type Card = Readonly<v.InferOutput<typeof cardSchema>>

const draftSchema = v.object({
  seen: v.array(v.object({ id: v.string(), kind: v.picklist(stageKinds), name: v.string(), start: v.string(), end: v.string() })),
  cards: v.array(cardSchema),
})
/** What somebody is planning: their cards, and the stages as they were when they began. */
export interface PlanDraft {
  readonly seen: readonly PlannedStage[]
  readonly cards: readonly Card[]
}

/** What the device kept of a plan; undefined when it is none. */
export function planOf(value: unknown): PlanDraft | undefined {
  const parsed = v.safeParse(draftSchema, value)
  return parsed.success ? parsed.output : undefined
}

const typed = (day: string): string => textOfParts(partsOfDay(day))
const cardOf = ({ id, kind, name, start, end }: PlannedStage): Card => ({ id, kind, name, start: typed(start), end: typed(end) })

/** A card as a stage: a day that the parts do not name is empty. */
export const stageOf = ({ id, kind, name, start, end }: Card): DraftStage => ({
  id,
  kind,
  name: name.trim() === name ? name : name.trim(),
  start: dayOfParts(partsOfText(start)) ?? '',
  end: dayOfParts(partsOfText(end)) ?? '',
})

export const planFrom = (stages: readonly Stage[]): PlanDraft => ({
  seen: inOrder(stages).map((stage) => plannedOf(stage)),
  cards: inOrder(stages).map((stage) => cardOf(stage)),
})

const isUntouched = (card: Card, was: PlannedStage | undefined): boolean => was !== undefined && sameCard(card, cardOf(was))
const sameCard = (left: Card, right: Card): boolean =>
  left.kind === right.kind && left.name === right.name && left.start === right.start && left.end === right.end

export const isChanged = ({ seen, cards }: PlanDraft): boolean =>
  cards.length !== seen.length ||
  cards.some((card) => {
    const was = seen.find(({ id }) => id === card.id)
    return !isUntouched(card, was)
  })

/** A plan on what stands now: cards that nobody touched follow what somebody else saved; the person's own stay as written. */
export function rebased(plan: PlanDraft, stands: readonly Stage[]): PlanDraft {
  const [seen, standing] = [plan.seen, stands].map((list) => new Map(list.map((stage) => [stage.id, plannedOf(stage)])))
  const touched = (card: Card): boolean => !isUntouched(card, seen?.get(card.id))
  const own = new Map(plan.cards.map((card) => [card.id, card]))
  const cards = plan.cards.flatMap((card) => {
    if (touched(card)) return [card]
    const now = standing?.get(card.id)
    return now ? [cardOf(now)] : []
  })
  const added = inOrder(stands).filter((stage) => !seen?.has(stage.id) && !own.has(stage.id))
  const kept = plan.seen.flatMap((stage): readonly PlannedStage[] => {
    const card = own.get(stage.id)
    if (!card) return []
    if (touched(card)) return [stage]
    const now = standing?.get(stage.id)
    return now ? [now] : []
  })
  return { seen: [...kept, ...added.map((stage) => plannedOf(stage))], cards: [...cards, ...added.map((stage) => cardOf(stage))] }
}

/** Every card as a stage that can be asked for; undefined while one lacks its kind or a day. */
export function wantedOf({ cards }: PlanDraft): readonly PlannedStage[] | undefined {
  const stages = cards.map((card) => stageOf(card))
  const whole = stages.filter((stage): stage is PlannedStage => stage.kind !== '' && stage.start !== '' && stage.end !== '')
  return whole.length === stages.length ? whole : undefined
}

/** The plan beside what stands: what two people changed is found before it is sent. */
export const metWith = (plan: PlanDraft, stands: readonly Stage[]): MergedStages =>
  mergeStages(stands, plan.seen, wantedOf(plan) ?? plan.seen)

/** The person decides between their stage and the one that stands. */
export function decided(plan: PlanDraft, stands: readonly Stage[], id: string, keep: 'mine' | 'theirs'): PlanDraft {
  const now = stands.find((stage) => stage.id === id)
  const seen = plan.seen.filter((stage) => stage.id !== id)
  if (keep === 'mine') {
    // A stage that somebody deleted comes back as a new one, under its id.
    return { cards: plan.cards, seen: now ? [...seen, plannedOf(now)] : seen }
  }
  const others = plan.cards.filter((card) => card.id !== id)
  return now ? { seen: [...seen, plannedOf(now)], cards: [...others, cardOf(now)] } : { seen, cards: others }
}

/** Cards with the days of stages; what was typed stays where it says the same day. */
export const withDays = (plan: PlanDraft, stages: readonly DraftStage[]): PlanDraft => ({
  ...plan,
  cards: plan.cards.map((card) => {
    const [is, becomes] = [stageOf(card), stages.find(({ id }) => id === card.id)]
    if (!becomes) return card
    const dayIn = (edge: 'start' | 'end'): string => (is[edge] === becomes[edge] ? card[edge] : typed(becomes[edge]))
    return { ...card, start: dayIn('start'), end: dayIn('end') }
  }),
})

/** The kind that follows the last stage in the order of the year; none after the last kind. */
export function nextKind(stages: readonly DraftStage[]): StageKind | '' {
  const last = inOrder(stages).findLast((stage) => stage.kind !== '')
  if (!last || last.kind === '') return stageKinds[0]
  return stageKinds[stageKinds.indexOf(last.kind) + 1] ?? ''
}

/** A new card behind the others. */
export const newCard = (id: string, kind: StageKind | '', start: string): Card => ({
  id,
  kind,
  name: '',
  start: typed(start),
  end: textOfParts(partsOfDay('')),
})

/** Lines of a plan, for where it is read as a text. */
export const textOfPlan = ({ cards }: PlanDraft): string => cards.map(({ name, start, end }) => `${name}: ${start} – ${end}`).join('\n')
