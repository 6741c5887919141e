import { openCategories, publicSectors, shownFrom } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import { categoryWords, sectorWords } from '#shared/open-data/words.ts'
import { maturities } from '#shared/results/maturities.ts'
import type { Maturity } from '#shared/results/maturities.ts'
import { maturityWord } from '#shared/results/words.ts'
import type { Cell, Grid } from '#client/areas/site/charts/marks/grid.ts'
import type { Cloud } from '#client/areas/site/charts/marks/strip.tsx'
import { newest, ranked } from './ranked.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { largest, named, yearGroups, yearSeries } from './series.ts'

export function scoresFinding({ reorder }: OpenReply<'scoreDistribution'>, { t, one }: Said): string {
  const last = newest(
    Object.entries(reorder).map(([year, told]) => ({ year: Number(year), ...told })),
    ({ median }) => median !== null,
  )
  if (!last || last.median === null) return t('scoresNone')
  return t('scoresTitle', { n: last.totalInstitutions, year: last.year, median: one(last.median) })
}

export function spreadFinding({ results }: OpenReply<'classDistribution'>, { t, one, language }: Said): string {
  const year = newest(results, ({ stddev }) => stddev !== null)?.year
  const widest = ranked(
    results.filter((each) => each.year === year),
    ({ stddev }) => stddev,
  )[0]
  if (!widest || year === undefined) return t('spreadNone')
  const category = openCategories.find((each) => each === widest.item.category)
  return t('spreadTitle', { year, name: category ? categoryWords[category][language] : widest.item.category, value: one(widest.value) })
}

export function levelsFinding({ results, totals }: OpenReply<'maturityLevels'>, { t, language }: Said): string {
  const counted = results.filter((each) => each.some(({ count }) => (count ?? 0) > 0))
  const last = counted.toSorted((left, right) => (right[0]?.year ?? 0) - (left[0]?.year ?? 0))[0]
  const first = ranked(last ?? [], ({ count }) => count)[0]
  if (!last || !first) return t('levelsNone')
  const level = maturities.find((each) => each === first.item.level)
  const all = totals[String(first.item.year)] ?? 0
  return t('levelsTitle', { year: first.item.year, n: first.value, all, level: level ? maturityWord(level, language) : first.item.level })
}

export function sectorsFinding({ years, result }: OpenReply<'publicSectorIndex'>, { t, one, language }: Said): string {
  for (const year of years.toSorted((left, right) => right - left)) {
    const of = result[String(year)]
    const best = ranked(publicSectors, (name) => {
      const found = of?.[name]
      return found && found.count >= shownFrom ? found.avgIndex : null
    })[0]
    if (best)
      return t('sectorsTitle', { name: sectorWords[best.item][language], year, value: one(best.value), n: of?.[best.item].count ?? 0 })
  }
  return t('sectorsNone')
}

/** Scores of each year that shows them. */
export const scoreClouds = ({ results, reorder }: OpenReply<'scoreDistribution'>, { t, one }: Said): readonly Cloud[] =>
  results.flatMap(({ year, scores }) => {
    const median = reorder[String(year)]?.median ?? null
    const middle = median === null ? null : { value: median, text: t('medianMark', { value: one(median) }) }
    return scores.length === 0
      ? []
      : [{ id: `y${year}`, label: String(year), values: scores, middle, note: t('ofInstitutions', { n: scores.length }) }]
  })

/** Means of each category, and how far one deviation reaches. */
export function spreadGrid(
  { results }: OpenReply<'classDistribution'>,
  said: Said,
): { readonly grid: Grid; readonly spread: readonly (readonly (number | null)[])[] } {
  const years = [...new Set(results.flatMap(({ year, totalInstitutions }) => (totalInstitutions > 0 ? [year] : [])))]
  const shown = openCategories.filter((each) => results.some(({ category, mean }) => category === each && mean !== null))
  const of = (category: string, year: number) => results.find((each) => each.category === category && each.year === year)
  return {
    grid: {
      series: shown.map((each) => ({ id: each, label: categoryWords[each][said.language], tone: 0 })),
      groups: yearGroups(years),
      cells: shown.map((each) =>
        years.map((year) => {
          const found = of(each, year)
          const cell = said.points(found?.mean ?? null)
          const stddev = found?.stddev ?? null
          return stddev === null ? cell : { ...cell, text: `${cell.text} ± ${said.one(stddev)}` }
        }),
      ),
      most: 100,
    },
    spread: shown.map((each) => years.map((year) => of(each, year)?.stddev ?? null)),
  }
}

const levelKeys: Readonly<Record<Maturity, 'levelInicial' | 'levelCreciente' | 'levelMadura' | 'levelModelo'>> = {
  Inicial: 'levelInicial',
  Creciente: 'levelCreciente',
  Madura: 'levelMadura',
  Modelo: 'levelModelo',
}

/** Institutions of each level, of the years that tell it and have any. */
export function levelsGrid({ results }: Pick<OpenReply<'maturityLevels'>, 'results'>, { t, count }: Said): Grid {
  const shown = results.filter((each) => each.some((level) => (level.count ?? 0) > 0))
  const cells = shown.map((levels) =>
    maturities.map((level) => {
      const n = levels.find((each) => each.level === level)?.count ?? 0
      return count(n, t('ofInstitutions', { n }))
    }),
  )
  return {
    series: yearSeries(shown.map((levels) => levels[0]?.year ?? 0)),
    groups: maturities.map((level) => ({ id: level, label: t(levelKeys[level]) })),
    cells,
    most: largest(cells),
  }
}

export function sectorsGrid(
  reply: OpenReply<'publicSectorIndex'>,
  said: Said,
): { readonly grid: Grid; readonly sizes: readonly (readonly number[])[] } {
  const { result } = reply
  const years = reply.years.filter((year) => publicSectors.some((sector) => (result[String(year)]?.[sector].count ?? 0) > 0))
  const cell = (year: number, sector: (typeof publicSectors)[number]): Cell => {
    const found = result[String(year)]?.[sector]
    const made = said.points(found?.avgIndex ?? null)
    return made.value === null ? made : { ...made, text: said.t('sectorText', { value: made.short, n: found?.count ?? 0 }) }
  }
  return {
    grid: {
      series: yearSeries(years),
      groups: named(publicSectors, sectorWords, said),
      cells: years.map((year) => publicSectors.map((sector) => cell(year, sector))),
      most: 100,
    },
    sizes: years.map((year) => publicSectors.map((sector) => result[String(year)]?.[sector].count ?? 0)),
  }
}
