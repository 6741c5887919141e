import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { ana, anAnswer, scope } from '../testing/fixtures.ts'
import { settle } from '../testing/manual-clock.ts'

test('[TB1] of twelve tabs one syncs: one stream, and every mutation once', async () => {
  const { server, browser, tab, clock } = await aTab()
  const tabs = [tab, ...Array.from({ length: 11 }, () => new Tab(browser, server))]
  for (const other of tabs.slice(1)) await other.engine.start()
  await settle(60)
  expect(tabs.filter((one) => one.engine.leading)).toHaveLength(1)
  for (const [at, one] of tabs.entries()) await one.set(`q${(at % 5) + 1}`, `from ${at}`)
  await rest(clock, 5_000)
  expect(server.requests.filter((one) => one.call === 'events')).toHaveLength(1)
  expect(server.ledger.map((one) => one.seq)).toEqual(server.ledger.map((_, at) => at + 1))
  expect(tabs.map((one) => one.engine.pendingCounts().mutations)).toEqual(tabs.map(() => 0))
})

test('[TB2] what one tab writes shows in the others before any network', async () => {
  const { server, browser, tab } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.world()
  server.fate = () => 'lost'
  await tab.set('q1', 'first tab')
  await second.set('q2', 'second tab')
  await settle(60)
  expect([await second.value('q1'), await tab.value('q2')]).toEqual(['first tab', 'second tab'])
  expect(tab.engine.queue().map((item) => item.entity)).toEqual(second.engine.queue().map((item) => item.entity))
})

test('[TB3] what the leader pulls shows in the other tabs, outcomes too', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  const live = await second.world()
  const participant = server.rows.get(`${scope}\nparticipant\nnorth`)
  if (!participant) throw new Error('no participant')
  server.put({ ...participant, r: { ...(participant.r as object), locked: true } })
  await second.set('q1', 'too late')
  await rest(clock, 5_000)
  expect(live.confirmed.participant.locked).toBe(true)
  expect(second.engine.outcomes()).toMatchObject([{ code: 'form_sent' }])
  expect(tab.engine.outcomes()).toMatchObject([{ code: 'form_sent' }])
  expect(await second.value('q1')).toBeUndefined()
})

test('[TB10] the other tabs hear of every page of a pull, also when it was cut and went on later', async () => {
  const { server, browser, tab, clock } = await aTab({ questions: 8 })
  const second = new Tab(browser, server)
  await second.engine.start()
  const live = await second.world()
  server.pageSize = 3
  for (let at = 1; at <= 8; at += 1)
    server.put({ s: scope, p: 's1', t: 'answer', i: `q${at}`, r: anAnswer(`q${at}`, 'new', `m${at}`, 'beto') })
  let pulls = 0
  server.fate = (call) => (call === 'pull' && (pulls += 1) === 2 ? 'lost' : null)
  await tab.engine.syncNow()
  expect(live.world.answer('q1')).toBeUndefined()
  await rest(clock, 5_000)
  expect(Array.from({ length: 8 }, (_, at) => live.world.answer(`q${at + 1}`)?.value)).toEqual(Array.from({ length: 8 }, () => 'new'))
})

test('[TB4] when the leading tab dies another leads', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.world()
  tab.kill()
  await rest(clock)
  expect(second.engine.leading).toBe(true)
  await second.set('q1', 'a')
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('a')
})

test('[TB5] a visible tab takes over from a frozen leader within 20 s, and the frozen one can write nothing more', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  const frozen = tab.storage
  tab.freeze()
  await rest(clock, 20_500)
  expect(second.engine.leading).toBe(true)
  expect(await frozen.takeForFlight(0, { count: 1, bytes: 1 }, 'a former token')).toEqual({ kind: 'fenced' })
  expect(await frozen.recordReply({ through: 9, outcomes: [], serverTime: '', offsetMs: 0, epoch: 'e1' }, 'a former token')).toEqual({
    kind: 'fenced',
  })
})

test('[TB6] without Web Locks every tab syncs and each mutation still has one effect', async () => {
  const { server, browser, clock } = await aTab()
  browser.withLocks = false
  const tabs = [new Tab(browser, server), new Tab(browser, server), new Tab(browser, server)]
  for (const one of tabs) await one.engine.start()
  await settle(60)
  for (const [at, one] of tabs.entries()) await one.set(`q${at + 1}`, `from ${at}`)
  await rest(clock, 30_000)
  expect(new Set(server.ledger.map((one) => one.mid)).size).toBe(server.ledger.length)
  expect(server.ledger.filter((one) => one.result.d === 'applied')).toHaveLength(3)
  expect(tabs.map((one) => one.engine.pendingCounts().mutations)).toEqual([0, 0, 0])
})

test('[TB7] two people of one browser have a database each, and neither sends the other’s work', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'ana’s')
  await settle(60)
  tab.kill()
  server.fate = () => null
  const beto = new Tab(browser, server, { actor: { ...ana, id: 'beto', name: 'Beto Soto' } })
  await beto.engine.start()
  await rest(clock, 5_000)
  expect(beto.engine.queue()).toEqual([])
  expect(server.ledger).toEqual([])
})

test('[TB8] signing out deletes this person’s database and ends every tab', async () => {
  const { server, browser, tab } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await tab.set('q1', 'secreto')
  await settle(40)
  await tab.engine.wipe()
  await settle(40)
  expect(await browser.indexedDB.databases()).toEqual([])
  expect([...browser.marks.keys()]).toEqual([])
})

test('[TB9] a tab that opens beside a leader at rest knows at once how the device stands', async () => {
  const { server, browser, tab, clock } = await aTab()
  await rest(clock, 5_000)
  expect(tab.engine.status.kind).toBe('up-to-date')
  const second = new Tab(browser, server)
  await second.engine.start()
  await settle(60)
  expect(second.engine.leading).toBe(false)
  expect(second.engine.status.kind).toBe('up-to-date')
})
