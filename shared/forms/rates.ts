import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { QuestionId } from '../kernel/ids.ts'
import { placeIn } from './place.ts'
import type { FormDefinition, Question } from './model.ts'

/**
 * Why no answer earns anything with a rate. rows: its divisor is answered once for each row of a block that the rate is not in ·
 * survey: the divisor is a question of the survey, which no result reads · apart: no answer opens both of them.
 */
export type RateFault = 'rows' | 'survey' | 'apart'

type Find = (id: QuestionId) => Question | undefined

export const divisorOf = ({ points }: Pick<Question, 'points'>): QuestionId | undefined =>
  points.find(({ key }) => key === 'value')?.divisor

/** Why a number earns nothing when it is divided by another one; undefined where it can (PO5). */
export function rateFault(find: Find, question: Question, divisorId: QuestionId): RateFault | undefined {
  const divisor = find(divisorId)
  if (!divisor) return undefined
  if (divisor.survey) return 'survey'
  if (divisor.blockId !== null && divisor.blockId !== question.blockId) return 'rows'
  const needed = conditionsOf(find, question)
  const isApart = [...conditionsOf(find, divisor)].some(([parent, value]) => needed.has(parent) && needed.get(parent) !== value)
  return isApart ? 'apart' : undefined
}

/** The one answer that each question above has to have, for this one to be asked. Of several choices one does not exclude another. */
function conditionsOf(find: Find, question: Question): ReadonlyMap<QuestionId, boolean | string> {
  const found = new Map<QuestionId, boolean | string>()
  let at: Question | undefined = question
  while (at) {
    const above: Question | undefined = find(at.parentId ?? at.blockId ?? '')
    if (above && at.visibleIf !== null && above.kind !== 'Multiple') found.set(above.id, at.visibleIf)
    at = above
  }
  return found
}

/** A rate that earns nothing, whatever is answered. */
export interface UnearnableRate {
  readonly question: Question
  readonly divisor: Question
  readonly fault: RateFault
}

/** Every rate of a questionnaire that nobody can earn (PO5). */
export function unearnableRates({ questions }: Pick<FormDefinition, 'questions'>): readonly UnearnableRate[] {
  const rates = questions.filter((each) => divisorOf(each) !== undefined)
  if (rates.length === 0) return []
  const byId = new Map(questions.map((each) => [each.id, each]))
  return rates.flatMap((question) => {
    const divisor = byId.get(divisorOf(question) ?? '')
    const fault = divisor && rateFault((id) => byId.get(id), question, divisor.id)
    return divisor && fault ? [{ question, divisor, fault }] : []
  })
}

/** What is said of a rate that nobody can earn: both questions by their texts. */
export const rateFailure = ({ question, divisor }: UnearnableRate): Failure =>
  failure('definition_rate', { ...placeIn(`${question.id}.points`, question.text), divisor: placeIn('', divisor.text).place })
