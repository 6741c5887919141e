import type { Thresholds } from '#shared/results/model.ts'

/** The two fields, in percent, as they are typed. */
export interface LevelFields extends Readonly<Record<string, string>> {
  readonly med: string
  readonly good: string
}

/** A part of one in percent, with two decimals at most: a third is 33,33. */
const percentText = (part: number): string => String(Math.round(part * 10_000) / 100).replace('.', ',')

export const fieldsOf = ({ med, good }: Thresholds): LevelFields => ({ med: percentText(med), good: percentText(good) })

/** What was typed as a part of one; null when it is no number. What stands as it was keeps what its two decimals do not say. */
function partOf(typed: string, before: number): number | null {
  const text = typed.trim().replace(/%$/, '').trimEnd().replace(',', '.')
  if (text === percentText(before).replace(',', '.')) return before
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) / 10_000 : null
}

/** Levels as they were typed, over those that stood; null when they are no numbers, or not in their order. */
export function levelsOf({ med, good }: LevelFields, before: Thresholds): Thresholds | null {
  const [from, to] = [partOf(med, before.med), partOf(good, before.good)]
  return from !== null && to !== null && from > 0 && from < to && to <= 1 ? { med: from, good: to } : null
}
