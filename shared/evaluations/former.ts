import { lineOf, rowNameIn } from '../answers/former.ts'
import { isOpen, rowsOf } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import type { FormIndex } from '../forms/form-index.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf, rowIdOf } from '../kernel/ids.ts'
import type { DimensionId, QuestionId, Unit } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { boundsOf, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Former } from './model.ts'

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

/**
 * The same for the institution itself, each in the sub-dimension that asks it now (FB5): without what was said when it was decided, and
 * without what is, or was, the lab's to answer.
 */
export function ownFormersOf(
  formers: readonly Former[],
  before: FormIndex,
  index: FormIndex,
): { readonly part: DimensionId; readonly row: Former }[] {
  const asking = new Map<QuestionId, Question>()
  for (const question of index.definition.questions) if (!asking.has(lineOf(question))) asking.set(lineOf(question), question)
  return formers.flatMap((former) => {
    const question = asking.get(former.line)
    if (!question || question.administrative || before.question(questionIdOf(former.unit))?.administrative !== false) return []
    return [{ part: question.dimensionId, row: { ...former, comment: null, observed: null } }]
  })
}
