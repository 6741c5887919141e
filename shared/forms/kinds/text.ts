import { textLengthMost, textValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import { visibleText, wordsOf } from '../../kernel/rich-text.ts'
import type { Question } from '../model.ts'
import { isCount, numberOr, shaped } from './kind.ts'
import type { Kind } from './kind.ts'
import { tooLong } from './simple-text.ts'

/** Least words of a rich text (VA3): 2 unless said otherwise; reaching it is enough. */
export const minWords = (question: Question): number => numberOr(question.min, 2)

const wordsMost = 10_000

/** Rich text: HTML of the fixed set of tags, judged by what a reader sees. */
export const text: Kind<string> = {
  schema: textValue,
  html: true,
  unread: failure('needs_review'),
  hasOptions: false,
  holds: (value) => typeof value === 'string',
  isEmpty: (html) => visibleText(html) === '',
  invalidity(question, html) {
    const seen = visibleText(html)
    const least = minWords(question)
    return wordsOf(seen) < least ? failure('words_too_few', { n: least }) : tooLong(question, seen)
  },
  text: visibleText,
  cell: visibleText,
  read: (given) => shaped(textValue, given),
  written: (html) => html,
  choices: () => [],
  chosen: () => [],
  soundBounds: ({ min, max, allowNoneOption }) => isCount(min, wordsMost) && isCount(max, textLengthMost) && !allowNoneOption,
}
