import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { anAnswer, scope, setAnswer, testMutations } from '../testing/fixtures.ts'
import { settle } from '../testing/manual-clock.ts'
import type { Draft } from './model.ts'
import { settlePauseMs } from './slot.ts'

const answered = (unit: string, value: string, base: string | null = null): Draft => ({
  value,
  base,
  edit: { name: setAnswer.name, args: { unit, value } },
})

test('[ST18] what is written counts from the first key: as to send where it becomes a change by itself, as half written where it waits', async () => {
  const { tab, clock, server } = await aTab()
  const book = await tab.engine.draftBook(scope)
  expect([tab.engine.status.kind, tab.engine.counts()]).toMatchObject(['up-to-date', { toSend: 0, halfWritten: 0 }])
  book.slot('answer', 'q1').write(answered('q1', 'entera'))
  expect([tab.engine.status, tab.engine.counts()]).toMatchObject([
    { kind: 'syncing', count: 1 },
    { toSend: 1, halfWritten: 0 },
  ])
  book.slot('comment', 'q2').write({ value: 'a medias', base: null })
  expect(tab.engine.counts()).toMatchObject({ toSend: 1, halfWritten: 1 })
  await rest(clock, settlePauseMs + 500)
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('entera')
  expect(tab.engine.status).toMatchObject({ kind: 'half-written', count: 1, pending: 0 })
  const [left] = tab.engine.halfWritten()
  if (left) await tab.engine.discardDraft(left)
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[HW2] what a killed browser left is sent when the person starts again, on whatever page', async () => {
  const { tab, browser, server, clock } = await aTab()
  const slot = (await tab.engine.draftBook(scope)).slot('answer', 'q1')
  slot.write(answered('q1', 'lo último'))
  await slot.keep()
  tab.kill()
  expect(server.row('answer', 'q1')).toBeUndefined()
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock)
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('lo último')
  expect([again.engine.halfWritten(), await again.storage.drafts()]).toEqual([[], []])
})

test('[HW2] what a closed tab left is sent by another that is open, and nothing of a tab that lives is touched', async () => {
  const { tab, browser, server, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  const slot = (await second.engine.draftBook(scope)).slot('answer', 'q1')
  slot.write({ ...answered('q1', 'de la segunda'), edit: undefined })
  await slot.keep()
  const living = (await tab.engine.draftBook(scope)).slot('answer', 'q2')
  living.write({ value: 'se escribe', base: null })
  await living.keep()
  slot.write(answered('q1', 'de la segunda'))
  await slot.keep()
  second.kill()
  await rest(clock, 20_000)
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('de la segunda')
  expect(living.draft?.value).toBe('se escribe')
})

test('[HW2] what was begun on a version that is another by now waits for the person, and so does what a rule turns away', async () => {
  const { tab, browser, server, clock } = await aTab()
  const book = await tab.engine.draftBook(scope)
  const written = [answered('q1', 'mía'), { ...answered('q2', 'x'), edit: { name: 'of.another.time', args: {} } }]
  for (const [at, draft] of written.entries()) {
    const slot = book.slot('answer', `q${at + 1}`)
    slot.write(draft)
    await slot.keep()
  }
  tab.kill()
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'de beto', 'm-beto', 'beto') })
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock, 20_000)
  await settle(60)
  expect(server.row('answer', 'q1')?.value).toBe('de beto')
  expect(again.engine.counts()).toMatchObject({ toSend: 0, halfWritten: 2 })
  expect(again.engine.halfWritten().map((row) => row.draft)).toEqual([
    { value: 'mía', base: null },
    { value: 'x', base: null },
  ])
})

test('[ST18] a text of another tab counts once it is on the disk; the same in two tabs is one', async () => {
  const { tab, browser, server } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await second.halfWrite('q1', 'igual')
  await settle(60)
  expect(tab.engine.counts().halfWritten).toBe(1)
  await tab.halfWrite('q1', 'igual')
  expect(tab.engine.counts().halfWritten).toBe(1)
  await tab.halfWrite('q1', 'distinto')
  expect(tab.engine.counts().halfWritten).toBe(2)
})

test('[HW6] what would clear other answers is made in nobody’s absence', async () => {
  const mutations = new Map(testMutations).set(setAnswer.name, {
    ...setAnswer,
    asksFirst: (_, args) => (args as { value: string }).value === 'none',
  })
  const { tab, browser, server, clock } = await aTab({ mutations })
  const book = await tab.engine.draftBook(scope)
  for (const [unit, value] of [
    ['q1', 'none'],
    ['q2', 'asks nobody'],
  ] as const) {
    const slot = book.slot('answer', unit)
    slot.write(answered(unit, value))
    await slot.keep()
  }
  tab.kill()
  const again = new Tab(browser, server, { mutations })
  await again.engine.start()
  await rest(clock, 20_000)
  await rest(clock)
  expect([server.row('answer', 'q1'), server.row('answer', 'q2')?.value]).toEqual([undefined, 'asks nobody'])
  expect(again.engine.halfWritten()).toMatchObject([{ subject: 'q1', draft: { value: 'none' } }])
})

test('[HW2] what was begun before one’s own other device wrote goes over nothing', async () => {
  const { tab, browser, server, clock } = await aTab()
  const slot = (await tab.engine.draftBook(scope)).slot('answer', 'q1')
  slot.write(answered('q1', 'la de aquí'))
  await slot.keep()
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'la del otro equipo', 'm-other') })
  await tab.engine.syncNow()
  tab.kill()
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock, 20_000)
  await rest(clock)
  expect(server.row('answer', 'q1')?.value).toBe('la del otro equipo')
  expect(again.engine.halfWritten()).toMatchObject([{ draft: { value: 'la de aquí' } }])
})

test('[HW5] of two texts about the same that pages left which are gone, neither is sent, and both wait', async () => {
  const { tab, browser, server, clock } = await aTab()
  const others = [new Tab(browser, server), new Tab(browser, server)]
  for (const [at, other] of others.entries()) {
    await other.engine.start()
    const slot = (await other.engine.draftBook(scope)).slot('answer', 'q1')
    slot.write(answered('q1', `texto ${at}`))
    await slot.keep()
  }
  for (const other of others) other.kill()
  await rest(clock, 20_000)
  await rest(clock)
  expect(server.row('answer', 'q1')).toBeUndefined()
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, halfWritten: 2 })
})

test('[HW2] what a tab holds that only stands still is not sent for it', async () => {
  const { tab, browser, server, clock } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  const slot = (await second.engine.draftBook(scope)).slot('answer', 'q1')
  slot.write(answered('q1', 'se escribe todavía'))
  await slot.keep()
  second.freeze()
  await rest(clock, 40_000)
  await rest(clock)
  expect(server.row('answer', 'q1')).toBeUndefined()
  expect(tab.engine.counts()).toMatchObject({ toSend: 1, halfWritten: 0 })
})

test('[HW5] what a former release kept under another key is listed and counted, and comes into its window', async () => {
  const { tab, browser, server } = await aTab()
  const kept = { subject: 'Plazo', body: 'Hasta el martes', seen: { subject: '', body: '' } }
  await tab.storage.saveDraft({ key: 'notification', value: kept, savedAt: '2026-11-20T10:00:00.000Z' })
  await tab.storage.saveDraft({ key: 'results-settle f1 north q1', value: { reason: 'porque sí' }, savedAt: '2026-11-20T10:00:00.000Z' })
  await tab.storage.saveDraft({ key: 'of nobody', value: 'x', savedAt: '2026-11-20T10:00:00.000Z' })
  tab.kill()
  const again = new Tab(browser, server)
  await again.engine.start()
  expect(again.engine.counts().halfWritten).toBe(2)
  expect(again.engine.halfWritten()).toMatchObject([
    { kind: 'notification', scope: 'own:ana', subject: 'new', draft: { text: 'Plazo\nHasta el martes' } },
    { kind: 'settlement', scope: 'results:north:f1', subject: 'q1~preliminary', draft: { text: 'porque sí' } },
  ])
  const slot = await (await again.engine.draftBook('own:ana')).taken('notification', 'new')
  expect(slot.draft?.value).toEqual(kept)
})
