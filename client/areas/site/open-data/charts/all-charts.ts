import '#client/areas/site/charts/at-once.ts'
import { Capacities } from './capacities.tsx'
import { DescriptiveStats } from './descriptive-stats.tsx'
import { IndexAlone } from './index-alone.tsx'
import { Initiatives } from './initiatives.tsx'
import { lateCharts } from './late-charts.ts'
import { LateSetTable } from '#client/areas/site/open-data/late-set-table.ts'
import { MethodologySteps } from './methodology-steps.tsx'
import { SetTable } from '#client/areas/site/open-data/set-table.tsx'

/** Whoever imports this draws every page of open data whole and at once: the server, and tests of what it draws. */
LateSetTable.atOnce(SetTable)
lateCharts.openData.atOnce(IndexAlone)
lateCharts.descriptiveStats.atOnce(DescriptiveStats)
lateCharts.capacities.atOnce(Capacities)
lateCharts.methodologySteps.atOnce(MethodologySteps)
lateCharts.initiatives.atOnce(Initiatives)
