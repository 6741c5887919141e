import type { OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenSet } from '#shared/open-data/model.ts'
import type { SitePath } from '#shared/site/paths.ts'

/** Sets of each page, in the order in which it shows them. */
export const setsOfPage = {
  openData: ['averageIndex'],
  descriptiveStats: ['averageIndex', 'scoreDistribution', 'classDistribution', 'maturityLevels', 'publicSectorIndex'],
  capacities: ['keyCapability'],
  methodologySteps: ['methodologic'],
  initiatives: ['initiativeTypes', 'scopeChange', 'initiativeOrigin', 'directedInitiatives'],
} as const satisfies Readonly<Partial<Record<SitePath, readonly OpenSet[]>>>
export type OpenPage = keyof typeof setsOfPage

/**
 * Where the call of each set stands. They are the paths of its routes, which a visitor does without: with them would come everything that
 * administrators ask.
 */
export const callPaths: Readonly<Record<OpenSet, string>> = {
  averageIndex: 'publicReports/openstatistics/scoreDistribution/years/:years',
  scoreDistribution: 'publicReports/openstatistics/scoreDistribution',
  classDistribution: 'publicReports/openstatistics/distClassScoreCategory',
  maturityLevels: 'publicReports/openstatistics/maturityLevels',
  publicSectorIndex: 'publicReports/openstatistics/publicSectorIndex',
  keyCapability: 'publicReports/openstatistics/performanceKeyCapability',
  methodologic: 'publicReports/openstatistics/colabOpenessMethodologic',
  initiativeTypes: 'publicReports/openstatistics/iniciativeTypes',
  scopeChange: 'publicReports/openstatistics/scopeChange',
  initiativeOrigin: 'publicReports/openstatistics/iniciativeOrigin',
  directedInitiatives: 'publicReports/openstatistics/directedInitiatives',
}

/** The call that tells a set for a filter, below the origin. */
export function callOf(set: OpenSet, { years, category, orientation }: OpenFilter): string {
  const inPath = callPaths[set].includes(':years')
  const query = [
    ...(inPath ? [] : [`years=${years.join(',')}`]),
    ...(category === null ? [] : [`category=${encodeURIComponent(category)}`]),
    ...(orientation === null ? [] : [`orientation=${encodeURIComponent(orientation)}`]),
  ]
  return `/api/v1/${callPaths[set].replace(':years', years.join(','))}${query.length === 0 ? '' : `?${query.join('&')}`}`
}
