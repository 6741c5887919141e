import { openCategories } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import { categoryWords } from '#shared/open-data/words.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { newest } from './ranked.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { yearGroups } from './series.ts'

/** What each chart found, in one sentence of its own figures: of the newest year that has one (CH6). */
export function averageFinding(reply: OpenReply<'averageIndex'>, { t, one }: Said): string {
  const last = newest(reply.results, ({ avgIndex }) => avgIndex !== null)
  if (!last || last.avgIndex === null) return t('indexNone')
  const told = { value: one(last.avgIndex), year: last.year }
  if (last.indexDiff === null) return t(isBroken(reply, 'avgIndex', last.year) ? 'indexApart' : 'indexTitle', told)
  const by = one(Math.abs(last.indexDiff))
  if (by === one(0)) return t('indexSame', told)
  return t(last.indexDiff > 0 ? 'indexRose' : 'indexFell', { ...told, by })
}

const averages = ['avgIndex', 'catPilars', 'catCentralized', 'catNews'] as const

/** Whether a declared break lies between a year's mean and the one that is shown before it, or begins with the year. */
export function isBroken({ results, breaks = [] }: OpenReply<'averageIndex'>, average: (typeof averages)[number], year: number): boolean {
  const before = Math.max(...results.filter((each) => each.year < year && each[average] !== null).map((each) => each.year))
  return breaks.some((each) => each.year <= year && each.year > before)
}

/** Means of the index: a series for all and for each category, of those that have a figure. */
export function averageGrid(reply: OpenReply<'averageIndex'>, said: Said): Grid {
  const results = reply.results.filter(({ count }) => count > 0)
  const labels = [said.t('indexSeries'), ...openCategories.map((each) => categoryWords[each][said.language])]
  const shown = averages.flatMap((key, at) => (results.some((each) => each[key] !== null) ? [{ key, label: labels[at] ?? '' }] : []))
  return {
    series: shown.map(({ key, label }) => ({ id: key, label, tone: 0 })),
    groups: yearGroups(results.map(({ year }) => year)),
    cells: shown.map(({ key }) =>
      results.map((each) => ({ ...said.points(each[key]), ...(isBroken(reply, key, each.year) && { apart: true }) })),
    ),
    most: 100,
  }
}
