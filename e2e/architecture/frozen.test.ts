import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exists, read, root } from './house.ts'

// frozen.json maps the path of a released file to its SHA-256: a release adds its migrations, nothing is ever changed.
const released: Readonly<Record<string, string>> = JSON.parse(read('e2e/architecture/frozen.json'))

const hashOf = (path: string): string => createHash('sha256').update(read(path)).digest('hex')

test('what was released stays as it was: a correction is a new migration', () => {
  const changed = Object.entries(released).filter(([path, hash]) => !exists(path) || hashOf(path) !== hash)
  expect(changed.map(([path]) => path)).toEqual([])
})

test('each record of a decision has a number of its own', () => {
  const numbers = readdirSync(join(root, '.github/decisions'))
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('migrations are numbered from 0001 without gaps, and the index lists each', () => {
  const files = readdirSync(join(root, 'server/migrations')).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name))
  const numbers = files.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, position) => position + 1))
  const index = read('server/migrations/index.ts')
  expect(files.filter((name) => !index.includes(`./${name}`))).toEqual([])
})
