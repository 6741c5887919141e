import { useMemo, useSyncExternalStore } from 'react'

/** What tells of its changes by topic. */
export interface Told {
  subscribe(topic: string, listener: () => void): () => void
  version(topic: string): number
}

/** How often what depends on the hour is looked at again: a stage that ends, an hour that is shown. */
const clockTickMs = 20_000

const tickers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | null = null

/** One clock for all readings of the page. */
function everyTick(listener: () => void): () => void {
  tickers.add(listener)
  ticking ??= setInterval(() => {
    for (const each of tickers) each()
  }, clockTickMs)
  return () => {
    tickers.delete(listener)
    if (tickers.size > 0 || ticking === null) return
    clearInterval(ticking)
    ticking = null
  }
}

function watch(told: Told, topics: readonly string[], listener: () => void): () => void {
  const stops = [everyTick(listener), ...topics.map((topic) => told.subscribe(topic, listener))]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * What a reading gives now, and again whenever a topic moves or time passes. The part is drawn anew only when the reading differs: by
 * `same`, which never changes for one caller.
 */
export function useReadingOf<From extends Told, T>(
  from: From,
  topics: readonly string[],
  read: (from: From) => T,
  same: (left: T, right: T) => boolean,
): T {
  const key = topics.join(' ')
  const store = useMemo(() => {
    const names = key.split(' ')
    let last: { readonly read: unknown; readonly stamp: string; readonly value: T } | null = null
    return {
      subscribe: (listener: () => void) => watch(from, names, listener),
      snapshot: (reader: (from: From) => T): T => {
        const stamp = `${names.map((name) => from.version(name)).join(',')}/${Math.floor(Date.now() / clockTickMs)}`
        if (last?.stamp === stamp && last.read === reader) return last.value
        const value = reader(from)
        last = { read: reader, stamp, value: last && same(last.value, value) ? last.value : value }
        return last.value
      },
    }
    // `same` is one of a few functions and never changes for one caller.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [from, key])
  return useSyncExternalStore(store.subscribe, () => store.snapshot(read))
}

/** Shallow equality, for readings that give records or lists. */
export function sameParts(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.is(Reflect.get(left, key), Reflect.get(right, key)))
}
