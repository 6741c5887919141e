import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { dimensionSiblings, placed, placeOf, siblingsAt } from '#shared/questionnaires/editing.ts'
import type { Place } from '#shared/questionnaires/editing.ts'
import { heldInPlace, rootsOf } from './chosen.ts'

/** What a pointer carries to another place: questions in reading order, or a dimension, each with everything that hangs on it. */
export type Load =
  | { readonly kind: 'questions'; readonly ids: readonly QuestionId[] }
  | { readonly kind: 'dimension'; readonly id: DimensionId }

/** A list that a load may be put into. */
export interface Target {
  readonly ids: readonly string[]
  /** Sub-dimension of the questions; of dimensions the one above them, null at the top. */
  readonly dimensionId: DimensionId | null
}

export const questionsKey = ({ dimensionId, parentId, blockId }: Place): string =>
  parentId === null && blockId === null ? `in ${dimensionId}` : parentId === null ? `block ${blockId ?? ''}` : `opened ${parentId}`
export const dimensionsKey = (parentId: DimensionId | null): string => `below ${parentId ?? ''}`

/** What goes when a question is taken by its handle: all that is chosen, if it is one of it and all of it can go; else it alone (ED7). */
export function loadOf(state: Questionnaire, id: QuestionId, chosen: ReadonlySet<QuestionId>): Load {
  const roots = rootsOf(state, chosen)
  const ids = roots.map((each) => each.id)
  return { kind: 'questions', ids: ids.includes(id) && heldInPlace(roots) === null ? ids : [id] }
}

/** Where a load may be put, by the key of its list: what hangs on another moves among its like, the survey's stay in it (ED7). */
export function targetsOf(state: Questionnaire, load: Load): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>()
  if (load.kind === 'dimension') {
    const row = state.dimension(load.id)
    if (!row || row.id === surveyDimensionId) return targets
    const parents = row.parentId === null ? [null] : state.index.topDimensions.map(({ id }) => id)
    for (const parentId of parents)
      targets.set(dimensionsKey(parentId), { ids: dimensionSiblings(state, parentId)?.ids ?? [], dimensionId: parentId })
    return targets
  }
  const [first] = load.ids
  const row = first === undefined ? undefined : state.question(first)
  if (!row) return targets
  const stays = row.survey || row.parentId !== null || row.blockId !== null
  const places = stays
    ? [placeOf(row)]
    : state.index.subDimensions.map(({ id }): Place => ({ dimensionId: id, parentId: null, blockId: null }))
  for (const place of places) targets.set(questionsKey(place), { ids: siblingsAt(state, place)?.ids ?? [], dimensionId: place.dimensionId })
  return targets
}

const idsOf = (load: Load): readonly string[] => (load.kind === 'dimension' ? [load.id] : load.ids)

/**
 * What a load stands behind once it is put before the list's entry of that number, or at its end; null at the beginning. Undefined when
 * everything would stay as it is.
 */
export function landing({ ids }: Target, load: Load, before: number): string | null | undefined {
  const carried = idsOf(load)
  const after = ids.slice(0, before).findLast((id) => !carried.includes(id)) ?? null
  let next: readonly string[] = ids
  let behind = after
  for (const id of carried) {
    next = placed(next, id, behind) ?? next
    behind = id
  }
  return next.join(' ') === ids.join(' ') ? undefined : after
}

/** A place between entries as it is drawn now, in pixels of the window. */
export interface Slot {
  readonly target: Target
  /** Entry of the list that it is before; their number at the end. */
  readonly before: number
  readonly left: number
  readonly width: number
  /** Height at which the line is drawn, and the one that is aimed at. */
  readonly line: number
  readonly aim: number
  /** Folded part that it leads into. */
  readonly folded: DimensionId | null
}

/** How far beside a list a load may still be let go, in pixels. */
const reach = 40

/** The place that is aimed at; null beside all of them. */
export function nearest(slots: readonly Slot[], x: number, y: number): Slot | null {
  let best: Slot | null = null
  for (const slot of slots) {
    if (x < slot.left - reach || x > slot.left + slot.width + reach) continue
    if (!best || Math.abs(slot.aim - y) < Math.abs(best.aim - y)) best = slot
  }
  return best
}

/** Height of the zone at an edge of the window in which the page scrolls by itself, and the most pixels of one step. */
const edge = 72
const mostPerStep = 20

/** By how much the page scrolls now, with what covers its top. */
export function pull(y: number, height: number, covered: number): number {
  const above = covered + edge - y
  const below = y - (height - edge)
  const depth = above > 0 ? -above : below > 0 ? below : 0
  return Math.round((Math.max(-edge, Math.min(edge, depth)) / edge) * mostPerStep)
}

/** A load at its handle. */
export interface Grip {
  readonly load: Load
  /** What it is called beside the pointer. */
  readonly name: string
  readonly x: number
  readonly y: number
}

/** What is being carried; one thing at a time. */
export class Carrying {
  readonly #listeners = new Set<() => void>()
  #grip: Grip | null = null

  get grip(): Grip | null {
    return this.#grip
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  take(grip: Grip): void {
    this.#put(grip)
  }

  letGo(): void {
    this.#put(null)
  }

  #put(grip: Grip | null): void {
    this.#grip = grip
    for (const listener of this.#listeners) listener()
  }
}
