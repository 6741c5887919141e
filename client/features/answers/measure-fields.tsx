import { useEffect, useState } from 'react'
import { clampNumber, dateBounds, numberBounds } from '#shared/answers/validity.ts'
import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { AnswerFieldProps } from './answer-field.tsx'
import { numberFrom, textOfNumber } from './number-text.ts'
import { answersText } from './text.ts'

const shownFrom = (value: unknown, language: Language): string => (typeof value === 'number' ? textOfNumber(value, language) : '')

/** A number by keyboard. Out of bounds it becomes the nearest bound when the field is left, and says so (institution-area §5). */
export function NumberAnswerField({ question, value, revision, error, onWrite }: AnswerFieldProps) {
  const t = useText(answersText)
  const format = useFormat()
  const language = useLanguage()
  const [typed, setTyped] = useState(() => shownFrom(value, language))
  const [note, setNote] = useState<'clamped' | 'unread' | null>(null)
  useEffect(() => {
    setTyped(shownFrom(value, language))
    setNote(null)
    // Only a value that was put there by anything but typing replaces what is written.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [revision, language])
  const { min, max } = numberBounds(question)
  const write = (text: string): void => {
    setTyped(text)
    setNote(null)
    const number = numberFrom(text, language)
    if (number !== null || text.trim() === '') onWrite(number)
  }
  const leave = (): void => {
    if (typed.trim() === '') return
    const number = numberFrom(typed, language)
    if (number === null) return setNote('unread')
    const clamped = clampNumber(question, number)
    if (clamped !== number) {
      setNote('clamped')
      announce(t('numberClamped', { value: format.number(clamped) }))
    }
    setTyped(textOfNumber(clamped, language))
    onWrite(clamped)
  }
  return (
    <div className="grid gap-1.5">
      <NumberField
        label={question.text}
        labelHidden
        hint={boundsHint(question, min, max, format.number, t)}
        value={typed}
        decimal
        onChange={write}
        onBlur={leave}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (step === 0) return
          event.preventDefault()
          write(textOfNumber(clampNumber(question, (numberFrom(typed, language) ?? 0) + step), language))
        }}
        error={note === 'unread' ? t('numberUnread') : error}
      />
      {note === 'clamped' && <p className="text-sm text-warm-700">{t('numberClamped', { value: typed })}</p>}
    </div>
  )
}

function boundsHint(
  question: Question,
  min: number,
  max: number | undefined,
  number: (value: number) => string,
  t: ReturnType<typeof useText<(typeof answersText)['es']>>,
): string | null {
  const asked = typeof question.min === 'number' || (typeof question.max === 'number' && question.max > 0)
  return asked ? t('numberHint', { min: number(min), max: max === undefined ? '' : number(max) }) : null
}

/** A day, with the browser's own picker (rules L14). */
export function DayField({ question, value, error, onWrite }: AnswerFieldProps) {
  const t = useText(answersText)
  const format = useFormat()
  const { min, max } = dateBounds(question)
  const hint =
    min && max
      ? t('dateBetween', { min: format.day(min), max: format.day(max) })
      : min
        ? t('dateFrom', { min: format.day(min) })
        : max
          ? t('dateUntil', { max: format.day(max) })
          : null
  return (
    <DateField
      label={question.text}
      labelHidden
      hint={hint}
      value={typeof value === 'string' ? value : ''}
      min={min}
      max={max}
      error={error}
      onChange={(day) => onWrite(day === '' ? null : day)}
    />
  )
}
