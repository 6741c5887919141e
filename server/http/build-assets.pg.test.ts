import { instantOf } from '#shared/kernel/instant.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres, type Database } from '../db/open.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { BuildAssets } from './build-assets.ts'
import { createStatic, type ServeFiles } from './static.ts'

let folder: string
let dbs: Database[]
let assets: readonly [BuildAssets, BuildAssets]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iip-builds-'))
  const url = await newDatabase('migrated')
  dbs = [openPostgres(url), openPostgres(url)]
  const [one, other] = dbs.map((db) => new BuildAssets(db))
  if (!one || !other) throw new Error('two databases are open')
  assets = [one, other]
})
afterEach(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  rmSync(folder, { recursive: true, force: true })
})

const day = (days: number) => instantOf(Date.UTC(2026, 0, 1) + days * 24 * 60 * 60_000)
function build(name: string, ...files: readonly string[]): string {
  const dir = join(folder, name)
  mkdirSync(join(dir, 'assets'), { recursive: true })
  for (const file of files) writeFileSync(join(dir, 'assets', file), `of ${file}`)
  return dir
}
const served = async (serve: ServeFiles, path: string): Promise<string | undefined> =>
  (await serve(new Request(`http://localhost${path}`)))?.text()

test('[MS4] a page of a build that one server has finds its files at a server that has another build', async () => {
  const [one, other] = assets
  const [old, next] = [build('old', 'a-1.js'), build('next', 'a-2.js', 'shared-1.css')]
  await one.keep(next, day(0))
  await other.keep(old, day(0))
  const atOld = createStatic(old, { elsewhere: (name) => other.find(name) })
  const atNext = createStatic(next, { elsewhere: (name) => one.find(name) })
  expect(await served(atOld, '/assets/a-2.js')).toBe('of a-2.js')
  // Again, from memory.
  expect(await served(atOld, '/assets/a-2.js')).toBe('of a-2.js')
  expect(await served(atNext, '/assets/a-1.js')).toBe('of a-1.js')
  expect(await served(atOld, '/assets/a-3.js')).toBeUndefined()
  expect(await served(atOld, '/a-2.js')).toBeUndefined()
})

test('[MS4] files of a build go thirty days after the last server had it, or had another in its place', async () => {
  const [one, other] = assets
  await one.keep(build('old', 'a-1.js', 'b-1.js'), day(0))
  const next = build('next', 'b-1.js', 'a-2.js')
  await other.keep(next, day(45))
  expect(await one.find('a-1.js')).toBeDefined()
  await other.keep(next, day(74))
  expect(await one.find('a-1.js')).toBeDefined()
  await other.keep(next, day(76))
  expect(await one.find('a-1.js')).toBeUndefined()
  expect((await one.find('b-1.js'))?.toString()).toBe('of b-1.js')
})
