import type { OptionChoice } from '#shared/answers/model.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { CheckboxGroup } from '#client/ui/fields/checkbox-group.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ChoiceText, Extra, optionLabel } from './choice-parts.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

const noneValue = '\u0000none'

/** Several of a set; "Ninguna" stands alone (VA6). */
function Field({ question, value, error, onWrite, onChoose }: AnswerFieldProps) {
  const t = useText(answersText)
  const many = typeof value === 'object' && value !== null && 'choices' in value ? value : null
  const choices = many?.choices ?? []
  const extraOf = (option: string): string => choices.find((each) => each.value === option)?.extra ?? ''
  const change = (values: readonly string[]): void => {
    if (values.includes(noneValue) && many?.none !== true) return onChoose({ choices: [], none: true })
    const next = values.filter((each) => each !== noneValue)
    onChoose(
      next.length === 0
        ? null
        : {
            choices: next.map((each) => {
              const extra = extraOf(each)
              return extra === '' ? { value: each } : { value: each, extra }
            }),
          },
    )
  }
  const writeExtra = (option: string, extra: string): void =>
    onWrite({ choices: choices.map((each) => (each.value === option ? { value: option, extra } : each)) })
  return (
    <CheckboxGroup
      label={<QuestionText of={question} />}
      labelHidden
      hint={boundsHint(question.min, question.max, t)}
      choices={[
        ...question.options.map((option) => ({
          value: option.value,
          label: optionLabel(option),
          extra: option.allowExtra ? (
            <Extra option={option} text={extraOf(option.value)} onText={(extra) => writeExtra(option.value, extra)} />
          ) : null,
        })),
        ...(question.allowNoneOption ? [{ value: noneValue, label: t('none') }] : []),
      ]}
      values={many?.none === true ? [noneValue] : choices.map((each) => each.value)}
      error={error}
      onChange={change}
    />
  )
}

function boundsHint(
  least: number | string | undefined,
  most: number | string | undefined,
  t: ReturnType<typeof useText<(typeof answersText)['es']>>,
): string | null {
  const min = typeof least === 'number' ? least : 0
  const max = typeof most === 'number' ? most : 0
  if (min > 0 && max > 0) return t('chooseBetween', { min, max })
  if (max > 0) return t('chooseUpTo', { n: max })
  return min > 1 ? t('chooseAtLeast', { n: min }) : null
}

interface Choices {
  choices: OptionChoice[]
  none?: boolean | undefined
}

function View({ question, value, className }: AnswerViewProps<Choices>) {
  const t = useText(answersText)
  if (value.none === true) return <p className={className}>{t('none')}</p>
  return (
    <ul className={cx('grid gap-1', className)}>
      {value.choices.map((choice) => (
        <li key={choice.value} className="flex items-start gap-2">
          <Icon name="check" size={17} className="mt-1 text-ink-500" />
          <span className="min-w-0 break-words">
            <ChoiceText question={question} choice={choice} />
          </span>
        </li>
      ))}
    </ul>
  )
}

export const multiple: KindOnScreen<Choices> = { Field, View }
