import type { ReactNode } from 'react'
import type { OptionChoice } from '#shared/answers/model.ts'
import type { Option, Question } from '#shared/forms/model.ts'
import { FormText, formText } from '#client/features/texts/form-text.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { AnswerFieldProps } from './kind.ts'

/** Radios cannot be unchosen: an answer that need not be there can be taken back. */
export function Clearable({
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

/** The text that an option asks for beside it. */
export function Extra({
  option,
  text,
  onText,
}: {
  readonly option: Option
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const t = useText(answersText)
  return (
    <TextField
      lang="es"
      label={t('extraLabel', { option: formText(option.value, option.en).text })}
      value={text}
      maxLength={2000}
      onChange={onText}
    />
  )
}

/** An option's text, in the reader's language. */
export const optionLabel = ({ value, en }: Option) => <FormText es={value} en={en} />

/** A chosen option as its question offers it to the reader, and what was written beside it. */
export function ChoiceText({ question, choice: { value, extra } }: { readonly question: Question; readonly choice: OptionChoice }) {
  const option = question.options.find((each) => each.value === value)
  return (
    <>
      <FormText es={value} en={option?.en} />
      {extra && <span lang="es">{`: ${extra}`}</span>}
    </>
  )
}
