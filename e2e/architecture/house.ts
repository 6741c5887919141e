import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export const sides = ['shared', 'sync', 'server', 'client', 'e2e'] as const
export type Side = (typeof sides)[number]

/** One file of TypeScript. `path` is from the root of the project, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly side: Side
  readonly isTest: boolean
  readonly text: string
}

/** What a file imports: a file of the house, or a package by its name. */
export type Import = { readonly file: string } | { readonly package: string }

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
export const exists = (path: string): boolean => existsSync(join(root, path))

/** Folders directly below a path; none when the path does not exist. */
export function foldersIn(path: string): readonly string[] {
  if (!exists(path)) return []
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Every TypeScript file of the five sides. */
export const sourceFiles: readonly SourceFile[] = sides.flatMap((side) =>
  filesBelow(side).map((path) => ({
    path,
    side,
    isTest: side === 'e2e' || /\.test\.tsx?$/.test(path) || path.includes('/testing/'),
    text: read(path),
  })),
)

export const productFiles: readonly SourceFile[] = sourceFiles.filter((file) => !file.isTest)
export const testFiles: readonly SourceFile[] = sourceFiles.filter((file) => /\.test\.tsx?$/.test(file.path))

/** Features: the folders of shared that hold domain words. */
export const layers: readonly string[] = ['kernel', 'contract', 'protocol', 'access', 'testing']
export const features: readonly string[] = foldersIn('shared').filter((name) => !layers.includes(name))

/** Paths that git knows or would add, so that build results and data never count. */
export function projectPaths(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((path) => path !== '' && exists(path))
}

/** What the file imports, re-exports or loads. */
export function importsOf(file: SourceFile): readonly Import[] {
  const found = [
    ...file.text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g),
  ]
  return found.map((match) => resolved(file.path, match[1] ?? match[2] ?? match[3] ?? ''))
}

/** What the file makes the browser or Node load: imports that are more than types, and whether they come at once or when asked for. */
export function loadedBy(file: SourceFile): readonly { readonly what: Import; readonly late: boolean }[] {
  const code = file.text.replaceAll(/^(?:import|export) type\b[^'"`;]*?\bfrom\s*'[^']+'/gm, '')
  const late = new Set([...code.matchAll(/\bimport\(\s*'([^']+)'/g)].map((match) => match[1]))
  return [...new Set(importsOf({ ...file, text: code }).map((found) => JSON.stringify(found)))].map((text) => {
    const what: Import = JSON.parse(text)
    const isLate = [...late].some((specifier) => specifier !== undefined && JSON.stringify(resolved(file.path, specifier)) === text)
    return { what, late: isLate }
  })
}

/** Which rooms import which, with one import that shows it. `roomOf` gives an empty name to a file that is in no room. */
export function roomArrows(
  files: readonly SourceFile[],
  roomOf: (path: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const arrows = new Map<string, Map<string, string>>()
  for (const file of files)
    for (const found of importsOf(file)) {
      if (!('file' in found)) continue
      const [from, to] = [roomOf(file.path), roomOf(found.file)]
      if (from === '' || to === '' || from === to) continue
      arrows.set(from, (arrows.get(from) ?? new Map<string, string>()).set(to, `${file.path} → ${found.file}`))
    }
  return arrows
}

/** Rooms that import each other in a circle, by value or by type. */
export function circlesIn(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (room: string, way: readonly string[]): void => {
    if (way.includes(room)) circles.push([...way.slice(way.indexOf(room)), room].join(' → '))
    if (way.includes(room) || done.has(room)) return
    for (const to of arrows.get(room)?.keys() ?? []) walk(to, [...way, room])
    done.add(room)
  }
  for (const room of arrows.keys()) walk(room, [])
  return circles
}

function resolved(from: string, specifier: string): Import {
  if (specifier.startsWith('.')) return { file: normalize(join(dirname(from), specifier)) }
  if (specifier.startsWith('#')) return { file: specifier.slice(1) }
  const parts = specifier.split('/')
  return { package: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier) }
}

function filesBelow(folder: string): readonly string[] {
  if (!exists(folder)) return []
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(dist|dist-server|node_modules)\/|^e2e\/results\//.test(path))
    .sort()
}
