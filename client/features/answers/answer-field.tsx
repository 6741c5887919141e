import type { AnswerFieldProps } from './kinds/kind.ts'
import { kindsOnScreen } from './kinds.tsx'

/** The field of a question, by its kind. */
export function AnswerField(props: AnswerFieldProps) {
  const { Field } = kindsOnScreen[props.question.kind]
  return <Field {...props} />
}
