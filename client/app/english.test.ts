import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { strangersEnglish } from '#client/areas/public/english.ts'
import { english } from './english.ts'

const client = join(import.meta.dirname, '..')
const texts = readdirSync(client, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('dist'))
  .flatMap((entry) =>
    [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/defineText\('(\w+)'/g)].map((match) => match[1]),
  )

test('everything that is said in Spanish comes along when English is chosen', () => {
  expect(texts.length).toBeGreaterThan(10)
  expect(new Set([...Object.keys(english), ...Object.keys(strangersEnglish)])).toEqual(new Set(texts))
})
