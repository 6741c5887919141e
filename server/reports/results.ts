import { openUnits } from '#shared/answers/rules.ts'
import { decisions, type Decision } from '#shared/evaluations/model.ts'
import { draftOf, needsDecision } from '#shared/evaluations/rules.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import { maxPointsOfForm } from '#shared/forms/points.ts'
import { unitOf, type FormId, type InstitutionId, type QuestionId, type Unit } from '#shared/kernel/ids.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { manualStanding, scoredQuestions } from '#shared/questionnaires/manual-points.ts'
import type { ManualPoints, PointsSheet } from '#shared/questionnaires/model.ts'
import { levelOf } from '#shared/results/levels.ts'
import type { World } from '#shared/world.ts'
import type { ResultFigures } from '../db/schema.ts'
import type { Session } from '../http/session.ts'
import { categoriesIn, categoryNameOf } from '../world/categories.ts'
import { sees, type View } from '../world/look.ts'
import { manualPointsOf, pointsSheetsOf } from '../world/manual-points.ts'
import { keptResults, type KeptResult } from '../world/results.ts'
import type { WorldKey } from '../world/store.ts'
import { answerWords } from './answers.ts'
import { headingOf, keyedInstitutionColumns, type Column } from './columns.ts'
import { eachInstitution, type ReportDeps } from './institutions.ts'
import { kindWords, levelWords } from './result-words.ts'

const pointsColumns: readonly Column[] = [
  { name: 'Cálculo', meaning: 'Cómo se obtiene el puntaje del formulario: Automático o Manual.' },
  {
    name: 'Puntaje obtenido',
    meaning:
      'El del último informe calculado (columnas Informe y Versión). Sin informe: si el cálculo es manual, el de la planilla vigente; si es automático queda vacío.',
  },
]

/** What the institution was when the points beside it were worked out, so that means by category are the published ones. */
const groupColumns: readonly Column[] = [
  { name: 'Categoría', meaning: 'Categoría con que se calculó ese informe. Sin informe, la que la institución tiene hoy.' },
  { name: 'Orientación', meaning: 'Orientación con que se calculó ese informe. Sin informe, la que la institución tiene hoy.' },
]
const groupCells = (categories: Categories, { category, orientation }: Pick<KeptResult, 'category' | 'orientation'>): Cell[] => [
  categoryNameOf(categories, { category }),
  orientation,
]
/** The same as it is now: last, where new columns come. */
const todayColumns: readonly Column[] = [
  { name: 'Categoría hoy', meaning: 'Categoría que la institución tiene hoy.' },
  { name: 'Orientación hoy', meaning: 'Orientación que la institución tiene hoy.' },
]
type Categories = Parameters<typeof categoryNameOf>[0]

const reportColumns: readonly Column[] = [
  { name: 'Informe', meaning: 'Final o Preliminar: el último calculado de la institución. Vacía si no hay ninguno.' },
  { name: 'Versión', meaning: 'Versión de ese informe.' },
  { name: 'Publicado el', meaning: 'Cuándo se publicó, en UTC (ISO 8601). Vacía si la institución aún no lo recibe.' },
]
const reportCells = (kept: KeptResult | undefined): Cell[] =>
  kept ? [kindWords[kept.kind], kept.version, kept.published_at ?? ''] : ['', '', '']

export const resultColumns: readonly Column[] = [
  ...keyedInstitutionColumns,
  {
    name: 'Por decidir',
    meaning: 'Respuestas que la evaluación decide: las que tienen contenido y no son administrativas ni de la encuesta.',
  },
  { name: 'Aceptadas', meaning: 'De ellas, aceptadas en la última decisión conocida.' },
  { name: 'Rechazadas', meaning: 'De ellas, rechazadas.' },
  { name: 'Observadas', meaning: 'De ellas, observadas.' },
  { name: 'Sin decisión', meaning: 'De ellas, sin decisión alguna.' },
  { name: 'Puntaje máximo', meaning: 'Lo que vale el formulario completo según su configuración.' },
  ...pointsColumns,
  {
    name: 'Estado del puntaje',
    meaning:
      'Publicado o Calculado, si hay un informe; si no, Cargado, Sin cargar, Planilla desactualizada (no calza con las preguntas de hoy), Sin calcular o Solo administración.',
  },
  ...groupColumns,
  ...reportColumns,
  { name: 'Madurez', meaning: 'Inicial, Creciente, Madura o Modelo, según el puntaje de ese informe.' },
  ...todayColumns,
]

export const questionResultColumns: readonly Column[] = [
  ...keyedInstitutionColumns,
  { name: 'Id pregunta', meaning: 'Identificador de la pregunta, que no cambia aunque cambie su número.' },
  { name: 'Número', meaning: 'Número de la pregunta.' },
  { name: 'Pregunta', meaning: 'Texto de la pregunta. Están las de primer nivel que dan puntaje.' },
  { name: 'Respondida', meaning: 'Sí o No.' },
  { name: 'Decisión', meaning: 'Última decisión conocida: Accepted, Rejected u Observed.' },
  { name: 'Enviada', meaning: 'Sí, si esa decisión ya se envió a la institución.' },
  { name: 'Puntaje máximo', meaning: 'Lo más que la pregunta puede dar, con lo que de ella depende.' },
  ...pointsColumns,
  ...groupColumns,
  ...reportColumns,
  { name: 'Nivel', meaning: 'Malo, Regular o Bueno: lo obtenido en la pregunta según los umbrales de ese informe.' },
  ...todayColumns,
]

/** What a question obtained of what it could, by the thresholds of then; '' where nothing was worked out of it. */
function levelCell(figures: ResultFigures | undefined, questionId: QuestionId): Cell {
  const [points, max] = figures?.questions[questionId] ?? [0, 0]
  const level = figures && levelOf(points, max, figures.thresholds)
  return level ? levelWords[level] : ''
}

interface Manual {
  readonly sheet: PointsSheet | undefined
  readonly points: ReadonlyMap<InstitutionId, ManualPoints>
}

/** The points that were brought; they are the administrators', who bring them. */
const manualOf = (deps: ReportDeps, { actor }: Session, formId: FormId): Promise<Manual | undefined> =>
  actor.kind !== 'Administrator'
    ? Promise.resolve(undefined)
    : deps.db.read(async (tx) => {
        const [sheet] = await pointsSheetsOf(tx, formId)
        return { sheet, points: await manualPointsOf(tx, formId) }
      })

/** The newest decision that is known of a unit, and whether the institution knows it. */
function lastDecision(world: World, unit: Unit): { readonly decision: Decision; readonly sent: boolean } | undefined {
  const sent = world.get('evaluation', unit)
  const held = draftOf(world, unit)
  if (held && !(held.mid === sent?.mid && held.rev === sent.rev)) return { decision: held.decision, sent: false }
  return sent && { decision: sent.decision, sent: true }
}

const isManual = (world: World): boolean => world.form.calculatedBy === 2
const calculationOf = (world: World): string => (isManual(world) ? 'Manual' : 'Automático')

/** Points of an institution, of the newest report that was worked out; with why there are none. */
function pointsCells(world: World, manual: Manual | undefined, kept: KeptResult | undefined): Cell[] {
  if (kept) return [kept.points, kept.published_at === null ? 'Calculado' : 'Publicado']
  if (!isManual(world)) return ['', 'Sin calcular']
  if (!manual) return ['', 'Solo administración']
  const standing = manualStanding(world.index, manual.sheet, manual.points.get(world.institutionId))
  switch (standing.kind) {
    case 'points':
      return [standing.points, 'Cargado']
    case 'none':
      return ['', 'Sin cargar']
    case 'stale':
      return ['', 'Planilla desactualizada']
  }
}

/** A line for each institution: what was decided so far, and the points of its newest report. Nothing is worked out. */
export async function* resultsOfAll(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  formId: FormId,
): AsyncGenerator<Sheet, void> {
  yield [headingOf(resultColumns)]
  const manual = await manualOf(deps, session, formId)
  const categories = await deps.db.read(categoriesIn)
  const reports = await deps.db.read((tx) => keptResults(tx, formId))
  yield* eachInstitution(deps, session, keys, (view) => {
    const { world } = view
    const shown = shownUnits(view)
    if (!shown) return []
    const found = shown.filter((unit) => needsDecision(world, unit, 'SecondRevision')).map((unit) => lastDecision(world, unit)?.decision)
    const count = (decision: Decision): number => found.filter((each) => each === decision).length
    const [accepted, rejected, observed] = decisions.map(count)
    const { id, name, code } = world.institution
    const kept = reports.get(id)
    return [
      [
        id,
        name,
        code,
        found.length,
        accepted ?? 0,
        rejected ?? 0,
        observed ?? 0,
        found.filter((each) => each === undefined).length,
        maxPointsOfForm(world.index),
        calculationOf(world),
        ...pointsCells(world, manual, kept),
        ...groupCells(categories, kept ?? world.institution),
        ...reportCells(kept),
        kept?.maturity ?? '',
        ...groupCells(categories, world.institution),
      ],
    ]
  })
}

/** Open units of the sub-dimensions that a view shows; undefined where it shows none. */
function shownUnits({ world, parts }: View): Unit[] | undefined {
  const shown = world.index.subDimensions.filter(({ id }) => sees(parts, id))
  return shown.length === 0 ? undefined : shown.flatMap(({ id }) => openUnits(world, id))
}

/** A line for each institution and question that is worth points. */
export async function* resultsByQuestion(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  formId: FormId,
): AsyncGenerator<Sheet, void> {
  yield [headingOf(questionResultColumns)]
  const manual = await manualOf(deps, session, formId)
  const categories = await deps.db.read(categoriesIn)
  const reports = await deps.db.read((tx) => keptResults(tx, formId))
  yield* eachInstitution(deps, session, keys, (view) => {
    const { world, parts } = view
    const { id, name, code } = world.institution
    const own = manual?.points.get(id)
    const brought = isManual(world) && own && own.sheetId === manual?.sheet?.id ? own.points : undefined
    const kept = reports.get(id)
    const figures: ResultFigures | undefined = kept && JSON.parse(kept.figures)
    return scoredQuestions(world.index).flatMap(({ id: questionId, number, max }) => {
      const question = world.index.question(questionId)
      if (!question || !sees(parts, question.dimensionId)) return []
      const unit = unitOf(questionId)
      const found = lastDecision(world, unit)
      return [
        [
          id,
          name,
          code,
          questionId,
          number,
          question.text,
          isEmpty(question, world.answer(unit)?.value) ? answerWords.no : answerWords.yes,
          found?.decision ?? '',
          found ? (found.sent ? answerWords.yes : answerWords.no) : '',
          max,
          calculationOf(world),
          (figures ? figures.questions[questionId]?.[0] : brought?.[questionId]) ?? '',
          ...groupCells(categories, kept ?? world.institution),
          ...reportCells(kept),
          levelCell(figures, questionId),
          ...groupCells(categories, world.institution),
        ],
      ]
    })
  })
}
