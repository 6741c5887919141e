import { textLengthMost, textValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { Question } from '../model.ts'
import { isCount, numberOr, shaped } from './kind.ts'
import type { Kind } from './kind.ts'

/** Why a text, as a reader sees it, is over the question's most characters; 0 is no limit. */
export function tooLong(question: Question, text: string): Failure | undefined {
  const max = numberOr(question.max, 0)
  return max > 0 && [...text].length > max ? failure('text_too_long', { max }) : undefined
}

/** Plain text: what looks like a tag in it is text like any other. */
export const simpleText: Kind<string> = {
  schema: textValue,
  html: false,
  unread: failure('needs_review'),
  hasOptions: false,
  holds: (value) => typeof value === 'string',
  isEmpty: (text) => text.trim() === '',
  invalidity: tooLong,
  text: (text) => text,
  cell: (text) => text,
  read: (given) => shaped(textValue, given),
  written: (text) => text,
  choices: () => [],
  chosen: () => [],
  soundBounds: ({ min, max, allowNoneOption }) => isCount(min, 0) && isCount(max, textLengthMost) && !allowNoneOption,
}
