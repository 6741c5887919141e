import { dayMs, instantOf } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import { createClock, jumpSentence, type Jump } from './clock.ts'
import { sweep } from './jobs/sweep.ts'
import { onEachDatabase } from './testing/databases.ts'

const start = Date.parse('2026-03-10T12:00:00.000Z')

function machine() {
  let wall = start
  let passed = 5_000
  return {
    sources: { wallMs: () => wall, passedMs: () => passed },
    pass: (ms: number) => {
      wall += ms
      passed += ms
    },
    set: (ms: number) => {
      wall += ms
    },
  }
}

test('a clock that is set right by small steps is followed', () => {
  const { sources, pass, set } = machine()
  const clock = createClock(sources)
  for (let step = 0; step < 100; step += 1) {
    pass(60_000)
    set(30_000)
    expect(clock.jump()).toBeUndefined()
  }
  expect(clock.now()).toBe(instantOf(start + 100 * 90_000))
})

test('a clock that jumps is not believed: time goes on as it passes, until the clock is back', () => {
  for (const days of [40, -40]) {
    const { sources, pass, set } = machine()
    const clock = createClock(sources)
    pass(10_000)
    set(days * dayMs)
    expect(clock.jump()).toEqual({ byMs: days * dayMs })
    expect(clock.now()).toBe(instantOf(start + 10_000))
    pass(36_000)
    expect(clock.now()).toBe(instantOf(start + 46_000))
    set(-days * dayMs)
    expect(clock.jump()).toBeUndefined()
    expect(clock.now()).toBe(instantOf(start + 46_000))
  }
})

test('a jump is told with how far it went and how to go on', () => {
  const sentence = jumpSentence({ byMs: 40 * dayMs }, instantOf(start))
  expect(sentence).toContain('40 days ahead')
  expect(sentence).toContain('restart the server')
  expect(jumpSentence({ byMs: -600_000 }, instantOf(start))).toContain('10 minutes behind')
})

onEachDatabase((start) => {
  test('while the clock is not believed no stage ends, nothing is swept away and the server is not ready', async () => {
    let jump: Jump | undefined = { byMs: 40 * dayMs }
    const server = await start({ jump: () => jump })
    const token = await server.token('ana')
    const participant = async (): Promise<unknown> =>
      (await server.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'participant').orderBy('id').execute()).map(
        ({ data }) => data,
      )
    const before = await participant()
    // Time that did not pass: the stage of input has ended, and sessions are too old.
    server.clock.advance(40 * dayMs)
    await server.app.tick()
    await sweep(server.app.server)
    expect(await participant()).toEqual(before)
    const ready = await server.app.fetch(new Request('http://localhost/readyz'))
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ reason: 'clock', hint: expect.stringContaining('40 days ahead') })
    server.clock.advance(-40 * dayMs)
    jump = undefined
    expect((await server.call('GET', 'auth/me', { token })).status).toBe(200)
    expect((await server.app.fetch(new Request('http://localhost/readyz'))).status).toBe(200)
    server.clock.advance(40 * dayMs)
    await server.app.tick()
    expect(await participant()).not.toEqual(before)
  })
})
