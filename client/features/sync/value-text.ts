import type { AnswerValue } from '#shared/answers/model.ts'
import { isEmpty, valueText as textOf } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import type { SyncTranslate } from './text.ts'

/** Where nobody says of which kind a text is, it may be a rich one. */
const unknown: Pick<Question, 'kind'> = { kind: 'Text' }

/** A value as a person reads it, in full: what is shown beside another and what is copied. */
export function valueText(t: SyncTranslate, value: AnswerValue | null | undefined, question: Pick<Question, 'kind'> = unknown): string {
  if (value === null || value === undefined || isEmpty(question, value)) return t('emptyValue')
  return textOf(question, value, {
    yes: t('yes'),
    no: t('no'),
    none: t('noneOption'),
    number: String,
    day: (day) => day,
    rows: (n) => t('rows', { n }),
    list: (items) => items.join('\n'),
  })
}
