import { twinsIn } from '../kernel/alike.ts'
import { cleanText } from '../kernel/clean-text.ts'
import { kinds } from '../forms/kinds.ts'
import { definitionLimits } from '../forms/model.ts'
import type { Question } from '../forms/model.ts'

/** Fields of a question that can keep it from being one that can be asked. */
export type ProblemField = 'text' | 'options' | 'min' | 'hint'

/** What keeps a half-written question from being one that can be asked, at the field where it is mended. `at`: position of an option. */
export interface QuestionProblem {
  readonly field: ProblemField
  readonly code:
    | 'question_text_empty'
    | 'question_too_long'
    | 'question_options_none'
    | 'question_option_empty'
    | 'question_option_repeated'
    | 'question_option_alike'
    | 'question_range'
  readonly at?: number | undefined
  /** Position of the option that reads the same. */
  readonly other?: number | undefined
}

/** Every problem of a question by itself, in the order of its fields (QE21). Where it hangs is not looked at. */
export function problemsOf(question: Question): readonly QuestionProblem[] {
  const { text, hint, options } = question
  const kind = kinds[question.kind]
  const found: QuestionProblem[] = []
  if (text.trim() === '') found.push({ field: 'text', code: 'question_text_empty' })
  if (text.length > definitionLimits.textLength) found.push({ field: 'text', code: 'question_too_long' })
  if ((hint ?? '').length > definitionLimits.hintLength) found.push({ field: 'hint', code: 'question_too_long' })
  if (kind.hasOptions) {
    if (options.length === 0) found.push({ field: 'options', code: 'question_options_none' })
    const values = options.map(({ value }) => value.trim())
    const twins = new Map(twinsIn(values).map(({ at, other }) => [at, other]))
    for (const [at, value] of values.entries()) {
      const other = twins.get(at)
      if (value === '') found.push({ field: 'options', code: 'question_option_empty', at })
      else if (values.indexOf(value) < at) found.push({ field: 'options', code: 'question_option_repeated', at })
      else if (other !== undefined) found.push({ field: 'options', code: 'question_option_alike', at, other })
      else if (cleanText(value).length > definitionLimits.optionLength) found.push({ field: 'options', code: 'question_too_long', at })
    }
  }
  if (!kind.soundBounds(question)) found.push({ field: 'min', code: 'question_range' })
  return found
}
