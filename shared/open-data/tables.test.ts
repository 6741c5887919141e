import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteLanguages } from '../site/model.ts'
import { assertProperty } from '../testing/properties.ts'
import { openDatasets } from '../testing/random-open-data.ts'
import { filterOf } from './filter.ts'
import { openCategories, shownFrom, type OpenDataset } from './model.ts'
import { openSetNames } from './model.ts'
import { openSetOf, yearsOf } from './statistics.ts'
import { aboutSet, distributionTable, isOpenSet, tableOf, type OpenCell, type OpenColumn } from './tables.ts'

const sample = (): OpenDataset => {
  const [dataset] = fc.sample(openDatasets, { numRuns: 1, seed: 7 })
  if (!dataset) throw new Error('a sample of data')
  return dataset
}

test('[OD4] each row of each set has a cell for each of its columns and no other, of the type that the column says, in both languages', () =>
  assertProperty(
    fc.property(openDatasets, fc.constantFrom(undefined, ...openCategories), (dataset, category) => {
      const filter = filterOf({ category, years: yearsOf(dataset).join(',') }, yearsOf(dataset))
      const wrong = openSetNames.flatMap((name) =>
        siteLanguages.flatMap((language) => {
          const { columns, rows } = tableOf(name, openSetOf(name, dataset, filter), language)
          const keys = columns.map(({ key }) => key).join(' ')
          return rows.flatMap((row) => [
            ...(Object.keys(row).join(' ') === keys ? [] : [`${name}: ${Object.keys(row).join(' ')}`]),
            ...columns.filter(({ key, type }) => !fits(row[key] ?? null, type)).map(({ key }) => `${name} ${key}: ${row[key]}`),
          ])
        }),
      )
      expect(wrong).toEqual([])
    }),
  ))

/** Whether a cell is what its column says. */
function fits(cell: OpenCell, type: OpenColumn['type']): boolean {
  if (cell === null) return true
  if (type === 'text') return typeof cell === 'string'
  return typeof cell === 'number' && Number.isFinite(cell) && (type === 'number' || type === 'percent' || Number.isInteger(cell))
}

test('[OD4] the figures of a table are the same in both languages, and every heading, meaning and title is told in each', () => {
  const dataset = sample()
  const filter = filterOf({ years: yearsOf(dataset).join(',') }, yearsOf(dataset))
  for (const name of openSetNames) {
    const reply = openSetOf(name, dataset, filter)
    const [es, en] = [tableOf(name, reply, 'es'), tableOf(name, reply, 'en')]
    const figures = ({ columns, rows }: typeof es) => rows.map((row) => columns.map(({ key, type }) => (type === 'text' ? '' : row[key])))
    expect(figures(en), name).toEqual(figures(es))
    expect(en.columns.map(({ key }) => key)).toEqual(es.columns.map(({ key }) => key))
    for (const { title, about, columns } of [es, en]) {
      expect(
        [title, about].every((each) => each.length > 5),
        name,
      ).toBe(true)
      expect(columns.filter((each) => each.label === '' || each.about === '')).toEqual([])
      expect(new Set(columns.map(({ label }) => label)).size, name).toBe(columns.length)
    }
    expect([en.title === es.title, en.about === es.about], name).toEqual([false, false])
    expect(aboutSet(name, 'es')).toEqual({ title: es.title, about: es.about, unit: es.unit, columns: es.columns })
  }
})

test('[OD4] the scores of a year stand one below the other with their year’s figures, and the table beside their chart has a row for each year', () => {
  const dataset = sample()
  const filter = filterOf({ years: yearsOf(dataset).join(',') }, yearsOf(dataset))
  const reply = openSetOf('scoreDistribution', dataset, filter)
  const { rows } = tableOf('scoreDistribution', reply, 'es')
  for (const { year, scores } of reply.results) {
    const ofYear = rows.filter((row) => row['year'] === year)
    expect(ofYear.map((row) => row['score'])).toEqual(scores.length < shownFrom ? [null] : scores)
    expect(new Set(ofYear.map((row) => row['totalInstitutions']))).toEqual(new Set([reply.reorder[String(year)]?.totalInstitutions]))
  }
  const byYear = distributionTable(reply, 'es')
  expect(byYear.rows.map((row) => row['year'])).toEqual(filter.years)
  expect(byYear.columns.map(({ label }) => label)).toEqual(['Año', 'Instituciones', 'Mediana', 'Desviación estándar'])
})

test('[OD4] a set is known by its name alone', () => {
  expect([isOpenSet('averageIndex'), isOpenSet('toString'), isOpenSet('__proto__'), isOpenSet('')]).toEqual([true, false, false, false])
})

test('[OD14] the reason of a break stands in the line of its first year that is shown, and of joined years in all lines', () => {
  const dataset: OpenDataset = {
    ...sample(),
    institutions: [2021, 2023, 2024].flatMap((year) =>
      sample()
        .institutions.slice(0, 4)
        .map((each, at) => ({ ...each, year, code: `I${at}` })),
    ),
    initiatives: [],
    breaks: [{ year: 2023, sets: ['averageIndex', 'initiativeTypes'], reason: { es: 'Se renovó.', en: 'It was renewed.' } }],
  }
  const cells = (name: 'averageIndex' | 'initiativeTypes', years: readonly number[], language: 'es' | 'en' = 'es'): readonly unknown[] => {
    const table = tableOf(name, openSetOf(name, dataset, { years, category: null, orientation: null }), language)
    expect(table.columns.at(-1)?.key).toBe('comparison')
    return [...new Set(table.rows.map((row) => row['comparison']))]
  }
  const told = '2023 no se compara con las mediciones anteriores: Se renovó.'
  expect(cells('averageIndex', [2021, 2023, 2024])).toEqual([null, told])
  expect(cells('averageIndex', [2021, 2024], 'en')).toEqual([null, '2023 is not compared with earlier measurements: It was renewed.'])
  expect(cells('averageIndex', [2024])).toEqual([null])
  expect(cells('initiativeTypes', [2021, 2023])).toEqual([told])
  const other = tableOf(
    'maturityLevels',
    openSetOf('maturityLevels', dataset, { years: [2021, 2023], category: null, orientation: null }),
    'es',
  )
  expect(other.columns.map(({ key }) => key)).not.toContain('comparison')
})
