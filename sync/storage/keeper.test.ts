import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { aPdf, scope, setAnswer } from '../testing/fixtures.ts'
import { settle } from '../testing/manual-clock.ts'
import { StorageSilentError } from './storage.ts'

test('[ST11] a database that is cleared under the open application is made anew from memory, as another device, and its queue arrives', async () => {
  const { server, browser, tab, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  await tab.set('q4', 'sent before')
  await rest(clock)
  server.fate = () => 'lost'
  browser.setOnline(false)
  await tab.set('q1', 'first')
  await settle(60)
  await tab.set('q2', 'second')
  await tab.halfWrite('q3', 'half a sen')
  browser.clearStorage()
  await rest(clock, 400)
  expect(tab.engine.status).toMatchObject({ kind: 'storage', cause: 'lost', pending: 2 })
  await rest(clock, 1_000)
  expect(tab.engine.status.kind).not.toBe('storage')
  expect(tab.engine.putBack).toMatchObject({ mutations: 2, drafts: 1, lostFiles: 0 })
  expect((await tab.engine.diagnostics()).deviceId).not.toBe(before)
  await tab.set('q5', 'third')
  tab.kill()
  const again = new Tab(browser, server)
  expect(await again.engine.start()).toEqual({ evicted: false, created: false })
  expect(again.engine.queue().map((item) => item.entity)).toEqual(['q1', 'q2', 'q5'])
  expect([await again.value('q4'), await again.value('q1'), await again.halfWritten('q3')]).toEqual(['sent before', 'first', 'half a sen'])
  server.fate = () => null
  browser.setOnline(true)
  await rest(clock, 90_000)
  expect([server.row('answer', 'q1')?.value, server.row('answer', 'q2')?.value, server.row('answer', 'q5')?.value]).toEqual([
    'first',
    'second',
    'third',
  ])
  expect(again.engine.counts().toSend).toBe(0)
})

test('[ST11] every tab notices, and what each has in memory is put back once', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.world()
  server.fate = () => 'lost'
  await tab.set('q1', 'first tab')
  await second.set('q2', 'second tab')
  await settle(60)
  browser.clearStorage()
  await rest(clock, 3_000)
  expect((await tab.storage.outbox(0)).map((row) => row.entity)).toEqual(['q1', 'q2'])
  server.fate = () => null
  browser.setOnline(true)
  await rest(clock, 90_000)
  expect(server.ledger.filter((one) => one.result.d === 'applied')).toHaveLength(2)
  expect([tab, second].map((one) => one.engine.status.kind)).toEqual(['up-to-date', 'up-to-date'])
})

test('[ST12] a change is never called saved while the database is gone: it waits for the new one, or is refused', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  browser.clearStorage()
  let answered = false
  const saving = tab.set('q1', 'kept in the end').finally(() => (answered = true))
  await settle(60)
  expect(answered).toBe(false)
  await rest(clock, 1_000)
  const mid = await saving
  expect((await tab.storage.outbox(0)).map((row) => row.mid)).toEqual([mid])
  browser.opening = 'fails'
  browser.clearStorage()
  const refused = tab.engine.dispatch(setAnswer, scope, { unit: 'q2', value: 'not kept' })
  await rest(clock, 1_000)
  expect(await refused).toEqual({ ok: false, failure: { code: 'storage_failed' } })
  const drafting = tab.halfWrite('q3', 'half')
  await rest(clock, 1_000)
  expect((await drafting).kept).toBe('failed')
  expect(tab.engine.status.kind).toBe('storage')
})

test('[ST12] with no database at all what waits in memory is sent once there is a network, can be exported, and counts once', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  const mids = [await tab.set('q1', 'a'), await tab.set('q2', 'b')]
  await settle(60)
  browser.opening = 'fails'
  browser.clearStorage()
  await rest(clock, 5_000)
  expect(tab.engine.status).toMatchObject({ kind: 'storage', pending: 2 })
  expect((await tab.engine.exportUnsent()).text).toContain(mids[1])
  server.fate = () => null
  browser.setOnline(true)
  await rest(clock, 60_000)
  expect(server.ledger.map((one) => one.mid)).toEqual(mids)
  browser.opening = 'works'
  await rest(clock, 120_000)
  expect(tab.engine.status.kind).toBe('up-to-date')
  expect(server.ledger.filter((one) => one.result.d === 'applied').map((one) => one.mid)).toEqual(mids)
})

test('[ST12] what went from memory is not replaced in place afterwards, also when the database was only away', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.engine.syncNow()
  const mid = await tab.set('q1', 'from memory')
  await settle(60)
  browser.opening = 'fails'
  browser.closeConnections()
  await rest(clock, 5_000)
  server.fate = (call) => (call === 'pull' ? 'lost' : null)
  browser.setOnline(true)
  await rest(clock, 30_000)
  expect(server.ledger.map((one) => one.mid)).toEqual([mid])
  browser.opening = 'works'
  server.fate = () => 'lost'
  await rest(clock, 120_000)
  expect(await tab.set('q1', 'written later')).not.toBe(mid)
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.row('answer', 'q1')?.value).toBe('written later')
})

test('[ST11] files whose bytes went with the database are told, and the copy without them can be had meanwhile', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.engine.attach(scope, { unit: 'q4', name: 'a.pdf', mime: 'application/pdf', bytes: aPdf(30) })
  await tab.set('q1', 'a')
  browser.opening = 'fails'
  browser.clearStorage()
  await rest(clock, 1_000)
  const { text } = await tab.engine.exportUnsent()
  expect(text).toContain('answer.set')
  browser.opening = 'works'
  await rest(clock, 60_000)
  expect(tab.engine.putBack).toMatchObject({ mutations: 2, lostFiles: 1 })
  expect(tab.engine.uploads()).toMatchObject([{ name: 'a.pdf', state: 'parked' }])
  server.fate = () => null
  browser.setOnline(true)
  await rest(clock, 90_000)
  expect(tab.engine.status).toMatchObject({ kind: 'attention', count: 1 })
})

test('[ST13] a database that never answers when it is opened ends the start in bounded time, and a later start works', async () => {
  const { server, browser, tab, clock } = await aTab()
  await tab.set('q1', 'a')
  tab.kill()
  browser.opening = 'silent'
  const second = new Tab(browser, server)
  const starting = second.engine.start().then(
    () => 'started',
    (error: unknown) => error,
  )
  await rest(clock, 20_000)
  expect(await starting).toBeInstanceOf(StorageSilentError)
  second.engine.stop()
  browser.opening = 'works'
  const third = new Tab(browser, server)
  expect(await third.engine.start()).toMatchObject({ created: false })
  expect(await third.value('q1')).toBe('a')
})

test('[ST13] a database that stops answering while one works is told, and the change is not called saved', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  const mid = await tab.set('q2', 'waiting')
  await settle(60)
  browser.opening = 'silent'
  browser.clearStorage()
  const refused = tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'a' })
  await rest(clock, 30_000)
  expect(tab.engine.status.kind).toBe('storage')
  expect(await refused).toEqual({ ok: false, failure: { code: 'storage_failed' } })
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.mid)).toEqual([mid])
})

test('[ST11] a person who signs out in another tab leaves nothing that is made anew', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await tab.set('q1', 'a')
  await tab.engine.wipe()
  await rest(clock, 5_000)
  expect(await browser.indexedDB.databases()).toEqual([])
  // A write that had begun there finds out by itself, and makes none either.
  await expect(second.storage.saveDraft({ key: 'q2', value: 'x', savedAt: '' })).rejects.toThrow('closed')
  expect(await browser.indexedDB.databases()).toEqual([])
})
