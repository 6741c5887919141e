import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Clearable } from './choice-parts.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

function Field({ question, value, error, onChoose }: AnswerFieldProps) {
  const t = useText(answersText)
  return (
    <Clearable question={question} value={value} onChoose={onChoose}>
      <RadioGroup
        label={<QuestionText of={question} />}
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

function View({ value, className }: AnswerViewProps<boolean>) {
  const t = useText(answersText)
  return <p className={className}>{value ? t('yes') : t('no')}</p>
}

export const boolean: KindOnScreen<boolean> = { Field, View }
