import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Side } from '#shared/conflicts/model.ts'
import { stallMs, statusOf, type StatusFacts } from './status.ts'
import { TestBrowser } from './testing/browser.ts'
import { aTab, rest, Tab } from './testing/device.ts'
import { scope } from './testing/fixtures.ts'
import { ManualClock, settle } from './testing/manual-clock.ts'
import { MemoryServer, refusedWith } from './testing/memory-server.ts'
import { assertProperty } from '#shared/testing/properties.ts'

const facts = (change: Partial<StatusFacts> = {}): StatusFacts => ({
  loop: { blocked: null, reachable: true, failures: 0, lastError: null, endedAt: 1_000_000, syncedAt: 1_000_000 },
  online: true,
  superseded: false,
  storage: null,
  pending: 0,
  halfWritten: 0,
  attention: 0,
  oldestAt: null,
  now: 1_000_000,
  ...change,
})

test('[ST1] [IN15] nothing says up-to-date while anything waits, or needs attention, or the last pull is old', () => {
  assertProperty(
    fc.property(
      fc.record({
        pending: fc.nat(5),
        halfWritten: fc.nat(5),
        attention: fc.nat(5),
        online: fc.boolean(),
        superseded: fc.boolean(),
        now: fc.integer({ min: 1_000_000, max: 2_000_000 }),
        oldestAt: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
        blocked: fc.constantFrom(null, 'auth', 'revoked', 'update', 'device'),
        reachable: fc.constantFrom(null, true, false),
      }),
      ({ blocked, reachable, ...rest }) => {
        const given = facts({ ...rest, loop: { ...facts().loop, blocked, reachable } })
        if (statusOf(given).kind !== 'up-to-date') return
        expect(given).toMatchObject({
          pending: 0,
          halfWritten: 0,
          attention: 0,
          superseded: false,
          loop: { blocked: null, reachable: true },
        })
        expect(given.now - 1_000_000).toBeLessThanOrEqual(330_000)
      },
    ),
    { runs: 2_000 },
  )
})

test('[ST1] a device that has every row but not the questions is not up to date, and is once they came', async () => {
  const clock = new ManualClock()
  const server = new MemoryServer(clock, { questions: 5 })
  server.fate = (call) => (call === 'definition' ? 'lost' : null)
  const tab = new Tab(new TestBrowser(clock), server)
  await tab.engine.start()
  await rest(clock)
  expect(server.requests.some(({ call }) => call === 'definition')).toBe(true)
  expect(tab.engine.scopes()).toContain(scope)
  expect(tab.engine.status).toMatchObject({ kind: 'connecting', reachable: true, syncedAt: null })
  server.fate = () => null
  await tab.engine.syncNow()
  await settle(60)
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[ST2] the states come in one order: needs-auth, offline, stalled, syncing, attention, up to date', () => {
  const loop = facts().loop
  expect(statusOf(facts({ loop: { ...loop, blocked: 'auth' }, pending: 3 })).kind).toBe('needs-auth')
  expect(statusOf(facts({ loop: { ...loop, reachable: false }, pending: 3 }))).toMatchObject({ kind: 'offline', pending: 3 })
  expect(statusOf(facts({ pending: 3, oldestAt: 0, now: 1_000_000 + stallMs + 1 })).kind).toBe('stalled')
  expect(statusOf(facts({ pending: 3, attention: 1 }))).toMatchObject({ kind: 'syncing', count: 3 })
  expect(statusOf(facts({ pending: 1 }))).toMatchObject({ kind: 'syncing', count: 1 })
  expect(statusOf(facts({ attention: 2 }))).toMatchObject({ kind: 'attention', count: 2 })
  expect(statusOf(facts())).toMatchObject({ kind: 'up-to-date', at: 1_000_000 })
  expect(statusOf(facts({ loop: { ...loop, reachable: null } })).kind).toBe('connecting')
})

test('[ST3] an answer is saved here, then sent, then received; or it needs attention', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q5', 'x')
  await settle(60)
  await tab.set('q1', 'a')
  expect([tab.engine.unitState(scope, 'q5'), tab.engine.unitState(scope, 'q1'), tab.engine.unitState(scope, 'q4')]).toEqual([
    'sent',
    'saved-on-device',
    'received',
  ])
  server.fate = () => null
  const participant = server.rows.get(`${scope}\nparticipant\nnorth`)
  if (participant) server.put({ ...participant, r: { ...(participant.r as object), locked: true } })
  await rest(clock, 90_000)
  expect(tab.engine.unitState(scope, 'q1')).toBe('attention')
  expect(tab.engine.status).toMatchObject({ kind: 'attention', count: 2 })
  for (const outcome of tab.engine.outcomes()) await tab.engine.dismissOutcome(outcome.mid)
  expect(tab.engine.unitState(scope, 'q1')).toBe('received')
})

test('[ST3] a card tells of its whole chain once, and asks for nothing any more when it was closed', async () => {
  const { server, tab, clock } = await aTab()
  const participant = server.rows.get(`${scope}\nparticipant\nnorth`)
  if (participant) server.put({ ...participant, r: { ...(participant.r as object), locked: true } })
  await tab.set('q1', 'a')
  await tab.set('q5', 'b')
  await rest(clock, 90_000)
  expect(tab.engine.status).toMatchObject({ kind: 'attention', count: 2 })
  const [first, second] = tab.engine.outcomes().map(({ mid, t }): Side => ({ mid, authorId: tab.engine.actor.id, at: t }))
  const card = {
    ...{
      id: 'c1',
      institutionId: 'north',
      formId: 'f1',
      unit: 'q1',
      code: 'form_sent',
      mutation: 'answer.set',
      side: 'author',
      theirs: null,
    },
    ...{ mine: first, chain: [second], ownerId: tab.engine.actor.id, state: 'open', openedAt: '', closedAt: null, params: {} },
  }
  const row = { s: `user:${tab.engine.actor.id}`, p: '', t: 'conflict' as const, i: 'c1' }
  server.put({ ...row, r: card })
  await tab.engine.syncNow()
  expect(tab.engine.status).toMatchObject({ kind: 'attention', count: 1 })
  server.put({ ...row, r: { ...card, state: 'kept' } })
  await tab.engine.syncNow()
  expect(tab.engine.status.kind).toBe('up-to-date')
  expect(tab.engine.unitState(scope, 'q1')).toBe('received')
})

test('[ST4] a request that never ends shows as stalled, not as in sync', async () => {
  const { server, tab, clock } = await aTab()
  server.gate = (call) => (call === 'push' ? new Promise(() => undefined) : Promise.resolve())
  await tab.set('q1', 'a')
  await rest(clock, 80_000)
  expect(tab.engine.status.kind).toBe('stalled')
})

test('[ST5] a network that fails shows as offline with what waits, and comes back by itself', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'a')
  await rest(clock)
  expect(tab.engine.status).toMatchObject({ kind: 'offline', pending: 1 })
  server.fate = () => null
  tab.browser.setOnline(true)
  await rest(clock)
  expect(tab.engine.status).toMatchObject({ kind: 'up-to-date', pending: 0 })
})

test('[ST5] a browser that says its network went is believed once the server does not answer, and nothing waiting goes on the wire to find out', async () => {
  const { server, tab, clock } = await aTab()
  await tab.engine.syncNow()
  expect(tab.engine.status.kind).toBe('up-to-date')
  tab.browser.setOnline(false)
  await rest(clock)
  expect(tab.engine.status.kind).toBe('up-to-date')
  let pushes = 0
  server.gate = (call) => Promise.resolve(call === 'push' ? void (pushes += 1) : undefined)
  server.fate = () => 'lost'
  tab.browser.setOnline(false)
  expect(tab.engine.status.kind).toBe('offline')
  await tab.set('q1', 'a')
  await rest(clock)
  expect(tab.engine.status).toMatchObject({ kind: 'offline', pending: 1 })
  expect(pushes).toBe(0)
})

test('[ST5] [ST17] a call of the application’s that was answered, or was not, makes the device ask at once, through whichever tab, and decides nothing', async () => {
  const { server, browser, tab, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await rest(clock)
  const asked = async (by: Tab, answered: boolean): Promise<number> => {
    const before = server.requests.length
    by.engine.callEnded(answered)
    await settle(40)
    return server.requests.length - before
  }
  for (const by of [tab, second]) {
    expect(tab.engine.status).toMatchObject({ kind: 'up-to-date', reachable: true })
    expect(await asked(by, true), 'nothing new').toBe(0)
    expect(await asked(by, false), 'a doubt').toBeGreaterThan(0)
    expect(tab.engine.status).toMatchObject({ kind: 'up-to-date', reachable: true })
    server.fate = () => 'lost'
    await asked(by, false)
    for (const each of [tab, second]) expect(each.engine.status).toMatchObject({ kind: 'offline', reachable: false })
    expect(await asked(by, false), 'nothing new').toBe(0)
    expect(await asked(by, true), 'a hope').toBeGreaterThan(0)
    expect(tab.engine.status).toMatchObject({ kind: 'offline', reachable: false })
    server.fate = () => null
    await asked(by, true)
    for (const each of [tab, second]) expect(each.engine.status).toMatchObject({ kind: 'up-to-date', reachable: true })
  }
})

test('[ST17] a call that was answered while a walk hangs on a network that is gone has another walk follow it at once', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  tab.engine.callEnded(false)
  await settle(40)
  expect(tab.engine.status.kind).toBe('offline')
  let cut = (): void => undefined
  const hangs = new Promise<void>((resolve) => (cut = resolve))
  server.gate = () => hangs
  await rest(clock, 2_000)
  tab.engine.callEnded(true)
  server.gate = () => Promise.resolve()
  server.fate = () => null
  cut()
  await settle(40)
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[ST17] a disk that fails leaves open whether the server answers', async () => {
  const { browser, tab, clock } = await aTab()
  browser.opening = 'fails'
  browser.closeConnections()
  const known = new Set<boolean | null>()
  tab.engine.subscribe('status', () => known.add(tab.engine.status.reachable))
  await tab.engine.syncNow()
  await rest(clock, 5_000)
  expect(tab.engine.status).toMatchObject({ kind: 'storage', reachable: null })
  expect(known.has(false)).toBe(false)
  browser.opening = 'works'
  await rest(clock, 120_000)
  expect(tab.engine.status.reachable).toBe(true)
})

test('[ST6] an application that is too old says so and keeps its queue', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => refusedWith(426, 'client_too_old')
  await tab.set('q1', 'a')
  await rest(clock, 10_000)
  expect(tab.engine.status).toMatchObject({ kind: 'needs-update', code: 'client_too_old', pending: 1 })
})

test('[ST7] a deactivated account is told apart from a session that ended', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => refusedWith(401, 'revoked')
  await tab.set('q1', 'a')
  await rest(clock, 10_000)
  expect(tab.engine.status).toMatchObject({ kind: 'needs-auth', revoked: true })
})

test('[ST8] a database that the browser took away is told, and the device starts as another one', async () => {
  const { server, browser, tab } = await aTab()
  await tab.set('q1', 'a')
  const before = (await tab.engine.diagnostics()).deviceId
  tab.kill()
  for (const { name } of await browser.indexedDB.databases()) browser.indexedDB.deleteDatabase(name ?? '')
  await settle(40)
  const second = new Tab(browser, server)
  expect(await second.engine.start()).toEqual({ evicted: true, created: true })
  expect((await second.engine.diagnostics()).deviceId).not.toBe(before)
})

test('[ST9] diagnostics and the queue’s list hold no answer’s text', async () => {
  const { server, tab } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabra-secreta')
  await settle(60)
  expect(JSON.stringify([await tab.engine.diagnostics(), tab.engine.queue()])).not.toContain('palabra-secreta')
  expect((await tab.engine.diagnostics()).attempts.length).toBeLessThanOrEqual(20)
})

test('[ST19] a device that is tried reads back what it writes, and says what a page would lack', async () => {
  const { server, tab } = await aTab()
  expect(await tab.engine.examine()).toEqual({ keeps: true, hasRows: true, lackingForms: 0, clockOffsetMs: expect.any(Number) })
  expect(await tab.storage.note('trial')).toBeUndefined()

  const header = server.row('form', 'f1')
  server.put({ s: 'form:f2', p: '', t: 'form', i: 'f2', r: { ...header, id: 'f2', versionId: 'f2-1', enabled: true } })
  await tab.engine.syncNow()
  await settle(60)
  await tab.storage.forgetDefinitions(['f2-1'])
  expect((await tab.engine.examine()).lackingForms).toBe(1)

  const note = tab.storage.note
  for (const [write, read] of [
    [() => Promise.reject(new DOMException('full', 'QuotaExceededError')), note],
    [tab.storage.saveNote, async () => 'something else'],
  ] as const) {
    const { saveNote } = tab.storage
    Object.assign(tab.storage, { saveNote: write, note: read })
    expect((await tab.engine.examine()).keeps).toBe(false)
    Object.assign(tab.storage, { saveNote, note })
  }
  tab.kill()
  server.fate = () => 'lost'
  const fresh = new Tab(new TestBrowser(), server)
  await fresh.engine.start()
  expect(await fresh.engine.examine()).toEqual({ keeps: true, hasRows: false, lackingForms: 0, clockOffsetMs: null })
})

test('[ST10] preparing for work without a network ends with rows and definitions on the device', async () => {
  const { tab } = await aTab()
  const steps: string[] = []
  expect(await tab.engine.prepareOffline(({ step }) => steps.push(step))).toEqual({ ok: true, value: null })
  expect(steps.at(-1)).toBe('done')
  expect(await tab.engine.storageReport()).toMatchObject({ persisted: true, rows: 3 })
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, files: 0 })
})
