import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSqlite, type Database } from '../db/open.ts'
import { currentTrace, inTrace } from '../trace.ts'
import { createPokes, type Moved, type Pokes } from './pokes.ts'

let db: Database
let pokes: Pokes
/** What was told, in its order, as streams hear it. */
let heard: (Moved | string)[]
/** How many notifications the database refuses yet, as it does while every connection is busy. */
let refusals: number
let rests: { readonly ms: number; readonly go: () => void }[]
let logged: string[]

beforeEach(async () => {
  db = openSqlite(':memory:')
  ;[heard, refusals, rests, logged] = [[], 0, [], []]
  const busy: Pick<Database, 'listen' | 'notify'> = {
    listen: db.listen,
    notify: async (channel, payload) => {
      if (refusals === 0) return db.notify(channel, payload)
      refusals -= 1
      throw new Error('timeout exceeded when trying to connect')
    },
  }
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      rests.push({ ms, go: resolve })
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  pokes = await createPokes(busy, { error: (_, message) => void logged.push(message) }, pause)
  pokes.subscribe({
    moved: ({ versions, people }) => void heard.push({ versions, people }),
    ended: (who) => void heard.push(who),
    regained: () => undefined,
    stopped: () => undefined,
  })
})
afterEach(() => db.close())

const resting = (count: number) => vi.waitFor(() => expect(rests).toHaveLength(count))

test('a poke that found every connection busy is told later, and what waits behind it together: people first, newest versions', async () => {
  refusals = 2
  pokes.moved({ versions: { a: 1 }, people: [] })
  await resting(1)
  for (let version = 2; version <= 50; version += 1)
    pokes.moved({ versions: { a: version, [`b${version % 3}`]: 100 - version }, people: [`p${version}`] })
  pokes.ended('gone')
  pokes.ended('gone')
  rests[0]?.go()
  await resting(2)
  expect(heard).toEqual([])
  rests[1]?.go()
  await vi.waitFor(() => expect(heard).toHaveLength(4))
  const people = Array.from({ length: 49 }, (_, at) => `p${at + 2}`)
  expect(heard).toEqual([
    { versions: { a: 1 }, people: [] },
    'gone',
    { versions: {}, people: people.slice(0, 40) },
    { versions: { a: 50, b2: 98, b0: 97, b1: 96 }, people: people.slice(40) },
  ])
  expect(logged).toEqual([])
})

test('after some tries it is given up, with a line, and what comes later is told', async () => {
  refusals = 4
  pokes.moved({ versions: { a: 1 }, people: [] })
  for (let count = 1; count <= 3; count += 1) {
    await resting(count)
    rests.at(-1)?.go()
  }
  await vi.waitFor(() => expect(logged).toEqual(['a poke was not sent']))
  expect(rests.map(({ ms }) => ms)).toEqual([100, 500, 2_000])
  pokes.moved({ versions: { a: 2 }, people: [] })
  await vi.waitFor(() => expect(heard).toEqual([{ versions: { a: 2 }, people: [] }]))
})

test('a server that stops waits for no rest, and tries once more', async () => {
  refusals = 1
  pokes.moved({ versions: { a: 1 }, people: [] })
  await resting(1)
  pokes.stop()
  await vi.waitFor(() => expect(heard).toEqual([{ versions: { a: 1 }, people: [] }]))
})

test('what one commit moved has its trace, and what several did has none', async () => {
  const traces: (string | undefined)[] = []
  await db.listen('iip_poke', {
    heard: (payload) => void traces.push(JSON.parse(payload).trace),
    regained: () => undefined,
  })
  const trace = inTrace(null, () => {
    pokes.moved({ versions: { a: 1 }, people: ['ana'] })
    return currentTrace()?.trace
  })
  await vi.waitFor(() => expect(traces).toEqual([trace]))
  for (const version of [2, 3]) inTrace(null, () => pokes.moved({ versions: { a: version }, people: [] }))
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ versions: { a: 3 }, people: [] }))
  expect(traces).toEqual([trace, undefined])
})
