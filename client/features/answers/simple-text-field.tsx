import { TextArea } from '#client/ui/text-area.tsx'
import type { AnswerFieldProps } from './answer-field.tsx'

/** Plain text that grows with what is written; its counter shows near the limit (ux 10). */
export function SimpleTextField({ question, value, error, onWrite }: AnswerFieldProps) {
  const text = typeof value === 'string' ? value : ''
  return (
    <TextArea
      label={question.text}
      labelHidden
      lang="es"
      rows={question.blockId === null ? 2 : 1}
      value={text}
      max={typeof question.max === 'number' ? question.max : 0}
      error={error}
      onChange={(next) => onWrite(next === '' ? null : next)}
    />
  )
}
