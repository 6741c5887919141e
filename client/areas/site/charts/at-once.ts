import { ChartTable } from './chart-table.tsx'
import { ChartTake } from './chart-take.tsx'
import { LateTable, LateTake } from './late-parts.ts'

/** Whoever imports this draws all of a chart at once: the server, and tests of what it draws. */
LateTable.atOnce(ChartTable)
LateTake.atOnce(ChartTake)
