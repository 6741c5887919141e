import type { Actor } from '../access/actor.ts'
import { isOpen, rowsOf } from '../answers/rules.ts'
import { seesSubDimension } from '../assignments/rules.ts'
import { isEmpty, opens } from '../forms/kinds.ts'
import type { Alert, AlertSide, Question } from '../forms/model.ts'
import { unitOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'

/** An alert whose two sides hold, and the units beside which each side is told. */
export interface RaisedAlert {
  readonly alert: Alert
  readonly first: readonly Unit[]
  readonly second: readonly Unit[]
}

/** Units of a question that can hold an answer now: of an inner question one in each row. */
function openUnitsOf(world: World, question: Question): Unit[] {
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  const units = block ? rowsOf(world, block).map((row) => unitOf(question.id, row)) : [unitOf(question.id)]
  return units.filter((unit) => isOpen(world, unit))
}

/** Where it is told that nobody is asked a question now: at the question above that does not open it, or at the block without rows. */
function nearestAbove(world: World, question: Question): Unit[] {
  const above = world.index.question(question.parentId ?? question.blockId ?? '')
  if (!above) return []
  const units = openUnitsOf(world, above)
  return units.length > 0 ? units : nearestAbove(world, above)
}

function isSaid(world: World, question: Question, unit: Unit, value: AlertSide['value']): boolean {
  const answer = world.answer(unit)?.value
  return value === null ? !isEmpty(question, answer) : opens(question, answer, value)
}

/** Beside which units a side is told; undefined where it does not hold. */
function heldBy(world: World, { questionId, says, value }: AlertSide): readonly Unit[] | undefined {
  const question = world.index.question(questionId)
  if (!question) return undefined
  const units = openUnitsOf(world, question)
  const saying = units.filter((unit) => isSaid(world, question, unit, value))
  if (says) return saying.length > 0 ? saying : undefined
  if (saying.length > 0) return undefined
  return units.length > 0 ? units : nearestAbove(world, question)
}

/**
 * Alerts that an institution's answers raise, in the order of the form (AL2). A side that says something holds where any row of a block
 * says it; one that does not, where none does. None keeps anybody from anything.
 */
export function raisedAlerts(world: World): RaisedAlert[] {
  return (world.index.definition.alerts ?? []).flatMap((alert): RaisedAlert[] => {
    const first = heldBy(world, alert.first)
    const second = first && heldBy(world, alert.second)
    return first && second ? [{ alert, first, second }] : []
  })
}

/**
 * Alerts that the lab lets an institution know, raised among the answers that one person sees: of what they do not see nothing is
 * concluded (AL4). None keeps anybody from sending.
 */
export function hintsFor(world: World, actor: Actor): RaisedAlert[] {
  const sees = ({ questionId }: AlertSide): boolean => {
    const question = world.index.question(questionId)
    return question !== undefined && (actor.kind !== 'Institutional' || seesSubDimension(world, actor.id, question.dimensionId))
  }
  return raisedAlerts(world).filter(({ alert }) => alert.institution === true && sees(alert.first) && sees(alert.second))
}

/** An alert as it is told beside one unit, with where its other side stands; null where that is nowhere to be read. */
export interface AlertBeside {
  readonly alert: Alert
  readonly elsewhere: Unit | null
}

export const alertsBeside = (raised: readonly RaisedAlert[], unit: Unit): AlertBeside[] =>
  raised.flatMap(({ alert, first, second }): AlertBeside[] => {
    if (first.includes(unit)) return [{ alert, elsewhere: second[0] ?? null }]
    return second.includes(unit) ? [{ alert, elsewhere: first[0] ?? null }] : []
  })
