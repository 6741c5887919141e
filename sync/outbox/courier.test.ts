import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { anAnswer } from '../testing/fixtures.ts'
import { settle } from '../testing/manual-clock.ts'
import { refusedWith, type Fate } from '../testing/memory-server.ts'
import { pushMaxMutations } from '#shared/protocol/push.ts'

test('[OB2] [OB3] what needs several batches arrives in order and once, also when replies in between are lost', async () => {
  const count = 2 * pushMaxMutations + 300
  const { server, tab, clock } = await aTab({ questions: count })
  server.fate = () => 'lost'
  await Promise.all(Array.from({ length: count }, (_, at) => tab.set(`q${at + 1}`, `text ${at + 1}`)))
  let pushes = 0
  server.fate = (call) => (call === 'push' && (pushes += 1) % 3 === 2 ? 'reply-lost' : null)
  await rest(clock, 300_000)
  expect(server.ledger.map((one) => one.seq)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(new Set(server.ledger.map((one) => one.mid)).size).toBe(count)
  expect(tab.engine.counts().toSend).toBe(0)
  expect(server.row('answer', `q${count}`)?.value).toBe(`text ${count}`)
})

test('what a person changes while the last batch is on its way may still be replaced', async () => {
  const { server, tab, clock } = await aTab()
  let release = (): void => undefined
  server.gate = (call) => (call === 'push' ? new Promise((resolve) => (release = resolve)) : Promise.resolve())
  await tab.set('q1', 'first')
  await rest(clock, 10)
  const mid = await tab.set('q2', 'draft')
  expect(await tab.set('q2', 'final')).toBe(mid)
  server.gate = () => Promise.resolve()
  release()
  await rest(clock, 5_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'first' },
    { unit: 'q2', value: 'final' },
  ])
})

test('[OB15] a server that answers as another one is believed in nothing: what the former one had shown goes, and what it held comes', async () => {
  const { server, tab, clock } = await aTab()
  const south = 'inst:south:f1'
  server.put({ s: south, p: 's1', t: 'answer', i: 'q5', r: anAnswer('q5', 'of the south', 'm-south', 'beto') })
  await tab.set('q1', 'kept')
  await rest(clock, 5_000)
  expect(await tab.storage.rowsOf(south)).toHaveLength(1)
  // As many mutations of this device as before, but no such institution; it takes the device's cursor for none.
  server.epoch = 'e2'
  for (const key of server.rows.keys()) if (key.startsWith(south)) server.rows.delete(key)
  await tab.engine.syncNow()
  await rest(clock, 5_000)
  expect(await tab.storage.rowsOf(south)).toEqual([])
  expect((await tab.storage.position()).position.epoch).toBe('e2')
  expect(await tab.value('q1')).toBe('kept')
})

test('[OB4] an answer that an earlier run of the tab left waiting is not replaced: a newer value follows it under a mid of its own', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.engine.syncNow()
  const left = await tab.set('q1', 'left behind')
  tab.kill()
  const next = new Tab(browser, server)
  await next.engine.start()
  await rest(clock, 10)
  const newer = await next.set('q1', 'newer')
  expect(newer).not.toBe(left)
  expect(await next.set('q1', 'newest')).toBe(newer)
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => [one.mid, one.a])).toEqual([
    [left, { unit: 'q1', value: 'left behind' }],
    [newer, { unit: 'q1', value: 'newest' }],
  ])
})

/** A tab with so many full batches waiting, and a server of which each push can be let go by itself; `first` befalls the first one. */
async function withBatches(batches: number, first: Fate = null) {
  const count = batches * pushMaxMutations
  const { server, tab, clock } = await aTab({ questions: count })
  server.fate = () => 'lost'
  await Promise.all(Array.from({ length: count }, (_, at) => tab.set(`q${at + 1}`, `text ${at + 1}`)))
  const held: (() => void)[] = []
  let pushes = 0
  server.fate = (call) => (call === 'push' && (pushes += 1) === 1 ? first : null)
  server.gate = (call) => (call === 'push' ? new Promise((resolve) => void held.push(resolve)) : Promise.resolve())
  await rest(clock, 61_000)
  const eachOnce = (): void => {
    expect(server.ledger.map((one) => one.seq)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect(new Set(server.ledger.map((one) => one.mid)).size).toBe(count)
    expect(tab.engine.counts().toSend).toBe(0)
  }
  const letGo = async (which: number): Promise<void> => {
    held[which]?.()
    await settle(40)
  }
  const letAll = async (): Promise<void> => {
    server.gate = () => Promise.resolve()
    for (const one of held) one()
    await rest(clock, 300_000)
  }
  return { server, tab, clock, held, eachOnce, letGo, letAll }
}

test('[OB32] the next batch is on its way before the one in front of it is answered, and never a third', async () => {
  const { held, eachOnce, letGo, letAll } = await withBatches(3)
  expect(held).toHaveLength(2)
  await letGo(0)
  expect(held).toHaveLength(3)
  await letAll()
  eachOnce()
})

test('[OB32] a batch that overtakes the one in front of it goes again, and each mutation counts once, in order', async () => {
  const { server, eachOnce, letGo, letAll } = await withBatches(3)
  const deviceIds = new Set<string>()
  await letGo(1)
  expect(server.ledger).toHaveLength(0)
  await letAll()
  eachOnce()
  for (const one of server.ledger) deviceIds.add(one.deviceId)
  expect(deviceIds.size).toBe(1)
})

test('[OB32] when the reply to the front one is lost, what came of the one behind it counts only once that is known', async () => {
  const { server, tab, eachOnce, letGo, letAll } = await withBatches(2, 'reply-lost')
  await letGo(0)
  await letGo(1)
  expect(server.ledger).toHaveLength(2 * pushMaxMutations)
  expect((await tab.engine.diagnostics()).ledgerThrough).toBe(0)
  await letAll()
  eachOnce()
})

test('[OB32] where a copy of the profile has taken the place of the front batch, the one behind it does not stand before it', async () => {
  const { server, tab, letGo, letAll } = await withBatches(2)
  const { deviceId } = (await tab.storage.position()).device
  for (let seq = 1; seq <= pushMaxMutations; seq += 1) {
    const result = { seq, mid: `of-a-copy-${seq}`, d: 'applied', code: 'ok' } as const
    server.ledger.push({ deviceId, seq, mid: result.mid, n: 'answer.set', a: {}, result })
  }
  await letGo(1)
  await letGo(0)
  // Two thousand rows are written anew under another device's name.
  await settle(10_000)
  await letAll()
  const ours = server.ledger.filter((one) => !one.mid.startsWith('of-a-copy'))
  expect(ours.map((one) => one.a)).toEqual(
    Array.from({ length: 2 * pushMaxMutations }, (_, at) => ({ unit: `q${at + 1}`, value: `text ${at + 1}` })),
  )
})

test.each([
  ['its reply is lost', 'reply-lost'],
  ['it is too large', refusedWith(413, 'too_large')],
] as const)('[OB32] nothing else is sent while the batch behind is unanswered, whatever became of the front one: %s', async (_, fate) => {
  const { clock, held, eachOnce, letGo, letAll } = await withBatches(2, fate)
  await letGo(0)
  await rest(clock, 61_000)
  expect(held).toHaveLength(2)
  await letAll()
  eachOnce()
})

test('[OB32] [OB12] a front batch that is too large is halved, and the one sent behind it changes nothing', async () => {
  const { server, eachOnce, letGo, letAll } = await withBatches(2, refusedWith(413, 'too_large'))
  await letGo(1)
  await letGo(0)
  expect(server.ledger).toHaveLength(0)
  await letAll()
  eachOnce()
})
