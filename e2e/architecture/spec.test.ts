import { expect, test } from 'vitest'
import { exists, read, testFiles } from './house.ts'

const specs = ['shared/SPEC.md', 'sync/SPEC.md', 'server/SPEC.md', 'client/SPEC.md']

/** Rule ids that a SPEC defines: the first word of a list item, a heading or a table row. */
function definedIn(path: string): readonly string[] {
  if (!exists(path)) return []
  return [...read(path).matchAll(/^(?:[-*|]\s+|#{2,5}\s+)?[*`[]*([A-Z]{2}\d+[a-z]?)\b/gm)].map((match) => match[1] ?? '')
}

/** Rule ids in titles: `[OB3] …`, `[OB3] [PL1] …` or `[OB3, PL1] …`. */
function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/\[([A-Z]{2}\d+[a-z]?(?:, ?[A-Z]{2}\d+[a-z]?)*)\]/g)].flatMap((match) => (match[1] ?? '').split(/, ?/))
}

const defined = new Set(specs.flatMap(definedIn))
const quoted = new Set(testFiles.filter((file) => !file.path.startsWith('e2e/architecture/')).flatMap((file) => quotedIn(file.text)))

test('all specifications exist and define rules', () => {
  expect(specs.filter((path) => definedIn(path).length === 0)).toEqual([])
})

test('no rule id is defined twice', () => {
  const all = specs.flatMap(definedIn)
  expect(all.filter((id, position) => all.indexOf(id) !== position)).toEqual([])
})

test('every rule of a specification is quoted by the title of a test', () => {
  expect([...defined].filter((id) => !quoted.has(id))).toEqual([])
})

test('every rule that a test quotes is in a specification', () => {
  expect([...quoted].filter((id) => !defined.has(id))).toEqual([])
})
