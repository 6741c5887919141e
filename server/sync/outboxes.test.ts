import { must } from '#shared/kernel/assert.ts'
import { mutations } from '#shared/mutations.ts'
import type { SealedWork } from '#shared/unsent/model.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testClock } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

/** What devices of a release held, person by person, with what became of it then; `next` is what the next release adds. */
interface Outboxes {
  readonly release: string
  readonly steps: readonly {
    readonly who: string
    readonly device: string
    /** When the device came back. */
    readonly at: string
    readonly rows: readonly (SealedWork['mutations'][number] & { readonly outcome: string })[]
  }[]
}

const folder = join(import.meta.dirname, 'outboxes')
const releases: readonly Outboxes[] = readdirSync(folder)
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))

/** Asked for by the platform itself: no device holds one. */
const platforms = new Set(['attachment.ready', 'stage.tick'])

test('the newest release, and what was written since, left what a device can hold: every mutation in its current version', () => {
  const newest = must(
    releases.findLast(({ release }) => release !== 'next'),
    'no release left an outbox',
  )
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(newest.release).toBe(version)
  const since = releases.filter(({ release }) => release === 'next')
  const held = new Set([newest, ...since].flatMap(({ steps }) => steps).flatMap((step) => step.rows.map((row) => `${row.n} ${row.v}`)))
  const asked = [...mutations.values()].filter((each) => !each.serverOnly && !platforms.has(each.name))
  expect(asked.map((each) => `${each.name} ${each.version}`).filter((each) => !held.has(each))).toEqual([])
})

onEachDatabase((start) => {
  test('what a device of any release still holds is taken, and comes out as it did then', async () => {
    for (const { release, steps } of releases) {
      const clock = testClock()
      const server = await start({ clock })
      for (const { who, device, at, rows } of steps) {
        clock.advance(Date.parse(at) - Date.parse(clock.now()))
        await server.app.tick()
        const sent = rows.map(({ seq, mid, n, v, s, a, b, t, l }) => ({ seq, mid, n, v, s, a, b, t, l }))
        const { status, data } = await server.push(await server.token(who), device, sent)
        expect(status, `${release} ${who} ${at}`).toBe(200)
        const told = new Map(data.results.map((result) => [result.mid, `${result.d} ${result.code}`]))
        expect(rows.map((row) => `${row.n} ${told.get(row.mid) ?? 'applied ok'}`)).toEqual(rows.map((row) => `${row.n} ${row.outcome}`))
      }
    }
  })
})
