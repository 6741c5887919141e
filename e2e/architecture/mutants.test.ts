import { expect, test } from 'vitest'
import { mutants } from '../mutants/list.ts'
import { exists, read } from './house.ts'

test('every mutant’s text stands exactly once in its file: a rule that moved takes its mutant along (e2e/mutants/list.ts)', () => {
  const lost = mutants.flatMap(({ name, file, find, replace }) => {
    if (!exists(file)) return [`${name}: there is no ${file}`]
    const times = read(file).split(find).length - 1
    if (find === replace) return [`${name}: replaces its text by itself`]
    return times === 1 ? [] : [`${name}: ${file} has ${times} times ${JSON.stringify(find)}`]
  })
  expect(lost).toEqual([])
})

test('every mutant has a name of its own and tests that exist, in the side that its project tests', () => {
  const names = mutants.map(({ name, file }) => `${file}: ${name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, tests, project } of mutants) {
    expect(tests.length, name).toBeGreaterThan(0)
    for (const path of tests) expect([path, exists(path), path.split('/')[0]]).toEqual([path, true, project])
  }
})
