import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths, read, root } from './house.ts'

interface Bad {
  readonly name: string
  readonly from?: string
  /** First version without the fault. */
  readonly below: string
  readonly why: string
}

/** Known faults, written down because no advisory service can be asked where tests run. */
const denied: readonly Bad[] = [
  { name: 'xlsx', below: '0.20.2', why: 'CVE-2023-30533 prototype pollution, CVE-2024-22363 slow regular expression' },
  { name: 'sanitize-html', below: '2.12.1', why: 'CVE-2024-21501 reveals files' },
  { name: 'dompurify', below: '3.2.4', why: 'CVE-2025-26791 script through templates' },
  { name: 'nodemailer', below: '7.0.7', why: 'CVE-2025-13033 mail to another domain' },
  { name: 'hono', below: '4.10.3', why: 'CVE-2025-62610 token audience not checked' },
  { name: 'react-router', from: '7.0.0', below: '7.5.2', why: 'CVE-2025-43864 and 43865 forged headers' },
  { name: 'rollup', from: '4.0.0', below: '4.22.4', why: 'CVE-2024-47068 script through document properties' },
  { name: 'esbuild', below: '0.25.0', why: 'GHSA-67mh-4wv8-2f99 any site reads the development server' },
  { name: 'vite', from: '6.0.0', below: '6.2.6', why: 'CVE-2025-31486 reveals files of the development machine' },
  { name: 'vitest', below: '1.6.1', why: 'CVE-2025-24964 remote code through its socket' },
  { name: 'tar-fs', from: '3.0.0', below: '3.1.1', why: 'CVE-2025-59343 writes outside its folder' },
  { name: 'ws', from: '8.0.0', below: '8.17.1', why: 'CVE-2024-37890 crash by many headers' },
  { name: 'cross-spawn', from: '7.0.0', below: '7.0.5', why: 'CVE-2024-21538 slow regular expression' },
  { name: 'serialize-javascript', below: '6.0.2', why: 'CVE-2024-11831 script through a regular expression' },
  { name: 'nanoid', below: '3.3.8', why: 'CVE-2024-55565 ids that can be guessed' },
  { name: 'postcss', below: '8.4.31', why: 'CVE-2023-44270 comments read as rules' },
  { name: 'braces', below: '3.0.3', why: 'CVE-2024-4068 memory without bound' },
  { name: 'micromatch', below: '4.0.8', why: 'CVE-2024-4067 slow regular expression' },
  { name: 'json5', from: '2.0.0', below: '2.2.2', why: 'CVE-2022-46175 prototype pollution' },
  { name: 'lodash', below: '4.17.21', why: 'CVE-2021-23337 command injection through templates' },
]

interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(read('package-lock.json'))
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
const manifest: { readonly dependencies: Record<string, string>; readonly devDependencies: Record<string, string> } = JSON.parse(
  read('package.json'),
)

test('no dependency has a version with a known fault', () => {
  const bad = locked.flatMap(([path, { name, version }]) => {
    // An alias keeps the true name beside it.
    const called = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return denied
      .filter((entry) => entry.name === called && version && isBelow(version, entry.below) && !isBelow(version, entry.from ?? '0.0.0'))
      .map((entry) => `${called} ${version}: ${entry.why}; take ${entry.below} or newer`)
  })
  expect(bad).toEqual([])
})

test('versions are compared number by number', () => {
  expect(isBelow('0.18.5', '0.20.2')).toBe(true)
  expect(isBelow('0.20.3', '0.20.2')).toBe(false)
  expect(isBelow('10.0.0', '9.9.9')).toBe(false)
})

test('package.json names exact versions', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d|^npm:.*@\d/.test(version),
  )
  expect(loose).toEqual([])
})

test('the lock file names no host and has every package by its hash', () => {
  expect(locked.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([])
  expect(locked.filter(([, entry]) => entry.link !== true && entry.integrity === undefined).map(([path]) => path)).toEqual([])
})

test('no file names the host of a package registry or a path of somebody’s machine', () => {
  // Put together here so that this file does not name them.
  const hosts = [
    ['registry', 'npmjs', 'org'],
    ['registry', 'yarnpkg', 'com'],
    ['npm', 'pkg', 'github', 'com'],
    ['deb', 'debian', 'org'],
  ].map((parts) => parts.join('.'))
  const machine = new RegExp(String.raw`(?:^|[\s'"(\`])/(?:home|Users|work)/\w`, 'm')
  const naming = projectPaths().filter((path) => {
    const content = readFileSync(join(root, path))
    if (content.includes(0)) return false
    const text = content.toString('utf8')
    return hosts.some((host) => text.includes(host)) || machine.test(text)
  })
  expect(naming).toEqual([])
})

function isBelow(version: string, limit: string): boolean {
  const numbers = (text: string): number[] => (text.split('-')[0] ?? '').split('.').map(Number)
  const left = numbers(version)
  const right = numbers(limit)
  for (const position of [0, 1, 2]) {
    const difference = (left[position] ?? 0) - (right[position] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
