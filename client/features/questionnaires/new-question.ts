import type { Question, QuestionKind } from '#shared/forms/model.ts'
import { plainQuestion, surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/instant.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { ofKind, subtreeOf } from '#shared/questionnaires/editing.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { kinds } from '#shared/forms/kinds.ts'

/** An id that nobody has. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')

/** Where a question is to stand. */
export interface NewPlace {
  readonly dimensionId: DimensionId
  readonly parentId: QuestionId | null
  readonly blockId: QuestionId | null
  readonly after: QuestionId | null
}

/** Fields that a kind starts with, absent ones left out. */
export const startOf = (kind: QuestionKind, today: Day): Fields =>
  Object.fromEntries(Object.entries(ofKind(kind, today)).filter(([, value]) => value !== null))

/** Name of the first inner question of a new block, which names its rows. */
export const firstInnerText = 'Nombre de la iniciativa'

/** A question in which nothing is written yet. What hangs on another opens with yes, or with its first option. */
export function blankQuestion(state: Questionnaire, id: QuestionId, place: NewPlace, fields: Fields): Question {
  const { after: _after, ...where } = place
  const { min, max } = ofKind('SimpleText', '')
  const bounds = typeof min === 'number' && typeof max === 'number' ? { min, max } : {}
  const above = place.parentId === null ? undefined : state.question(place.parentId)
  const visibleIf = above ? (kinds[above.kind].choices(above)[0] ?? null) : null
  return {
    id,
    text: '',
    kind: 'SimpleText',
    ...plainQuestion,
    ...bounds,
    ...where,
    visibleIf,
    survey: place.dimensionId === surveyDimensionId,
    // Fields of a draft are what this application's own fields wrote.
    ...(fields as Partial<Question>),
  }
}

/** The first inner question of a block, which names the rows. */
export const firstInner = (block: Question, today: Day): Question => ({
  ...block,
  id: newId(),
  text: firstInnerText,
  kind: 'SimpleText',
  hint: undefined,
  fillingHint: undefined,
  questionHint: undefined,
  en: undefined,
  originId: undefined,
  parentId: null,
  visibleIf: null,
  blockId: block.id,
  block: [],
  dependent: [],
  options: [],
  points: [],
  min: undefined,
  max: undefined,
  ...(startOf('SimpleText', today) as Partial<Question>),
  required: true,
  allowFile: false,
})

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
