import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { Dimension, FormDefinition, Question } from '../forms/model.ts'
import { surveyDimensionId } from '../forms/model.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { problemsOf } from './problems.ts'
import type { QuestionProblem } from './problems.ts'

/** Names that a new dimension and sub-dimension begin with. */
export const placeholderNames = { dimension: 'Nombre dimensión', subDimension: 'Nombre subdimensión' } as const

/** impide: it cannot be asked so · avisa: somebody may have forgotten it · traducción: it is read in Spanish by who reads English. */
export const severities = ['impide', 'avisa', 'traducción'] as const
export type Severity = (typeof severities)[number]

/** One thing that a questionnaire lacks, and the field where it is mended. */
export interface Missing {
  readonly severity: Severity
  readonly code: QuestionProblem['code'] | 'form_no_questions' | 'dimension_empty' | 'sub_dimension_empty' | 'name_placeholder' | 'english'
  /** Sub-dimension or dimension that it is in; null: the form as a whole. */
  readonly dimensionId: DimensionId | null
  /** Null: the dimension itself. */
  readonly questionId: QuestionId | null
  readonly field: string
}

/** Whether it counts as missing: without its English a text is read in Spanish, and nobody misses it. */
export const isToBeMended = ({ severity }: Pick<Missing, 'severity'>): boolean => severity !== 'traducción'

/** Everything that a questionnaire lacks, in reading order; pure, and cheap enough for every key (QE22). */
export function missingOf(definition: FormDefinition): readonly Missing[] {
  const index = formIndexOf(definition)
  const found: Missing[] = []
  if (definition.questions.every((each) => each.survey))
    found.push({ severity: 'impide', code: 'form_no_questions', dimensionId: null, questionId: null, field: 'questions' })
  for (const top of index.topDimensions) {
    found.push(...ofDimension(top))
    for (const id of top.subDimensionIds) {
      const sub = index.dimension(id)
      if (sub) found.push(...ofDimension(sub))
      for (const question of index.questionsOf(id)) found.push(...ofQuestion(question))
    }
  }
  for (const question of index.surveyQuestions) found.push(...ofQuestion(question))
  return found
}

function ofDimension({ id, name, parentId, subDimensionIds, questionIds, en }: Dimension): Missing[] {
  const found: Missing[] = []
  const at = { dimensionId: id, questionId: null }
  const placeholder = parentId === null ? placeholderNames.dimension : placeholderNames.subDimension
  if (name === placeholder) found.push({ ...at, severity: 'avisa', code: 'name_placeholder', field: 'name' })
  if (parentId === null && id !== surveyDimensionId && subDimensionIds.length === 0)
    found.push({ ...at, severity: 'avisa', code: 'dimension_empty', field: 'name' })
  if (parentId !== null && questionIds.length === 0) found.push({ ...at, severity: 'avisa', code: 'sub_dimension_empty', field: 'name' })
  if (isMissing(en?.name)) found.push({ ...at, severity: 'traducción', code: 'english', field: 'name' })
  return found
}

function ofQuestion(question: Question): Missing[] {
  const at = { dimensionId: question.dimensionId, questionId: question.id }
  const found = problemsOf(question).map(({ field, code }): Missing => ({ ...at, severity: 'impide', code, field }))
  // An administrative question is shown to nobody who reads the platform in English.
  if (question.administrative) return found
  const english = (field: string): Missing => ({ ...at, severity: 'traducción', code: 'english', field })
  if (isMissing(question.en?.text)) found.push(english('text'))
  if (!isMissing(question.hint) && isMissing(question.en?.hint)) found.push(english('hint'))
  if (question.options.some((each) => isMissing(each.en))) found.push(english('options'))
  return found
}

const isMissing = (text: string | undefined): boolean => text === undefined || text.trim() === ''
