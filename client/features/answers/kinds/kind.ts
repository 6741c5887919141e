import type { ReactNode } from 'react'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { Unread } from '#client/features/answers/answer-editor.ts'

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

/** A value of the kind to be read, that says something. */
export interface AnswerViewProps<V extends AnswerValue = AnswerValue> {
  /** What it answers. */
  readonly question: Question
  readonly value: V
  readonly className?: string | undefined
}

/** What a kind of question is on the screen: one file of `kinds/` each, listed in `kinds.tsx`. V is the shape of its values. */
export interface KindOnScreen<V extends AnswerValue = AnswerValue> {
  Field(props: AnswerFieldProps): ReactNode
  View(props: AnswerViewProps<V>): ReactNode
}
