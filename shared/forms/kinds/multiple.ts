import * as v from 'valibot'
import { choicesValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import { countsInOrder, numberOr, optionText, shaped } from './kind.ts'
import type { Kind } from './kind.ts'
import { choiceInvalidity, givenOption, writtenOption } from './single.ts'

/** What stands in a reply, and may stand in a call, for the choice of nothing: an answer, unlike no choice at all (VA9). */
export const noneWord = 'Ninguna'
export const isNone = (given: unknown): boolean =>
  given === noneWord || (Array.isArray(given) && given.length === 1 && given[0] === noneWord)

/** Between options of one answer in a cell. */
const between = '; '

/** Several of its options, or on purpose none of them. */
export const multiple: Kind<v.InferOutput<typeof choicesValue>> = {
  schema: choicesValue,
  html: false,
  unread: failure('needs_review'),
  hasOptions: true,
  holds: (value) => typeof value === 'object' && 'choices' in value,
  isEmpty: ({ choices, none }) => choices.length === 0 && none !== true,
  invalidity(question, { choices, none }) {
    // "Ninguna" stands alone and satisfies both bounds (VA6).
    if (none === true) return question.allowNoneOption && choices.length === 0 ? undefined : failure('option_unknown')
    if (new Set(choices.map((each) => each.value)).size !== choices.length) return failure('option_unknown')
    for (const choice of choices) {
      const wrong = choiceInvalidity(question, choice)
      if (wrong) return wrong
    }
    const max = numberOr(question.max, 0)
    if (max > 0 && choices.length > max) return failure('options_too_many', { n: max })
    const min = numberOr(question.min, 0)
    return choices.length < min ? failure('options_too_few', { n: min }) : undefined
  },
  text: ({ choices, none }, words) => (none === true ? words.none : words.list(choices.map(optionText))),
  cell: ({ choices, none }, words) => (none === true ? words.none : choices.map(optionText).join(between)),
  read(given, { question }) {
    if (question.allowNoneOption && isNone(given)) return { choices: [], none: true }
    const choices = shaped(v.array(givenOption), given)
    return choices ? { choices } : shaped(choicesValue, given)
  },
  written: ({ choices, none }) => (none === true ? [noneWord] : choices.map(writtenOption)),
  choices: (question) => question.options.map((option) => option.value),
  chosen: ({ choices }) => choices.map((each) => each.value),
  soundBounds: (question) => countsInOrder(question, question.options.length),
  best(question, worth) {
    const limit = numberOr(question.max, 0) || question.options.length
    const gains = question.options.map((option) => option.value).filter((choice) => worth.choice(choice) > 0)
    const choices = gains.toSorted((left, right) => worth.choice(right) - worth.choice(left)).slice(0, limit)
    return { rule: 'bestOf', choices, inner: [] }
  },
}
