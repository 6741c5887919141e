import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { roundPoints } from '#shared/forms/round-points.ts'
import { breakSentence, compared, type Figure } from '#shared/results/comparing.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { columnsTable, headingOf, keyedInstitutionColumns, type Column } from '../../reports/columns.ts'
import { kindWords, levelWords } from '../../reports/result-words.ts'
import type { NamedTable } from '../../reports/table.ts'

const stateWords = { live: 'Al momento', calculated: 'Calculado', published: 'Publicado' } as const

const columns: readonly Column[] = [
  ...keyedInstitutionColumns,
  { name: 'Informe', meaning: 'Preliminar o Final.' },
  { name: 'Versión', meaning: 'Versión del informe; 0 si aún no se calcula.' },
  { name: 'Estado', meaning: 'Publicado, Calculado (la institución aún no lo ve) o Al momento (sin calcular; lo no decidido no suma).' },
  { name: 'Calculado el', meaning: 'Cuándo se calculó, en UTC (ISO 8601).' },
  { name: 'Publicado el', meaning: 'Cuándo se publicó, en UTC (ISO 8601). Vacía si no se ha publicado.' },
  { name: 'Línea', meaning: 'Total, Dimensión, Subdimensión o Pregunta.' },
  { name: 'Id', meaning: 'Identificador de la dimensión, subdimensión o pregunta; vacío en el total.' },
  { name: 'Pertenece a', meaning: 'Identificador de la dimensión o subdimensión a la que pertenece.' },
  { name: 'Número', meaning: 'Número de la pregunta.' },
  { name: 'Nombre', meaning: 'Nombre de la dimensión o texto de la pregunta.' },
  { name: 'Puntaje obtenido', meaning: 'Con cuatro decimales.' },
  { name: 'Puntaje máximo', meaning: 'Lo más que se puede obtener.' },
  { name: 'Nivel', meaning: 'Malo, Regular o Bueno; en el total, la madurez. Vacío donde no se obtiene puntaje.' },
  {
    name: 'Media de la categoría',
    meaning: 'Media de las instituciones publicadas de su categoría. Vacía si son menos de tres.',
  },
  { name: 'Puntaje anterior', meaning: 'El del formulario anterior, en lo que es lo mismo.' },
  { name: 'Máximo anterior', meaning: 'Lo más que se podía obtener entonces.' },
  {
    name: 'Diferencia',
    meaning:
      'Puntaje obtenido menos el anterior; si los puntos no se comparan, en puntos porcentuales de lo posible. Vacía si no se compara.',
  },
  { name: 'Unidad de la diferencia', meaning: 'puntos o puntos porcentuales.' },
  { name: 'Por qué no se comparan los puntos', meaning: 'Qué cambió desde el formulario anterior. Vacía si los puntos se comparan.' },
  { name: 'Respuesta', meaning: 'Lo respondido en la pregunta; de un texto, su comienzo.' },
  { name: 'Decisión', meaning: 'La que contó: Accepted, Rejected u Observed.' },
  { name: 'Huella', meaning: 'SHA-256 de lo calculado, la misma del informe en PDF.' },
]

/** A result as a table with its codebook: a line for the whole, for each dimension, sub-dimension and question. */
export const resultTables = (view: ResultView): readonly [NamedTable, NamedTable] => [
  { name: 'Datos', rows: rowsOf(view) },
  { name: 'Columnas', rows: columnsTable(columns) },
]

async function* rowsOf(view: ResultView): AsyncGenerator<Sheet, void> {
  yield [headingOf(columns), ...linesOf(view)]
}

type Former = ResultView['dimensions'][number]['former']
const unitWords = { points: 'puntos', share: 'puntos porcentuales' } as const

function linesOf(view: ResultView): Cell[][] {
  const { institution, kind, version, state, at, publishedAt, digest } = view
  const line = (cells: readonly Cell[], answered: readonly Cell[] = ['', '']): Cell[] => [
    institution.id,
    institution.name,
    institution.code,
    kindWords[kind],
    version,
    stateWords[state],
    at,
    publishedAt ?? '',
    ...cells,
    ...answered,
    digest,
  ]
  const declared = view.former?.declared
  const difference = (of: 'question' | 'total', now: Figure, former: Former): Cell[] => {
    if (!former) return ['', '', '']
    const found = compared(of, now, former, declared !== undefined)
    return [found ? roundPoints(found.by) : '', found ? unitWords[found.unit] : '', breakSentence(now, former, declared, 'es') ?? '']
  }
  const figures = (
    { points, max, former, of = 'total' }: Figure & { readonly former: Former; readonly of?: 'question' | 'total' },
    level: string,
    mean: number | null,
  ): Cell[] => [points, max, level, mean ?? '', former?.points ?? '', former?.max ?? '', ...difference(of, { points, max }, former)]
  const whole = line(['Total', '', '', '', view.form.name, ...figures(view, view.maturity, view.categoryMean)])
  const questions = (dimensionId: string): Cell[][] =>
    view.questions
      .filter((each) => each.dimensionId === dimensionId)
      .map(({ id, number, text, points, max, former, units: [first] }) =>
        line(
          ['Pregunta', id, dimensionId, number, text, ...figures({ points, max, former, of: 'question' }, '', null)],
          [first?.answer ?? '', first?.decision?.decision ?? ''],
        ),
      )
  return [
    whole,
    ...view.dimensions.flatMap(({ id, parentId, name, points, max, level, categoryMean, former }) => [
      line([
        parentId === null ? 'Dimensión' : 'Subdimensión',
        id,
        parentId ?? '',
        '',
        name,
        ...figures({ points, max, former }, level ? levelWords[level] : '', categoryMean),
      ]),
      ...questions(id),
    ]),
  ]
}
