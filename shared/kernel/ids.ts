// A name that declarations can write: no value has such a property.
type Branded<T, B extends string> = T & { readonly '~of'?: B }

export type UserId = Branded<string, 'user'>
export type InstitutionId = Branded<string, 'institution'>
export type FormId = Branded<string, 'form'>
export type FormVersionId = Branded<string, 'formVersion'>
export type DimensionId = Branded<string, 'dimension'>
export type QuestionId = Branded<string, 'question'>
export type RowId = Branded<string, 'row'>
export type AttachmentId = Branded<string, 'attachment'>
export type StageId = Branded<string, 'stage'>
/** Global idempotency key of one mutation. */
export type Mid = Branded<string, 'mid'>

/**
 * What can hold one answer: a question outside blocks, or one inner question in one row of a block.
 * Written `questionId` or `questionId@rowId`.
 */
export type Unit = Branded<string, 'unit'>

export const unitOf = (questionId: QuestionId, rowId?: RowId | null): Unit => (rowId ? `${questionId}@${rowId}` : (questionId as string))

export function questionIdOf(unit: Unit): QuestionId {
  const at = unit.indexOf('@')
  return at < 0 ? (unit as string) : unit.slice(0, at)
}

export function rowIdOf(unit: Unit): RowId | null {
  const at = unit.indexOf('@')
  return at < 0 ? null : unit.slice(at + 1)
}
