import { expect, test } from 'vitest'
import { openDimensions, origins, scopes } from '#shared/open-data/model.ts'
import type { OpenDimension } from '#shared/open-data/model.ts'
import { openSetOf } from '#shared/open-data/statistics.ts'
import type { OpenSet } from '#shared/open-data/model.ts'
import { tableOf, type OpenRow } from '#shared/open-data/tables.ts'
import { dimensionWords } from '#shared/open-data/words.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { aDataset } from './fixtures.ts'
import { directedKeys } from './keys.ts'
import { saidIn } from './said.ts'
import { averageGrid } from './charts/average-figures.ts'
import { capacitiesGrid, dimensionGrid } from './charts/capacity-figures.ts'
import { levelsGrid, scoreClouds, sectorsGrid, spreadGrid } from './charts/descriptive-figures.ts'
import { directedGrid, originGrid, scopeGrid, typeTiles } from './charts/initiative-figures.ts'
import { partnersGrid, phasesGrid } from './charts/phase-figures.ts'
import { roundingNotice, wholesOf } from './shown-data.ts'

const dataset = aDataset([2022, 2023, 2024], { institutions: 150, initiatives: 600 })
const said = saidIn('es')
const filters = [
  { years: [2022, 2023, 2024], category: null, orientation: null },
  { years: [2024], category: 'Pilares', orientation: null },
  { years: [2022, 2024], category: null, orientation: 'Institucional' },
] as const

const figures = (grid: Grid): readonly number[] => grid.cells.flat().flatMap(({ value }) => (value === null ? [] : [value]))
const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((left, right) => left - right)

for (const filter of filters) {
  const name = JSON.stringify(filter)
  const told = <Of extends OpenSet>(set: Of) => openSetOf(set, dataset, filter)
  const column = (set: OpenSet, keys: readonly string[], shows: (row: OpenRow) => boolean = () => true): readonly number[] =>
    tableOf(set, told(set), 'es')
      .rows.filter(shows)
      .flatMap((row) => keys.map((key) => row[key] ?? null))
      .filter((value) => typeof value === 'number')

  test(`[CH6] the figures of every chart are those of its table, of which its file is made: ${name}`, () => {
    const same = (drawn: readonly number[], inTable: readonly number[]): void => {
      expect(drawn.length).toBeGreaterThan(0)
      expect(sorted(drawn)).toEqual(sorted(inTable))
    }
    same(figures(averageGrid(told('averageIndex'), said)), column('averageIndex', ['avgIndex', 'catPilars', 'catCentralized', 'catNews']))
    same(
      scoreClouds(told('scoreDistribution'), said).flatMap(({ values }) => values),
      column('scoreDistribution', ['score']),
    )
    same(figures(spreadGrid(told('classDistribution'), said).grid), column('classDistribution', ['mean']))
    same(figures(levelsGrid(told('maturityLevels'), said)), column('maturityLevels', ['count']))
    const sectors = sectorsGrid(told('publicSectorIndex'), said)
    same(figures(sectors.grid), column('publicSectorIndex', ['avgIndex']))
    same(sectors.sizes.flat(), column('publicSectorIndex', ['count']))
    for (const dimension of Object.keys(openDimensions) as OpenDimension[])
      same(
        figures(dimensionGrid(told('keyCapability'), dimension, said)),
        column('keyCapability', ['value'], (row) => row['dimension'] === dimensionWords[dimension].es && row['capacity'] !== ''),
      )
    same(
      figures(capacitiesGrid(told('keyCapability'), said)),
      column('keyCapability', ['percent'], (row) => row['capacity'] !== ''),
    )
    same(
      phasesGrid(told('methodologic'), said)
        .cells.flat()
        .map(({ short }) => Number(short)),
      column('methodologic', ['potencial']),
    )
    for (const of of told('methodologic').results)
      same(
        figures(partnersGrid(of, said)),
        column('methodologic', ['pu', 'ci', 'ge'], (row) => row['year'] === of.year),
      )
    same(
      typeTiles(told('initiativeTypes'), said).map(({ value }) => value),
      column('initiativeTypes', ['percent'], (row) => row['percent'] !== 0),
    )
    same(figures(scopeGrid(told('scopeChange'), said).grid), column('scopeChange', scopes))
    same(figures(originGrid(told('initiativeOrigin'), said).grid), column('initiativeOrigin', origins))
    same(figures(directedGrid(told('directedInitiatives'), said).grid), column('directedInitiatives', Object.values(directedKeys)))
  })
}

test('[CH6] what a mark says is its figure with one decimal and its unit, and of how many where that matters', () => {
  const reply = openSetOf('keyCapability', dataset, filters[0])
  const grid = dimensionGrid(reply, 'institucionalResources', said)
  const value = reply.averageByYear['2024']?.values.humanTalent ?? 0
  expect(grid.cells[2]?.[0]?.text).toBe(`${said.one(value)} de 6 puntos`)
  expect(grid.most).toBe(9)
  const phases = openSetOf('methodologic', dataset, filters[0])
  expect(phasesGrid(phases, said).cells[0]?.[0]?.text).toMatch(/^\d+ de 600 iniciativas \(\d+,\d\u00a0%\)$/)
})

test('[CH7] of a group of one or two nothing is drawn', () => {
  const few = aDataset([2024], { institutions: 2, initiatives: 4 })
  const filter = { years: [2024], category: null, orientation: null }
  expect(scoreClouds(openSetOf('scoreDistribution', few, filter), said)).toEqual([])
  for (const grid of [
    averageGrid(openSetOf('averageIndex', few, filter), said),
    levelsGrid(openSetOf('maturityLevels', few, filter), said),
    capacitiesGrid(openSetOf('keyCapability', few, filter), said),
    phasesGrid(openSetOf('methodologic', few, filter), said),
    originGrid(openSetOf('initiativeOrigin', few, filter), said).grid,
    scopeGrid(openSetOf('scopeChange', few, filter), said).grid,
  ])
    expect(figures(grid)).toEqual([])
  expect(spreadGrid(openSetOf('classDistribution', few, filter), said).spread.flat()).toSatisfy((all: readonly unknown[]) =>
    all.every((each) => each === null),
  )
  expect(typeTiles(openSetOf('initiativeTypes', few, filter), said)).toEqual([])
})

test('[CH11] shares that add up to 99.9 or 100.1 as they are shown say that it is by rounding; others say nothing', () => {
  const told = (...wholes: (readonly number[])[]): number => roundingNotice(wholes, said).length
  const third = 100 / 3
  expect(told([third, third, third])).toBe(1)
  expect(told([16.66, 16.66, 66.68])).toBe(1)
  expect([told([50, 25, 25]), told([]), told([12, 40]), told([60.04, 39.96])]).toEqual([0, 0, 0, 0])
  const grid = { groups: [{ id: 'a', label: 'a' }], cells: [third, third, third].map((value) => [{ value, text: '', short: '' }]) }
  expect(told(...wholesOf(grid))).toBe(1)
})
