import { maturityWord } from '../results/words.ts'
import { maturities } from '../results/maturities.ts'
import type { SiteLanguage } from '../site/model.ts'
import { directedTo, initiativeTypes, openCategories, openDimensions, origins, phases, publicSectors, scopes } from './model.ts'
import type { DirectedTo, InitiativeType, OpenDimension } from './model.ts'
import type { OpenReply } from './replies.ts'
import type { OpenSet } from './model.ts'
import { openParts } from './statistics.ts'
import {
  breakText,
  capacityWords,
  categoryWords,
  dimensionWords,
  directedWords,
  originWords,
  partWord,
  phaseWords,
  scopeWords,
  sectorWords,
  typeWords,
} from './words.ts'

/** What a column of a set holds. `year` is a whole number without thousands; `count` a whole number; `number` and `percent` are shown with `decimals`. */
export interface OpenColumn {
  readonly key: string
  readonly label: string
  /** '' for what has none: a name, a year. */
  readonly unit: string
  readonly type: 'year' | 'text' | 'count' | 'number' | 'percent'
  /** With how many decimals it is shown; files hold all of them. */
  readonly decimals: number
  /** What it means, in a sentence. */
  readonly about: string
}
export type OpenCell = string | number | null
/** A cell of each column, by its key. Null: there is none, or it would tell of fewer than three institutions. */
export type OpenRow = Readonly<Record<string, OpenCell>>

/** A set of open data as a table: what charts announce, the table beside them, the files and what describes them are all drawn from it (OD4). */
export interface OpenTable {
  readonly title: string
  /** What the set tells, in a sentence or two, with how it is worked out. */
  readonly about: string
  /** Unit of its main figure. */
  readonly unit: string
  readonly columns: readonly OpenColumn[]
  readonly rows: readonly OpenRow[]
}

type Said = Readonly<Record<SiteLanguage, string>>
const said = (es: string, en: string): Said => ({ es, en })
interface ColumnOf extends Omit<OpenColumn, 'label' | 'unit' | 'about'> {
  readonly label: Said
  readonly unit: Said
  readonly about: Said
}

const none = said('', '')
const points = said('puntos', 'points')
const institutions = said('instituciones', 'institutions')
const initiatives = said('iniciativas', 'initiatives')
const percent = said('%', '%')

const text = (key: string, label: Said, about: Said): ColumnOf => ({ key, label, unit: none, type: 'text', decimals: 0, about })
const count = (key: string, label: Said, unit: Said, about: Said): ColumnOf => ({ key, label, unit, type: 'count', decimals: 0, about })
const score = (key: string, label: Said, about: Said): ColumnOf => ({ key, label, unit: points, type: 'number', decimals: 1, about })
const share = (key: string, label: Said, about: Said): ColumnOf => ({ key, label, unit: percent, type: 'percent', decimals: 1, about })

const year: ColumnOf = {
  key: 'year',
  label: said('Año', 'Year'),
  unit: none,
  type: 'year',
  decimals: 0,
  about: said('Año de la medición.', 'Year of the measurement.'),
}
const ofInstitutions = count(
  'count',
  said('Instituciones', 'Institutions'),
  institutions,
  said('Instituciones que se cuentan.', 'Institutions that are counted.'),
)
const totalInstitutions: ColumnOf = { ...ofInstitutions, key: 'totalInstitutions' }
const median = score(
  'median',
  said('Mediana', 'Median'),
  said(
    'Mediana de los puntajes; vacía cuando diría algo de menos de tres instituciones.',
    'Median of the scores; empty where it would tell of fewer than three institutions.',
  ),
)
const deviation = (key: string): ColumnOf =>
  score(
    key,
    said('Desviación estándar', 'Standard deviation'),
    said(
      'Desviación estándar muestral (n − 1); vacía cuando diría algo de menos de tres instituciones.',
      'Sample standard deviation (n − 1); empty where it would tell of fewer than three institutions.',
    ),
  )
const stddev = deviation('stddev')
const mean = (key: string, label: Said): ColumnOf =>
  score(
    key,
    label,
    said(
      'Promedio simple del puntaje, de 0 a 100; vacío cuando diría algo de menos de tres instituciones.',
      'Simple mean of the score, from 0 to 100; empty where it would tell of fewer than three institutions.',
    ),
  )
const change = (key: string, of: Said): ColumnOf =>
  score(
    key,
    said(`Cambio ${of.es}`, `Change ${of.en}`),
    said(
      'Diferencia con el año anterior más próximo que tiene promedio; vacía si no hay.',
      'Difference from the newest earlier year that has a mean; empty when there is none.',
    ),
  )
const hidden = {
  es: 'Vacío cuando diría algo de menos de tres instituciones.',
  en: 'Empty where it would tell of fewer than three institutions.',
} as const
const joinedYears = text(
  'years',
  said('Años', 'Years'),
  said('Años que se suman, separados por coma.', 'Years that are added up, separated by commas.'),
)
const left = count(
  'hidden',
  said('Iniciativas sin porcentaje', 'Initiatives without percentage'),
  initiatives,
  said(
    'Iniciativas que el porcentaje no cuenta, porque en su año diría algo de menos de tres instituciones.',
    'Initiatives that the percentage does not count, because in their year it would tell of fewer than three institutions.',
  ),
)
/** Years in one cell. */
const listed = (years: readonly number[]): string => years.join(', ')
const comparison = text(
  'comparison',
  said('Comparación', 'Comparison'),
  said(
    'Por qué las cifras no se comparan con las de mediciones anteriores; vacía si se comparan.',
    'Why the figures are not compared with those of earlier measurements; empty where they are.',
  ),
)
const sector = text(
  'sector',
  said('Sector', 'Sector'),
  said(
    'Grupo del sector público, según la clasificación de las funciones de gobierno.',
    'Group of the public sector, by the classification of the functions of government.',
  ),
)

const dimensionNames = Object.keys(openDimensions) as readonly OpenDimension[]
const typeNames = Object.keys(initiativeTypes) as readonly InitiativeType[]
const directedKeys: Readonly<Record<DirectedTo, string>> = {
  entityUsers: 'entityUsersPercent',
  otherEntityUsers: 'otherEntityUsersPercent',
  entityOfficials: 'entityOfficialsPercent',
  otherOrientation: 'otherOrientationPercent',
}

interface Maker<Of extends OpenSet> {
  readonly title: Said
  readonly about: Said
  readonly unit: Said
  readonly columns: readonly ColumnOf[]
  rows(reply: OpenReply<Of>, language: SiteLanguage): readonly OpenRow[]
}

const makers: { readonly [Of in OpenSet]: Maker<Of> } = {
  averageIndex: {
    title: said('Puntaje promedio del índice por año', 'Mean score of the index by year'),
    about: said(
      'Promedio del índice de todas las instituciones y de cada categoría, y cuánto cambió desde la medición anterior. Los puntajes solo son comparables dentro de una misma categoría.',
      'Mean index of all institutions and of each category, and by how much it changed since the previous measurement. Scores are comparable only within a category.',
    ),
    unit: points,
    columns: [
      year,
      ofInstitutions,
      mean('avgIndex', said('Índice', 'Index')),
      change('indexDiff', said('del índice', 'of the index')),
      mean('catPilars', categoryWords.Pilares),
      change('pilarsDiff', said('de Pilares', 'of Pillars')),
      mean('catCentralized', categoryWords.Centralizadas),
      change('centralizedDiff', said('de Centralizadas', 'of Centralised')),
      mean('catNews', categoryWords.Nuevas),
      change('newsDiff', said('de Nuevas', 'of New')),
    ],
    rows: ({ results }) => results.map((each) => ({ ...each })),
  },
  scoreDistribution: {
    title: said('Distribución de puntajes por año', 'Distribution of scores by year'),
    about: said(
      'Puntaje de cada institución, sin su nombre y de menor a mayor, con la mediana y la desviación estándar de su año. No se muestran cuando dirían algo de menos de tres instituciones.',
      'Score of each institution, without its name and ascending, with the median and the standard deviation of its year. They are not shown where they would tell of fewer than three institutions.',
    ),
    unit: points,
    columns: [
      year,
      totalInstitutions,
      median,
      stddev,
      count(
        'place',
        said('Lugar', 'Place'),
        none,
        said('Lugar del puntaje dentro de su año, desde el menor.', 'Place of the score within its year, from the lowest.'),
      ),
      score('score', said('Puntaje', 'Score'), said('Puntaje de una institución, de 0 a 100.', 'Score of an institution, from 0 to 100.')),
    ],
    rows: ({ results, reorder }) =>
      results.flatMap(({ year: of, scores }): OpenRow[] => {
        const told = { year: of, totalInstitutions: 0, median: null, stddev: null, ...reorder[String(of)] }
        const [...places] = scores.entries()
        return places.length === 0
          ? [{ ...told, place: null, score: null }]
          : places.map(([at, each]) => ({ ...told, place: at + 1, score: each }))
      }),
  },
  classDistribution: {
    title: said('Puntajes por categoría y año', 'Scores by category and year'),
    about: said(
      'Cuántas instituciones de cada categoría hay, y el promedio, la mediana y la desviación estándar de sus puntajes.',
      'How many institutions of each category there are, and the mean, the median and the standard deviation of their scores.',
    ),
    unit: points,
    columns: [
      year,
      text('category', said('Categoría', 'Category'), said('Categoría de las instituciones.', 'Category of the institutions.')),
      totalInstitutions,
      mean('mean', said('Promedio', 'Mean')),
      median,
      stddev,
    ],
    rows: ({ results }, language) =>
      results.map((each) => ({
        ...each,
        category: openCategories.flatMap((one) => (one === each.category ? [categoryWords[one][language]] : []))[0] ?? each.category,
      })),
  },
  maturityLevels: {
    title: said('Instituciones por nivel de madurez', 'Institutions by level of maturity'),
    about: said(
      'Inicial: menos de 25 puntos; Creciente: de 25 a menos de 50; Madura: de 50 a 75; Modelo: más de 75.',
      'Initial: less than 25 points; Growing: 25 to less than 50; Mature: 50 to 75; Model: more than 75.',
    ),
    unit: institutions,
    columns: [
      year,
      text('level', said('Nivel', 'Level'), said('Nivel de madurez por su puntaje.', 'Level of maturity by its score.')),
      ofInstitutions,
    ],
    rows: ({ results }, language) =>
      results.flat().map((each) => ({
        ...each,
        level: maturities.flatMap((one) => (one === each.level ? [maturityWord(one, language)] : []))[0] ?? each.level,
      })),
  },
  publicSectorIndex: {
    title: said('Índice por sector público', 'Index by public sector'),
    about: said(
      'Promedio y desviación estándar del índice en cada grupo del sector público, con cuántas instituciones tiene.',
      'Mean and standard deviation of the index in each group of the public sector, with how many institutions it has.',
    ),
    unit: points,
    columns: [year, sector, ofInstitutions, mean('avgIndex', said('Promedio', 'Mean')), deviation('stdIndex')],
    rows: ({ years, result }, language) =>
      years.flatMap((of) =>
        publicSectors.flatMap((name) => {
          const found = result[String(of)]?.[name]
          return found ? [{ year: of, sector: sectorWords[name][language], ...found }] : []
        }),
      ),
  },
  keyCapability: {
    title: said('Puntos por dimensión y capacidad', 'Points by dimension and capacity'),
    about: said(
      'Puntos que se obtuvieron en promedio en cada dimensión y en cada una de las diez capacidades, de los que se pueden obtener.',
      'Points that were obtained on average in each dimension and in each of the ten capacities, of those that can be.',
    ),
    unit: points,
    columns: [
      year,
      ofInstitutions,
      text('dimension', said('Dimensión', 'Dimension'), said('Dimensión del índice.', 'Dimension of the index.')),
      text(
        'capacity',
        said('Capacidad', 'Capacity'),
        said(
          'Capacidad dentro de la dimensión; vacía en la fila de la dimensión entera.',
          'Capacity inside the dimension; empty in the row of the whole dimension.',
        ),
      ),
      score('value', said('Puntos', 'Points'), said('Promedio de los puntos obtenidos.', 'Mean of the points obtained.')),
      score('max', said('Máximo', 'Maximum'), said('Puntos que se pueden obtener.', 'Points that can be obtained.')),
      share(
        'percent',
        said('Logro', 'Achievement'),
        said('Puntos obtenidos de los que se pueden obtener.', 'Points obtained of those that can be.'),
      ),
    ],
    rows: ({ averageByYear, maxScoreDimensions }, language) =>
      Object.entries(averageByYear).flatMap(([of, { count: many, values, percents }]) =>
        openParts.map((part) => {
          const dimension = dimensionNames.find((one) => one === part || openDimensions[one].some((capacity) => capacity === part))
          return {
            year: Number(of),
            count: many,
            dimension: dimension === undefined ? '' : dimensionWords[dimension][language],
            capacity: part === dimension ? '' : partWord(part, language),
            value: values[part],
            max: maxScoreDimensions[part],
            percent: percents[part],
          }
        }),
      ),
  },
  methodologic: {
    title: said('Iniciativas y colaboración por fase', 'Initiatives and collaboration by phase'),
    about: said(
      'Cuántas iniciativas llegaron a cada fase, y cuántas instituciones trabajaron en ella con personas usuarias (PU), con otras instituciones públicas (CI) y con organizaciones fuera del Estado (GE).',
      'How many initiatives reached each phase, and how many institutions worked in it with users (PU), with other public institutions (CI) and with organisations outside the State (GE).',
    ),
    unit: initiatives,
    columns: [
      year,
      count(
        'totalInitiative',
        said('Iniciativas del año', 'Initiatives of the year'),
        initiatives,
        said('Iniciativas del año.', 'Initiatives of the year.'),
      ),
      ofInstitutions,
      text('phase', said('Fase', 'Phase'), said('Fase de una iniciativa.', 'Phase of an initiative.')),
      count(
        'potencial',
        said('Iniciativas en la fase', 'Initiatives in the phase'),
        initiatives,
        said('Iniciativas que llegaron a la fase.', 'Initiatives that reached the phase.'),
      ),
      count(
        'pu',
        said('PU', 'PU'),
        institutions,
        said(
          `Instituciones que trabajaron en ella con personas usuarias: ${capacityWords.userParticipation.es}.`,
          `Institutions that worked in it with users: ${capacityWords.userParticipation.en}.`,
        ),
      ),
      count(
        'ci',
        said('CI', 'CI'),
        institutions,
        said(
          `Instituciones que trabajaron en ella con otras instituciones públicas: ${capacityWords.interinstitutionalCoordination.es}.`,
          `Institutions that worked in it with other public institutions: ${capacityWords.interinstitutionalCoordination.en}.`,
        ),
      ),
      count(
        'ge',
        said('GE', 'GE'),
        institutions,
        said(
          `Instituciones que trabajaron en ella con organizaciones fuera del Estado: ${capacityWords.environmentManagement.es}.`,
          `Institutions that worked in it with organisations outside the State: ${capacityWords.environmentManagement.en}.`,
        ),
      ),
    ],
    rows: ({ results }, language) =>
      results.flatMap(({ year: of, totalInitiative, count: many, set1, set2, set3, set4, set5, set6 }) =>
        [set1, set2, set3, set4, set5, set6].flatMap((set, at) => {
          const phase = phases[at]
          return phase === undefined ? [] : [{ year: of, totalInitiative, count: many, phase: phaseWords[phase][language], ...set }]
        }),
      ),
  },
  initiativeTypes: {
    title: said('Tipos de iniciativas', 'Types of initiatives'),
    about: said(
      `Qué parte de las iniciativas de los años elegidos es de cada tipo. ${hidden.es}`,
      `What share of the initiatives of the chosen years is of each type. ${hidden.en}`,
    ),
    unit: percent,
    columns: [
      joinedYears,
      text('type', said('Tipo', 'Type'), said('Tipo del cambio principal.', 'Type of the main change.')),
      text(
        'scope',
        said('Ámbito del tipo', 'Scope of the type'),
        said('Ámbito al que pertenece el tipo.', 'Scope that the type belongs to.'),
      ),
      share(
        'percent',
        said('Porcentaje', 'Percentage'),
        said(`Parte de las iniciativas. ${hidden.es}`, `Share of the initiatives. ${hidden.en}`),
      ),
      count(
        'total',
        said('Iniciativas en total', 'Total initiatives'),
        initiatives,
        said('Iniciativas de los años elegidos.', 'Initiatives of the chosen years.'),
      ),
      left,
    ],
    rows: ({ years, total, hidden: leftOut, graphData }, language) =>
      typeNames.map((type) => ({
        years: listed(years),
        hidden: leftOut,
        type: typeWords[type][language],
        scope: scopeWords[initiativeTypes[type]][language],
        percent: graphData[type] ?? null,
        total,
      })),
  },
  scopeChange: {
    title: said('Ámbito de los cambios por sector', 'Scope of changes by sector'),
    about: said(
      `En qué ámbito producen cambios las iniciativas de cada sector, en los años elegidos. ${hidden.es}`,
      `The scope in which the initiatives of each sector bring change, in the chosen years. ${hidden.en}`,
    ),
    unit: percent,
    columns: [
      joinedYears,
      sector,
      count('total', said('Iniciativas', 'Initiatives'), initiatives, said('Iniciativas del sector.', 'Initiatives of the sector.')),
      left,
      ...scopes.map((each) =>
        share(each, scopeWords[each], said(`Parte de las iniciativas. ${hidden.es}`, `Share of the initiatives. ${hidden.en}`)),
      ),
    ],
    rows: ({ years, graphData, totals, hidden: leftOut }, language) =>
      publicSectors.map((name) => ({
        years: listed(years),
        sector: sectorWords[name][language],
        total: totals[name],
        hidden: leftOut[name],
        ...Object.fromEntries(scopes.map((each) => [each, graphData[each][name]])),
      })),
  },
  initiativeOrigin: {
    title: said('Origen de las iniciativas por año', 'Origin of initiatives by year'),
    about: said(
      'De quién surgieron las iniciativas. Una iniciativa puede tener varios orígenes: la suma puede ser mayor que el total.',
      'From whom initiatives arose. One may have several origins: their sum may be more than the total.',
    ),
    unit: initiatives,
    columns: [
      year,
      count('total', said('Iniciativas', 'Initiatives'), initiatives, said('Iniciativas del año.', 'Initiatives of the year.')),
      ...origins.map((each) =>
        count(each, originWords[each], initiatives, said('Iniciativas de este origen.', 'Initiatives of this origin.')),
      ),
    ],
    rows: ({ results }) => results.map((each) => ({ ...each })),
  },
  directedInitiatives: {
    title: said('A quiénes se dirigen las iniciativas', 'Whom initiatives are directed at'),
    about: said(
      `De las menciones de cada grupo en las iniciativas del año, qué parte es de cada uno; una iniciativa puede mencionar varios. ${hidden.es}`,
      `Of the mentions of each group in the initiatives of the year, what share is of each; an initiative may mention several. ${hidden.en}`,
    ),
    unit: percent,
    columns: [
      year,
      count(
        'total',
        said('Iniciativas', 'Initiatives'),
        initiatives,
        said('Iniciativas que dicen a quiénes se dirigen.', 'Initiatives that say whom they are directed at.'),
      ),
      ...directedTo.map((each) =>
        share(directedKeys[each], directedWords[each], said(`Parte de las menciones. ${hidden.es}`, `Share of the mentions. ${hidden.en}`)),
      ),
    ],
    rows: ({ graphData }) => graphData.map((each) => ({ ...each })),
  },
}

const told = ({ key, label, unit, type, decimals, about }: ColumnOf, language: SiteLanguage): OpenColumn => ({
  key,
  label: label[language],
  unit: unit[language],
  type,
  decimals,
  about: about[language],
})

/** The reply of a set as a table in a language. Rows hold the keys of its columns and nothing else (OD4). */
export function tableOf<Of extends OpenSet>(name: Of, reply: OpenReply<Of>, language: SiteLanguage): OpenTable {
  const maker: Maker<Of> = makers[name]
  const rows = maker.rows(reply, language)
  const { breaks } = reply
  const keys = [...maker.columns, ...(breaks ? [comparison] : [])].map(({ key }) => key)
  const notices = noticesByYear(rows, breaks ?? [], language)
  return {
    ...aboutSet(name, language, breaks !== undefined),
    rows: rows.map((row) => {
      const cells: OpenRow = { ...row, [comparison.key]: notices.get(row['year'] ?? null) ?? null }
      return Object.fromEntries(keys.map((key) => [key, cells[key] ?? null]))
    }),
  }
}

/** Why rows are not compared with earlier ones, at the first year that each break concerns; of joined years, which have no row of their own, in all rows. */
function noticesByYear(
  rows: readonly OpenRow[],
  breaks: NonNullable<OpenReply<OpenSet>['breaks']>,
  language: SiteLanguage,
): ReadonlyMap<OpenCell, string> {
  const years = [...new Set(rows.map((row) => row['year'] ?? null))]
  const notices = new Map<OpenCell, string>()
  for (const broken of breaks) {
    const first = Math.min(...years.filter((each) => typeof each === 'number' && each >= broken.year).map(Number))
    const at = Number.isFinite(first) ? first : null
    notices.set(at, [notices.get(at), breakText(broken, language)].filter((each) => each !== undefined).join(' '))
  }
  return notices
}

/** What a set tells, without its rows; of one of which a break was declared with the column that says so. */
export function aboutSet(name: OpenSet, language: SiteLanguage, hasBreaks = false): Omit<OpenTable, 'rows'> {
  const { title, about, unit, columns } = makers[name]
  return {
    title: title[language],
    about: about[language],
    unit: unit[language],
    columns: [...columns, ...(hasBreaks ? [comparison] : [])].map((each) => told(each, language)),
  }
}

/** The table of a distribution by year that stands beside its chart: how many, median and standard deviation. */
export function distributionTable(reply: OpenReply<'scoreDistribution'>, language: SiteLanguage): OpenTable {
  const whole = tableOf('scoreDistribution', reply, language)
  const columns = whole.columns.filter(({ key }) => key !== 'place' && key !== 'score')
  const years = new Map(whole.rows.map((row) => [row['year'], row]))
  return {
    ...whole,
    columns,
    rows: [...years.values()].map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]))),
  }
}

export const isOpenSet = (name: string): name is OpenSet => Object.hasOwn(makers, name)
