import { capacities, capacityMax, openDimensions } from '#shared/open-data/model.ts'
import type { OpenDimension } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import { capacityWords, dimensionWords } from '#shared/open-data/words.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { newest, ranked } from './ranked.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { named, yearSeries, yearsOf } from './series.ts'

const newestYear = (byYear: OpenReply<'keyCapability'>['averageByYear']) =>
  newest(
    Object.entries(byYear).map(([year, value]) => ({ year: Number(year), value })),
    ({ value }) => value.values.humanTalent !== null,
  )

export function dimensionFinding(
  { averageByYear, maxScoreDimensions }: OpenReply<'keyCapability'>,
  dimension: OpenDimension,
  { t, one, most, language }: Said,
): string {
  const name = dimensionWords[dimension][language]
  const last = newestYear(averageByYear)
  const value = last?.value.values[dimension] ?? null
  if (!last || value === null) return t('dimensionNone', { name })
  return t('dimensionTitle', { year: last.year, value: one(value), most: most(maxScoreDimensions[dimension]), name })
}

export function capacitiesFinding({ averageByYear }: OpenReply<'keyCapability'>, { t, share, language }: Said): string {
  const last = newestYear(averageByYear)
  const order = last ? ranked(capacities, (each) => last.value.percents[each]) : []
  const [best, worst] = [order[0], order.at(-1)]
  if (!last || !best || !worst) return t('capacitiesNone')
  return t('capacitiesTitle', {
    year: last.year,
    best: capacityWords[best.item][language],
    high: share(best.value),
    worst: capacityWords[worst.item][language],
    low: share(worst.value),
  })
}

/** Points of a dimension's capacities, with the most of each; the axis ends one point above the largest. ◆ */
export function dimensionGrid(
  { averageByYear, maxScoreDimensions }: OpenReply<'keyCapability'>,
  dimension: OpenDimension,
  said: Said,
): Grid {
  const shown = openDimensions[dimension]
  const years = yearsOf(averageByYear)
  return {
    series: yearSeries(years),
    groups: named(shown, capacityWords, said),
    cells: years.map((year) =>
      shown.map((capacity) => {
        const cell = said.points(averageByYear[String(year)]?.values[capacity] ?? null)
        return cell.value === null
          ? cell
          : { ...cell, text: said.t('pointsOf', { value: cell.short, most: said.most(maxScoreDimensions[capacity]) }) }
      }),
    ),
    most: Math.max(...shown.map((capacity) => capacityMax[capacity])) + 1,
    limits: shown.map((capacity) => ({
      value: maxScoreDimensions[capacity],
      text: said.t('limit', { value: said.most(maxScoreDimensions[capacity]) }),
    })),
  }
}

export function capacitiesGrid({ averageByYear }: OpenReply<'keyCapability'>, said: Said): Grid {
  const years = yearsOf(averageByYear)
  return {
    series: yearSeries(years),
    groups: named(capacities, capacityWords, said),
    cells: years.map((year) => capacities.map((capacity) => said.percent(averageByYear[String(year)]?.percents[capacity] ?? null))),
    most: 100,
  }
}
