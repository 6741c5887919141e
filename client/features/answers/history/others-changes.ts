import { visibleParts } from '#shared/assignments/rules.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { DimensionId, Mid, Unit, UserId } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'

/** Confirmed answers at one moment: what a later moment is compared with. */
export interface AnswersSeen {
  readonly mids: ReadonlyMap<Unit, Mid>
  /** Sub-dimensions whose answers the person received then; `*` for all. */
  readonly parts: readonly DimensionId[] | '*'
}

/** What one person changed in one sub-dimension. */
export interface OthersChange {
  readonly authorId: UserId
  readonly subDimensionId: DimensionId
  readonly units: readonly Unit[]
}

export const answersSeen = (confirmed: World, actor: Actor): AnswersSeen => ({
  mids: new Map([...confirmed.list('answer')].map((answer) => [answer.unit, answer.mid])),
  parts: visibleParts(confirmed, actor),
})

/**
 * Answers that somebody else has changed since, by author and sub-dimension. What the person only now may see, because of a new
 * assignment, is no change; nor is what moves an answer without changing its value, as a send does.
 */
export function othersChanges(before: AnswersSeen, confirmed: World, actor: Actor): OthersChange[] {
  const found = new Map<string, OthersChange>()
  for (const answer of confirmed.list('answer')) {
    const subDimensionId = confirmed.index.question(questionIdOf(answer.unit))?.dimensionId
    if (subDimensionId === undefined || answer.authorId === actor.id || before.mids.get(answer.unit) === answer.mid) continue
    if (before.parts !== '*' && !before.parts.includes(subDimensionId)) continue
    add(found, { authorId: answer.authorId, subDimensionId, units: [answer.unit] })
  }
  return [...found.values()]
}

/** Both together: an answer that one person changed twice counts once. */
export function gathered(left: readonly OthersChange[], right: readonly OthersChange[]): OthersChange[] {
  const all = new Map<string, OthersChange>()
  for (const change of [...left, ...right]) add(all, change)
  return [...all.values()]
}

function add(all: Map<string, OthersChange>, change: OthersChange): void {
  const key = `${change.authorId} ${change.subDimensionId}`
  const known = all.get(key)
  all.set(key, { ...change, units: [...new Set([...(known?.units ?? []), ...change.units])] })
}
