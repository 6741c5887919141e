import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { describe, expect, test } from 'vitest'
import { MemoryCounts, Throttle, type Counts, type Limit } from './throttle.ts'

const at = (seconds: number): Instant => instantOf(1_790_000_000_000 + seconds * 1000)
const quiet = { error: () => undefined }
const waitOf = async (throttle: Throttle, limits: readonly Limit[], seconds: number): Promise<number | string | undefined> => {
  const { refused } = await throttle.take(limits, at(seconds))
  return refused && (refused.failure.params?.['seconds'] ?? refused.failure.code)
}

describe('attempts', () => {
  const key: Limit = { key: 'k', free: 3 }

  test('the first cost nothing, and then each waits twice as long as the one before, up to a quarter of an hour', async () => {
    const throttle = new Throttle(new MemoryCounts(), quiet)
    const waits: unknown[] = []
    let now = 0
    for (let attempt = 0; attempt < 16; attempt += 1) {
      const wait = await waitOf(throttle, [key], now)
      waits.push(wait)
      if (typeof wait !== 'number') continue
      now += wait
      expect(await waitOf(throttle, [key], now)).toBeUndefined()
    }
    expect(waits).toEqual([undefined, undefined, undefined, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('an hour of quiet makes the first ones free again', async () => {
    const throttle = new Throttle(new MemoryCounts(), quiet)
    for (let attempt = 0; attempt < 4; attempt += 1) await throttle.take([key], at(0))
    expect(await waitOf(throttle, [key], 0)).toBe(1)
    for (const _ of [1, 2, 3]) expect(await waitOf(throttle, [key], 3700)).toBeUndefined()
    expect(await waitOf(throttle, [key], 3700)).toBe(1)
  })

  test('one that is refused by one limit counts under none', async () => {
    const throttle = new Throttle(new MemoryCounts(), quiet)
    const narrow: Limit = { key: 'narrow', free: 1 }
    await throttle.take([key, narrow], at(0))
    for (let again = 0; again < 20; again += 1) expect(await waitOf(throttle, [key, narrow], 0)).toBe(1)
    expect(await waitOf(throttle, [key], 0)).toBeUndefined()
    expect(await waitOf(throttle, [key], 0)).toBeUndefined()
  })

  test('what is given back never counted, and what is cleared starts over', async () => {
    const throttle = new Throttle(new MemoryCounts(), quiet)
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await waitOf(throttle, [key], 0)).toBeUndefined()
      await throttle.giveBack('k')
    }
    for (const _ of [1, 2, 3]) await throttle.take([key], at(0))
    expect(await waitOf(throttle, [key], 0)).toBe(1)
    await throttle.clear('k')
    expect(await waitOf(throttle, [key], 0)).toBeUndefined()
  })

  test('at the ceiling no time helps, and it is told exactly once that it was reached', async () => {
    const throttle = new Throttle(new MemoryCounts(), quiet)
    const limit: Limit = { key: 'k', free: 3, ceiling: 10 }
    const told: number[] = []
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const taken = await throttle.take([limit], at(attempt * 4000))
      if (taken.reached.length > 0) told.push(attempt)
    }
    expect(told).toEqual([10])
    expect(await waitOf(throttle, [limit], 400_000_000)).toBe('sign_in_closed')
    await throttle.clear('k')
    expect(await waitOf(throttle, [limit], 400_000_000)).toBeUndefined()
  })

  test('while the store is broken each process counts for itself, and says so once', async () => {
    const errors: string[] = []
    let broken = true
    const memory = new MemoryCounts()
    const orBroken = async <T>(work: Promise<T>): Promise<T> => {
      if (broken) throw new Error('the database is gone')
      return work
    }
    const store: Counts = {
      take: (limits, nowMs) => orBroken(memory.take(broken ? [] : limits, nowMs)),
      giveBack: (name) => orBroken(memory.giveBack(name)),
      clear: (names) => orBroken(memory.clear(names)),
    }
    const throttle = new Throttle(store, { error: (_, message) => void errors.push(message) })
    for (const _ of [1, 2, 3]) expect(await waitOf(throttle, [key], 0)).toBeUndefined()
    expect(await waitOf(throttle, [key], 0)).toBe(1)
    expect(errors).toEqual(['attempts are counted in memory: their store is broken'])
    broken = false
    for (const _ of [1, 2, 3]) expect(await waitOf(throttle, [key], 10)).toBeUndefined()
    expect(await waitOf(throttle, [key], 10)).toBe(1)
  })
})
