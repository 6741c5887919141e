import type { Attachment } from '../attachments/model.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Card, Context } from '../contract/mutation.ts'
import type { FailureParams } from '../kernel/failure.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import type { Answer } from '../answers/model.ts'
import type { Side } from './model.ts'

/** What the person of this call wanted, as one side of a card. */
export const sideOf = (context: Context, wanted: Omit<Side, 'mid' | 'authorId' | 'at'>): Side => ({
  mid: context.mid,
  authorId: context.actor.id,
  at: context.occurredAt,
  ...wanted,
})

/** What stands now, as the other side of a card. */
export const sideOfAnswer = (answer: Answer): Side => ({
  mid: answer.mid,
  authorId: answer.authorId,
  at: answer.occurredAt,
  value: answer.value,
  ...(answer.justification === null ? {} : { text: answer.justification }),
})

/** A file that stands, as one side of a card. */
export const sideOfFile = (file: Attachment): Side => ({
  mid: null,
  authorId: file.authorId,
  at: file.addedAt,
  text: file.name,
  attachmentId: file.id,
})

interface CardOf {
  readonly ownerId: UserId
  readonly unit: Unit | null
  readonly code: string
  readonly side: Card['side']
  readonly mine?: Side | null | undefined
  readonly theirs?: Side | null | undefined
  readonly others?: Card['others']
  readonly params?: FailureParams | undefined
}

export const cardOf = ({ ownerId, unit, code, side, mine, theirs, others, params }: CardOf): Card => ({
  ownerId,
  unit,
  code,
  side,
  mine: mine ?? null,
  theirs: theirs ?? null,
  chain: [],
  ...(others ? { others } : {}),
  params: params ?? {},
})

/** A short reading of a value for a sentence or a list: never for comparing. */
export function briefly(value: AnswerValue | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('choice' in value) return value.choice.extra ? `${value.choice.value}: ${value.choice.extra}` : value.choice.value
  if ('choices' in value) return value.choices.map((each) => (each.extra ? `${each.value}: ${each.extra}` : each.value)).join(', ')
  return String(value.rows.length)
}
