import { createHash } from 'node:crypto'
import { instantOf } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/instant.ts'
import { aTab, rest, Tab } from './testing/device.ts'
import { addComment, anAnswer, aParticipant, sayOpened, scope, setAnswer } from './testing/fixtures.ts'
import { seeded, TestBrowser } from './testing/browser.ts'
import { settle, type ManualClock } from './testing/manual-clock.ts'
import { refusedWith, type MemoryServer } from './testing/memory-server.ts'

test('[OB1] [IN3] dispatch resolves only when the mutation is on the disk, and another engine on the same disk sends it', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = () => 'lost'
  const mid = await tab.set('q1', 'a')
  tab.kill()
  const second = new Tab(browser, server)
  await second.engine.start()
  expect(second.engine.queue().map((item) => item.id)).toEqual([mid])
  server.fate = () => null
  await rest(clock, 5_000)
  expect(server.row('answer', 'q1')?.value).toBe('a')
})

test('[OB2] a change shows at once and reaches the server once', async () => {
  const { server, tab, clock } = await aTab()
  await tab.set('q1', 'a')
  expect(await tab.value('q1')).toBe('a')
  await rest(clock)
  expect(server.ledger.map((one) => one.seq)).toEqual([1])
  expect(tab.engine.queue()).toEqual([])
  expect(await tab.value('q1')).toBe('a')
})

test('[PL25] the newest twenty readings of the server can be read again without a network, and go with what was confirmed', async () => {
  const { tab, server, browser } = await aTab()
  await Promise.all(Array.from({ length: 21 }, (_, at) => tab.engine.keepReading(`page ${at}`, { at })))
  await tab.engine.keepReading('page 1', { at: 'again' })
  expect(await tab.engine.keptReading('page 0')).toBeUndefined()
  expect(await tab.engine.keptReading('page 1')).toEqual({ at: 'again' })
  expect(await tab.engine.keptReading('page 20')).toEqual({ at: 20 })
  // More than is kept of all of them together: it goes, and whatever is older and fits stays.
  await tab.engine.keepReading('long', 'x'.repeat(2_000_000))
  await tab.engine.keepReading('longer', 'x'.repeat(2_000_000))
  expect(await tab.engine.keptReading('long')).toBeUndefined()
  expect(await tab.engine.keptReading('longer')).toHaveLength(2_000_000)
  expect(await tab.engine.keptReading('page 20')).toEqual({ at: 20 })
  tab.kill()
  server.fate = () => 'lost'
  const second = new Tab(browser, server)
  await second.engine.start()
  expect(await second.engine.keptReading('page 20')).toEqual({ at: 20 })
  await second.engine.seal()
  const disk = browser.tab('iip-test-ana').storage
  await disk.open('unused')
  expect(await disk.note('pages-read')).toEqual([])
  disk.close()
})

test('[OB3] a reply that was lost is sent again with the same mid and has one effect', async () => {
  const { server, tab, clock } = await aTab()
  let lost = 2
  server.acks = false
  server.fate = (call) => (call === 'push' && lost-- > 0 ? 'reply-lost' : null)
  const mid = await tab.set('q1', 'a')
  await rest(clock, 20_000)
  server.acks = true
  await tab.engine.syncNow()
  expect(server.ledger.map((one) => one.mid)).toEqual([mid])
  expect(server.requests.filter((one) => one.call === 'push').length).toBeGreaterThanOrEqual(3)
  expect(tab.engine.counts().toSend).toBe(0)
})

test('[OB4] an unsent answer is replaced in place: same sequence, same mid, newest value', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q2', 'x')
  await settle()
  await tab.set('q1', 'first')
  const mid = await tab.set('q1', 'second')
  expect(await tab.set('q1', 'third')).toBe(mid)
  expect(await tab.value('q1')).toBe('third')
  expect(tab.engine.queue()).toHaveLength(2)
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q2', value: 'x' },
    { unit: 'q1', value: 'third' },
  ])
})

test('[OB33] a change carries what its author saw of what it takes away, also through the changes that replace it', async () => {
  const { server, tab, clock } = await aTab()
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q2', r: anAnswer('q2', 'seen', 'm-seen', 'bea') })
  await tab.engine.syncNow()
  server.fate = () => 'lost'
  await tab.set('q3', 'wire')
  await settle()
  await tab.set('q1', 'none')
  await tab.set('q1', 'else')
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q3', value: 'wire' },
    { unit: 'q1', value: 'else', closes: 'm-seen' },
  ])
})

test('[OB5] an answer that was once on the wire is never changed: a newer value is a mutation of its own', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'reply-lost'
  const first = await tab.set('q1', 'first')
  await settle(60)
  const second = await tab.set('q1', 'second')
  expect(second).not.toBe(first)
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'first' },
    { unit: 'q1', value: 'second' },
  ])
  expect(await tab.value('q1')).toBe('second')
})

test('[OB6] an answer is not replaced across a mutation of another kind, nor across one that touched the same rows', async () => {
  const { server, tab } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q5', 'wire')
  await settle(60)
  await tab.set('q3', 'before')
  await tab.engine.dispatch(addComment, scope, { id: 'c1', unit: 'q3', body: 'about the first value' })
  await tab.set('q3', 'after')
  expect(tab.engine.queue().map((item) => item.name)).toEqual(['answer.set', 'answer.set', 'comment.add', 'answer.set'])
  await tab.set('q1', 'yes')
  await tab.set('q2', 'dependent')
  await tab.set('q1', 'none')
  expect(tab.engine.queue()).toHaveLength(7)
  expect(await tab.value('q2')).toBeNull()
})

test('[OB7] what the rules refuse is told at once and never enqueued', async () => {
  const { tab, server, clock } = await aTab()
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: aParticipant({ locked: true }) })
  await tab.engine.syncNow()
  const result = await tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'late' })
  expect(result).toEqual({ ok: false, failure: { code: 'form_sent' } })
  expect(tab.engine.queue()).toEqual([])
  expect(await tab.engine.dispatch(setAnswer, scope, { unit: 'q1' } as never)).toMatchObject({ ok: false, failure: { code: 'malformed' } })
  await rest(clock)
  expect(server.ledger).toEqual([])
})

test('[OB8] writing the same value again enqueues nothing', async () => {
  const { tab, clock } = await aTab()
  await tab.set('q1', 'a')
  await rest(clock)
  expect(await tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'a' })).toMatchObject({ ok: true, value: { mid: null } })
  expect(tab.engine.queue()).toEqual([])
})

test('[OB9] a session that ended leaves the queue as it was, and signing in again sends it', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => refusedWith(401, 'unauthenticated')
  await tab.set('q1', 'a')
  await rest(clock, 5_000)
  expect(tab.engine.status.kind).toBe('needs-auth')
  await tab.set('q2', 'b')
  expect(tab.engine.queue()).toHaveLength(2)
  server.fate = () => null
  await tab.engine.reauthenticated()
  await rest(clock)
  expect(server.ledger).toHaveLength(2)
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[OB10] a failed push goes out again without any further input', async () => {
  const { tab, server, clock } = await aTab()
  let failures = 6
  server.fate = (call) => (call === 'push' && failures-- > 0 ? 'lost' : null)
  await tab.set('q1', 'a')
  await rest(clock, 240_000)
  expect(server.row('answer', 'q1')?.value).toBe('a')
})

test('[OB11] one mutation that the server cannot take holds up no other', async () => {
  const { tab, server, clock } = await aTab()
  const report = tab.reports
  server.fate = () => 'lost'
  const broken = await tab.engine.dispatch(addComment, scope, { id: 'c1', unit: 'q1', body: 'x' })
  expect(broken.ok).toBe(true)
  await tab.set('q1', 'a')
  server.rows.delete(`${scope}\nparticipant\nnorth`)
  const participant = aParticipant()
  server.fate = () => null
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: participant })
  await rest(clock, 90_000)
  expect(server.ledger.map((one) => one.result.d)).toEqual(['applied', 'applied'])
  expect(report).toEqual([])
})

test('[OB12] a push too large for the server is halved until it fits', async () => {
  const { tab, server, clock } = await aTab({ questions: 12 })
  server.fate = () => 'lost'
  for (let at = 1; at <= 8; at += 1) await tab.set(`q${at}`, 'v')
  let tooLarge = 2
  server.fate = (call) => (call === 'push' && tooLarge-- > 0 ? refusedWith(413, 'too_large') : null)
  await rest(clock, 120_000)
  const sizes = server.requests.filter((one) => one.call === 'push').map((one) => (one.body as { mutations: unknown[] }).mutations.length)
  expect(sizes.slice(-4)).toContain(2)
  expect(server.ledger).toHaveLength(8)
})

test('[OB20] a mutation that the server cannot take even alone is entered without its content and kept here with it', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'first')
  const mid = await tab.set('q2', 'x'.repeat(500))
  await tab.set('q3', 'last')
  server.fate = (call) => {
    const asked = server.requests.at(-1)
    return call === 'push' && JSON.stringify(asked?.body).includes('xxx') ? refusedWith(413, 'too_large') : null
  }
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => [one.mid === mid, one.n])).toEqual([
    [false, 'answer.set'],
    [true, 'quarantine.raw'],
    [false, 'answer.set'],
  ])
  expect(tab.engine.outcomes()).toMatchObject([{ mid, code: 'too_large', n: 'answer.set', a: { unit: 'q2', value: 'x'.repeat(500) } }])
  expect(tab.engine.counts().toSend).toBe(0)
})

test('[OB13] a gap in the sequence is closed by sending from where the server is', async () => {
  const { tab, server, clock } = await aTab()
  await tab.set('q1', 'a')
  await rest(clock)
  await tab.set('q2', 'b')
  await rest(clock)
  server.ledger = server.ledger.slice(0, 1)
  await tab.set('q3', 'c')
  await rest(clock, 5_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'a' },
    { unit: 'q2', value: 'b' },
    { unit: 'q3', value: 'c' },
  ])
})

test('[OB14] a cloned profile takes a new device id and loses nothing', async () => {
  const { tab, server, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.ledger.push({
    deviceId: before,
    seq: 1,
    mid: 'twin-1',
    n: 'answer.set',
    a: {},
    result: { seq: 1, mid: 'twin-1', d: 'applied', code: 'ok' },
  })
  await tab.set('q1', 'a')
  await rest(clock, 5_000)
  expect((await tab.engine.diagnostics()).deviceId).not.toBe(before)
  expect(server.row('answer', 'q1')?.value).toBe('a')
  expect(tab.engine.counts().toSend).toBe(0)
})

/** What another browser with a copy of this one's profile has sent under the same device id. */
function twin(server: MemoryServer, deviceId: string, ...seqs: number[]): void {
  for (const seq of seqs) {
    const mid = `twin-${seq}`
    const result = { seq, mid, d: 'applied', code: 'ok' } as const
    server.ledger.push({ deviceId, seq, mid, n: 'answer.set', a: {}, result })
  }
}

test('[OB23] an acknowledgement beyond what this device ever sent is a copied profile’s: nothing leaves the queue, and it goes as another device', async () => {
  const { tab, server, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.namesAcks = false
  server.fate = (call) => (call === 'pull' ? 'lost' : null)
  await tab.engine.syncNow()
  const mids = [await tab.set('q1', 'a'), await tab.set('q2', 'b')]
  twin(server, before, 1, 2)
  server.fate = () => null
  await rest(clock, 5_000)
  expect((await tab.engine.diagnostics()).deviceId).not.toBe(before)
  expect(server.ledger.filter((one) => one.deviceId !== before).map((one) => one.mid)).toEqual(mids)
  expect([server.row('answer', 'q1')?.value, server.row('answer', 'q2')?.value]).toEqual(['a', 'b'])
  expect(tab.engine.counts().toSend).toBe(0)
})

test('[OB23] an acknowledgement of another mutation under the same sequence is a copied profile’s, too', async () => {
  const { tab, server, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  const mid = await tab.set('q1', 'a')
  await settle(60)
  twin(server, before, 1)
  server.fate = (call) => (call === 'push' && server.requests.filter((one) => one.call === 'pull').length < 3 ? 'lost' : null)
  await rest(clock, 90_000)
  expect(server.ledger.filter((one) => one.deviceId !== before).map((one) => one.mid)).toEqual([mid])
  expect(server.row('answer', 'q1')?.value).toBe('a')
})

test('[OB23] a copy of the profile has sent other words under the same mid: what was written here in their place is not taken for them', async () => {
  const { tab, server, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.fate = () => 'lost'
  await tab.engine.syncNow()
  const mid = await tab.set('q1', 'waiting when the copy was made')
  expect(await tab.set('q1', 'written in its place')).toBe(mid)
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.engine.syncNow()
  const said = { unit: 'q1', value: 'waiting when the copy was made' }
  server.ledger.push({ deviceId: before, seq: 1, mid, n: 'answer.set', a: said, result: { seq: 1, mid, d: 'applied', code: 'ok' } })
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', said.value, mid) })
  await rest(clock, 5_000)
  server.fate = () => null
  await rest(clock, 90_000)
  expect(server.ledger.map((one) => one.a)).toEqual([said, { unit: 'q1', value: 'written in its place' }])
  expect(server.row('answer', 'q1')?.value).toBe('written in its place')
})

test('[OB23] a profile put back to an older state, behind what the server has of it, loses neither its old queue nor its new work', async () => {
  const { tab, server, browser, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  const old = await tab.set('q1', 'was waiting when the copy was made')
  await settle(60)
  // After the copy the profile sent that and two more, and was then put back.
  const result = { seq: 1, mid: old, d: 'applied', code: 'ok' } as const
  server.ledger.push({ deviceId: before, seq: 1, mid: old, n: 'answer.set', a: {}, result })
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'was waiting when the copy was made', old) })
  twin(server, before, 2, 3)
  const next = await tab.set('q2', 'written after it was put back')
  server.fate = () => null
  browser.setOnline(true)
  await rest(clock, 90_000)
  expect(server.row('answer', 'q2')?.value).toBe('written after it was put back')
  expect(server.ledger.filter((one) => one.deviceId !== before).map((one) => one.mid)).toEqual([old, next])
  expect(server.ledger.filter((one) => one.mid === old).map((one) => one.result.d)).toEqual(['applied', 'noop'])
})

test('[OB23] what a twin’s mutation stands for in a restored server goes again, also when it had been acknowledged', async () => {
  const { tab, server, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  const restore = server.backup()
  const mid = await tab.set('q1', 'acknowledged')
  await rest(clock)
  restore('e2')
  twin(server, before, 1)
  await tab.engine.syncNow()
  await rest(clock, 5_000)
  expect(server.ledger.filter((one) => one.deviceId !== before).map((one) => one.mid)).toEqual([mid])
  expect(server.row('answer', 'q1')?.value).toBe('acknowledged')
})

test('[OB23] what is written after a profile was put back is not taken for what it replaces in the old queue', async () => {
  const { tab, server, browser, clock } = await aTab()
  const before = (await tab.engine.diagnostics()).deviceId
  server.fate = () => 'lost'
  await tab.engine.syncNow()
  const mid = await tab.set('q1', 'waiting when the copy was made')
  tab.kill()
  // After the copy its value was replaced and sent under the same mid.
  const result = { seq: 1, mid, d: 'applied', code: 'ok' } as const
  server.ledger.push({ deviceId: before, seq: 1, mid, n: 'answer.set', a: {}, result })
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'sent after the copy', mid) })
  const restored = new Tab(browser, server)
  await restored.engine.start()
  await restored.set('q1', 'written after it was put back')
  server.fate = () => null
  await rest(clock, 90_000)
  expect(server.row('answer', 'q1')?.value).toBe('written after it was put back')
})

test('[OB24] a push says how far the server had come with this device: one that was put back finds out by itself', async () => {
  const { tab, server, clock } = await aTab()
  await tab.set('q1', 'kept')
  await rest(clock)
  await tab.set('q2', 'next')
  await settle(60)
  const { position } = await tab.storage.position()
  const bodies = server.requests.filter((one) => one.call === 'push').map((one) => one.body as { cursor: string })
  expect(bodies.at(-1)?.cursor.split('/')[0]).toBe(position.epoch)
  server.fate = (call) => (call === 'push' ? refusedWith(409, 'epoch_changed') : null)
  await tab.set('q3', 'after')
  await settle(60)
  const asked = server.requests.filter((one) => one.call === 'push').map((one) => one.body as { cursor: unknown; epoch: unknown })
  expect(asked.at(-1)).toMatchObject({ cursor: null, epoch: null })
})

test('[OB24] a server that acknowledges less than it once did was put back without knowing: what it forgot goes again', async () => {
  const { tab, server, clock } = await aTab()
  await tab.set('q1', 'kept')
  await rest(clock)
  const restore = server.backup()
  server.fate = (call) => (call === 'pull' && server.ledger.length > 1 ? 'lost' : null)
  await tab.set('q2', 'told of by a push only')
  await settle(60)
  restore(server.epoch)
  server.fate = () => null
  await rest(clock, 5_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'kept' },
    { unit: 'q2', value: 'told of by a push only' },
  ])
  expect(tab.engine.status).toMatchObject({ kind: 'up-to-date', pending: 0 })
  restore(server.epoch)
  await tab.engine.syncNow()
  await rest(clock, 5_000)
  expect(server.row('answer', 'q2')?.value).toBe('told of by a push only')
})

test('[OB25] a push whose envelope the server does not read blames no mutation, waits like a failure, and shows as stalled', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'a')
  await tab.set('q2', 'b')
  const before = server.requests.length
  server.fate = (call) => (call === 'push' ? refusedWith(400, 'malformed', { field: 'pending' }) : null)
  await rest(clock, 80_000)
  const pushes = server.requests.slice(before).filter((one) => one.call === 'push').length
  expect(pushes).toBeLessThan(40)
  expect(tab.engine.outcomes()).toEqual([])
  expect(tab.engine.status).toMatchObject({ kind: 'stalled', pending: 2 })
  expect(tab.reports.map((one) => one.what)).toContain('push')
  server.fate = () => null
  await rest(clock, 90_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'a' },
    { unit: 'q2', value: 'b' },
  ])
})

test('[OB25] one mutation that the server does not read is found among the others, and only it is set aside', async () => {
  const { tab, server, clock } = await aTab({ questions: 12 })
  server.fate = () => 'lost'
  for (let at = 1; at <= 12; at += 1) await tab.set(`q${at}`, at === 7 ? 'unreadable' : 'v')
  server.fate = (call) => {
    const asked = server.requests.at(-1)
    return call === 'push' && JSON.stringify(asked?.body).includes('unreadable') ? refusedWith(400, 'malformed') : null
  }
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.n).filter((name) => name === 'quarantine.raw')).toHaveLength(1)
  expect(tab.engine.outcomes()).toMatchObject([{ code: 'malformed', a: { unit: 'q7', value: 'unreadable' } }])
  expect(server.ledger).toHaveLength(12)
})

test('[OB15] a server restored from an older copy gets again what it forgot', async () => {
  const { tab, server, clock } = await aTab()
  await tab.set('q1', 'kept')
  await rest(clock)
  const restore = server.backup()
  await tab.set('q2', 'forgotten')
  await rest(clock)
  await tab.set('q3', 'forgotten too')
  await rest(clock)
  expect(tab.engine.counts().toSend).toBe(0)
  restore('e2')
  await tab.engine.syncNow()
  await rest(clock, 5_000)
  expect(server.row('answer', 'q2')?.value).toBe('forgotten')
  expect(server.row('answer', 'q3')?.value).toBe('forgotten too')
  expect(new Set(server.ledger.map((one) => one.mid)).size).toBe(3)
  expect(await tab.value('q3')).toBe('forgotten too')
  expect((await tab.engine.diagnostics()).epoch).toBe('e2')
})

test('[OB15] what a copy of the profile has sent since the server was put back is not taken for what this device sent', async () => {
  const { tab, browser, server, clock } = await aTab()
  const restore = server.backup()
  await tab.set('q1', 'both hold it')
  const twin = new Tab(await browser.copy(seeded(7)), server)
  await tab.set('q2', 'forgotten by the server')
  await rest(clock)
  restore('e2')
  tab.kill()
  await twin.engine.start()
  await twin.set('q3', 'of the copy')
  await rest(clock, 10_000)
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock, 10_000)
  expect(server.row('answer', 'q2')?.value).toBe('forgotten by the server')
  expect(server.row('answer', 'q3')?.value).toBe('of the copy')
  expect(again.engine.counts().toSend).toBe(0)
})

test('[OB16] a draft is deleted by the same write that enqueues what it became', async () => {
  const { tab } = await aTab()
  const { key } = await tab.halfWrite('q1', 'half a sen')
  expect((await tab.storage.draft(key))?.value).toMatchObject({ value: 'half a sen' })
  const kept = await tab.engine.dispatch(setAnswer, scope, { unit: 'q1', value: 'half a sentence' }, { clearDraft: key })
  expect(kept.ok).toBe(true)
  expect(await tab.storage.draft(key)).toBeUndefined()
})

test('[OB17] discarding an unsent mutation is logged, leaves no gap, and the rest goes on', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q5', 'on the wire')
  await settle(60)
  const mid = await tab.set('q1', 'mistake')
  await tab.set('q2', 'kept')
  expect(await tab.engine.discard(mid)).toBe(true)
  expect(await tab.value('q1')).toBeUndefined()
  expect((await tab.engine.diagnostics()).discarded).toMatchObject([{ mid, name: 'answer.set', entity: 'q1' }])
  server.fate = () => null
  await rest(clock, 120_000)
  expect(server.ledger.map((one) => one.seq)).toEqual([1, 2])
  expect(server.row('answer', 'q1')).toBeUndefined()
})

test('[OB18] what is exported on one device and imported on another has one effect, whichever sends first', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'a')
  await tab.set('q2', 'b')
  const { text } = await tab.engine.exportUnsent()
  server.fate = () => null
  const other = await aTabOn(server, clock)
  expect(await other.engine.importUnsent(text)).toEqual({ ok: true, value: { mutations: 2, files: 0, drafts: 0 } })
  await rest(clock, 120_000)
  expect(server.ledger.filter((one) => one.result.d === 'applied')).toHaveLength(2)
  expect(tab.engine.counts().toSend + other.engine.counts().toSend).toBe(0)
  expect(await other.engine.importUnsent(text.replace('"a', '"z'))).toMatchObject({ ok: false, failure: { code: 'backup_unreadable' } })
})

test('[OB21] a browser that refuses its small memory takes nothing from an answer that is durable', async () => {
  const { tab, server, browser, clock } = await aTab()
  browser.marksBlocked = true
  await tab.set('q1', 'kept')
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('kept')
  const second = new Tab(browser, server)
  expect(await second.engine.start()).toEqual({ evicted: false, created: false })
  expect(tab.reports.map((one) => one.what)).toEqual(['marker', 'marker'])
})

test('[OB22] what was sent is kept 30 days by the server’s time: a device’s clock two months ahead forgets nothing', async () => {
  const { tab, server, browser, clock } = await aTab()
  await tab.set('q1', 'kept')
  await rest(clock)
  const restore = server.backup()
  await tab.set('q2', 'forgotten by the server')
  await rest(clock)
  tab.kill()
  browser.skewMs = 60 * dayMs
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock, 5_000)
  restore('e2')
  await again.engine.syncNow()
  await rest(clock, 5_000)
  expect(server.row('answer', 'q2')?.value).toBe('forgotten by the server')
})

test('[OB10] a call that hangs when the network comes back is given up, and the queue goes at once', async () => {
  const { tab, server, browser } = await aTab()
  server.gate = (call) => (call === 'push' ? new Promise(() => undefined) : Promise.resolve())
  await tab.set('q1', 'a')
  await settle(60)
  server.gate = () => Promise.resolve()
  browser.setOnline(false)
  browser.setOnline(true)
  await settle(60)
  expect(server.row('answer', 'q1')?.value).toBe('a')
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[OB30] what is half written goes with an export and comes back; what is newer here stays; a copy without drafts is read', async () => {
  const { tab, server, clock } = await aTab()
  const first = await tab.halfWrite('q1', 'half a sen')
  await tab.halfWrite('q2', 'and a rem')
  const { text } = await tab.engine.exportUnsent()
  const other = await aTabOn(server, clock)
  await clock.advance(1000)
  await other.storage.saveDraft({ key: first.key, value: { value: 'newer' }, savedAt: instantOf(clock.now()) })
  expect(await other.engine.importUnsent(text)).toEqual({ ok: true, value: { mutations: 0, files: 0, drafts: 2 } })
  expect([await other.halfWritten('q1'), await other.halfWritten('q2')]).toEqual(['newer', 'and a rem'])

  const sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(createHash('sha256').update(bytes).digest('hex'))
  const body = JSON.stringify({ authorId: 'ana', deviceId: 'd', exportedAt: '', mutations: [], files: [] })
  const old = JSON.stringify({ format: 'iip-unsent', version: 1, checksum: await sha256(new TextEncoder().encode(body)), body })
  expect(await other.engine.importUnsent(old)).toEqual({ ok: true, value: { mutations: 0, files: 0, drafts: 0 } })
})

async function aTabOn(server: MemoryServer, clock: ManualClock): Promise<Tab> {
  const tab = new Tab(new TestBrowser(clock, seeded(7)), server)
  await tab.engine.start()
  await rest(clock)
  return tab
}

test('[ST16] what a device says of its own accord is sent, and is neither counted nor shown as the person’s, nor put before them', async () => {
  const { tab, server, clock } = await aTab()
  server.fate = () => 'lost'
  const said = await tab.engine.dispatch(sayOpened, scope, { unit: 'q1' })
  await tab.set('q2', 'a')
  await rest(clock)
  expect(tab.engine.queue().map(({ name }) => name)).toEqual(['answer.set'])
  expect(tab.engine.counts()).toMatchObject({ toSend: 1 })
  expect(tab.engine.status).toMatchObject({ kind: 'offline', pending: 1 })
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: aParticipant({ locked: true }) })
  server.fate = () => null
  await rest(clock, 90_000)
  expect(server.ledger.map(({ n, result }) => `${n} ${result.d}`)).toEqual(['opened.say lost', 'answer.set lost'])
  // What the person wrote asks for them; what the device said only stands in the record of what did not stand.
  expect(tab.engine.attention().outcomes.map(({ n }) => n)).toEqual(['answer.set'])
  expect(tab.engine.status).toMatchObject({ kind: 'attention', count: 1 })
  expect(tab.engine.outcomes().map(({ mid }) => mid)).toContain(said.ok ? said.value.mid : '')
})
