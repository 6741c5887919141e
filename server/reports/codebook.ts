import { maxPointsOf } from '#shared/forms/points.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Question, QuestionKind } from '#shared/forms/model.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { columnsTable, type Column } from './columns.ts'
import type { NamedTable } from './table.ts'

/** In what the answers of a kind are counted. */
const unitOfKind: Readonly<Record<QuestionKind, string>> = {
  SimpleText: 'texto',
  Text: 'texto',
  Number: 'número',
  Boolean: 'Sí o No',
  Single: 'una opción',
  Multiple: 'opciones',
  Date: 'día (AAAA-MM-DD)',
  Block: 'filas',
}

const headings = [
  'Id pregunta',
  'Número',
  'Dimensión',
  'Subdimensión',
  'Pregunta',
  'Tipo',
  'Unidad',
  'Opciones',
  'Mínimo',
  'Máximo',
  'Obligatoria',
  'Administrativa',
  'Acepta archivo',
  'Depende de',
  'Se abre con',
  'Bloque',
  'Puntaje máximo',
  'Ayuda',
]

/** What stands beside the data: each column, each question and each of its options. */
export const codebook = (columns: readonly Column[], index: FormIndex): readonly NamedTable[] => [
  { name: 'Columnas', rows: columnsTable(columns) },
  { name: 'Preguntas', rows: questionsTable(index) },
  { name: 'Opciones', rows: optionsTable(index) },
]

const questionsIn = (index: FormIndex): readonly Question[] => [
  ...index.subDimensions.flatMap(({ id }) => index.questionsOf(id)),
  ...index.surveyQuestions,
]

async function* questionsTable(index: FormIndex): AsyncGenerator<Sheet, void> {
  yield [headings, ...questionsIn(index).map((question) => lineOf(index, question))]
}

const yesNo = (value: boolean): string => (value ? 'Sí' : 'No')

function lineOf(index: FormIndex, question: Question): Cell[] {
  const sub = index.dimension(question.dimensionId)
  const { visibleIf } = question
  return [
    question.id,
    index.numberOf(question.id),
    index.dimension(sub?.parentId ?? '')?.name ?? '',
    sub?.name ?? '',
    question.text,
    question.kind,
    unitOfKind[question.kind],
    codesOf(question)
      .map(([code, text]) => `${code} = ${text}`)
      .join('; '),
    question.min ?? '',
    question.max ?? '',
    yesNo(question.required),
    yesNo(question.administrative),
    yesNo(question.allowFile),
    question.parentId ?? '',
    visibleIf === null ? '' : typeof visibleIf === 'boolean' ? yesNo(visibleIf) : visibleIf,
    question.blockId ?? '',
    question.survey ? '' : maxPointsOf(index, question.id),
    visibleText(question.hint ?? ''),
  ]
}

/** What may be chosen in a question, each with its code. */
function codesOf(question: Question): readonly (readonly [number, string])[] {
  if (question.kind === 'Boolean')
    return [
      [1, yesNo(true)],
      [0, yesNo(false)],
    ]
  const own = question.options.map(({ value }, at): readonly [number, string] => [at + 1, value])
  return question.allowNoneOption ? [...own, [0, 'Ninguna']] : own
}

async function* optionsTable(index: FormIndex): AsyncGenerator<Sheet, void> {
  yield [
    ['Id pregunta', 'Número', 'Código', 'Opción'],
    ...questionsIn(index).flatMap((question) =>
      codesOf(question).map(([code, text]): Cell[] => [question.id, index.numberOf(question.id), code, text]),
    ),
  ]
}
