import { useEffect, useState } from 'react'
import { numberProblem, readNumber, textOfNumber } from '#shared/answers/number-text.ts'
import { dateBounds, dayUnread, numberBounds } from '#shared/answers/validity.ts'
import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { DateField } from '#client/ui/date-field.tsx'
import type { DayParts } from '#client/ui/date-field.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { AnswerFieldProps } from './answer-field.tsx'
import { dayOfParts, partsOfDay, partsOfText, textOfParts } from './day-parts.ts'
import { answersText } from './text.ts'

const shownFrom = (value: unknown, language: Language): string => (typeof value === 'number' ? textOfNumber(value, language) : '')

/** A number by keyboard. What does not fit stays as it was typed, with what is allowed and what goes on standing (institution-area §5). */
export function NumberAnswerField({ question, value, unread, standing, revision, error, onWrite, onUnread }: AnswerFieldProps) {
  const t = useText(answersText)
  const format = useFormat()
  const language = useLanguage()
  const [typed, setTyped] = useState(() => unread ?? shownFrom(value, language))
  useEffect(() => {
    setTyped(unread ?? shownFrom(value, language))
    // Only a value that was put there by anything but typing replaces what is written.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [revision, language])
  const { min, max } = numberBounds(question)
  const write = (text: string): void => {
    setTyped(text)
    const read = readNumber(text, language)
    const problem = numberProblem(read, format.number)
    if (problem) onUnread({ text, problem })
    else onWrite(read.kind === 'number' ? read.value : null)
  }
  const step = (by: number): void => {
    const read = readNumber(typed, language)
    if (read.kind !== 'number' && read.kind !== 'empty') return
    const next = (read.kind === 'number' ? read.value : 0) + by
    const rounded = Math.round(next * 10_000) / 10_000
    if (rounded < min || (max !== undefined && rounded > max)) return announce(boundsText(t, min, max, format.number))
    write(textOfNumber(rounded, language))
  }
  const stands = typeof standing === 'number' ? t('numberStands', { value: format.number(standing) }) : t('numberStandsNone')
  return (
    <NumberField
      label={question.text}
      labelHidden
      hint={boundsHint(question, min, max, format.number, t)}
      value={typed}
      decimal
      onChange={write}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (by === 0) return
        event.preventDefault()
        step(by)
      }}
      error={error && `${error}. ${boundsText(t, min, max, format.number)}. ${stands}`}
    />
  )
}

const boundsText = (
  t: ReturnType<typeof useText<(typeof answersText)['es']>>,
  min: number,
  max: number | undefined,
  number: (value: number) => string,
): string => t('numberHint', { min: number(min), max: max === undefined ? '' : number(max) })

function boundsHint(
  question: Question,
  min: number,
  max: number | undefined,
  number: (value: number) => string,
  t: ReturnType<typeof useText<(typeof answersText)['es']>>,
): string | null {
  const asked = typeof question.min === 'number' || (typeof question.max === 'number' && question.max > 0)
  return asked ? boundsText(t, min, max, number) : null
}

/** A day by its parts, in the language of the application (rules L14). What names no day stays as it was typed. */
export function DayField({ question, value, unread, standing, revision, error, onWrite, onUnread }: AnswerFieldProps) {
  const t = useText(answersText)
  const format = useFormat()
  const shown = (): DayParts => (unread === null ? partsOfDay(typeof value === 'string' ? value : '') : partsOfText(unread))
  const [parts, setParts] = useState(shown)
  useEffect(() => {
    setParts(shown())
    // Only a value that was put there by anything but typing replaces what is written.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [revision])
  const write = (typed: DayParts): void => {
    setParts(typed)
    const day = dayOfParts(typed)
    if (day === undefined) onUnread({ text: textOfParts(typed), problem: dayUnread })
    else onWrite(day === '' ? null : day)
  }
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
      parts={parts}
      error={
        error &&
        `${error}. ${typeof standing === 'string' && standing !== '' ? t('dateStands', { day: format.day(standing) }) : t('numberStandsNone')}`
      }
      onChange={write}
    />
  )
}
