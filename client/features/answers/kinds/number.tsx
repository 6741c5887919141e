import { useEffect, useState } from 'react'
import { numberProblem, readNumber, textOfNumber } from '#shared/answers/number-text.ts'
import { numberBounds } from '#shared/forms/kinds/number.ts'
import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { answersText } from '#client/features/answers/text.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

const shownFrom = (value: unknown, language: Language): string => (typeof value === 'number' ? textOfNumber(value, language) : '')

/** A number by keyboard. What does not fit stays as it was typed, with what is allowed and what goes on standing. */
function Field({ question, value, unread, standing, revision, error, onWrite, onUnread }: AnswerFieldProps) {
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
      label={<QuestionText of={question} />}
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

function View({ value, className }: AnswerViewProps<number>) {
  const format = useFormat()
  return <p className={cx('tabular', className)}>{format.number(value)}</p>
}

export const number: KindOnScreen<number> = { Field, View }
