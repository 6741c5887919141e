import type { Cell, Named, Series } from '#client/areas/site/charts/marks/grid.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'

/** Years as series: the newest has the strongest fill, whichever others are chosen. */
export const yearSeries = (years: readonly number[]): readonly Series[] =>
  years.map((year, at) => ({ id: `y${year}`, label: String(year), tone: years.length - 1 - at }))

export const yearGroups = (years: readonly number[]): readonly Named[] => years.map((year) => ({ id: `y${year}`, label: String(year) }))

export const named = <Key extends string>(
  keys: readonly Key[],
  words: Readonly<Record<Key, Readonly<Record<'es' | 'en', string>>>>,
  { language }: Said,
): readonly Named[] => keys.map((key) => ({ id: key, label: words[key][language] }))

export const toned = (all: readonly Named[]): readonly Series[] => all.map((each, tone) => ({ ...each, tone }))

export const yearsOf = (byYear: Readonly<Record<string, unknown>>): readonly number[] =>
  Object.keys(byYear)
    .map(Number)
    .toSorted((left, right) => left - right)

export const largest = (cells: readonly (readonly Cell[])[]): number => Math.max(1, ...cells.flat().map(({ value }) => value ?? 0))
