import { columnFigures, decimalsOf, pointDecimals, toldFigure, unitOf } from '#shared/dashboards/figures.ts'
import { evolutionMeasure, indexMeasure, measured, type Measure } from '#shared/dashboards/measure.ts'
import type { PublicTable } from '#shared/dashboards/routes.ts'
import type { EvolutionStep, PublicInstitution, PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'
import { breakWord } from '#shared/results/comparing.ts'
import { mostText } from '#shared/results/words.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { Language } from '../../http/failures.ts'

/** Words of the tables that visitors take away. */
const words = {
  es: {
    form: 'Formulario',
    points: (to: string) => `Índice (0 a ${to})`,
    share: 'Índice (% de lo posible)',
    category: 'Categoría',
    institution: 'Institución',
    mean: 'Media de la categoría',
    sum: 'Total de la categoría',
    maturity: 'Madurez',
    outOf: (name: string, max: string) => `${name} (de ${max})`,
    workers: 'Personas que trabajan en ella',
    initiatives: 'Iniciativas',
    phase: (name: string) => `Iniciativas en fase: ${name}`,
    year: 'Medición',
    obtained: 'Puntos obtenidos',
    most: 'Puntos posibles',
    apart: 'Comparación con la medición anterior',
    notPoints: (why: string) => `Los puntos no se comparan: ${why}.`,
    notAtAll: (why: string) => `No se compara: ${why}`,
    files: {
      result: 'resultados',
      general: 'resultados-generales',
      dimension: 'resultados-por-dimension',
      institution: 'resultados-por-institucion',
    },
  },
  en: {
    form: 'Form',
    points: (to: string) => `Index (0 to ${to})`,
    share: 'Index (% of what was possible)',
    category: 'Category',
    institution: 'Institution',
    mean: 'Category mean',
    sum: 'Category total',
    maturity: 'Maturity',
    outOf: (name: string, max: string) => `${name} (out of ${max})`,
    workers: 'Employees',
    initiatives: 'Initiatives',
    phase: (name: string) => `Initiatives in the phase: ${name}`,
    year: 'Measurement',
    obtained: 'Points obtained',
    most: 'Points possible',
    apart: 'Comparison with the previous measurement',
    notPoints: (why: string) => `Points are not compared: ${why}.`,
    notAtAll: (why: string) => `Not compared: ${why}`,
    files: { result: 'results', general: 'results-general', dimension: 'results-by-dimension', institution: 'results-by-institution' },
  },
} as const
type Words = (typeof words)[Language]

const maturityWords = {
  es: { Inicial: 'Inicial', Creciente: 'Creciente', Madura: 'Madura', Modelo: 'Modelo' },
  en: { Inicial: 'Initial', Creciente: 'Growing', Madura: 'Mature', Modelo: 'Model' },
} as const satisfies Record<Language, Record<string, string>>
const maturityIn = (language: Language, maturity: string): string =>
  Object.entries(maturityWords[language]).find(([name]) => name === maturity)?.[1] ?? maturity

/** Name of the file of a table, without its extension. */
export const publicFileName = (table: PublicTable, language: Language): string => words[language].files[table]

/** What a column is called, and what its figures are counted in. */
const name = (column: ShownColumn): string => [column.name, ...(unitOf(column) === '' ? [] : [`(${unitOf(column)})`])].join(' ')
const cell = (value: number | null | undefined, decimals: number): Cell =>
  value === null || value === undefined ? '' : toldFigure(value, decimals)
const points = (value: number | undefined): Cell => cell(value, pointDecimals)

/** A line's part of a table: of an institution, of its category's means, or of its totals. */
interface Part {
  readonly heads: readonly Cell[]
  own(institution: PublicInstitution): readonly Cell[]
  mean(mean: NonNullable<PublicResultsView['mean']>): readonly Cell[]
  /** Empty of what has no total. */
  sum(mean: NonNullable<PublicResultsView['mean']>): readonly Cell[]
}

const indexHeading = ({ unit, to }: Measure, t: Words, language: Language): string =>
  unit === 'points' ? t.points(mostText(to, language)) : t.share

function indexPart(view: PublicResultsView, t: Words, language: Language): Part {
  const measure = indexMeasure(view)
  return {
    heads: [indexHeading(measure, t, language), t.maturity],
    own: (of) => [points(measured(measure, of)), maturityIn(language, of.maturity)],
    mean: (mean) => [points(measured(measure, mean)), ''],
    sum: () => ['', ''],
  }
}

function dimensionsPart({ dimensions }: PublicResultsView, t: Words): Part {
  const counted = dimensions.filter(({ max }) => max > 0)
  const cells = (of: Pick<PublicInstitution, 'dimensions'>): Cell[] =>
    counted.map(({ id }) => points(of.dimensions.find((each) => each.id === id)?.points))
  return {
    heads: counted.map((each) => t.outOf(each.name, String(each.max))),
    own: cells,
    mean: cells,
    sum: () => counted.map(() => ''),
  }
}

const workersPart = (t: Words): Part => ({
  heads: [t.workers],
  own: ({ workers }) => [cell(workers, 0)],
  mean: () => [''],
  sum: () => [''],
})

function columnsPart(view: PublicResultsView, columns: readonly ShownColumn[]): Part {
  const cells = (of: Pick<PublicInstitution, 'figures'>, isWanted: (column: ShownColumn) => boolean): Cell[] =>
    columns.map((column) => (isWanted(column) ? cell(of.figures[column.id], decimalsOf(columnFigures(view, column))) : ''))
  return {
    heads: columns.map(name),
    own: (of) => cells(of, () => true),
    mean: (mean) => cells(mean, ({ isSum }) => !isSum),
    sum: (mean) => cells(mean, ({ isSum }) => isSum),
  }
}

/**
 * What a page of public results shows, as a table: a line for each chosen institution and one for its category, or, where none was chosen,
 * that of the category alone. Each page's holds every figure of its charts, with their decimals (DB13).
 */
export function publicTable(view: PublicResultsView, table: PublicTable, language: Language): Sheet {
  const t = words[language]
  const form = view.forms.find(({ id }) => id === view.formId)?.name ?? ''
  const category = view.categories.find(({ id }) => id === view.category)?.name ?? ''
  const head: readonly Cell[] = [t.form, t.category, t.institution]
  const line = (who: string, cells: readonly Cell[]): readonly Cell[] => [form, category, who, ...cells]
  if (table === 'institution') return institutionTable(view, t, language, head, line)
  const parts = {
    result: () => [indexPart(view, t, language), dimensionsPart(view, t)],
    general: () => [indexPart(view, t, language), workersPart(t), columnsPart(view, view.general)],
    dimension: () => [dimensionsPart(view, t), columnsPart(view, view.byDimension)],
  }[table]()
  const { mean } = view
  const hasSums = parts.some((part) => mean && part.sum(mean).some((each) => each !== ''))
  return [
    [...head, ...parts.flatMap(({ heads }) => heads)],
    ...view.chosen.map((each) =>
      line(
        each.name,
        parts.flatMap((part) => part.own(each)),
      ),
    ),
    ...(mean
      ? [
          line(
            t.mean,
            parts.flatMap((part) => part.mean(mean)),
          ),
        ]
      : []),
    ...(mean && hasSums
      ? [
          line(
            t.sum,
            parts.flatMap((part) => part.sum(mean)),
          ),
        ]
      : []),
  ]
}

/** Evolution, initiatives and phases: a line for each institution and measurement, whose initiatives stand beside the newest. */
function institutionTable(
  view: PublicResultsView,
  t: Words,
  language: Language,
  head: readonly Cell[],
  line: (who: string, cells: readonly Cell[]) => readonly Cell[],
): Sheet {
  const { chosen } = view
  const measure = evolutionMeasure(view)
  const phases = chosen[0]?.phases ?? []
  // Where points do not compare they stand beside the share that does, and the reason in its line.
  const isApart = measure.unit === 'share' || chosen.some(({ evolution }) => evolution.some(({ declared }) => declared !== undefined))
  const apart = ({ points: obtained, max, broken, declared }: EvolutionStep): readonly Cell[] =>
    isApart
      ? [
          points(obtained),
          cell(max, 4),
          declared !== undefined ? t.notAtAll(declared) : broken === undefined ? '' : t.notPoints(breakWord(broken, language)),
        ]
      : []
  return [
    [
      ...head,
      t.year,
      indexHeading(measure, t, language),
      ...(isApart ? [t.obtained, t.most, t.apart] : []),
      t.initiatives,
      ...phases.map((phase) => t.phase(phase.name)),
    ],
    ...chosen.flatMap((each) =>
      each.evolution.map((step, at) => {
        const isNewest = at === each.evolution.length - 1
        const counts = phases.map(({ id }) => cell(each.phases.find((phase) => phase.id === id)?.count, 0))
        return line(each.name, [
          step.label,
          points(measured(measure, step)),
          ...apart(step),
          ...(isNewest ? [cell(each.initiatives, 0), ...counts] : ['', ...counts.map(() => '')]),
        ])
      }),
    ),
  ]
}
