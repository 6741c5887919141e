import { expect, test } from 'vitest'
import { testFiles } from './house.ts'
import { definedIn, definedRules, specs } from './rules.ts'

/** Rule ids in titles: `[OB3] …`, `[OB3] [PL1] …` or `[OB3, PL1] …`. */
function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/\[([A-Z]{2}\d+[a-z]?(?:, ?[A-Z]{2}\d+[a-z]?)*)\]/g)].flatMap((match) => (match[1] ?? '').split(/, ?/))
}

const quoted = new Set(testFiles.filter((file) => !file.path.startsWith('e2e/architecture/')).flatMap((file) => quotedIn(file.text)))

test('all specifications exist and define rules', () => {
  expect(specs.filter((path) => definedIn(path).length === 0)).toEqual([])
})

test('no rule id is defined twice', () => {
  const all = specs.flatMap(definedIn)
  expect(all.filter((id, position) => all.indexOf(id) !== position)).toEqual([])
})

test('every rule of a specification is quoted by the title of a test', () => {
  expect([...definedRules].filter((id) => !quoted.has(id))).toEqual([])
})

test('every rule that a test quotes is in a specification', () => {
  expect([...quoted].filter((id) => !definedRules.has(id))).toEqual([])
})
