import { addDays, dayAt, dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

const hour = 3_600_000

onEachDatabase((start) => {
  let server: TestApp
  let ana: string
  let endMs: number
  beforeEach(async () => {
    server = await start()
    ana = await server.token('ana')
    const today = dayAt(server.clock.now())
    endMs = boundsOf({ id: 'e1', kind: 'NormalInput', name: '', start: addDays(today, -7), end: addDays(today, 30) }).endMs
  })

  /** A session that nobody uses for a month ends: ana signs in anew. */
  const goTo = async (ms: number): Promise<void> => {
    server.clock.advance(ms - epochMs(server.clock.now()))
    ana = await server.token('ana')
  }
  /** An answer that says it was made a minute before the stage ended, on a device that last heard of the server an hour before that. */
  const inTime = (device: string, seq: number) =>
    wire(
      seq,
      'answer.set',
      { unit: 'q1', value: 'a tiempo' },
      { t: instantOf(endMs - 60_000), l: instantOf(endMs - hour), mid: `in-time-${device}-${seq}` },
    )
  const outcome = async (token: string, device: string, seq = 1, rest: { cursor?: string } = {}): Promise<string> => {
    const { data } = await server.push(token, device, [inTime(device, seq)], rest)
    return data.results[0]?.code ?? 'ok'
  }

  test('what was done offline before a stage ended counts when it comes within a day', async () => {
    await goTo(endMs - 2 * hour)
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    await goTo(endMs + hour)
    await server.app.tick()
    // The device comes back with work waiting: asking first changes nothing.
    await server.pull(ana, 'dev-1', null, { pending: 1 })
    expect(await outcome(ana, 'dev-1')).toBe('ok')
  })

  test('a deadline does not move for who says other times: a device that had nothing waiting after it did nothing before it', async () => {
    await goTo(endMs - 2 * hour)
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    await goTo(endMs + hour)
    await server.app.tick()
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    expect(await outcome(ana, 'dev-1')).not.toBe('ok')
  })

  test('a contact just after the end counts as one, however short before it the last one was', async () => {
    await goTo(endMs - 5 * 60_000)
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    await goTo(endMs + 2 * 60_000)
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    expect(await outcome(ana, 'dev-1')).not.toBe('ok')
  })

  test('a push after which nothing waits is such a contact, too', async () => {
    await goTo(endMs + hour)
    await server.push(ana, 'dev-1', [wire(1, 'nothing.such', {})])
    expect(await outcome(ana, 'dev-1', 2)).not.toBe('ok')
  })

  test('a device of which nothing is known has no grace', async () => {
    await goTo(endMs + hour)
    await server.app.tick()
    expect(await outcome(ana, 'dev-1')).not.toBe('ok')
  })

  test('an older word of the server, shown again, does not bring the time back, on this device or on another', async () => {
    await goTo(endMs - 2 * hour)
    const old = (await server.pull(ana, 'dev-1', null, { pending: 0 })).data.cursor
    await goTo(endMs + hour)
    await server.app.tick()
    await server.pull(ana, 'dev-1', old, { pending: 0 })
    expect(await outcome(ana, 'dev-1', 1, { cursor: old })).not.toBe('ok')
    expect(await outcome(ana, 'dev-2', 1, { cursor: old })).not.toBe('ok')
    const moved = (await server.pull(ana, 'dev-3', old, { pending: 1 })).data.cursor
    expect(await outcome(ana, 'dev-3', 1, { cursor: moved })).not.toBe('ok')
  })

  test('a device that had to take another name keeps the grace of the one that it was', async () => {
    await goTo(endMs - 2 * hour)
    const { cursor } = (await server.pull(ana, 'dev-1', null, { pending: 0 })).data
    await goTo(endMs + hour)
    await server.app.tick()
    expect(await outcome(ana, 'dev-2', 1, { cursor })).toBe('ok')
  })

  test("somebody else's word of the server gives no grace", async () => {
    await goTo(endMs - 2 * hour)
    const { cursor } = (await server.pull(await server.token('berta'), 'dev-b', null, { pending: 0 })).data
    await goTo(endMs + hour)
    await server.app.tick()
    expect(await outcome(ana, 'dev-1', 1, { cursor })).not.toBe('ok')
  })

  test('times that a device cannot have known are shown as the nearest that it can', async () => {
    await server.pull(ana, 'dev-1', null, { pending: 0 })
    const contact = epochMs(server.clock.now())
    server.clock.advance(dayMs)
    await server.push(ana, 'dev-1', [
      wire(1, 'answer.set', { unit: 'q1', value: 'pasado' }, { t: '1990-01-01T00:00:00.000Z' }),
      wire(2, 'answer.set', { unit: 'q20', value: 'futuro' }, { t: '2049-01-01T00:00:00.000Z' }),
    ])
    const now = epochMs(server.clock.now())
    const history = await server.db.q
      .selectFrom('history')
      .select(['unit', 'occurred_at'])
      .where('action', '=', 'Responde')
      .orderBy('unit')
      .execute()
    const shown = history.map((row) => epochMs(row.occurred_at))
    expect(history.map((row) => row.unit)).toEqual(['q1', 'q20'])
    for (const at of shown) {
      expect(at).toBeGreaterThan(contact - 60_000)
      expect(at).toBeLessThanOrEqual(now)
    }
    const rows = (await server.pull(ana, 'dev-1', null)).data.rows.filter((row) => row.t === 'answer')
    expect(rows.map((row) => epochMs(String(Reflect.get(Object(row.r), 'occurredAt')))).toSorted((a, b) => a - b)).toEqual(shown)
    // The ledger says what the device said.
    const said = await server.db.q.selectFrom('sync_mutation').select('client_at').orderBy('seq').execute()
    expect(said.map((row) => row.client_at.slice(0, 4))).toEqual(['1990', '2049'])
  })
})
