import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
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
  const subs = Array.from({ length: subDimensions }, (_, at) => `${formId}-s${at}`)
  const dimensions = Object.groupBy(subs, (_, at) => `${formId}-d${Math.floor(at / subDimensionsPerDimension)}`)
  const questions = subs.flatMap((dimensionId) =>
    Array.from({ length: questionsEach }, (_, at) =>
      aQuestion(`${dimensionId}-q${at}`, 'SimpleText', {
        text: `¿Cómo se realiza en su institución lo que se describe en ${dimensionId}-q${at}?`,
        dimensionId,
        allowFile: files && at % 3 === 0,
      }),
    ),
  )
  const tree = Object.fromEntries(Object.entries(dimensions).map(([id, below]) => [id, below ?? []]))
  return aDefinition(questions, { versionId: `${formId}-v1`, formId, name: `Formulario ${formId}`, tree })
}

/** Units of a form in reading order, as many as asked for. */
export const unitsOf = (shape: FormShape, count: number): Unit[] =>
  Array.from({ length: count }, (_, at) => {
    const subDimension = Math.floor(at / shape.questionsEach)
    return `${shape.formId}-s${subDimension}-q${at % shape.questionsEach}`
  })
