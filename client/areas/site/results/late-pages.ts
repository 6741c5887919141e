import { drawnLate } from '#client/ui/loading/drawn-late.tsx'

/** What each page of results shows: a browser brings the code of the one that it is on, after the page was read. */
export const latePages = {
  results: drawnLate(async () => (await import('./general-results.tsx')).GeneralResults),
  dimensionResults: drawnLate(async () => (await import('./dimension-results.tsx')).DimensionResults),
  institutionResults: drawnLate(async () => (await import('./institution-results.tsx')).InstitutionResults),
} as const
