import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { ofKind, subtreeOf, type Place } from '#shared/questionnaires/editing.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { emptyQuestion, usualCondition } from '#shared/questionnaires/new-question.ts'

/** An id that nobody has. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')

/** Where a question is to stand. */
export interface NewPlace extends Place {
  readonly after: QuestionId | null
}

/** A question in which nothing is written yet. What hangs on another opens with yes, or with its first option. */
export function blankQuestion(state: Questionnaire, id: QuestionId, place: Place, fields: Fields): Question {
  const { min, max } = ofKind('SimpleText', '')
  const bounds = typeof min === 'number' && typeof max === 'number' ? { min, max } : {}
  const above = place.parentId === null ? undefined : state.question(place.parentId)
  return {
    ...emptyQuestion(id, place),
    ...bounds,
    visibleIf: usualCondition(above),
    // Fields of a draft are what this application's own fields wrote.
    ...(fields as Partial<Question>),
  }
}

/** A question with everything that hangs on it, under new ids and without points; the first says that it is a copy. */
export function duplicateOf(state: Questionnaire, id: QuestionId, copied: (text: string) => string): readonly Question[] {
  const rows = subtreeOf(state, id)
  const ids = new Map(rows.map((row) => [row.id, newId()]))
  const idOf = (known: QuestionId): QuestionId => ids.get(known) ?? known
  return rows.map(({ marks: _marks, removed: _removed, originId: _originId, ...row }, at) => ({
    ...row,
    id: idOf(row.id),
    text: at === 0 ? copied(row.text) : row.text,
    parentId: row.parentId === null ? null : idOf(row.parentId),
    blockId: row.blockId === null ? null : idOf(row.blockId),
    dependent: row.dependent.map(idOf),
    block: row.block.map(idOf),
    points: [],
  }))
}
