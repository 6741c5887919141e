import { drawnLate } from '#client/ui/loading/drawn-late.tsx'

/** The table of a set, whose words and rows come when it is opened. */
export const LateSetTable = drawnLate(async () => (await import('./set-table.tsx')).SetTable)
