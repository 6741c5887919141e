import type { Level } from '#shared/results/model.ts'

/** What a level is called in tables. */
export const levelWords: Readonly<Record<Level, string>> = { bad: 'Malo', med: 'Regular', good: 'Bueno' }
/** What a report is called in tables. */
export const kindWords = { preliminary: 'Preliminar', final: 'Final' } as const
