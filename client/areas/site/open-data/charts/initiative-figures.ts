import { directedTo, initiativeTypes, origins, publicSectors, scopes } from '#shared/open-data/model.ts'
import type { InitiativeType } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import { directedWords, originWords, scopeWords, sectorWords, typeWords } from '#shared/open-data/words.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import type { Tile } from '#client/areas/site/charts/marks/treemap.tsx'
import { directedKeys } from '#client/areas/site/open-data/keys.ts'
import { newest, ranked } from './ranked.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'
import { named, toned, yearGroups } from './series.ts'

const typeNames = Object.keys(initiativeTypes) as readonly InitiativeType[]

export function typesFinding({ total, hidden, graphData }: OpenReply<'initiativeTypes'>, { t, share, language }: Said): string {
  const first = ranked(typeNames, (type) => graphData[type] ?? null)[0]
  return first && first.value > 0
    ? t('typesTitle', { name: typeWords[first.item][language], share: share(first.value), n: total - hidden })
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
  const last = newest(results, ({ total, People }) => (total ?? 0) > 0 && People !== null)
  const first = last && ranked(origins, (origin) => last[origin])[0]
  if (!last || !first || first.value === 0) return t('originNone')
  return t('originTitle', { year: last.year, name: originWords[first.item][language], n: first.value, all: last.total ?? 0 })
}

export function directedFinding({ graphData }: OpenReply<'directedInitiatives'>, { t, share, language }: Said): string {
  const last = newest(graphData, ({ entityUsersPercent }) => entityUsersPercent !== null)
  const first = last && ranked(directedTo, (to) => last[directedKeys[to]])[0]
  if (!last || !first || first.value === 0) return t('directedNone')
  return t('directedTitle', { year: last.year, share: share(first.value), name: directedWords[first.item][language] })
}

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
  { graphData, totals, hidden }: OpenReply<'scopeChange'>,
  said: Said,
): { readonly grid: Grid; readonly notes: readonly string[] } {
  const shown = publicSectors.filter((sector) => totals[sector] > hidden[sector])
  return {
    grid: {
      series: toned(named(scopes, scopeWords, said)),
      groups: named(shown, sectorWords, said),
      cells: scopes.map((scope) => shown.map((sector) => said.percent(graphData[scope][sector]))),
      most: 100,
    },
    notes: shown.map((sector) => said.t('ofInitiatives', { n: totals[sector] - hidden[sector] })),
  }
}

export function originGrid(
  { results }: OpenReply<'initiativeOrigin'>,
  said: Said,
): { readonly grid: Grid; readonly notes: readonly string[] } {
  const shown = results.filter(({ total, People }) => (total ?? 0) > 0 && People !== null)
  return {
    grid: {
      series: toned(named(origins, originWords, said)),
      groups: yearGroups(shown.map(({ year }) => year)),
      cells: origins.map((origin) => shown.map((each) => said.count(each[origin] ?? 0, said.t('ofInitiatives', { n: each[origin] ?? 0 })))),
      most: Math.max(1, ...shown.map((each) => origins.reduce((sum, origin) => sum + (each[origin] ?? 0), 0))),
    },
    notes: shown.map(({ total }) => said.t('ofInitiatives', { n: total ?? 0 })),
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
