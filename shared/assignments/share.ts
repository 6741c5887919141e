import type { DimensionId, UserId } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { Assignment, AssignmentLevel } from './model.ts'
import { assignableQuestions } from './pending.ts'
import { canAssign, heldBy, missingAbove } from './rules.ts'

/** Something that can have a responsible. */
export interface Element {
  readonly element: string
  readonly level: AssignmentLevel
}

/** A dimension, or a sub-dimension, with everything below it that can have a responsible, from the top, in questionnaire order (AS20). */
export function wholeOf(world: World, dimensionId: DimensionId): Element[] {
  const dimension = world.index.dimension(dimensionId)
  if (!dimension) return []
  const ofPart = (id: DimensionId): Element[] => [
    { element: id, level: 'Subdimension' },
    ...assignableQuestions(world, id).map((question): Element => ({ element: question.id, level: 'Question' })),
  ]
  if (dimension.parentId !== null) return ofPart(dimensionId)
  return [{ element: dimensionId, level: 'Dimension' }, ...dimension.subDimensionIds.flatMap(ofPart)]
}

/** Of some elements those that nobody was given and that a person may give: what is chosen with a whole part (AS20). ◆ */
export const freeOf = (world: World, userId: UserId, elements: readonly Element[]): Element[] =>
  elements.filter(({ element, level }) => heldBy(world, element) === null && canAssign(world, userId, element, level))

const order: readonly AssignmentLevel[] = ['Dimension', 'Subdimension', 'Question']

/** What giving the chosen elements to one person does. */
export interface Share {
  /** What is given, from the top down, so that each finds its responsible above it (AS5). */
  readonly given: readonly Element[]
  /** Of it, what somebody else had until now. */
  readonly moved: readonly (Element & { readonly from: UserId })[]
  /** What stays as it is, because nobody is responsible above it (AS5). */
  readonly lacking: readonly (Element & { readonly lacks: 'dimension' | 'subdimension' })[]
}

/** What would happen if a person gave the chosen elements to somebody; what they may not give is left out (AS1, AS2, AS3, AS20). */
export function shareOf(world: World, userId: UserId, chosen: ReadonlySet<string>): Share {
  const all = world.index.topDimensions
    .flatMap(({ id }) => wholeOf(world, id))
    .filter(({ element, level }) => chosen.has(element) && canAssign(world, userId, element, level))
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const given: Element[] = []
  const lacking: (Element & { lacks: 'dimension' | 'subdimension' })[] = []
  const isGiven = new Set<string>()
  for (const each of all) {
    const lacks = missingAbove(world, each.element, each.level)
    const question = each.level === 'Question' ? world.index.question(each.element) : undefined
    const above = question ? question.dimensionId : (world.index.dimension(each.element)?.parentId ?? '')
    if (lacks && !isGiven.has(above)) lacking.push({ ...each, lacks })
    else {
      given.push(each)
      isGiven.add(each.element)
    }
  }
  const moved = given.flatMap((each) => {
    const from = heldBy(world, each.element)
    return from === null ? [] : [{ ...each, from }]
  })
  return { given, moved, lacking }
}

/** One change of assignments: some elements to one person, or to nobody. `seen`: the revision on which it acts (CF12). */
export interface AssignmentStep {
  readonly elements: readonly (Element & { readonly seen: number })[]
  readonly who: { readonly userId: UserId } | null
}

/**
 * What takes an assignment back: each element to whom it had before, as long as nobody changed it since. Those that had nobody come
 * last, or what was below them would lack its responsible. `before`: the elements as they stood; one without a row has null (AS21).
 */
export function takenBack(
  before: readonly (Element & { readonly row: Assignment | null })[],
  to: UserId | null,
): readonly AssignmentStep[] {
  const changed = before.filter(({ row }) => (row?.userId ?? null) !== to)
  const byHolder = Map.groupBy(changed, ({ row }) => row?.userId ?? null)
  return [...byHolder]
    .toSorted(([a], [b]) => (a === null ? 1 : 0) - (b === null ? 1 : 0))
    .map(([userId, elements]) => ({
      elements: elements.map(({ element, level, row }) => ({ element, level, seen: (row?.rev ?? 0) + 1 })),
      who: userId === null ? null : { userId },
    }))
}
