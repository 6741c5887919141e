import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exists, projectPaths, read, root, sides } from './house.ts'

const documents = projectPaths().filter((path) => path.endsWith('.md'))
const records = documents.filter((path) => path.startsWith('.github/decisions/'))
/** Written for the moment at which something changed, which stays as it was: files may have moved since. */
const dated = new Set([...records, 'CHANGELOG.md'])

const package_: { readonly scripts: Readonly<Record<string, string>>; readonly knip: { readonly entry: readonly string[] } } = JSON.parse(
  read('package.json'),
)

/** What a build or a run leaves behind, which a fresh clone does not have. */
const left = new Set(
  read('.gitignore')
    .split('\n')
    .map((line) => line.replace(/^\/|\/$/g, '')),
)

/** Whether what a document calls a file or a folder is one, seen from the document, from its side or from the root. */
const isThere = (path: string, document: string): boolean =>
  ['', dirname(document), ...sides].some((base) => exists(join(base, path)) || globSync(join(base, path), { cwd: root }).length > 0)

test('every file and folder that a document names is there', () => {
  const lost = documents
    .filter((path) => !dated.has(path))
    .flatMap((document) =>
      [
        ...read(document).matchAll(
          /`((?:[\w.-]+\/)+(?:[\w.-]+\.\w+)?|(?:shared|sync|server|client|e2e)\/[\w./-]+|[\w-]+\.(?:ts|tsx|json|mjs|yml))`/g,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter(
          (path) =>
            !left.has(path.replace(/\/$/, '')) && !isThere(path, document) && !projectPaths().some((each) => each.endsWith(`/${path}`)),
        )
        .map((path) => `${document}: ${path}`),
    )
  expect(lost).toEqual([])
})

test('every link between documents leads somewhere', () => {
  const lost = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((path) => !exists(join(dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(lost).toEqual([])
})

test('every npm command that a document names is one', () => {
  const unknown = documents.flatMap((document) =>
    [...read(document).matchAll(/\bnpm run ([a-z][a-z0-9:-]*)/g)]
      .filter((match) => !Object.hasOwn(package_.scripts, match[1] ?? ''))
      .map((match) => `${document}: ${match[0]}`),
  )
  expect(unknown).toEqual([])
})

test('every record of a decision says its number, its date and whether it stands, in one form', () => {
  const form = (path: string): RegExp =>
    new RegExp(
      String.raw`^# ${path.split('/').at(-1)?.slice(0, 4)} \S[^\n]*\n\nDate: \d{4}-\d\d-\d\d\. Status: (?:in force(?:, but for [^\n]+: (\d{4}))?|superseded by (\d{4}))\.\n\n`,
    )
  expect(records.filter((path) => !form(path).test(read(path)))).toEqual([])
  const named = records.flatMap((path) => [...(form(path).exec(read(path)) ?? [])].slice(1).filter((number) => number !== undefined))
  expect(named.filter((number) => !records.some((path) => path.includes(`/${number}-`)))).toEqual([])
})

test('every place that a check looks at or past is there: lint’s overrides, the dead code’s entries', () => {
  const lint: { readonly overrides: readonly { readonly files: readonly string[] }[] } = JSON.parse(
    read('.oxlintrc.json').replace(/^\s*\/\/.*$/gm, ''),
  )
  const looked = [...lint.overrides.flatMap(({ files }) => files), ...package_.knip.entry]
  const paths = projectPaths()
  const matches = (glob: string): boolean =>
    globSync(glob, { cwd: root, exclude: (name) => name === 'node_modules' }).some((path) =>
      paths.some((each) => each === path || each.startsWith(`${path}/`)),
    )
  expect(looked.filter((glob) => !matches(glob))).toEqual([])
})
