import { fullName } from '#shared/accounts/model.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import { openUnits, rowIndexOf, rowsOf } from '#shared/answers/rules.ts'
import { draftOf, isOutdated } from '#shared/evaluations/rules.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { kindReading, kinds, valueCell } from '#shared/forms/kinds.ts'
import { surveyDimensionId, type Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf, type DimensionId, type Unit } from '#shared/kernel/ids.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { World } from '#shared/world.ts'
import type { Session } from '../http/session.ts'
import { nameOf, sees, type View } from '../world/look.ts'
import type { WorldKey } from '../world/store.ts'
import { headingOf, institutionColumns, keyedInstitutionColumns, type Column } from './columns.ts'
import { eachInstitution, type ReportDeps } from './institutions.ts'

/** Words of a value in the cells of a report. */
export const answerWords = { yes: 'Sí', no: 'No', none: 'Ninguna' }

const unitColumns: readonly Column[] = [
  { name: 'Número', meaning: 'Número de la pregunta en el cuestionario vigente.' },
  { name: 'Dimensión', meaning: 'Dimensión de la pregunta; vacía en la encuesta.' },
  { name: 'Subdimensión', meaning: 'Subdimensión de la pregunta.' },
  { name: 'Pregunta', meaning: 'Texto de la pregunta.' },
  { name: 'Fila', meaning: 'Lugar de la fila en su bloque, desde 1; vacía fuera de los bloques.' },
  {
    name: 'Respuesta',
    meaning:
      'Lo respondido: números como números, fechas como AAAA-MM-DD, opciones por su texto y separadas por punto y coma, un bloque por su cantidad de filas. Vacía si no hay respuesta.',
  },
  { name: 'Archivo', meaning: 'Nombre del archivo adjunto, o «No adjunta» si la institución lo declaró.' },
  { name: 'Respondida por', meaning: 'Quien dio la respuesta que está vigente.' },
  { name: 'Respondida el', meaning: 'Cuándo la recibió el servidor, en UTC (ISO 8601).' },
  { name: 'Tipo', meaning: 'Tipo de la pregunta.' },
  {
    name: 'Código de respuesta',
    meaning: '1 o 0 para Sí o No; para opciones su código (hoja Opciones), separados por punto y coma; 0 para «Ninguna».',
  },
  { name: 'Id institución', meaning: 'Identificador de la institución, el mismo en todas las descargas.' },
  { name: 'Id pregunta', meaning: 'Identificador de la pregunta, que no cambia aunque cambie su número.' },
  { name: 'Id fila', meaning: 'Identificador de la fila de un bloque; vacío fuera de los bloques.' },
]

const decisionColumns: readonly Column[] = [
  { name: 'Decisión', meaning: 'Lo decidido y enviado a la institución: Accepted, Rejected u Observed. Vacía si nada se ha enviado.' },
  { name: 'Observación', meaning: 'Comentario de esa decisión.' },
  { name: 'Revisión', meaning: 'Revisión en que se tomó: FirstRevision, SecondRevision o ReplicaRevision.' },
  { name: 'Decidida por', meaning: 'Quien la tomó.' },
  { name: 'Decidida el', meaning: 'Cuándo, en UTC (ISO 8601).' },
  { name: 'Cambió después', meaning: 'Sí, si la respuesta cambió después de esa decisión.' },
  { name: 'Decisión por enviar', meaning: 'Lo que la evaluación tiene decidido y aún no envía.' },
  { name: 'Observación por enviar', meaning: 'Comentario de la decisión por enviar.' },
]

/** What of a form's answers a table tells. */
export interface Told {
  readonly questionnaire: boolean
  readonly survey: boolean
  /** With what was decided about each. */
  readonly decisions: boolean
  /** Only what holds an answer. */
  readonly answered: boolean
}
export const questionnaireOnly: Told = { questionnaire: true, survey: false, decisions: false, answered: false }

export const columnsTold = ({ decisions }: Told): readonly Column[] => [
  ...institutionColumns,
  ...unitColumns,
  ...(decisions ? decisionColumns : []),
]

/** Every open question that the caller sees, in the order of the questionnaire, with its answer and its file. */
export const answerSheet = (view: View): Sheet => [headingOf(unitColumns), ...linesOf(view, questionnaireOnly)]

/** The same of many institutions, one after the other as they are read, each line beginning with whose it is. */
export async function* answersOfAll(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  told: Told = questionnaireOnly,
): AsyncGenerator<Sheet, void> {
  yield [headingOf(columnsTold(told))]
  yield* eachInstitution(deps, session, keys, (view) => {
    const { name, code } = view.world.institution
    return linesOf(view, told).map((line) => [name, code, ...line])
  })
}

/** Sub-dimensions that a view shows, and the survey behind them where it is told. */
function shownDimensions({ world, parts }: View, told: Pick<Told, 'questionnaire' | 'survey'>): readonly DimensionId[] {
  const ofQuestionnaire = told.questionnaire ? world.index.subDimensions.map(({ id }) => id) : []
  const all = told.survey ? [...ofQuestionnaire, surveyDimensionId] : ofQuestionnaire
  return all.filter((id) => sees(parts, id))
}

interface Place {
  readonly unit: Unit
  readonly question: Question
}

/** Open units that a view shows of a part of the form. */
function placesIn({ world, session }: View, dimensionId: DimensionId): Place[] {
  return openUnits(world, dimensionId).flatMap((unit) => {
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    return question.administrative && session.user.kind === 'Institutional' ? [] : [{ unit, question }]
  })
}

function linesOf(view: View, told: Told): Cell[][] {
  const { world } = view
  return shownDimensions(view, told).flatMap((id) =>
    placesIn(view, id)
      .map((place) => ({ place, cell: cellAt(world, place) }))
      .filter(({ cell }) => !told.answered || cell !== '')
      .map(({ place, cell }) => [...unitCells(world, place, cell), ...(told.decisions ? decisionCells(world, place.unit) : [])]),
  )
}

const cellAt = (world: World, { unit, question }: Place): Cell => valueCell(question, world.answer(unit)?.value, answerWords)

function unitCells(world: World, { unit, question }: Place, cell: Cell): Cell[] {
  const { index } = world
  const sub = index.dimension(question.dimensionId)
  const answer = world.answer(unit)
  const row = rowIndexOf(world, unit)
  const stands = answer && answer.value !== null ? answer : undefined
  return [
    index.numberOf(question.id),
    index.dimension(sub?.parentId ?? '')?.name ?? '',
    sub?.name ?? '',
    question.text,
    row < 0 ? '' : row + 1,
    cell,
    world.attachment(unit)?.name ?? (answer?.noAttachment ? 'No adjunta' : ''),
    stands ? nameOf(world, stands.authorId) : '',
    stands?.receivedAt ?? '',
    question.kind,
    cell === '' ? '' : codeOf(question, stands?.value),
    world.institutionId,
    question.id,
    rowIdOf(unit) ?? '',
  ]
}

/** The code of an answer that is chosen among what its question offers; '' of any other, and of an option that it has no more. */
function codeOf(question: Question, value: AnswerValue | null | undefined): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'object' && 'none' in value && value.none === true) return 0
  const chosen = kinds[kindReading(question, value)].chosen(value)
  const codes = chosen.map((each) => question.options.findIndex((option) => option.value === each) + 1).filter((code) => code > 0)
  const [only] = codes
  return only !== undefined && codes.length === 1 ? only : codes.join(';')
}

function decisionCells(world: World, unit: Unit): Cell[] {
  const sent = world.get('evaluation', unit)
  const held = draftOf(world, unit)
  // Sending copies what is held: what was copied is no more to be sent.
  const waiting = held && !(held.mid === sent?.mid && held.rev === sent.rev) ? held : undefined
  const by = sent && world.person(sent.authorId)
  return [
    sent?.decision ?? '',
    sent?.comment ?? '',
    sent?.round ?? '',
    sent ? (by ? fullName(by) : nameOf(world, sent.authorId)) : '',
    sent?.decidedAt ?? '',
    sent ? (isOutdated(world, sent) ? answerWords.yes : answerWords.no) : '',
    waiting?.decision ?? '',
    waiting?.comment ?? '',
  ]
}

/** What a question's column is called: its id stays when its number does not. */
const columnOf = (index: FormIndex, question: Question): Column => ({
  name: `${index.numberOf(question.id)} [${question.id}]`,
  meaning: question.text,
})

const questionsTold = (index: FormIndex, told: Pick<Told, 'questionnaire' | 'survey'>): readonly Question[] => [
  ...(told.questionnaire ? index.subDimensions.flatMap(({ id }) => index.questionsOf(id)) : []),
  ...(told.survey ? index.surveyQuestions : []),
]

const wideQuestions = (index: FormIndex, told: Told): readonly Question[] =>
  questionsTold(index, told).filter(({ blockId }) => blockId === null)

export const wideColumns = (index: FormIndex, told: Told): readonly Column[] => [
  ...keyedInstitutionColumns,
  ...wideQuestions(index, told).map((question) => columnOf(index, question)),
]

/** A row for each institution and a column for each question outside blocks, of which each stands with how many rows it has. */
export async function* answersWide(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  index: FormIndex,
  told: Told,
): AsyncGenerator<Sheet, void> {
  yield [headingOf(wideColumns(index, told))]
  const questions = wideQuestions(index, told)
  yield* eachInstitution(deps, session, keys, (view) => {
    const { world } = view
    const shown = shownDimensions(view, told)
    if (shown.length === 0) return []
    const cells = new Map(shown.flatMap((id) => placesIn(view, id)).map((place) => [place.unit, cellAt(world, place)]))
    const { id, name, code } = world.institution
    return [[id, name, code, ...questions.map((question) => cells.get(unitOf(question.id)) ?? '')]]
  })
}

const innerQuestions = (index: FormIndex): readonly Question[] =>
  questionsTold(index, questionnaireOnly).filter(({ blockId }) => blockId !== null)

const rowColumns: readonly Column[] = [
  { name: 'Número del bloque', meaning: 'Número de la pregunta que es el bloque.' },
  { name: 'Id bloque', meaning: 'Identificador del bloque.' },
  { name: 'Bloque', meaning: 'Texto del bloque.' },
  { name: 'Fila', meaning: 'Lugar de la fila en el bloque, desde 1.' },
  { name: 'Id fila', meaning: 'Identificador de la fila, el mismo mientras exista.' },
]

export const blockColumns = (index: FormIndex): readonly Column[] => [
  ...keyedInstitutionColumns,
  ...rowColumns,
  ...innerQuestions(index).map((question) => columnOf(index, question)),
]

/** A line for each row of each block, and a column for each question inside one. */
export async function* blockRows(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  index: FormIndex,
): AsyncGenerator<Sheet, void> {
  yield [headingOf(blockColumns(index))]
  const questions = innerQuestions(index)
  yield* eachInstitution(deps, session, keys, (view) => {
    const { world } = view
    const { id, name, code } = world.institution
    const places = shownDimensions(view, questionnaireOnly).flatMap((part) => placesIn(view, part))
    const cells = new Map(places.map((place) => [place.unit, cellAt(world, place)]))
    const blocks = places.map(({ question }) => question).filter(({ kind }) => kind === 'Block')
    return blocks.flatMap((block) =>
      rowsOf(world, block).map((row, at) => [
        id,
        name,
        code,
        world.index.numberOf(block.id),
        block.id,
        block.text,
        at + 1,
        row,
        ...questions.map((question) => (question.blockId === block.id ? (cells.get(unitOf(question.id, row)) ?? '') : '')),
      ]),
    )
  })
}
