import type { FormDefinition, Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'

export interface FormShape {
  readonly formId: string
  readonly subDimensions: number
  readonly questionsEach: number
  /** Whether every third question takes a file. */
  readonly files: boolean
}

/** 5,000 short texts: more than any institution answers, to see how the product grows. */
export const wideShape: FormShape = { formId: 'amplio', subDimensions: 50, questionsEach: 100, files: false }

/** 20,000 short texts: a queue that nobody will have, where whatever looks through all of it shows. */
export const vastShape: FormShape = { formId: 'vasto', subDimensions: 200, questionsEach: 100, files: false }

/** As wide, and every third question takes a file. */
export const evidenceShape: FormShape = { ...wideShape, formId: 'evidencia', files: true }

/** A form of a real size: 500 questions, 50 on a page. */
export const realShape: FormShape = { formId: 'real', subDimensions: 10, questionsEach: 50, files: false }

const subDimensionsPerDimension = 5

/** A questionnaire of plain texts in dimensions of five sub-dimensions; every unit is one question. */
export function formOf({ formId, subDimensions, questionsEach, files }: FormShape): FormDefinition {
  const dimensions: FormDefinition['dimensions'][number][] = []
  const questions: Question[] = []
  for (let top = 0; top * subDimensionsPerDimension < subDimensions; top += 1) {
    const first = top * subDimensionsPerDimension
    const ids = Array.from({ length: Math.min(subDimensionsPerDimension, subDimensions - first) }, (_, at) => `${formId}-s${first + at}`)
    dimensions.push({ id: `${formId}-d${top}`, name: `Dimensión ${top + 1}`, parentId: null, subDimensionIds: ids, questionIds: [] })
    for (const id of ids) {
      const questionIds = Array.from({ length: questionsEach }, (_, at) => `${id}-q${at}`)
      dimensions.push({ id, name: `Sub-dimensión ${id}`, parentId: `${formId}-d${top}`, subDimensionIds: [], questionIds })
      for (const [at, questionId] of questionIds.entries()) questions.push(questionOf(questionId, id, files && at % 3 === 0))
    }
  }
  dimensions.push({ id: 'survey', name: 'Encuesta', parentId: null, subDimensionIds: [], questionIds: [] })
  return { versionId: `${formId}-v1`, formId, name: `Formulario ${formId}`, dimensions, questions }
}

/** Units of a form in reading order, as many as asked for. */
export const unitsOf = (shape: FormShape, count: number): Unit[] =>
  Array.from({ length: count }, (_, at) => {
    const subDimension = Math.floor(at / shape.questionsEach)
    return `${shape.formId}-s${subDimension}-q${at % shape.questionsEach}`
  })

const questionOf = (id: string, dimensionId: string, allowFile: boolean): Question => ({
  id,
  text: `¿Cómo se realiza en su institución lo que se describe en ${id}?`,
  kind: 'SimpleText',
  dimensionId,
  parentId: null,
  visibleIf: null,
  blockId: null,
  dependent: [],
  block: [],
  options: [],
  allowNoneOption: false,
  required: true,
  administrative: false,
  allowFile,
  points: [],
  survey: false,
})
