import type { ReactNode } from 'react'
import type { AnswerValue, OptionChoice } from '#shared/answers/model.ts'
import type { Option } from '#shared/forms/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxGroup } from '#client/ui/checkbox-group.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { AnswerFieldProps } from './answer-field.tsx'
import { answersText } from './text.ts'

/** Options past which a list that opens is easier than a column of radios. */
const radiosMost = 9

/** Radios cannot be unchosen: an answer that need not be there can be taken back. */
function Clearable({
  question,
  value,
  onChoose,
  children,
}: Pick<AnswerFieldProps, 'question' | 'value' | 'onChoose'> & { readonly children: ReactNode }) {
  const t = useText(answersText)
  return (
    <div className="grid gap-1.5">
      {children}
      {!question.required && value !== null && (
        <Button size="small" kind="quiet" className="-ml-3 w-fit" onClick={() => onChoose(null)}>
          {t('clearChoice')}
        </Button>
      )}
    </div>
  )
}

export function BooleanField({ question, value, error, onChoose }: AnswerFieldProps) {
  const t = useText(answersText)
  return (
    <Clearable question={question} value={value} onChoose={onChoose}>
      <RadioGroup
        label={question.text}
        labelHidden
        inline
        choices={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={typeof value === 'boolean' ? String(value) : null}
        error={error}
        onChange={(chosen) => onChoose(chosen === 'true')}
      />
    </Clearable>
  )
}

const choiceIn = (value: AnswerValue | null): OptionChoice | null =>
  typeof value === 'object' && value !== null && 'choice' in value ? value.choice : null

function Extra({ option, text, onText }: { readonly option: Option; readonly text: string; readonly onText: (text: string) => void }) {
  const t = useText(answersText)
  return <TextField lang="es" label={t('extraLabel', { option: option.value })} value={text} maxLength={2000} onChange={onText} />
}

const spanish = (text: string) => <span lang="es">{text}</span>

/** One of a set; an option may ask for a text beside it. */
export function SingleField({ question, value, error, onWrite, onChoose }: AnswerFieldProps) {
  const chosen = choiceIn(value)
  const choose = (option: string): void => {
    const extra = chosen?.value === option ? chosen.extra : undefined
    onChoose(option === '' ? null : { choice: { value: option, ...(extra ? { extra } : {}) } })
  }
  const extraOf = (option: Option) =>
    option.allowExtra && chosen?.value === option.value ? (
      <Extra option={option} text={chosen.extra ?? ''} onText={(extra) => onWrite({ choice: { value: option.value, extra } })} />
    ) : null
  if (question.options.length > radiosMost) {
    const option = question.options.find((each) => each.value === chosen?.value)
    return (
      <div className="grid gap-3">
        <Select
          label={question.text}
          labelHidden
          lang="es"
          options={question.options.map((each) => ({ value: each.value, label: each.value }))}
          value={chosen?.value ?? ''}
          error={error}
          onChange={choose}
          className="max-w-xl"
        />
        {option && extraOf(option)}
      </div>
    )
  }
  return (
    <Clearable question={question} value={value} onChoose={onChoose}>
      <RadioGroup
        label={question.text}
        labelHidden
        choices={question.options.map((option) => ({ value: option.value, label: spanish(option.value), extra: extraOf(option) }))}
        value={chosen?.value ?? null}
        error={error}
        onChange={choose}
      />
    </Clearable>
  )
}

const noneValue = '\u0000none'

/** Several of a set; "Ninguna" stands alone (rules L17). */
export function MultipleField({ question, value, error, onWrite, onChoose }: AnswerFieldProps) {
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
      label={question.text}
      labelHidden
      hint={boundsHint(question.min, question.max, t)}
      choices={[
        ...question.options.map((option) => ({
          value: option.value,
          label: spanish(option.value),
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
