import { closedDependents, closesOf, closesSchema, removedRows } from '#shared/answers/closing.ts'
import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { rowsOf } from '#shared/answers/rules.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import type { Card } from '#shared/contract/mutation.ts'
import type { Side } from '#shared/conflicts/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type Unit } from '#shared/kernel/ids.ts'
import { apply, type Change, type World } from '#shared/world.ts'
import * as v from 'valibot'
import { cast } from '../simulators/ground.ts'
import type { Again, LedgerRow } from './replay.ts'

type Accuse = (rule: string, what: string) => void

/**
 * IN17: nothing of somebody else's goes without a word. The change named it in the version that stood, or its author has it in a card of
 * the same outcome; what a change closed is listed at the question above; and what is offered there brings it back as it was.
 */
export function judgeSilence({ row, outcome, world }: Again, accuse: Accuse): void {
  if (!world || (outcome.disposition !== 'applied' && outcome.disposition !== 'applied_over')) return
  const gone = outcome.changes.flatMap((change) => goneBy(world, change))
  if (gone.length === 0) return
  for (const answer of gone) {
    if (answer.authorId === row.author_id || isNamed(row, answer) || isInCard(outcome.cards, answer)) continue
    accuse('IN17', `${row.mid} ${row.name} of ${row.author_id} took ${answer.unit} of ${answer.authorId} without a word`)
  }
  judgeWayBack(world, row, outcome.changes, gone, accuse)
}

/** The answer that a change takes away or replaces. */
function goneBy(world: World, change: Change): readonly Answer[] {
  if (change.table !== 'answer') return []
  const before = world.answer(change.row.unit)
  const stands = before && before.value !== null && !sameValue(before.value, change.row.value)
  return stands ? [before] : []
}

const namedSchema = v.object({ closes: v.optional(closesSchema) })

/** The change was made on that very version, or says that it closes it. */
function isNamed(row: LedgerRow, { unit, mid }: Answer): boolean {
  if (row.entity === unit && row.base === mid) return true
  const args = v.safeParse(namedSchema, JSON.parse(row.args))
  return args.success && (args.output.closes ?? []).some(([each, seen]) => each === unit && seen === mid)
}

const isInCard = (cards: readonly Card[], { mid }: Answer): boolean =>
  cards.some(({ mine, theirs, others = [] }) => [mine, theirs, ...others.map(({ side }) => side)].some((side) => isOf(side, mid)))

const isOf = (side: Side | null, mid: string): boolean => side?.mid === mid

/** What a change closed is listed, and comes back by what is offered there, in the world as it is right after. */
function judgeWayBack(before: World, row: LedgerRow, changes: readonly Change[], gone: readonly Answer[], accuse: Accuse): void {
  const after = before.clone()
  apply(after, changes)
  const closed = gone.filter(({ unit }) => unit !== row.entity && after.answer(unit)?.value === null)
  if (closed.length === 0) return
  const unit = must(row.entity, `${row.mid} closes answers and is about no unit`)
  const question = must(after.index.question(questionIdOf(unit)), `no question ${unit}`)
  const listed = new Set([...removedRows(after, question), ...closedDependents(after, unit)].flatMap(({ units }) => units))
  for (const answer of closed) if (!listed.has(answer.unit)) accuse('IN17', `${row.mid} closed ${answer.unit}, which no list names`)
  const value = openingOf(after, unit)
  const outcome = setAnswer.decide(
    after,
    { unit, value, reopens: true, closes: closesOf(after, unit, value) },
    {
      actor: cast.root,
      now: row.received_at,
      mid: `${row.mid} back`,
      base: after.answer(unit)?.mid ?? null,
      occurredAt: row.received_at,
      lease: null,
    },
  )
  // Outside the stages in which anybody answers there is no way back either.
  if (outcome.disposition !== 'applied') return
  apply(after, outcome.changes)
  for (const answer of closed)
    if (!sameValue(after.answer(answer.unit)?.value ?? null, answer.value))
      accuse('IN17', `${row.mid} closed ${answer.unit}, which does not come back as it was`)
}

/** The answer of a unit that opens again all that it had closed. */
function openingOf(world: World, unit: Unit): AnswerValue {
  const question = must(world.index.question(questionIdOf(unit)), `no question ${unit}`)
  if (question.kind === 'Block') return { rows: [...rowsOf(world, question), ...removedRows(world, question).map(({ row }) => row)] }
  return must(closedDependents(world, unit)[0], `nothing is closed below ${unit}`).value
}
