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

test('[WF9] a page of a former build finds the files that it names for thirty days after another was served in its place', async () => {
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
  for (let at = 46; at <= 74; at += 1) await keepAssets(next, folder, day(at))
  expect(kept()).toEqual(['a-1.js', 'b-1.js', 'b-2.js'])
  await keepAssets(next, folder, day(76))
  expect(kept()).toEqual(['a-1.js', 'b-2.js'])
})

test('[WF9] of a build that was put back, and of one that nobody served for long, pages find their files as well', async () => {
  await keepAssets(build('a-1.js', 'same.css'), folder, day(0))
  const other = build('a-2.js', 'same.css')
  await keepAssets(other, folder, day(1))
  const again = build('a-1.js', 'same.css')
  await keepAssets(again, folder, day(60))
  expect(kept()).toEqual(['a-1.js', 'a-2.js', 'same.css'])
  await keepAssets(again, folder, day(61))
  const third = build('a-3.js')
  await keepAssets(third, folder, day(120))
  expect(kept()).toEqual(['a-1.js', 'a-3.js', 'same.css'])
  await keepAssets(third, folder, day(151))
  expect(kept()).toEqual(['a-3.js'])
})

test('[WF9] two processes that begin at once leave every file whole, and nothing half', async () => {
  const dir = build('a-1.js', 'b-1.js', 'c-1.js')
  await Promise.all([keepAssets(dir, folder, day(0)), keepAssets(dir, folder, day(0))])
  expect(kept()).toEqual(['a-1.js', 'b-1.js', 'c-1.js'])
})
