import { surveyDimensionId } from './model.ts'
import type { AlertSide, FormDefinition, Question } from './model.ts'

/** A questionnaire under ids of its own, and what each id is now. */
interface OwnIds {
  readonly definition: FormDefinition
  readonly idOf: (id: string) => string
}

/**
 * A questionnaire under other ids, as two forms never share one. Each question and dimension keeps the first of its line, which is
 * itself where it names none; of whose id `isKnown` says no, there is no line.
 */
export function underOwnIds(definition: FormDefinition, prefix: string, isKnown: (id: string) => boolean = () => true): OwnIds {
  const { dimensions, questions } = definition
  const ids = new Map(
    [...dimensions, ...questions].map(({ id }, at) => [id, id === surveyDimensionId ? id : `${prefix}-${at.toString(36)}`]),
  )
  const idOf = (id: string): string => ids.get(id) ?? id
  const line = ({ id, originId }: { readonly id: string; readonly originId?: string | undefined }): { readonly originId?: string } => {
    const first = originId ?? (isKnown(id) ? id : undefined)
    return first === undefined ? {} : { originId: first }
  }
  return {
    idOf,
    definition: {
      ...definition,
      dimensions: dimensions.map((each) => ({
        ...each,
        id: idOf(each.id),
        parentId: each.parentId === null ? null : idOf(each.parentId),
        subDimensionIds: each.subDimensionIds.map(idOf),
        questionIds: each.questionIds.map(idOf),
        ...(each.id === surveyDimensionId ? {} : line(each)),
      })),
      questions: questions.map((each) => ({ ...questionUnder(each, idOf), ...line(each) })),
      ...(definition.alerts && {
        alerts: definition.alerts.map((alert) => ({
          ...alert,
          first: sideUnder(alert.first, idOf),
          second: sideUnder(alert.second, idOf),
        })),
      }),
    },
  }
}

const sideUnder = (side: AlertSide, idOf: (id: string) => string): AlertSide => ({ ...side, questionId: idOf(side.questionId) })

const questionUnder = (question: Question, idOf: (id: string) => string): Question => ({
  ...question,
  id: idOf(question.id),
  dimensionId: idOf(question.dimensionId),
  parentId: question.parentId === null ? null : idOf(question.parentId),
  blockId: question.blockId === null ? null : idOf(question.blockId),
  dependent: question.dependent.map(idOf),
  block: question.block.map(idOf),
  points: question.points.map((each) => (each.divisor === undefined ? each : { ...each, divisor: idOf(each.divisor) })),
})
