import type { AnswerValue, OptionChoice } from '#shared/answers/model.ts'
import type { Option } from '#shared/forms/model.ts'
import { cx } from '#client/ui/cx.ts'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { ChoiceText, Clearable, Extra, optionLabel } from './choice-parts.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { QuestionText, formText } from '#client/features/texts/form-text.tsx'

/** Options past which a list that opens is easier than a column of radios. */
const radiosMost = 9

const choiceIn = (value: AnswerValue | null): OptionChoice | null =>
  typeof value === 'object' && value !== null && 'choice' in value ? value.choice : null

/** One of a set; an option may ask for a text beside it. */
function Field({ question, value, error, onWrite, onChoose }: AnswerFieldProps) {
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
          label={<QuestionText of={question} />}
          labelHidden
          options={question.options.map((each) => ({ value: each.value, label: formText(each.value, each.en).text }))}
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
        label={<QuestionText of={question} />}
        labelHidden
        choices={question.options.map((option) => ({ value: option.value, label: optionLabel(option), extra: extraOf(option) }))}
        value={chosen?.value ?? null}
        error={error}
        onChange={choose}
      />
    </Clearable>
  )
}

function View({ question, value, className }: AnswerViewProps<{ choice: OptionChoice }>) {
  return (
    <p className={cx('break-words', className)}>
      <ChoiceText question={question} choice={value.choice} />
    </p>
  )
}

export const single: KindOnScreen<{ choice: OptionChoice }> = { Field, View }
