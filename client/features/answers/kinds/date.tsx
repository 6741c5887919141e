import { useEffect, useState } from 'react'
import { date as dateKind, dateBounds } from '#shared/forms/kinds/date.ts'
import { isDay } from '#shared/kernel/instant.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { dayOfParts, partsOfDay, partsOfText, textOfParts } from '#client/features/stages/day-parts.ts'
import { answersText } from '#client/features/answers/text.ts'
import { DateField } from '#client/ui/fields/date-field.tsx'
import type { DayParts } from '#client/ui/fields/date-field.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

/** A day by its parts, in the language of the application (VA4). What names no day stays as it was typed. */
function Field({ question, value, unread, standing, revision, error, onWrite, onUnread }: AnswerFieldProps) {
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
    if (day === undefined) onUnread({ text: textOfParts(typed), problem: dateKind.unread })
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
      label={<QuestionText of={question} />}
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

function View({ value, className }: AnswerViewProps<string>) {
  const format = useFormat()
  return <p className={className}>{isDay(value) ? format.day(value) : value}</p>
}

export const date: KindOnScreen<string> = { Field, View }
