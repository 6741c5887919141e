import type { DimensionId } from '#shared/kernel/ids.ts'
import type { DimensionView, QuestionView, ResultView, UnitView } from '#shared/results/routes.ts'

/** A dimension with what adds up to it. */
export interface Branch {
  readonly dimension: DimensionView
  readonly subs: readonly Branch[]
  readonly questions: readonly QuestionView[]
}

type Tree = Pick<ResultView, 'dimensions' | 'questions'>

/** Dimensions with their sub-dimensions and questions, in the form's order. */
export function treeOf({ dimensions, questions }: Tree): readonly Branch[] {
  const branchOf = (dimension: DimensionView): Branch => ({
    dimension,
    subs: dimensions.filter(({ parentId }) => parentId === dimension.id).map(branchOf),
    questions: questions.filter(({ dimensionId }) => dimensionId === dimension.id),
  })
  return dimensions.filter(({ parentId }) => parentId === null).map(branchOf)
}

/** Name of a figure in the address of its page, after the #. */
export const dimensionAnchor = (id: DimensionId): string => `d-${id}`
export const questionAnchor = ({ id }: Pick<QuestionView, 'id'>): string => `q-${id}`
export const unitAnchor = ({ unit }: Pick<UnitView, 'unit'>): string => `u-${unit}`

/** What has to be open for a figure to be seen, the outermost first, and itself last; none where there is no such figure. */
export function pathTo(anchor: string, { dimensions, questions }: Tree): readonly string[] {
  const above = (id: DimensionId | null): readonly string[] => {
    const found = dimensions.find((each) => each.id === id)
    return found ? [...above(found.parentId), dimensionAnchor(found.id)] : []
  }
  const dimension = dimensions.find(({ id }) => dimensionAnchor(id) === anchor)
  if (dimension) return above(dimension.id)
  for (const question of questions) {
    const path = [...above(question.dimensionId), questionAnchor(question)]
    if (questionAnchor(question) === anchor) return path
    if (question.units.some((unit) => unitAnchor(unit) === anchor)) return [...path, anchor]
  }
  return []
}
