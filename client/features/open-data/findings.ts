import { capacities, directedTo, initiativeTypes, origins, partners, phases, publicSectors, scopes } from '#shared/open-data/model.ts'
import type { InitiativeType, OpenDimension } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import {
  capacityWords,
  categoryWords,
  dimensionWords,
  directedWords,
  originWords,
  partnerWords,
  phaseWords,
  scopeWords,
  sectorWords,
  typeWords,
} from '#shared/open-data/words.ts'
import { openCategories, shownFrom } from '#shared/open-data/model.ts'
import { maturityWord } from '#shared/results/words.ts'
import { maturities } from '#shared/results/model.ts'
import { directedKeys, setNames } from './keys.ts'
import type { Said } from './said.ts'

/** What has a figure, the largest first; of equals the one that comes first. */
const ranked = <Item>(
  items: readonly Item[],
  figure: (item: Item) => number | null,
): readonly { readonly item: Item; readonly value: number }[] =>
  items
    .flatMap((item) => {
      const value = figure(item)
      return value === null ? [] : [{ item, value }]
    })
    .toSorted((left, right) => right.value - left.value)

const newest = <Of extends { readonly year: number }>(results: readonly Of[], has: (each: Of) => boolean): Of | undefined =>
  results.filter(has).toSorted((left, right) => right.year - left.year)[0]

/** What each chart found, in one sentence of its own figures: of the newest year that has one (CH6). */
export function averageFinding({ results }: OpenReply<'averageIndex'>, { t, one }: Said): string {
  const last = newest(results, ({ avgIndex }) => avgIndex !== null)
  if (!last || last.avgIndex === null) return t('indexNone')
  const told = { value: one(last.avgIndex), year: last.year }
  if (last.indexDiff === null) return t('indexTitle', told)
  const by = one(Math.abs(last.indexDiff))
  if (by === one(0)) return t('indexSame', told)
  return t(last.indexDiff > 0 ? 'indexRose' : 'indexFell', { ...told, by })
}

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

export function levelsFinding({ results }: OpenReply<'maturityLevels'>, { t, language }: Said): string {
  const counted = results.filter((each) => each.some(({ count }) => count > 0))
  const last = counted.toSorted((left, right) => (right[0]?.year ?? 0) - (left[0]?.year ?? 0))[0]
  const first = ranked(last ?? [], ({ count }) => count)[0]
  if (!last || !first) return t('levelsNone')
  const level = maturities.find((each) => each === first.item.level)
  const all = last.reduce((sum, { count }) => sum + count, 0)
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

const newestYear = <Value extends { readonly count: number }>(byYear: Readonly<Record<string, Value>>) =>
  newest(
    Object.entries(byYear).map(([year, value]) => ({ year: Number(year), value })),
    ({ value }) => value.count > 0,
  )

export function dimensionFinding(
  { averageByYear, maxScoreDimensions }: OpenReply<'keyCapability'>,
  dimension: OpenDimension,
  { t, one, language }: Said,
): string {
  const name = dimensionWords[dimension][language]
  const last = newestYear(averageByYear)
  const value = last?.value.values[dimension] ?? null
  if (!last || value === null) return t('dimensionNone', { name })
  return t('dimensionTitle', { year: last.year, value: one(value), most: one(maxScoreDimensions[dimension]), name })
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

export function phasesFinding({ results }: OpenReply<'methodologic'>, { t, language }: Said): string {
  const last = newest(results, ({ totalInitiative }) => totalInitiative > 0)
  const first = last && ranked(setNames, (name) => last[name].potencial)[0]
  if (!last || !first) return t('phasesNone')
  return t('phasesTitle', {
    all: last.totalInitiative,
    year: last.year,
    n: last.set6.potencial,
    last: phaseWords.evaluation[language],
    name: phaseWords[phases[setNames.indexOf(first.item)] ?? 'design'][language],
    most: first.value,
  })
}

export function partnersFinding(of: OpenReply<'methodologic'>['results'][number], { t, language }: Said): string {
  const pairs = phases.flatMap((phase, at) => partners.map((partner) => ({ phase, partner, name: setNames[at] ?? 'set1' })))
  const first = ranked(pairs, ({ partner, name }) => of[name][partner])[0]
  if (!first || first.value === 0) return t('partnersNone', { year: of.year })
  return t('partnersTitle', {
    year: of.year,
    phase: phaseWords[first.item.phase][language],
    n: first.value,
    all: of.count,
    name: `${partnerWords[first.item.partner][language]} (${first.item.partner.toUpperCase()})`,
  })
}

const typeNames = Object.keys(initiativeTypes) as readonly InitiativeType[]

export function typesFinding({ total, graphData }: OpenReply<'initiativeTypes'>, { t, share, language }: Said): string {
  const first = ranked(typeNames, (type) => graphData[type] ?? null)[0]
  return first && first.value > 0
    ? t('typesTitle', { name: typeWords[first.item][language], share: share(first.value), n: total })
    : t('typesNone')
}

export function scopeFinding({ graphData }: OpenReply<'scopeChange'>, { t, language }: Said): string {
  const leading = publicSectors.flatMap((sector) => {
    const first = ranked(scopes, (scope) => graphData[scope][sector])[0]
    return first ? [first.item] : []
  })
  const first = ranked(scopes, (scope) => leading.filter((each) => each === scope).length)[0]
  return first && first.value > 0
    ? t('scopeTitle', { scope: scopeWords[first.item][language], n: first.value, all: leading.length })
    : t('scopeNone')
}

export function originFinding({ results }: OpenReply<'initiativeOrigin'>, { t, language }: Said): string {
  const last = newest(results, ({ total }) => total > 0)
  const first = last && ranked(origins, (origin) => last[origin])[0]
  if (!last || !first) return t('originNone')
  return t('originTitle', { year: last.year, name: originWords[first.item][language], n: first.value, all: last.total })
}

export function directedFinding({ graphData }: OpenReply<'directedInitiatives'>, { t, share, language }: Said): string {
  const last = newest(graphData, ({ entityUsersPercent }) => entityUsersPercent !== null)
  const first = last && ranked(directedTo, (to) => last[directedKeys[to]])[0]
  if (!last || !first) return t('directedNone')
  return t('directedTitle', { year: last.year, share: share(first.value), name: directedWords[first.item][language] })
}
