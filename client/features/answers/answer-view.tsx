import type { AnswerValue } from '#shared/answers/model.ts'
import { isEmpty, kindReading } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { kindsOnScreen } from './kinds.tsx'
import { answersText } from './text.ts'

interface Props {
  readonly question: Question
  readonly value: AnswerValue | null | undefined
  readonly className?: string | undefined
}

/** An answer to be read: by who cannot edit it, by who evaluates it, beside another one. */
export function AnswerView({ question, value, className }: Props) {
  const t = useText(answersText)
  if (value === null || value === undefined || isEmpty(question, value))
    return <p className={cx('text-ink-500 italic', className)}>{t('noAnswer')}</p>
  const { View } = kindsOnScreen[kindReading(question, value)]
  return <View question={question} value={value} className={className} />
}
