import { kinds } from '../forms/kinds.ts'
import { plainQuestion, surveyDimensionId, type Question } from '../forms/model.ts'
import type { QuestionId } from '../kernel/ids.ts'
import type { Place } from './editing.ts'

/** A short text without bounds, in which nothing is said yet. */
export const emptyQuestion = (id: QuestionId, { dimensionId, parentId, blockId }: Place): Question => ({
  ...plainQuestion,
  id,
  text: '',
  kind: 'SimpleText',
  dimensionId,
  parentId,
  blockId,
  survey: dimensionId === surveyDimensionId,
})

/** What opens a question that hangs on another until somebody says otherwise: yes, or its first option. Null where it hangs on none. */
export const usualCondition = (above: Question | undefined): Question['visibleIf'] =>
  above ? (kinds[above.kind].choices(above)[0] ?? null) : null

/** A block's rows are named by its first inner question; what is named is an initiative, as in the measurement itself. */
const rowName = 'Nombre de la iniciativa'
/** Characters. The 20 of every other new text hold no name. */
const rowNameMax = 200

/** The inner question that a new block comes with. */
export const firstInner = (id: QuestionId, block: Pick<Question, 'id' | 'dimensionId'>): Question => ({
  ...emptyQuestion(id, { dimensionId: block.dimensionId, parentId: null, blockId: block.id }),
  text: rowName,
  min: 0,
  max: rowNameMax,
})
