import type { WireRow } from '#shared/protocol/pull.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Storage } from '../storage/storage.ts'
import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { aDefinition, aPdf, ana, anAnswer, aParticipant, scope, setAnswer } from '../testing/fixtures.ts'
import { TestBrowser } from '../testing/browser.ts'
import { settle } from '../testing/manual-clock.ts'
import type { MemoryServer } from '../testing/memory-server.ts'

const answerRow = (unit: string, value: string, mid = 'other-1', author = 'beto'): Omit<WireRow, 'v'> => ({
  s: scope,
  p: 's1',
  t: 'answer',
  i: unit,
  r: anAnswer(unit, value, mid, author),
})

test('[PL1] [IN5] rows, acknowledgement, outcomes and cursor become visible together', async () => {
  const { server, tab, clock } = await aTab()
  await tab.set('q1', 'mine')
  server.put(answerRow('q2', 'theirs'))
  const live = await tab.world()
  const seen: [unknown, unknown, number][] = []
  live.topics.subscribe('*', () =>
    seen.push([live.confirmed.answer('q1')?.value, live.confirmed.answer('q2')?.value, tab.engine.counts().toSend]),
  )
  await rest(clock, 65_000)
  expect(seen.at(-1)).toEqual(['mine', 'theirs', 0])
  expect(seen.some(([one, two]) => (one === undefined) !== (two === undefined))).toBe(false)
})

test('[PL2] a pull of several pages is shown after its last one', async () => {
  const { server, tab } = await aTab()
  server.pageSize = 2
  const live = await tab.world()
  let notices = 0
  live.topics.subscribe('*', () => (notices += 1))
  for (const unit of ['q1', 'q2', 'q3', 'q4', 'q5']) server.put(answerRow(unit, 'v'))
  await tab.engine.syncNow()
  expect(notices).toBe(1)
  expect(live.world.answer('q5')?.value).toBe('v')
})

test('[PL20] the next page is asked for while one is written, and counts for nothing when that one does not stand', async () => {
  const { server, tab } = await aTab()
  server.pageSize = 2
  for (const unit of ['q1', 'q2', 'q3', 'q4', 'q5']) server.put(answerRow(unit, 'v'))
  const pulls = () => server.requests.filter((one) => one.call === 'pull').length
  const before = pulls()
  const write = tab.storage.applyPull.bind(tab.storage)
  const asked: number[] = []
  tab.storage.applyPull = async (patch, leader) => {
    await settle(40)
    asked.push(pulls() - before)
    return write(patch, leader)
  }
  await tab.engine.syncNow()
  expect(asked).toEqual([2, 3, 3])
  expect(await tab.value('q5')).toBe('v')

  for (const unit of ['q1', 'q2', 'q3', 'q4', 'q5']) server.put(answerRow(unit, 'w'))
  asked.length = 0
  let refused = 1
  tab.storage.applyPull = async (patch, leader) => (refused-- > 0 ? { kind: 'stale' } : write(patch, leader))
  await tab.engine.syncNow()
  expect([await tab.value('q1'), await tab.value('q5')]).toEqual(['w', 'w'])
})

test('[PL3] [IN12] a reset starts confirmed rows over and touches neither outbox, drafts nor files', async () => {
  const { server, tab } = await aTab()
  server.put(answerRow('q3', 'old'))
  await tab.engine.syncNow()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.set('q1', 'pending')
  await tab.halfWrite('q2', 'half')
  await tab.engine.attach(scope, { unit: 'q4', name: 'a.pdf', mime: 'application/pdf', bytes: aPdf(30) })
  server.rows.delete(`${scope}\nanswer\nq3`)
  server.resets = [{ scope, part: null }]
  for (const row of Array.from(server.rows.values())) if (row.s === scope) server.put(row)
  server.fate = (call) => (call === 'push' || call === 'startUpload' ? 'lost' : null)
  await tab.engine.syncNow()
  await settle(60)
  await tab.engine.syncNow()
  const live = await tab.world()
  expect(live.confirmed.answer('q3')).toBeUndefined()
  expect(live.world.answer('q1')?.value).toBe('pending')
  expect(tab.engine.counts()).toMatchObject({ toSend: 2, files: 1 })
  expect(await tab.halfWritten('q2')).toBe('half')
})

test('[PL4] a scope that was taken away leaves no confirmed row, and its pending mutations are still sent', async () => {
  const { server, tab, clock } = await aTab()
  server.put(answerRow('q3', 'secret'))
  await tab.engine.syncNow()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.set('q1', 'mine')
  await settle(60)
  server.drops = [{ scope, part: null, reason: 'role_removed' }]
  for (const key of Array.from(server.rows.keys())) if (key.startsWith(scope)) server.rows.delete(key)
  await tab.engine.syncNow()
  await settle(60)
  const live = await tab.world()
  expect([...live.confirmed.list('answer')]).toEqual([])
  expect(tab.engine.counts().toSend).toBe(1)
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: aParticipant({ locked: true }) })
  server.fate = () => null
  await rest(clock, 90_000)
  expect(tab.engine.outcomes()).toMatchObject([{ code: 'form_sent', a: { unit: 'q1', value: 'mine' } }])
})

test('[PL4] what waits in a world that was taken away, its form with it, is asked nothing and reports nothing', async () => {
  const { server, tab } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.set('q1', 'mine')
  await settle(60)
  server.drops = [scope, 'form:f1'].map((dropped) => ({ scope: dropped, part: null, reason: 'role_removed' as const }))
  for (const key of Array.from(server.rows.keys())) if (key.startsWith(scope) || key.startsWith('form:f1')) server.rows.delete(key)
  await tab.engine.syncNow()
  await settle(60)
  expect((await tab.world()).isHere).toBe(false)
  expect((await tab.world()).confirmed.get('form', 'f1')).toBeUndefined()
  expect(tab.engine.counts().toSend).toBe(1)
  expect(tab.reports).toEqual([])
})

test('[PL5] a part that was taken away leaves the rest of its scope', async () => {
  const { server, tab } = await aTab()
  server.checked = false
  server.put(answerRow('q1', 'stays'))
  server.put({ ...answerRow('q2', 'goes'), p: 's2' })
  await tab.engine.syncNow()
  server.drops = [{ scope, part: 's2', reason: 'assignment_removed' }]
  await tab.engine.syncNow()
  const live = await tab.world()
  expect([live.world.answer('q1')?.value, live.world.answer('q2')]).toEqual(['stays', undefined])
})

test('[PL6] rows that do not add up to what the server says are brought anew', async () => {
  const { server, tab } = await aTab()
  server.put(answerRow('q1', 'skipped'))
  const skipped = server.rows.get(`${scope}\nanswer\nq1`)
  server.rows.delete(`${scope}\nanswer\nq1`)
  server.put(answerRow('q2', 'seen'))
  server.checked = false
  await tab.engine.syncNow()
  if (skipped) server.rows.set(`${scope}\nanswer\nq1`, skipped)
  server.checked = true
  await tab.engine.syncNow()
  expect(await tab.value('q1')).toBe('skipped')
})

test('[PL7] an older reply that comes late cannot move the cursor back', async () => {
  const { tab } = await aTab()
  const storage = tab.storage
  const { position } = await storage.position()
  const patch = {
    epoch: 'e1',
    more: false,
    acked: 0,
    ackedMid: null,
    serverTime: '2026-03-02T12:00:00.000Z',
    offsetMs: 0,
    pulledAt: 0,
    reset: [],
    drop: [],
    rows: [],
    outcomes: [],
  }
  const lead = null
  expect((await storage.applyPull({ ...patch, from: position.cursor, cursor: 'e1/90' }, lead)).kind).toBe('written')
  expect((await storage.applyPull({ ...patch, from: position.cursor, cursor: 'e1/80' }, lead)).kind).toBe('stale')
  expect((await storage.position()).position.cursor).toBe('e1/90')
})

test('[PL10] a pull that starts over and is cut leaves the device with everything that it held', async () => {
  const { server, browser, tab } = await aTab({ questions: 40 })
  for (let at = 1; at <= 40; at += 1) server.put(answerRow(`q${at}`, `kept ${at}`))
  await tab.engine.syncNow()
  const held = (await tab.engine.storageReport()).rows
  server.backup()('e2')
  server.pageSize = 10
  server.rows.delete(`${scope}\nanswer\nq7`)
  let pulls = 0
  server.fate = (call) => (call === 'pull' && (pulls += 1) > 3 ? 'lost' : null)
  await tab.engine.syncNow()
  tab.kill()
  const again = new Tab(browser, server)
  await again.engine.start()
  expect((await again.engine.storageReport()).rows).toBe(held)
  expect(await again.value('q40')).toBe('kept 40')
  server.fate = () => null
  await settle(60)
  await again.engine.syncNow()
  expect((await again.engine.storageReport()).rows).toBe(held - 1)
  expect([await again.value('q7'), await again.value('q40')]).toEqual([undefined, 'kept 40'])
})

test('[PL8] a definition arrives with the first pull and then needs no network', async () => {
  const { server, tab, browser } = await aTab()
  tab.kill()
  server.fate = () => 'lost'
  const second = new Tab(browser, server)
  await second.engine.start()
  expect((await second.world()).world.index.question('q1')?.id).toBe('q1')
})

/** The form's header names another version of its questions, which has nine of them. */
function publishes(server: MemoryServer, versionId: string): void {
  const header = must(server.rows.get('form:f1\nform\nf1'), 'no header')
  Object.assign(server, { definition: aDefinition(9, versionId) })
  server.put({ ...header, r: { ...(header.r as object), versionId } })
}

test('[PL8] questions that came out and could not be had yet keep nobody from working with those that the device has, and come in as soon as they are there', async () => {
  const { server, tab, browser } = await aTab()
  publishes(server, 'f1-2')
  server.fate = (call) => (call === 'definition' ? 'lost' : null)
  await tab.engine.syncNow()
  await settle(60)
  tab.kill()
  server.fate = () => 'lost'
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.set('q1', 'on the road')
  expect(await second.value('q1')).toBe('on the road')
  server.fate = (call) => (call === 'definition' ? 'lost' : null)
  await second.engine.syncNow()
  await settle(60)
  expect(server.row('answer', 'q1')?.['value']).toBe('on the road')
  const live = await second.world()
  expect(live.world.index.question('q9')).toBeUndefined()
  // Nothing else moves when they come.
  server.fate = () => null
  await second.engine.syncNow()
  await settle(60)
  expect(live.world.index.question('q9')?.id).toBe('q9')
  expect(await second.value('q1')).toBe('on the road')
})

test('[PL8] of a form a device keeps the questions that it works with, and none of those that stood before', async () => {
  const { server, tab, browser } = await aTab()
  for (let version = 2; version <= 6; version += 1) {
    publishes(server, `f1-${version}`)
    await tab.engine.syncNow()
    await settle(60)
  }
  expect(await tab.storage.definitionIds()).toEqual(['f1-6'])
  publishes(server, 'f1-7')
  server.fate = (call) => (call === 'definition' ? 'lost' : null)
  await tab.engine.syncNow()
  await settle(60)
  expect(await tab.storage.definitionIds()).toEqual(['f1-6'])
  server.fate = () => null
  tab.kill()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.engine.syncNow()
  await settle(60)
  expect(await second.storage.definitionIds()).toEqual(['f1-7'])
})

test('[PL8] of a form that is not enabled no definition is asked for, and without it everything is ready', async () => {
  const { server, tab } = await aTab()
  const header = server.row('form', 'f1')
  server.put({ s: 'form:f2', p: '', t: 'form', i: 'f2', r: { ...header, id: 'f2', versionId: 'f2-v0', enabled: false } })
  await tab.engine.syncNow()
  await settle(60)
  expect((await tab.engine.table('form')).rows()).toHaveLength(2)
  expect(server.requests.filter(({ call, body }) => call === 'definition' && body === 'f2-v0')).toEqual([])
  expect((await tab.engine.prepareOffline(() => undefined)).ok).toBe(true)
})

/** A definition with what only the lab reads. */
const withCriteria = (): FormDefinition => {
  const plain = aDefinition()
  return {
    ...plain,
    questions: plain.questions.map((question) => ({ ...question, questionHint: 'Criterio', points: [{ key: 'x', value: 3 }] })),
  }
}
const criteriaIn = async (storage: Storage): Promise<boolean> => JSON.stringify(await storage.definition('f1-1')).includes('Criterio')

test('[VI7] the whole definition that a device kept loses the criteria and the points when an institution’s person next opens, without a network', async () => {
  const { server, tab, browser } = await aTab()
  await tab.storage.saveDefinition(withCriteria())
  tab.kill()
  server.fate = () => 'lost'
  const second = new Tab(browser, server)
  await second.engine.start()
  const { index } = (await second.world()).world
  expect([index.question('q1')?.questionHint, index.question('q1')?.points]).toEqual([undefined, []])
  expect(await criteriaIn(second.storage)).toBe(false)
})

test('[VI7] a device keeps nothing of them even where a server sends them, nor of a form that nobody opens', async () => {
  const { server, tab } = await aTab()
  Object.assign(server, { definition: { ...withCriteria(), versionId: 'f1-2' } })
  const header = server.rows.get('form:f1\nform\nf1')
  if (!header) throw new Error('no header')
  await tab.storage.saveDefinition({ ...withCriteria(), versionId: 'old-1' })
  server.put({ ...header, r: { ...(header.r as object), versionId: 'f1-2' } })
  await tab.engine.syncNow()
  await settle(60)
  expect(JSON.stringify([await tab.storage.definition('f1-2'), await tab.storage.definition('old-1')])).not.toContain('Criterio')
})

test('[VI7] who becomes the lab’s gets the whole when there is a network, and reads on meanwhile', async () => {
  const { server, tab, browser } = await aTab()
  tab.kill()
  Object.assign(server, { definition: withCriteria() })
  server.fate = () => 'lost'
  const actor = { ...ana, kind: 'Administrator', institutionId: null } as const
  const offline = new Tab(browser, server, { actor })
  await offline.engine.start()
  expect((await offline.world()).world.index.question('q1')?.questionHint).toBeUndefined()
  offline.kill()
  server.fate = () => null
  const online = new Tab(browser, server, { actor })
  await online.engine.start()
  expect((await online.world()).world.index.question('q1')?.questionHint).toBe('Criterio')
  expect(await criteriaIn(online.storage)).toBe(true)
})

test('[PL8] a form’s questions serve although there is no room to keep them', async () => {
  const { server, clock } = await aTab()
  const browser = new TestBrowser(clock)
  const { storage, ports } = browser.tab('iip-test-ana')
  const full = (): Promise<never> => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  const tab = new Tab(browser, server, { storage: { ...storage, saveDefinition: full }, ports })
  await tab.engine.start()
  await rest(clock)
  await tab.set('q1', 'with a full disk')
  expect(await tab.value('q1')).toBe('with a full disk')
  expect(tab.reports.map((one) => one.what)).toContain('definition')
})

test('[PL9] a corrected form brings its new questions into the open world', async () => {
  const { server, tab } = await aTab()
  const live = await tab.world()
  Object.assign(server, { definition: aDefinition(9, 'f1-2') })
  const header = server.rows.get('form:f1\nform\nf1')
  if (!header) throw new Error('no header')
  server.put({ ...header, r: { ...(header.r as object), versionId: 'f1-2' } })
  server.put(answerRow('q1', 'kept'))
  await tab.engine.syncNow()
  await settle(60)
  expect(live.world.index.question('q9')?.id).toBe('q9')
  expect(live.world.answer('q1')?.value).toBe('kept')
})

test('[RB1] confirmed rows are never written by a pending mutation', async () => {
  const { server, tab } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'mine')
  const live = await tab.world()
  expect([live.world.answer('q1')?.value, live.confirmed.answer('q1')]).toEqual(['mine', undefined])
})

test('[RB2] a pending value is folded in again over what others did', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.set('q1', 'mine')
  server.put(answerRow('q2', 'theirs'))
  await rest(clock, 120_000)
  expect([await tab.value('q1'), await tab.value('q2')]).toEqual(['mine', 'theirs'])
})

test('[RB3] [IN16] a value that would not stand any more keeps showing until its outcome is stored', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.set('q1', 'mine')
  const live = await tab.world()
  const seen: unknown[] = []
  live.topics.subscribe('unit:q1', () => seen.push(live.world.answer('q1')?.value))
  server.put(answerRow('q1', 'theirs'))
  await rest(clock, 120_000)
  expect(live.confirmed.answer('q1')?.value).toBe('theirs')
  expect(live.world.answer('q1')?.value).toBe('mine')
  server.fate = () => null
  await rest(clock, 120_000)
  expect(live.world.answer('q1')?.value).toBe('theirs')
  expect(new Set(seen)).toEqual(new Set(['theirs']))
  expect(tab.engine.outcomes()).toMatchObject([{ d: 'lost', code: 'concurrent', a: { unit: 'q1', value: 'mine' } }])
})

test('[RB4] a value that stands is never seen to go and come back', async () => {
  const { server, tab, clock } = await aTab()
  const live = await tab.world()
  const seen: unknown[] = []
  live.topics.subscribe('row:answer:q1', () => seen.push(live.world.answer('q1')?.value))
  let lost = 2
  server.fate = (call) => (call === 'push' && lost-- > 0 ? 'reply-lost' : null)
  await tab.set('q1', 'mine')
  await rest(clock, 120_000)
  expect(seen.every((value) => value === 'mine')).toBe(true)
})

test('[RB5] a chain of own edits keeps its order and each names the one before as its base', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'reply-lost' : null)
  const mids: string[] = []
  for (const value of ['one', 'two', 'three']) {
    mids.push(await tab.set('q1', value))
    await settle(40)
    await rest(clock, 3_000)
  }
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.every((one) => one.result.d === 'applied')).toBe(true)
  expect(await tab.value('q1')).toBe('three')
})

test('[RB6] listeners hear of the rows that changed and of no other', async () => {
  const { tab } = await aTab()
  const live = await tab.world()
  const heard: string[] = []
  for (const topic of ['unit:q1', 'unit:q2', 'table:answer', 'table:comment', 'row:answer:q1'])
    live.topics.subscribe(topic, () => heard.push(topic))
  const before = live.topics.version('unit:q1')
  await tab.set('q1', 'a')
  await settle()
  expect(new Set(heard)).toEqual(new Set(['unit:q1', 'table:answer', 'row:answer:q1']))
  expect(live.topics.version('unit:q1')).toBeGreaterThan(before)
  expect(live.topics.version('unit:q2')).toBe(0)
})

test('[RB7] a decision that fails while it is folded in hides nothing else', async () => {
  const { server, tab, browser } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q5', 'on the wire')
  await settle(60)
  await tab.set('q1', 'a')
  await tab.set('q3', 'c')
  const rows = await tab.storage.outbox(1)
  await tab.storage.enqueue({
    add: [],
    replace: rows.slice(0, 1).map((row) => ({ ...row, a: { unit: 'q1', value: 'boom' } })),
    clearDrafts: [],
  })
  tab.kill()
  const second = new Tab(browser, server)
  await second.engine.start()
  expect([await second.value('q1'), await second.value('q3')]).toEqual([undefined, 'c'])
  expect(second.reports.map((one) => one.what)).toContain('answer.set')
})

test('[RB8] [IN9] a device whose clock is a year off sees the server’s time and gets the same outcomes', async () => {
  const { server, tab, clock } = await aTab({ skewMs: 365 * 86_400_000 })
  const result = await tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'a' })
  await rest(clock)
  expect(result.ok).toBe(true)
  expect(server.ledger.map((one) => one.result.d)).toEqual(['applied'])
  expect(Math.abs((await tab.engine.diagnostics()).clockOffsetMs + 365 * 86_400_000)).toBeLessThan(1_000)
})
