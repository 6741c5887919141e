import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDefinition, anAnswer, aQuestion } from '../forms/fixtures.ts'
import { roundPoints } from '../forms/round-points.ts'
import { assertProperty } from '../testing/properties.ts'
import { decisionOn, worldWith } from '../testing/random-world.ts'
import { computeResult } from './engine.ts'
import { usualThresholds } from './model.ts'
import { bandsOf, comparisonMean, sinceBefore, statisticsOf } from './statistics.ts'

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** Institutions by category, and how many of each had trained people: first measurement, technical note of its results, open data. */
const first = { Pilares: [15, 10], Centralizadas: [7, 2], Nuevas: [15, 6] } as const
const published = {
  Pilares: { mean: 1, deviation: 0.731925 },
  Centralizadas: { mean: 0.428571, deviation: 0.731925 },
  Nuevas: { mean: 0.6, deviation: 0.760639 },
} as const

test('[RS10] points for training in the first measurement have the means and the sample deviations that were published', () => {
  const form = aDefinition([
    aQuestion('training', 'Boolean', {
      points: [
        { key: 'true', value: 1.5 },
        { key: 'false', value: 0 },
      ],
    }),
  ])
  const pointsOf = (isTrained: boolean): number => {
    const filled = { answers: [anAnswer('training', isTrained)], decided: [decisionOn('training', 'Accepted', 'SecondRevision')] }
    return computeResult(worldWith(form, filled), { kind: 'final', thresholds: usualThresholds }).points
  }
  for (const category of ['Pilares', 'Centralizadas', 'Nuevas'] as const) {
    const [count, trained] = first[category]
    const said = statisticsOf([...times(trained, pointsOf(true)), ...times(count - trained, pointsOf(false))])
    expect([said.count, said.mean?.toFixed(6), said.deviation?.toFixed(6)]).toEqual([
      count,
      published[category].mean.toFixed(6),
      published[category].deviation.toFixed(6),
    ])
  }
})

test('[RS10] the published means of the categories of the first measurement come to the published mean of all', () => {
  const all = [...times(15, 33.64), ...times(7, 24.63), ...times(15, 26.66)]
  const { count, mean } = statisticsOf(all)
  expect([count, mean?.toFixed(3)]).toEqual([37, '29.106'])
})

test('[RS10] the median is the middle one, or half way between two; the deviation is of the sample', () => {
  expect(statisticsOf([3, 1, 2])).toEqual({ count: 3, mean: 2, median: 2, deviation: 1 })
  expect(statisticsOf([4, 1, 3, 2])).toMatchObject({ mean: 2.5, median: 2.5 })
  expect(statisticsOf([2, 4, 4, 4, 5, 5, 7, 9]).deviation).toBeCloseTo(Math.sqrt(32 / 7), 12)
})

test('[RS10] of fewer than three the mean alone is told, and with fewer than three nobody is compared', () => {
  expect(statisticsOf([])).toEqual({ count: 0, mean: null, median: null, deviation: null })
  expect(statisticsOf([7])).toEqual({ count: 1, mean: 7, median: null, deviation: null })
  expect(statisticsOf([7, 8])).toEqual({ count: 2, mean: 7.5, median: null, deviation: null })
  expect([comparisonMean([]), comparisonMean([7, 8]), comparisonMean([7, 8, 9])]).toEqual([null, null, 8])
})

test('[RS10] bands are those of maturity, at four decimals', () => {
  expect(bandsOf([0, 24.9999, 25, 50, 75, 75.0001])).toEqual({ Inicial: 2, Creciente: 1, Madura: 2, Modelo: 1 })
  expect(bandsOf([])).toEqual({ Inicial: 0, Creciente: 0, Madura: 0, Modelo: 0 })
})

test('[RS10] a year is compared with the newest earlier one that has a figure', () => {
  const years = new Map([
    [2020, 29],
    [2022, 31.5],
    [2024, 30],
  ])
  expect([sinceBefore(years, 2024), sinceBefore(years, 2022), sinceBefore(years, 2020), sinceBefore(years, 2023)]).toEqual([
    { year: 2022, by: -1.5 },
    { year: 2020, by: 2.5 },
    null,
    null,
  ])
})

test('[RS10] whatever the order, the figures are the same; the mean and the median lie within, and bands count everybody', () =>
  assertProperty(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 }), (drawn) => {
      const values = drawn.map((each) => roundPoints(each / 10_000))
      const said = statisticsOf(values)
      expect(statisticsOf(values.toReversed())).toEqual(said)
      const within = (each: number | null): boolean =>
        each === null || (each >= Math.min(...values) - 1e-9 && each <= Math.max(...values) + 1e-9)
      expect([within(said.mean), within(said.median), (said.deviation ?? 0) >= 0]).toEqual([true, true, true])
      expect(Object.values(bandsOf(values)).reduce((sum, each) => sum + each, 0)).toBe(values.length)
    }),
  ))
