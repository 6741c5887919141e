import { LateTake } from '#client/areas/site/charts/late-parts.ts'
import { drawnLate } from '#client/ui/loading/drawn-late.tsx'
import type { DrawnLate } from '#client/ui/loading/drawn-late.tsx'
import type { OpenPage } from '#client/areas/site/open-data/asked.ts'
import { LateSetTable } from '#client/areas/site/open-data/late-set-table.ts'
import type { ChartsProps } from '#client/areas/site/open-data/shown-data.ts'

/**
 * Charts of each page. The server draws them, and they are read from what it drew; their code is wanted when something else is to be
 * drawn.
 */
export const lateCharts: Readonly<Record<OpenPage, DrawnLate<ChartsProps>>> = {
  openData: drawnLate(async () => (await import('./index-alone.tsx')).IndexAlone),
  descriptiveStats: drawnLate(async () => (await import('./descriptive-stats.tsx')).DescriptiveStats),
  capacities: drawnLate(async () => (await import('./capacities.tsx')).Capacities),
  methodologySteps: drawnLate(async () => (await import('./methodology-steps.tsx')).MethodologySteps),
  initiatives: drawnLate(async () => (await import('./initiatives.tsx')).Initiatives),
}

/** All code of a page's charts, with their tables and files: once somebody opens or chooses something. */
export async function wantCharts(at: OpenPage): Promise<void> {
  await Promise.all([lateCharts[at].want(), LateSetTable.want(), LateTake.want()])
}
