import { expect, test } from 'vitest'
import { projectPaths, read, testFiles } from './house.ts'
import { definedRules } from './rules.ts'

/** How a paper that readers of the project do not have was cited, or would be: by file, chapter, row or number. */
const papers: readonly RegExp[] = [
  /\b(?:anchors|architecture|content|reliability|rules|style|sync|ux)\.md\b/,
  /\b(?:administration|institution|public|visitor)-area\b/i,
  /\brules (?:section \d|[A-Z]\d)/,
  /\bux [A-Z]?\d/,
  /\breliability \d/,
  /\bASVS\b/,
  /§/,
  /\bmatrix rows? \d/,
  /\bI\d{1,2}\b/,
  /(?<=^|\s)\((?:[A-Z]\d{1,2}(?:[,;] ?)?)+\)/,
]

/** Rules that a comment or a document names between brackets: `(OB3)`, `(OB3, PL1)`, `SPEC OB3`. */
const named = /[([]([A-Z]{2}\d{1,2}[a-z]?(?:(?:, |-| )[A-Z]{2}\d{1,2}[a-z]?)*)[)\]]|\bSPEC ([A-Z]{2}\d{1,2})/g

const self = 'e2e/architecture/papers.test.ts'
const written = projectPaths().filter((path) => path !== self && /\.(?:tsx?|m?js|md|css|ya?ml|html)$/.test(path))

/** Lines of a text in which a paper is cited. */
const citing = (text: string): readonly string[] => text.split('\n').filter((line) => papers.some((paper) => paper.test(line)))

/** Rules that a text names and that no specification defines. */
const unknownIn = (text: string): readonly string[] =>
  [...text.matchAll(named)].flatMap((match) => (match[1] ?? match[2] ?? '').split(/, |-| /)).filter((id) => !definedRules.has(id))

test('a citation of a paper is seen in whatever way it is written, and a rule of the project is none', () => {
  const cited = [
    '(sync.md §2.2)',
    '(rules L12)',
    'Institution-area, the list',
    '(ux 42-44)',
    'never silent (I4)',
    'opens it again (L9).',
    'I§5',
  ]
  expect(cited.filter((line) => citing(line).length === 0)).toEqual([])
  expect(citing('// Held lower only while somebody stands there (SE2, CF14); UTF-8, level 4, D1 of the map.')).toEqual([])
  expect(unknownIn('(OB1, ZZ9) and SPEC QQ1, but (TM6-TM8)')).toEqual(['ZZ9', 'QQ1'])
})

test('no file cites a paper that readers of the project do not have: the rule stands in a SPEC.md, or the reason in the comment', () => {
  expect(written.flatMap((path) => citing(read(path)).map((line) => `${path}: ${line.trim()}`))).toEqual([])
})

test('every rule that a file names is in a specification', () => {
  expect(written.flatMap((path) => unknownIn(read(path)).map((id) => `${path}: ${id}`))).toEqual([])
})

test('a title that begins with brackets begins with rules', () => {
  const titles = testFiles.flatMap((file) =>
    [...file.text.matchAll(/\btest\(\s*['"`](\[[^\]]*\])/g)].map((match) => `${file.path} ${match[1]}`),
  )
  expect(titles.filter((title) => !/ \[[A-Z]{2}\d+[a-z]?(?:, ?[A-Z]{2}\d+[a-z]?)*\]$/.test(title))).toEqual([])
})
