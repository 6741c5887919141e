import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Unit } from '#shared/kernel/ids.ts'
import { matches, reviewFilters } from './review.ts'
import type { ReviewFilter, ReviewUnit, SubDimensionReview } from './review.ts'

export interface View {
  /** Navigation that it was read from: another one reads it anew. */
  readonly key: string
  readonly filter: ReviewFilter
  readonly unit: Unit | null
}

/** Filter and open answer: read from the address, then written to it without a navigation, so that the focus stays in the queue. */
export function useView(fallback: ReviewFilter): readonly [View, (next: Partial<Omit<View, 'key'>>) => void] {
  const { key, search, pathname } = useLocation()
  const [view, setView] = useState<View | null>(null)
  const current = useMemo((): View => {
    if (view?.key === key) return view
    const query = new URLSearchParams(search)
    const filter = reviewFilters.find((each) => each === query.get('filter')) ?? fallback
    return { key, filter, unit: query.get('unit') }
  }, [view, key, search, fallback])
  const change = (next: Partial<Omit<View, 'key'>>): void => {
    const changed = { ...current, ...next }
    setView(changed)
    const query = new URLSearchParams({ filter: changed.filter, ...(changed.unit ? { unit: changed.unit } : {}) })
    history.replaceState(history.state, '', `${pathname}?${query.toString()}`)
  }
  return [current, change]
}

/** Answers that the filter chose when it was set stay in the list when a decision takes them out of it: nothing jumps away. */
export function useShown(key: string, entries: readonly ReviewUnit[], filter: ReviewFilter): readonly ReviewUnit[] {
  const kept = useRef<{ key: string; units: Set<Unit> }>({ key: '', units: new Set() })
  if (kept.current.key !== key) kept.current = { key, units: new Set() }
  for (const entry of entries) if (matches(entry, filter)) kept.current.units.add(entry.unit)
  return entries.filter((entry) => kept.current.units.has(entry.unit))
}

/** The sub-dimension to go to next: the first after this one, then from the start, in which the filter finds something. */
export function nextWith(review: readonly SubDimensionReview[], current: string, filter: ReviewFilter): SubDimensionReview | undefined {
  const at = review.findIndex((each) => each.id === current)
  const found = (each: SubDimensionReview): boolean => each.id !== current && each.entries.some((entry) => matches(entry, filter))
  return review.slice(at + 1).find(found) ?? review.find(found)
}
