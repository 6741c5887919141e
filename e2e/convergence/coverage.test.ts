import { expect, test } from 'vitest'
import { Coverage, situations, type Counts } from './coverage.ts'
import { simulate } from './simulate.ts'
import { calm } from './terms.ts'

test('a situation that no run met is told, by its name and in the table', () => {
  const all = Object.keys(situations)
  const met: Counts = Object.fromEntries(all.filter((situation) => situation !== 'fork').map((situation) => [situation, 2]))
  const coverage = new Coverage()
  coverage.add(1, met)
  coverage.add(2, met)
  expect(coverage.missing).toEqual(['fork'])
  expect(coverage.table.split('\n')).toHaveLength(all.length)
  expect(coverage.table).toMatch(/^fork +0 times in 0 of 2 runs {2}← never$/m)
  expect(coverage.table).toMatch(/^alias +4 times in 2 of 2 runs$/m)
})

test('of seeds a few that met everything are told, the one that met most first', () => {
  const coverage = new Coverage()
  coverage.add(1, { fork: 1 })
  coverage.add(2, { fork: 1, alias: 1, 'sequence gap': 3 })
  coverage.add(3, { alias: 2, immutable: 1 })
  expect(coverage.enough).toEqual([2, 3])
})

test('a world without a situation leaves it at nothing: counts come from what happened, not from what was meant to', async () => {
  const coverage = new Coverage()
  for (const seed of [3, 4]) coverage.add(seed, (await simulate({ seed, steps: 60, terms: calm })).counts)
  const absent = ['live poke', 'no locks', 'small pages', 'program too old', 'copied profile', 'frozen tab', 'full disk', 'PostgreSQL']
  expect(coverage.missing).toEqual(expect.arrayContaining(absent))
  expect(coverage.missing).not.toContain('restarted pull')
})
