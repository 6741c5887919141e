import { isOpen, rowsOf } from '../answers/rules.ts'
import { isEmpty, plainText } from '../forms/kinds.ts'
import type { FormIndex } from '../forms/form-index.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { QuestionId, RowId, Unit } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { boundsOf, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Former } from './model.ts'

/** Longest name of a row that is told. */
const rowNameMost = 200

/** The first question of a question's line (QE9). */
export const lineOf = ({ id, originId }: Pick<Question, 'id' | 'originId'>): QuestionId => originId ?? id

/** Lines of everything that a questionnaire asks but its survey. */
export const linesOf = (index: FormIndex): ReadonlySet<QuestionId> =>
  new Set(index.definition.questions.filter((question) => !question.survey).map(lineOf))

/** First moment of a form's first stage; infinite where it has none. */
export const firstDayMs = ({ stages }: Pick<FormHeader, 'stages'>): number => Math.min(...stages.map((stage) => boundsOf(stage).startMs))

/**
 * Forms that came before one, the newest first: over at a moment, begun before it did, and neither deleted nor rehearsed (FB1). Whether
 * they ask the same, their lines tell.
 */
export function formsBefore(form: FormHeader, others: readonly FormHeader[], now: Instant): FormHeader[] {
  if (form.rehearsal || form.stages.length === 0) return []
  const first = firstDayMs(form)
  return others
    .filter((each) => each.id !== form.id && !each.removed && !each.rehearsal && phaseAt(each, now) === 'Closed')
    .filter((each) => firstDayMs(each) < first)
    .toSorted((left, right) => firstDayMs(right) - firstDayMs(left) || (left.id < right.id ? -1 : 1))
}

function rowNameIn(world: World, block: Question, row: RowId): string {
  const first = world.index.question(block.block[0] ?? '')
  const value = first && world.answer(unitOf(first.id, row))?.value
  return typeof value === 'string' ? plainText(first, value).trim().slice(0, rowNameMost) : ''
}

/**
 * What an institution answered in an earlier form, as far as another questionnaire asks it still (FB2): each answer that was open there
 * in the end, with its file, what was decided of it and what was observed. observed: the text of the last observation, by unit.
 */
export function formersOf(before: World, index: FormIndex, observed: ReadonlyMap<Unit, string>): Former[] {
  const asked = linesOf(index)
  const found: Former[] = []
  for (const answer of before.list('answer')) {
    const { unit } = answer
    const question = before.index.question(questionIdOf(unit))
    if (!question || question.survey || !asked.has(lineOf(question)) || !isOpen(before, unit)) continue
    const file = before.attachment(unit)?.name ?? null
    if (isEmpty(question, answer.value) && file === null) continue
    const row = rowIdOf(unit)
    const block = question.blockId === null ? undefined : before.index.question(question.blockId)
    const decided = before.get('evaluation', unit)
    const comment = decided?.comment ?? null
    const observation = observed.get(unit) ?? null
    found.push({
      unit,
      line: lineOf(question),
      rowName: row === null || !block ? null : rowNameIn(before, block, row),
      form: before.form.name,
      text: question.text,
      kind: question.kind,
      value: question.kind === 'Block' ? null : answer.value,
      rows: question.kind === 'Block' ? rowsOf(before, question).map((each) => rowNameIn(before, question, each)) : null,
      file,
      decision: decided?.decision ?? null,
      comment,
      observed: observation === comment ? null : observation,
    })
  }
  return found
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * What stands beside a unit of an earlier form (FB3): of the same line and, inside a block, of the row with the same name, in whatever
 * case and accents. `row` when the block had rows and none of that name; undefined where nothing was answered.
 */
export function formerBeside(world: World, unit: Unit): Former | 'row' | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return undefined
  const line = lineOf(question)
  const same = [...world.list('former')].filter((each) => each.line === line)
  const row = rowIdOf(unit)
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  if (row === null || !block) return same.find((each) => each.rowName === null)
  const inRows = same.filter((each) => each.rowName !== null)
  const name = folded(rowNameIn(world, block, row))
  const named = name === '' ? [] : inRows.filter((each) => folded(each.rowName ?? '') === name)
  // Two rows of one name are told apart by nothing: neither is guessed.
  if (named.length === 1) return named[0]
  return inRows.length > 0 ? 'row' : undefined
}
