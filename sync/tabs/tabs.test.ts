import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { ana, anAnswer, scope, setAnswer } from '../testing/fixtures.ts'
import { unsentIn } from '../outbox/backup.ts'
import { settle } from '../testing/manual-clock.ts'
import { refusedWith } from '../testing/memory-server.ts'

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
  expect(tabs.map((one) => one.engine.counts().toSend)).toEqual(tabs.map(() => 0))
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

test('[TB3] a value that did not stand stops showing in the other tabs as soon as its outcome is stored, before any pull', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.world()
  const participant = server.rows.get(`${scope}\nparticipant\nnorth`)
  if (!participant) throw new Error('no participant')
  server.fate = (call) => (call === 'pull' ? 'lost' : null)
  server.put({ ...participant, r: { ...(participant.r as object), locked: true } })
  await second.set('q1', 'too late')
  await rest(clock, 1_000)
  expect(await tab.value('q1')).toBeUndefined()
  expect(await second.value('q1')).toBeUndefined()
  expect(second.engine.counts().toSend).toBe(1)
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

test('[TB5] a leader under whose pull another tab moved the cursor goes on leading: only a stolen lock ends that', async () => {
  const { server, tab, clock } = await aTab()
  let moved = false
  server.fate = (call) => {
    if (call === 'pull' && !moved) void tab.storage.restartPull()
    moved ||= call === 'pull'
    return null
  }
  await tab.engine.syncNow()
  expect(moved).toBe(true)
  await tab.set('q1', 'after')
  await rest(clock, 5_000)
  expect(tab.engine.leading).toBe(true)
  expect(tab.engine.counts().toSend).toBe(0)
})

test('[TB23] a leading page that is put away in the middle of a write holds up nobody: another leads at once, and has what was kept', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await tab.set('q1', 'kept')
  const given = tab.engine.dispatch(setAnswer, scope, { unit: 'q2', value: 'on its way' })
  // Far enough to have begun its transaction, which no turn of promises ends.
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  tab.putAway()
  expect(await given).toMatchObject({ ok: false, failure: { code: 'storage_failed' } })
  await settle(60)
  expect(second.engine.leading).toBe(true)
  await rest(clock)
  expect([server.row('answer', 'q1')?.value, server.row('answer', 'q2')]).toEqual(['kept', undefined])
  // What was being typed there is kept when the page comes back, before it begins anew.
  await tab.halfWrite('q3', 'half')
  expect(await second.halfWritten('q3')).toBe('half')
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
  expect(tabs.map((one) => one.engine.counts().toSend)).toEqual([0, 0, 0])
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

test('[TB20] a draft of one tab is told to the others, and only one of them takes it over', async () => {
  const { server, browser, tab } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  let heard = 0
  second.engine.subscribe('drafts', () => (heard += 1))
  const third = new Tab(browser, server)
  await third.engine.start()
  const slot = await third.halfWrite('q1', 'half')
  await settle(40)
  expect(heard).toBeGreaterThan(0)
  expect(second.engine.halfWritten()).toMatchObject([{ key: slot.key, draft: { value: 'half' } }])
  third.kill()
  const [one, other] = await Promise.all([tab, second].map((each) => each.engine.draftBook(scope)))
  expect([one, other].filter((book) => book?.slot('comment', 'q1').draft !== undefined)).toHaveLength(1)

  const before = heard
  const [left] = await tab.engine.readHalfWritten()
  await tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'whole' }, { clearDraft: left?.key })
  await settle(40)
  expect(heard).toBeGreaterThan(before)
  expect(second.engine.halfWritten()).toEqual([])
})

test('[TB21] a sealed database keeps queue, drafts and files without what was confirmed, and goes on when its person comes back', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await tab.set('q2', 'confirmed')
  await rest(clock)
  server.fate = () => refusedWith(401, 'revoked')
  await tab.set('q1', 'unsent')
  await tab.halfWrite('q3', 'half')
  await rest(clock, 5_000)
  expect(await tab.storage.countRows()).toBeGreaterThan(0)
  await tab.engine.seal()
  await settle(40)

  const disk = browser.tab('iip-test-ana').storage
  await disk.open('unused')
  expect(await disk.countRows()).toBe(0)
  const left = await unsentIn(disk, 'ana', '2026-03-02T12:00:00.000Z')
  expect(left.mutations.map((row) => row.a)).toEqual([{ unit: 'q1', value: 'unsent' }])
  expect(left.drafts.map((draft) => draft.value)).toMatchObject([{ value: 'half' }])
  disk.close()

  server.fate = () => null
  const again = new Tab(browser, server)
  expect(await again.engine.start()).toEqual({ evicted: false, created: false })
  await rest(clock, 5_000)
  expect(server.row('answer', 'q1')?.value).toBe('unsent')
  expect(await again.value('q2')).toBe('confirmed')
  expect(await again.halfWritten('q3')).toBe('half')
})

test('[TB22] a mutation is this device’s own while it waits and after it was confirmed; a stranger’s is not', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  server.fate = () => 'lost'
  const mid = await tab.set('q1', 'a')
  await settle(40)
  expect(await second.engine.isFromHere(mid)).toBe(true)
  server.fate = () => null
  await rest(clock, 120_000)
  expect(tab.engine.queue()).toEqual([])
  expect(await second.engine.isFromHere(mid)).toBe(true)
  expect(await second.engine.isFromHere('another-device')).toBe(false)
})
