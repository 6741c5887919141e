import { expect, test } from 'vitest'
import { limitsOf, type Limit, type Machine, type Measured } from './limits.ts'

const measured: Measured = {
  load: 5,
  scale: 0.1,
  seconds: 100,
  peak: 2,
  serverCpuSeconds: [10, 20],
  databaseCpuSeconds: 10,
  pool: { most: 10, busyAverage: 1 },
  flushes: 1000,
  flushMs: 5,
  databaseGrowthBytes: 10_000_000,
  fileBytes: 10_000_000,
  serverRssBytes: [200_000_000, 210_000_000],
  serverStartRssBytes: [200_000_000, 200_000_000],
  databaseRssBytes: 100_000_000,
  streams: [400, 300],
}
const machine: Machine = { cores: 4, memoryBytes: 16e9, diskFreeBytes: 100e9, openFiles: 20_000 }

const of = (limits: readonly Limit[], what: string): Limit | undefined => limits.find((limit) => limit.what.startsWith(what))

test('what is taken of a second grows with the load that was played, at the busiest time', () => {
  const limits = limitsOf(measured, machine)
  // 0.2 of a core for five countries: 0.04 each, 0.4 for ten, twice that at the busiest.
  expect(of(limits, 'one core')?.atTen).toBeCloseTo(0.8)
  expect(of(limits, 'one core')?.countries).toBeCloseTo(12.5)
  expect(of(limits, 'cores of the machine')?.atTen).toBeCloseTo(0.4)
  expect(of(limits, 'flushes')?.atTen).toBeCloseTo(0.2)
  expect(of(limits, 'connections')?.atTen).toBeCloseTo(0.2)
})

test('what there is once for each institution grows with the institutions alone', () => {
  const limits = limitsOf(measured, machine)
  expect(of(limits, 'room on the disk')?.atTen).toBeCloseTo(0.02)
  expect(of(limits, 'open files')?.atTen).toBeCloseTo(2)
  expect(of(limits, 'memory')?.atTen).toBeCloseTo((2 * (0.2 + 1) + 0.1) / 16)
})

test('the first is what is met first, and another machine has another', () => {
  expect(limitsOf(measured, machine)[0]?.what).toBe('open files of one server')
  expect(limitsOf(measured, { ...machine, openFiles: 1_000_000 })[0]?.what).toBe('one core of the busiest server')
  expect(limitsOf({ ...measured, serverCpuSeconds: [5, 5], flushMs: 40 }, { ...machine, openFiles: 1_000_000 })[0]?.what).toBe(
    'flushes of the disk',
  )
  expect(of(limitsOf({ ...measured, pool: null }, machine), 'connections')).toBeUndefined()
})
