import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import { englishState, isOption, textsOfDimension, textsOfQuestion } from '../forms/english.ts'
import type { Spoken } from '../forms/english.ts'
import type { Digests, Dimension, FormDefinition, Question } from '../forms/model.ts'
import { surveyDimensionId } from '../forms/model.ts'
import { unearnableRates } from '../forms/rates.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { problemsOf } from './problems.ts'
import type { QuestionProblem } from './problems.ts'

/** Names that a new dimension and sub-dimension begin with. */
export const placeholderNames = { dimension: 'Nombre dimensión', subDimension: 'Nombre subdimensión' } as const

/** impide: it cannot be asked so · avisa: somebody may have forgotten it · traducción: who reads English reads Spanish, or what the Spanish said before. */
export const severities = ['impide', 'avisa', 'traducción'] as const
export type Severity = (typeof severities)[number]

/** One thing that a questionnaire lacks, and the field where it is mended. */
export interface Missing {
  readonly severity: Severity
  readonly code:
    | QuestionProblem['code']
    | 'form_no_questions'
    | 'dimension_empty'
    | 'sub_dimension_empty'
    | 'name_placeholder'
    | 'rate_unearnable'
    | 'english'
    | 'english_outdated'
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
  const unearnable = new Map(
    unearnableRates(definition).map(({ question: { id, dimensionId } }): [QuestionId, readonly Missing[]] => [
      id,
      [{ severity: 'avisa', code: 'rate_unearnable', dimensionId, questionId: id, field: 'points' }],
    ]),
  )
  if (definition.questions.every((each) => each.survey))
    found.push({ severity: 'impide', code: 'form_no_questions', dimensionId: null, questionId: null, field: 'questions' })
  for (const top of index.topDimensions) {
    found.push(...ofDimension(top))
    for (const id of top.subDimensionIds) {
      const sub = index.dimension(id)
      if (sub) found.push(...ofDimension(sub))
      for (const question of index.questionsOf(id)) found.push(...ofQuestion(question), ...(unearnable.get(question.id) ?? []))
    }
  }
  for (const question of index.surveyQuestions) found.push(...ofQuestion(question))
  return found
}

function ofDimension(dimension: Dimension): Missing[] {
  const { id, name, parentId, subDimensionIds, questionIds } = dimension
  const found: Missing[] = []
  const at = { dimensionId: id, questionId: null }
  const placeholder = parentId === null ? placeholderNames.dimension : placeholderNames.subDimension
  if (name === placeholder) found.push({ ...at, severity: 'avisa', code: 'name_placeholder', field: 'name' })
  if (parentId === null && id !== surveyDimensionId && subDimensionIds.length === 0)
    found.push({ ...at, severity: 'avisa', code: 'dimension_empty', field: 'name' })
  if (parentId !== null && questionIds.length === 0) found.push({ ...at, severity: 'avisa', code: 'sub_dimension_empty', field: 'name' })
  found.push(...englishOf(textsOfDimension(dimension), dimension.enFrom, ['name'], at))
  return found
}

function ofQuestion(question: Question): Missing[] {
  const at = { dimensionId: question.dimensionId, questionId: question.id }
  const found = problemsOf(question).map(({ field, code }): Missing => ({ ...at, severity: severityOf(code), code, field }))
  // An administrative question is shown to nobody who reads the platform in English.
  if (question.administrative) return found
  found.push(...englishOf(textsOfQuestion(question), question.enFrom, ['text', 'hint', 'options'], at))
  return found
}

/** Two options that read alike and stand can be asked, but who answers cannot tell them apart. */
const severityOf = (code: QuestionProblem['code']): Severity => (code === 'question_option_alike' ? 'avisa' : 'impide')

/** Fields whose English is missing or, where it is all there, was written from another Spanish (DF7). */
function englishOf(
  texts: readonly Spoken[],
  enFrom: Digests | undefined,
  fields: readonly string[],
  at: Pick<Missing, 'dimensionId' | 'questionId'>,
): Missing[] {
  return fields.flatMap((field): Missing[] => {
    const own = texts.filter(({ key }) => (field === 'options' ? isOption(key) : key === field))
    const states = new Set(own.map((text) => englishState(text, enFrom)))
    const code = states.has('missing') ? 'english' : states.has('outdated') ? 'english_outdated' : null
    return code === null ? [] : [{ ...at, severity: 'traducción', code, field }]
  })
}
