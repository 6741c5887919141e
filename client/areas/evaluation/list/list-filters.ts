import type { InstitutionEntry } from '#client/areas/evaluation/desk/use-institutions.ts'

/** The first lets everything through. */
export const listFilters = ['all', 'toDo', 'ready', 'sent', 'late', 'away'] as const
export type ListFilter = (typeof listFilters)[number]

/** Whether a filter of the evaluator's list lets an institution through. */
export function passes(entry: InstitutionEntry, filter: ListFilter): boolean {
  const { row } = entry
  switch (filter) {
    case 'all':
      return true
    case 'toDo':
      return row.locked && !row.released && row.pendent + row.outdated > 0
    case 'ready':
      return entry.sendable
    case 'sent':
      return row.released
    case 'late':
      return row.lateChanges + row.outdated > 0
    case 'away':
      return !entry.onDevice
  }
}
