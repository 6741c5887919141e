import {
  capacities,
  capacityMax,
  directedTo,
  initiativeTypes,
  openCategories,
  openDimensions,
  origins,
  partners,
  phases,
  publicSectors,
  scopes,
} from '#shared/open-data/model.ts'
import type { InitiativeType, OpenDimension } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import {
  capacityWords,
  categoryWords,
  directedWords,
  originWords,
  partnerWords,
  phaseWords,
  scopeWords,
  sectorWords,
  typeWords,
} from '#shared/open-data/words.ts'
import { maturities } from '#shared/results/model.ts'
import type { Maturity } from '#shared/results/model.ts'
import { figureText } from '#client/features/charts/figures.ts'
import type { Cell, Grid, Named, Series } from '#client/features/charts/grid.ts'
import type { Cloud } from '#client/features/charts/strip.tsx'
import type { Tile } from '#client/features/charts/treemap.tsx'
import { directedKeys, setNames } from './keys.ts'
import type { Said } from './said.ts'

/** Years as series: the newest has the strongest fill, whichever others are chosen. */
const yearSeries = (years: readonly number[]): readonly Series[] =>
  years.map((year, at) => ({ id: `y${year}`, label: String(year), tone: years.length - 1 - at }))
const yearGroups = (years: readonly number[]): readonly Named[] => years.map((year) => ({ id: `y${year}`, label: String(year) }))
const named = <Key extends string>(
  keys: readonly Key[],
  words: Readonly<Record<Key, Readonly<Record<'es' | 'en', string>>>>,
  { language }: Said,
): readonly Named[] => keys.map((key) => ({ id: key, label: words[key][language] }))
const toned = (all: readonly Named[]): readonly Series[] => all.map((each, tone) => ({ ...each, tone }))
const yearsOf = (byYear: Readonly<Record<string, unknown>>): readonly number[] =>
  Object.keys(byYear)
    .map(Number)
    .toSorted((left, right) => left - right)
const largest = (cells: readonly (readonly Cell[])[]): number => Math.max(1, ...cells.flat().map(({ value }) => value ?? 0))

const averages = ['avgIndex', 'catPilars', 'catCentralized', 'catNews'] as const

/** Means of the index: a series for all and for each category, of those that have a figure. */
export function averageGrid(reply: OpenReply<'averageIndex'>, said: Said): Grid {
  const results = reply.results.filter(({ count }) => count > 0)
  const labels = [said.t('indexSeries'), ...openCategories.map((each) => categoryWords[each][said.language])]
  const shown = averages.flatMap((key, at) => (results.some((each) => each[key] !== null) ? [{ key, label: labels[at] ?? '' }] : []))
  return {
    series: shown.map(({ key, label }) => ({ id: key, label, tone: 0 })),
    groups: yearGroups(results.map(({ year }) => year)),
    cells: shown.map(({ key }) => results.map((each) => said.points(each[key]))),
    most: 100,
  }
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

export function levelsGrid({ results }: OpenReply<'maturityLevels'>, { t, count }: Said): Grid {
  const shown = results.filter((each) => each.length > 0)
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
          : { ...cell, text: said.t('pointsOf', { value: cell.short, most: said.one(maxScoreDimensions[capacity]) }) }
      }),
    ),
    most: Math.max(...shown.map((capacity) => capacityMax[capacity])) + 1,
    limits: shown.map((capacity) => ({
      value: maxScoreDimensions[capacity],
      text: said.t('limit', {
        value: figureText(maxScoreDimensions[capacity], Number.isInteger(maxScoreDimensions[capacity]) ? 0 : 1, said.language),
      }),
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

/** Initiatives that reached each phase: how many is written, and which part of the year's they are is drawn. */
export function phasesGrid({ results }: OpenReply<'methodologic'>, said: Said): Grid {
  const shown = results.filter(({ totalInitiative }) => totalInitiative > 0)
  return {
    series: yearSeries(shown.map(({ year }) => year)),
    groups: named(phases, phaseWords, said),
    cells: shown.map((each) =>
      setNames.map((name) => {
        const n = each[name].potencial
        const share = (100 * n) / each.totalInitiative
        const text = said.t('phaseText', { n, all: each.totalInitiative, share: said.share(share) })
        return { value: share, text, short: figureText(n, 0, said.language) }
      }),
    ),
    most: 100,
  }
}

export function partnersGrid(of: OpenReply<'methodologic'>['results'][number], said: Said): Grid {
  const cells = partners.map((partner) =>
    setNames.map((name) => {
      const n = of[name][partner]
      return said.count(n, said.t('partnerText', { n, all: of.count }))
    }),
  )
  return {
    series: partners.map((partner, tone) => ({
      id: partner,
      label: `${partner.toUpperCase()}: ${partnerWords[partner][said.language]}`,
      tone,
    })),
    groups: named(phases, phaseWords, said),
    cells,
    most: largest(cells),
  }
}

const typeNames = Object.keys(initiativeTypes) as readonly InitiativeType[]

/** Types that there are, the largest first, each in the fill of its scope. */
export const typeTiles = ({ graphData }: OpenReply<'initiativeTypes'>, { share, language }: Said): readonly Tile[] =>
  typeNames
    .flatMap((type) => {
      const value = graphData[type] ?? 0
      return value > 0
        ? [{ id: type, label: typeWords[type][language], value, short: share(value), tone: scopes.indexOf(initiativeTypes[type]) }]
        : []
    })
    .toSorted((left, right) => right.value - left.value)

export function scopeGrid(
  { graphData, totals }: OpenReply<'scopeChange'>,
  said: Said,
): { readonly grid: Grid; readonly notes: readonly string[] } {
  const shown = publicSectors.filter((sector) => totals[sector] > 0)
  return {
    grid: {
      series: toned(named(scopes, scopeWords, said)),
      groups: named(shown, sectorWords, said),
      cells: scopes.map((scope) => shown.map((sector) => said.percent(graphData[scope][sector]))),
      most: 100,
    },
    notes: shown.map((sector) => said.t('ofInitiatives', { n: totals[sector] })),
  }
}

export function originGrid(
  { results }: OpenReply<'initiativeOrigin'>,
  said: Said,
): { readonly grid: Grid; readonly notes: readonly string[] } {
  const shown = results.filter(({ total }) => total > 0)
  return {
    grid: {
      series: toned(named(origins, originWords, said)),
      groups: yearGroups(shown.map(({ year }) => year)),
      cells: origins.map((origin) => shown.map((each) => said.count(each[origin], said.t('ofInitiatives', { n: each[origin] })))),
      most: Math.max(1, ...shown.map((each) => origins.reduce((sum, origin) => sum + each[origin], 0))),
    },
    notes: shown.map(({ total }) => said.t('ofInitiatives', { n: total })),
  }
}

export function directedGrid(
  { graphData }: OpenReply<'directedInitiatives'>,
  said: Said,
): { readonly grid: Grid; readonly notes: readonly string[] } {
  const shown = graphData.filter(({ entityUsersPercent }) => entityUsersPercent !== null)
  return {
    grid: {
      series: toned(named(directedTo, directedWords, said)),
      groups: yearGroups(shown.map(({ year }) => year)),
      cells: directedTo.map((to) => shown.map((each) => said.percent(each[directedKeys[to]]))),
      most: 100,
    },
    notes: shown.map(({ total }) => said.t('ofInitiatives', { n: total })),
  }
}
