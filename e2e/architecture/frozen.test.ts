import { versions } from '#sync/storage/versions.ts'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exists, read, root } from './house.ts'

// frozen.json maps a released file, or one entry of a list that only grows, to its SHA-256: a release adds, nothing is ever changed.
const released: Readonly<Record<string, string>> = JSON.parse(read('e2e/architecture/frozen.json'))

/** Entries of lists that only grow, by the file and the name of the entry. */
const entries: ReadonlyMap<string, string> = new Map(
  versions.map((each) => [`sync/storage/versions.ts#${each.version}`, JSON.stringify(each)]),
)

function hashOf(name: string): string | undefined {
  const text = entries.get(name) ?? (exists(name) ? read(name) : undefined)
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
}

test('what was released stays as it was: a correction is a new migration, a new version, a new line', () => {
  const changed = Object.entries(released).filter(([name, hash]) => hashOf(name) !== hash)
  expect(changed.map(([name]) => name)).toEqual([])
})

test('what was released is all of it: no migration, version or outbox of a device before a frozen one is open', () => {
  const kinds = [
    readdirSync(join(root, 'server/migrations'))
      .filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name))
      .map((name) => `server/migrations/${name}`),
    [...entries.keys()],
    readdirSync(join(root, 'server/sync/outboxes')).map((name) => `server/sync/outboxes/${name}`),
  ]
  for (const names of kinds) {
    const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    const frozen = sorted.map((name) => Object.hasOwn(released, name))
    expect(frozen[0], sorted[0]).toBe(true)
    expect(
      sorted.filter((_, at) => !frozen[at] && frozen.slice(at).includes(true)),
      'open before a frozen one',
    ).toEqual([])
  }
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
