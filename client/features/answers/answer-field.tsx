import type { ReactNode } from 'react'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { Unread } from './answer-editor.ts'
import { BlockField } from './block-field.tsx'
import { BooleanField, MultipleField, SingleField } from './choice-fields.tsx'
import { DayField, NumberAnswerField } from './measure-fields.tsx'
import { RichTextField } from './rich-text-field.tsx'
import { SimpleTextField } from './simple-text-field.tsx'

/** What every kind of question's field takes. Values are of the question's kind, or null. */
export interface AnswerFieldProps {
  readonly unit: Unit
  readonly question: Question
  readonly value: AnswerValue | null
  /** What was typed and is not a value, in place of one. */
  readonly unread: string | null
  /** What stands as the answer, whatever the field shows. */
  readonly standing: AnswerValue | null
  /** Grows when the value was put there by anything but typing. */
  readonly revision: number
  /** Sentence of what is wrong, once the field was left. */
  readonly error: string | null
  /** Id of the question's text and of what describes it further. */
  readonly labelId: string
  /** A keystroke: kept as a draft, given when the question is left. */
  readonly onWrite: (value: AnswerValue | null) => void
  /** A keystroke after which the field holds no value: what stands goes on standing. */
  readonly onUnread: (unread: Unread) => void
  /** A choice: given at once. `closing`: what it clears was agreed to. */
  readonly onChoose: (value: AnswerValue | null, how?: { readonly closing: boolean }) => void
  /** Draws an inner question of a block. */
  readonly drawUnit: (unit: Unit) => ReactNode
}

/** The field of a question, by its kind (institution-area §3, §5). */
export function AnswerField(props: AnswerFieldProps) {
  switch (props.question.kind) {
    case 'SimpleText':
      return <SimpleTextField {...props} />
    case 'Text':
      return <RichTextField {...props} />
    case 'Number':
      return <NumberAnswerField {...props} />
    case 'Boolean':
      return <BooleanField {...props} />
    case 'Single':
      return <SingleField {...props} />
    case 'Multiple':
      return <MultipleField {...props} />
    case 'Date':
      return <DayField {...props} />
    case 'Block':
      return <BlockField {...props} />
  }
}
