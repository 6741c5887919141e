import { drawnLate } from '#client/ui/loading/drawn-late.tsx'

/** The table beside a drawing: drawn by the server, alive once somebody opens it. */
export const LateTable = drawnLate(async () => (await import('./chart-table.tsx')).ChartTable)

/** What can be taken along of a chart: the same. */
export const LateTake = drawnLate(async () => (await import('./chart-take.tsx')).ChartTake)
