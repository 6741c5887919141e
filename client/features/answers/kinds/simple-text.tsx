import { cx } from '#client/ui/cx.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'

/** Plain text that grows with what is written; its counter shows near the limit. */
function Field({ question, value, error, onWrite }: AnswerFieldProps) {
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

function View({ value, className }: AnswerViewProps<string>) {
  return (
    <p lang="es" className={cx('break-words whitespace-pre-wrap', className)}>
      {value}
    </p>
  )
}

export const simpleText: KindOnScreen<string> = { Field, View }
