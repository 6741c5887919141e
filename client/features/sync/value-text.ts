import type { AnswerValue } from '#shared/answers/model.ts'
import { visibleText } from '#shared/answers/text.ts'
import type { SyncTranslate } from './text.ts'

/** A value as a person reads it, in full: what is shown beside another and what is copied. */
export function valueText(t: SyncTranslate, value: AnswerValue | null | undefined): string {
  if (value === null || value === undefined || value === '') return t('emptyValue')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return visibleText(value)
  if ('choice' in value) return optionText(value.choice)
  if ('rows' in value) return t('rows', { n: value.rows.length })
  const chosen = value.choices.map(optionText)
  return chosen.length > 0 ? chosen.join('\n') : value.none ? t('noneOption') : t('emptyValue')
}

const optionText = (option: { readonly value: string; readonly extra?: string | undefined }): string =>
  option.extra ? `${option.value}: ${option.extra}` : option.value
