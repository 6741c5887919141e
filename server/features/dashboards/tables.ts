import type { PublicTable } from '#shared/dashboards/routes.ts'
import type { PublicInstitution, PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { Language } from '../../http/failures.ts'

/** Words of the tables that visitors take away. */
const words = {
  es: {
    form: 'Formulario',
    category: 'Categoría',
    institution: 'Institución',
    mean: 'Media de la categoría',
    sum: 'Total de la categoría',
    index: 'Índice (0 a 100)',
    maturity: 'Madurez',
    outOf: (name: string, max: string) => `${name} (de ${max})`,
    workers: 'Personas que trabajan',
    percent: (name: string) => `${name} (%)`,
    initiatives: 'Iniciativas',
    phase: (name: string) => `Iniciativas en fase: ${name}`,
    year: 'Medición',
    files: {
      result: 'resultados',
      general: 'resultados-generales',
      dimension: 'resultados-por-dimension',
      institution: 'resultados-por-institucion',
    },
  },
  en: {
    form: 'Form',
    category: 'Category',
    institution: 'Institution',
    mean: 'Mean of the category',
    sum: 'Total of the category',
    index: 'Index (0 to 100)',
    maturity: 'Maturity',
    outOf: (name: string, max: string) => `${name} (out of ${max})`,
    workers: 'People who work there',
    percent: (name: string) => `${name} (%)`,
    initiatives: 'Initiatives',
    phase: (name: string) => `Initiatives in phase: ${name}`,
    year: 'Measurement',
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

const name = (column: ShownColumn, { percent }: Words): string => (column.isPercentual ? percent(column.name) : column.name)
const cell = (value: number | null | undefined): Cell => value ?? ''

/**
 * What a page of public results shows, as a table with figures in full precision: a line for each chosen institution and one for its
 * category, or, where none was chosen, that of the category alone. (DB13)
 */
export function publicTable(view: PublicResultsView, table: PublicTable, language: Language): Sheet {
  const t = words[language]
  const form = view.forms.find(({ id }) => id === view.formId)?.name ?? ''
  const category = view.categories.find(({ id }) => id === view.category)?.name ?? ''
  const head: readonly Cell[] = [t.form, t.category, t.institution]
  const line = (who: string, cells: readonly Cell[]): readonly Cell[] => [form, category, who, ...cells]
  switch (table) {
    case 'result': {
      const dimensions = view.dimensions.filter(({ max }) => max > 0)
      const points = (of: Pick<PublicInstitution, 'dimensions'>): Cell[] =>
        dimensions.map(({ id }) => cell(of.dimensions.find((each) => each.id === id)?.points))
      return [
        [...head, t.index, t.maturity, ...dimensions.map((each) => t.outOf(each.name, String(each.max)))],
        ...view.chosen.map((each) => line(each.name, [each.points, maturityIn(language, each.maturity), ...points(each)])),
        ...(view.mean ? [line(t.mean, [view.mean.points, '', ...points(view.mean)])] : []),
      ]
    }
    case 'general':
    case 'dimension': {
      const columns: readonly ShownColumn[] = table === 'general' ? view.general : view.byDimension
      const workers = table === 'general'
      const own = (of: Pick<PublicInstitution, 'figures'>, wanted: readonly ShownColumn[]): Cell[] =>
        columns.map((column) => (wanted.includes(column) ? cell(of.figures[column.id]) : ''))
      const sums = columns.filter(({ isSum }) => isSum)
      const means = columns.filter(({ isSum }) => !isSum)
      const { mean } = view
      return [
        [...head, ...(workers ? [t.workers] : []), ...columns.map((column) => name(column, t))],
        ...view.chosen.map((each) => line(each.name, [...(workers ? [cell(each.workers)] : []), ...own(each, columns)])),
        ...(mean && means.length > 0 ? [line(t.mean, [...(workers ? [''] : []), ...own(mean, means)])] : []),
        ...(mean && sums.length > 0 ? [line(t.sum, [...(workers ? [''] : []), ...own(mean, sums)])] : []),
      ]
    }
    case 'institution':
      return institutionTable(view, t, head, line)
  }
}

/** Evolution, initiatives and phases: a line for each institution and measurement, whose initiatives stand beside the newest. */
function institutionTable(
  { chosen }: PublicResultsView,
  t: Words,
  head: readonly Cell[],
  line: (who: string, cells: readonly Cell[]) => readonly Cell[],
): Sheet {
  const phases = chosen[0]?.phases ?? []
  return [
    [...head, t.year, t.index, t.initiatives, ...phases.map((phase) => t.phase(phase.name))],
    ...chosen.flatMap((each) =>
      each.evolution.map(({ label, points }, at) => {
        const isNewest = at === each.evolution.length - 1
        const counts = phases.map(({ id }) => cell(each.phases.find((phase) => phase.id === id)?.count))
        return line(each.name, [label, points, ...(isNewest ? [cell(each.initiatives), ...counts] : ['', ...counts.map(() => '')])])
      }),
    ),
  ]
}
