import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Side } from '#shared/conflicts/model.ts'
import { stallMs, statusOf, type StatusFacts } from './status.ts'
import { aTab, rest, Tab } from './testing/device.ts'
import { scope } from './testing/fixtures.ts'
import { settle } from './testing/manual-clock.ts'
import { refusedWith } from './testing/memory-server.ts'
import { assertProperty } from '#shared/testing/properties.ts'

const facts = (change: Partial<StatusFacts> = {}): StatusFacts => ({
  loop: { blocked: null, reachable: true, failures: 0, lastError: null, endedAt: 1_000_000, syncedAt: 1_000_000 },
  online: true,
  superseded: false,
  storage: null,
  pending: 0,
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
        expect(given).toMatchObject({ pending: 0, attention: 0, superseded: false, loop: { blocked: null, reachable: true } })
        expect(given.now - 1_000_000).toBeLessThanOrEqual(330_000)
      },
    ),
    { runs: 2_000 },
  )
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

test('[ST10] preparing for work without a network ends with rows and definitions on the device', async () => {
  const { tab } = await aTab()
  const steps: string[] = []
  expect(await tab.engine.prepareOffline(({ step }) => steps.push(step))).toEqual({ ok: true, value: null })
  expect(steps.at(-1)).toBe('done')
  expect(await tab.engine.storageReport()).toMatchObject({ persisted: true, rows: 3, waitingMutations: 0, waitingFiles: 0 })
})
