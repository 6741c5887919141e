import { dirname } from 'node:path'
import { importsOf, type SourceFile } from '../architecture/house.ts'

/** A test file that a change reaches, and over how many imports. */
export interface Reached {
  readonly path: string
  readonly distance: number
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
/** Draws every screen: what it imports says nothing of which one a test is about. */
const drawsAll = 'client/testing/render-screen.tsx'
/** These read the sources as text, whatever they import. */
const readsSources = (path: string): boolean => path.startsWith('e2e/architecture/')

/** Tests that a change of some files reaches by the imports in the text of the sources, nearest first. Paths are from the root. */
export function reachedBy(changed: readonly string[], files: readonly SourceFile[]): readonly Reached[] {
  const importers = importersIn(files)
  const distances = new Map(changed.map((path) => [path, 0]))
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1)
  if (changed.length > 0) for (const { path } of files) if (readsSources(path) && !distances.has(path)) distances.set(path, 1)
  const known = new Set(files.map(({ path }) => path))
  return [...distances]
    .filter(([path]) => isTest(path) && known.has(path))
    .map(([path, distance]) => ({ path, distance }))
    .toSorted((one, other) => one.distance - other.distance || apart(one.path, changed) - apart(other.path, changed))
}

/** Who imports each file; a test of a screen also stands for the page beside it. */
function importersIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  const add = (imported: string, importer: string): void => void importers.set(imported, [...(importers.get(imported) ?? []), importer])
  for (const file of files) {
    const page = /^(.+)\.screen\.test\.tsx$/.exec(file.path)?.[1]
    if (page !== undefined) add(`${page}.tsx`, file.path)
    if (file.path === drawsAll) continue
    for (const found of importsOf(file)) if ('file' in found) add(found.file, file.path)
  }
  return importers
}

/** How many folders lie between a test and the nearest of the changed files. */
function apart(test: string, changed: readonly string[]): number {
  const folders = (path: string): readonly string[] => dirname(path).split('/')
  const from = folders(test)
  return Math.min(
    ...changed.map((path) => {
      const to = folders(path)
      const same = from.findIndex((name, at) => name !== to[at])
      const shared = same < 0 ? from.length : same
      return from.length - shared + (to.length - shared)
    }),
  )
}

/** Of tests in their order, those that fit into a time; at least the first. `secondsOf`: what a file took lately. */
export function fitting(tests: readonly Reached[], secondsOf: (path: string) => number, most: number): readonly Reached[] {
  let left = most
  return tests.filter(({ path }, at) => {
    const seconds = secondsOf(path)
    if (at > 0 && seconds > left) return false
    left -= seconds
    return true
  })
}
