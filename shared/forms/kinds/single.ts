import * as v from 'valibot'
import { choiceValue } from '../../answers/model.ts'
import type { OptionChoice, RestChoice } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { Question } from '../model.ts'
import { bestChoice, optionText, shaped, unbounded } from './kind.ts'
import type { Kind } from './kind.ts'

/** An option as callers write it: its text, or with what was written beside it. */
export const givenOption = v.union([
  v.pipe(
    v.string(),
    v.transform((value): OptionChoice => ({ value })),
  ),
  v.pipe(
    v.looseObject({ value: v.string(), extraValue: v.optional(v.string()), extra: v.optional(v.string()) }),
    v.transform(({ value, extraValue, extra }): OptionChoice => {
      const text = extra ?? extraValue
      return text ? { value, extra: text } : { value }
    }),
  ),
])

export const writtenOption = ({ value, extra }: OptionChoice): RestChoice => (extra === undefined ? value : { value, extraValue: extra })

/** Why a choice is none of the question's options, or lacks the text that it asks for. */
export function choiceInvalidity(question: Question, choice: OptionChoice): Failure | undefined {
  const option = question.options.find((each) => each.value === choice.value)
  if (!option) return failure('option_unknown')
  return option.allowExtra && (choice.extra ?? '').trim() === '' ? failure('extra_missing', { option: option.value }) : undefined
}

/** One of its options. */
export const single: Kind<v.InferOutput<typeof choiceValue>> = {
  schema: choiceValue,
  html: false,
  unread: failure('needs_review'),
  hasOptions: true,
  holds: (value) => typeof value === 'object' && 'choice' in value,
  isEmpty: () => false,
  invalidity: (question, { choice }) => choiceInvalidity(question, choice),
  text: ({ choice }) => optionText(choice),
  cell: ({ choice }) => optionText(choice),
  read(given) {
    const choice = shaped(givenOption, given)
    return choice ? { choice } : shaped(choiceValue, given)
  },
  written: ({ choice }) => writtenOption(choice),
  choices: (question) => question.options.map((option) => option.value),
  chosen: ({ choice }) => [choice.value],
  soundBounds: unbounded,
  best: (question, worth) =>
    bestChoice(
      question.options.map((option) => option.value),
      worth,
    ),
}
