import type { FormDefinition, Question } from './model.ts'

/**
 * What of a questionnaire is counted with, as text: the same as long as every institution stands as it stood. Texts, helps, points and
 * English are no part of it, so that changing them costs nobody's count.
 */
export const structureOf = ({ dimensions, questions, alerts = [] }: Pick<FormDefinition, 'dimensions' | 'questions' | 'alerts'>): string =>
  JSON.stringify([
    dimensions.map(({ id, parentId, subDimensionIds, questionIds }) => [id, parentId, subDimensionIds, questionIds]),
    questions.map(counted),
    // What never had any is the same as before there were alerts.
    ...(alerts.length > 0 ? [alerts.map(({ first, second }) => [first, second])] : []),
  ])

const counted = (question: Question): unknown[] => [
  question.id,
  question.kind,
  question.dimensionId,
  question.parentId,
  question.blockId,
  question.visibleIf,
  question.dependent,
  question.block,
  question.options.map(({ value, allowExtra = false }) => [value, allowExtra]),
  question.allowNoneOption,
  question.required,
  question.administrative,
  question.allowFile,
  question.min ?? null,
  question.max ?? null,
  question.survey,
]
