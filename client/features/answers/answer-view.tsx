import type { AnswerValue, OptionChoice } from '#shared/answers/model.ts'
import { isEmpty } from '#shared/answers/validity.ts'
import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { RichTextView } from './rich-text-view.tsx'
import { answersText } from './text.ts'

interface Props {
  readonly question: Question
  readonly value: AnswerValue | null | undefined
  readonly className?: string | undefined
}

const choiceText = (choice: OptionChoice): string => (choice.extra ? `${choice.value}: ${choice.extra}` : choice.value)

/** An answer to be read: by who cannot edit it, by who evaluates it, beside another one. */
export function AnswerView({ question, value, className }: Props) {
  const t = useText(answersText)
  const format = useFormat()
  if (value === null || value === undefined || isEmpty(value))
    return <p className={cx('text-ink-500 italic', className)}>{t('noAnswer')}</p>
  if (typeof value === 'boolean') return <p className={className}>{value ? t('yes') : t('no')}</p>
  if (typeof value === 'number') return <p className={cx('tabular', className)}>{format.number(value)}</p>
  if (typeof value === 'string') {
    if (question.kind === 'Text') return <RichTextView html={value} className={className} />
    if (question.kind === 'Date') return <p className={className}>{format.day(value)}</p>
    return (
      <p lang="es" className={cx('break-words whitespace-pre-wrap', className)}>
        {value}
      </p>
    )
  }
  if ('rows' in value) return <p className={className}>{t('rows', { n: value.rows.length })}</p>
  if ('choice' in value) {
    return (
      <p lang="es" className={cx('break-words', className)}>
        {choiceText(value.choice)}
      </p>
    )
  }
  if (value.none === true) return <p className={className}>{t('none')}</p>
  return (
    <ul lang="es" className={cx('grid gap-1', className)}>
      {value.choices.map((choice) => (
        <li key={choice.value} className="flex items-start gap-2">
          <Icon name="check" size={17} className="mt-1 text-ink-500" />
          <span className="min-w-0 break-words">{choiceText(choice)}</span>
        </li>
      ))}
    </ul>
  )
}
