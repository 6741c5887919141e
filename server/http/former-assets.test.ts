import { instantOf } from '#shared/kernel/instant.ts'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formerAssetsDir, keepAssets } from './former-assets.ts'
import { createStatic } from './static.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iip-former-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const day = (days: number) => instantOf(Date.UTC(2026, 0, 1) + days * 24 * 60 * 60_000)
/** A build with some files, in the place of the one before. */
function build(...names: readonly string[]): string {
  const dir = join(folder, 'dist')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'assets', 'workers'), { recursive: true })
  writeFileSync(join(dir, 'index.html'), 'app')
  for (const name of names) writeFileSync(join(dir, 'assets', name), `of ${name}`)
  return dir
}
const kept = (): readonly string[] => readdirSync(formerAssetsDir(folder)).toSorted()

test('[WF9] a page of a former build finds the files that it names for thirty days after that build was last served', async () => {
  await keepAssets(build('a-1.js', 'b-1.js'), folder, day(0))
  await keepAssets(build('a-1.js', 'b-1.js'), folder, day(20))
  const next = build('a-1.js', 'b-2.js')
  await keepAssets(next, folder, day(45))
  const serve = createStatic(next, { former: formerAssetsDir(folder) })
  const get = (path: string) => serve(new Request(`http://localhost${path}`))
  const reply = await get('/assets/b-1.js')
  expect([reply?.status, reply?.headers.get('cache-control'), await reply?.text()]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'of b-1.js',
  ])
  expect(await (await get('/assets/b-2.js'))?.text()).toBe('of b-2.js')
  for (const path of ['/assets/c-1.js', '/assets/workers/b-1.js', '/assets/..%2fb-1.js', '/b-1.js', '/former-assets/b-1.js'])
    expect(await get(path), path).toBeUndefined()
  await keepAssets(next, folder, day(51))
  expect(kept()).toEqual(['a-1.js', 'b-2.js'])
})

test('[WF9] two processes that begin at once leave every file whole, and nothing half', async () => {
  const dir = build('a-1.js', 'b-1.js', 'c-1.js')
  await Promise.all([keepAssets(dir, folder, day(0)), keepAssets(dir, folder, day(0))])
  expect(kept()).toEqual(['a-1.js', 'b-1.js', 'c-1.js'])
})
