import { expect, test } from 'vitest'
import { fitting, reachedBy } from '../quick/reach.ts'
import type { SourceFile } from './house.ts'

const file = (path: string, ...imports: string[]): SourceFile => ({
  path,
  side: 'shared',
  isTest: path.includes('.test.'),
  text: imports.map((from) => `import { x } from '${from}'`).join('\n'),
})
const house = [
  file('shared/a/rules.ts'),
  file('shared/a/rules.test.ts', './rules.ts'),
  file('shared/b/uses.ts', '../a/rules.ts'),
  file('shared/b/uses.test.ts', './uses.ts'),
  file('shared/c/other.test.ts', './other.ts'),
  file('client/areas/x/list-page.tsx', '#shared/b/uses.ts'),
  file('client/testing/render-screen.tsx', '#client/areas/x/list-page.tsx'),
  file('client/areas/x/list-page.screen.test.tsx', '#client/testing/render-screen.tsx'),
  file('client/areas/x/else-page.screen.test.tsx', '#client/testing/render-screen.tsx'),
  file('e2e/architecture/arrows.test.ts'),
]
const reached = (...changed: string[]): readonly string[] => reachedBy(changed, house).map(({ path, distance }) => `${distance} ${path}`)

test('a change reaches the tests that import it, nearest first, and those that read the sources', () => {
  expect(reached('shared/a/rules.ts')).toEqual([
    '1 shared/a/rules.test.ts',
    '1 e2e/architecture/arrows.test.ts',
    '2 shared/b/uses.test.ts',
    '3 client/areas/x/list-page.screen.test.tsx',
  ])
})

test('a test of a screen stands for the page beside it, and not for every page that may be drawn', () => {
  expect(reached('client/areas/x/list-page.tsx')).toEqual([
    '1 client/areas/x/list-page.screen.test.tsx',
    '1 e2e/architecture/arrows.test.ts',
  ])
})

test('a test that changed is reached itself, one that went is not, and no change reaches nothing', () => {
  expect(reached('shared/c/other.test.ts')[0]).toBe('0 shared/c/other.test.ts')
  expect(reached('shared/c/gone.test.ts')).toEqual(['1 e2e/architecture/arrows.test.ts'])
  expect(reached()).toEqual([])
})

test('as many tests run as fit, in their order, and the first one always does', () => {
  const tests = ['a', 'b', 'c', 'd'].map((path) => ({ path, distance: 1 }))
  const seconds: Readonly<Record<string, number>> = { a: 9, b: 3, c: 20, d: 2 }
  const names = (most: number): string =>
    fitting(tests, (path) => seconds[path] ?? 0, most)
      .map(({ path }) => path)
      .join('')
  expect(names(14)).toBe('abd')
  expect(names(1)).toBe('a')
})
