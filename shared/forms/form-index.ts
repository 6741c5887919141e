import { must } from '../kernel/assert.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { Dimension, FormDefinition, Question } from './model.ts'
import { surveyDimensionId } from './model.ts'

/** A form definition with the look-ups that rules need, built once per version. */
export interface FormIndex {
  readonly definition: FormDefinition
  question(id: QuestionId): Question | undefined
  dimension(id: DimensionId): Dimension | undefined
  /** Top-level dimensions in order. */
  readonly topDimensions: readonly Dimension[]
  /** Sub-dimensions in the order of the questionnaire. */
  readonly subDimensions: readonly Dimension[]
  /** Every question of a sub-dimension in reading order: a parent before its dependents; inner questions after their block. */
  questionsOf(subDimensionId: DimensionId): readonly Question[]
  readonly surveyQuestions: readonly Question[]
  /** Top-level question above a dependent or an inner question; itself when it is one. Responsibility is held there. */
  rootOf(question: Question): Question
  /** "1.2.3", "1.2.3a" for administrative ones (NU1, NU2); dependents and inner questions extend their parent's. */
  numberOf(id: QuestionId): string
}

const indexes = new WeakMap<FormDefinition, FormIndex>()

export function formIndexOf(definition: FormDefinition): FormIndex {
  const known = indexes.get(definition)
  if (known) return known
  const index = buildFormIndex(definition)
  indexes.set(definition, index)
  return index
}

function buildFormIndex(definition: FormDefinition): FormIndex {
  const questions = new Map(definition.questions.map((question) => [question.id, question]))
  const dimensions = new Map(definition.dimensions.map((dimension) => [dimension.id, dimension]))
  const topDimensions = definition.dimensions.filter((dimension) => dimension.parentId === null && dimension.id !== surveyDimensionId)
  const subDimensions = topDimensions.flatMap((top) =>
    top.subDimensionIds.map((id) => must(dimensions.get(id), `sub-dimension ${id} is missing`)),
  )
  const numbers = new Map<QuestionId, string>()
  const reading = new Map<DimensionId, Question[]>()

  const walk = (id: QuestionId, into: Question[], number: string): void => {
    const question = must(questions.get(id), `question ${id} is missing`)
    into.push(question)
    numbers.set(id, number)
    // An inner question's dependents are listed under it, so both lists are walked the same way.
    question.block.forEach((child, position) => walk(child, into, `${number}.${position + 1}`))
    question.dependent.forEach((child, position) => walk(child, into, `${number}.${position + 1 + question.block.length}`))
  }
  const lay = (dimension: Dimension, prefix: string): void => {
    const into: Question[] = []
    let ordinary = 0
    let letter = 0
    for (const id of dimension.questionIds) {
      const administrative = must(questions.get(id), `question ${id} is missing`).administrative
      if (!administrative) {
        ordinary += 1
        letter = 0
      }
      const suffix = administrative ? String.fromCodePoint(97 + letter++) : ''
      walk(id, into, `${prefix}${ordinary}${suffix}`)
    }
    reading.set(dimension.id, into)
  }
  topDimensions.forEach((top, topPosition) => {
    top.subDimensionIds.forEach((id, subPosition) => {
      lay(must(dimensions.get(id), `sub-dimension ${id} is missing`), `${topPosition + 1}.${subPosition + 1}.`)
    })
  })
  const survey = dimensions.get(surveyDimensionId)
  if (survey) lay(survey, '')

  const roots = new Map<QuestionId, Question>()
  const rootOf = (question: Question): Question => {
    const known = roots.get(question.id)
    if (known) return known
    const above = question.blockId ?? question.parentId
    const root = above === null ? question : rootOf(must(questions.get(above), `question ${above} is missing`))
    roots.set(question.id, root)
    return root
  }

  return {
    definition,
    rootOf,
    topDimensions,
    subDimensions,
    question: (id) => questions.get(id),
    dimension: (id) => dimensions.get(id),
    questionsOf: (id) => reading.get(id) ?? [],
    surveyQuestions: reading.get(surveyDimensionId) ?? [],
    numberOf: (id) => numbers.get(id) ?? '',
  }
}
