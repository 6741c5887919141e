import { partBytes } from '#shared/attachments/model.ts'
import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { scope } from '../testing/fixtures.ts'
import { settle } from '../testing/manual-clock.ts'
import { refusedWith } from '../testing/memory-server.ts'

const file = (sizeBytes: number, unit = 'q1') => ({
  unit,
  name: 'evidencia.pdf',
  mime: 'application/pdf',
  bytes: Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251),
})

test('[AT1] a file goes up in parts after its mutation, and arrives byte for byte', async () => {
  const { server, tab, clock } = await aTab()
  const wanted = file(2 * partBytes + 17)
  const attached = await tab.engine.attach(scope, wanted)
  await rest(clock, 5_000)
  const calls = server.requests.map((one) => one.call)
  expect(calls.indexOf('startUpload')).toBeGreaterThan(calls.indexOf('push'))
  expect(server.requests.filter((one) => one.call === 'sendPart').map((one) => (one.body as { size: number }).size)).toEqual([
    partBytes,
    partBytes,
    17,
  ])
  const stored = attached.ok ? server.files.get(attached.value.id) : undefined
  expect(stored?.ready).toBe(true)
  expect(Uint8Array.from(stored?.bytes ?? [])).toEqual(wanted.bytes)
  expect(tab.engine.pendingCounts().files).toBe(0)
})

test('[AT2] an upload that was cut goes on where the server has it, also after the tab died', async () => {
  const { server, browser, tab, clock } = await aTab()
  let parts = 0
  server.fate = (call) => (call === 'sendPart' && ++parts === 2 ? 'lost' : null)
  await tab.engine.attach(scope, file(3 * partBytes))
  await settle(80)
  tab.kill()
  const second = new Tab(browser, server)
  await second.engine.start()
  await rest(clock, 30_000)
  const offsets = server.requests.filter((one) => one.call === 'sendPart').map((one) => (one.body as { offset: number }).offset)
  expect(offsets).toEqual([0, partBytes, partBytes, 2 * partBytes])
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT3] a part whose reply was lost is not sent twice into the file', async () => {
  const { server, tab, clock } = await aTab()
  let parts = 0
  server.fate = (call) => (call === 'sendPart' && ++parts === 1 ? 'reply-lost' : null)
  const wanted = file(2 * partBytes)
  await tab.engine.attach(scope, wanted)
  await rest(clock, 30_000)
  expect([...server.files.values()].map((one) => one.bytes.length)).toEqual([wanted.bytes.length])
})

test('[AT4] files that fail never hold up answers, and are tried again by themselves', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? refusedWith(503, 'unavailable') : null)
  await tab.engine.attach(scope, file(10))
  await rest(clock)
  await tab.set('q2', 'meanwhile')
  await rest(clock, 60_000)
  expect(server.row('answer', 'q2')?.value).toBe('meanwhile')
  expect(tab.engine.queue()).toMatchObject([{ kind: 'file', state: 'failed', lastError: '503 unavailable' }])
  expect(server.requests.filter((one) => one.call === 'startUpload').length).toBeGreaterThanOrEqual(4)
  server.fate = () => null
  await rest(clock, 300_000)
  expect(tab.engine.pendingCounts().files).toBe(0)
})

test('[AT5] no room for a file is told, leaves nothing half kept, and answers still save', async () => {
  const { tab, browser } = await aTab()
  browser.usageBytes = browser.quotaBytes - 100
  expect(await tab.engine.attach(scope, file(1_000))).toEqual({ ok: false, failure: { code: 'no_space' } })
  expect(await tab.storage.uploads()).toEqual([])
  await tab.set('q1', 'text has room')
  expect(await tab.value('q1')).toBe('text has room')
})

test('[AT6] a quota error while a file is written is told, and the answer beside it saves', async () => {
  const { tab } = await aTab()
  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  tab.storage.addUpload = () => Promise.reject(quota)
  expect(await tab.engine.attach(scope, file(1_000))).toEqual({ ok: false, failure: { code: 'no_space' } })
  await tab.set('q1', 'saved')
  expect(tab.engine.queue()).toHaveLength(1)
})

test('[AT7] a file that the rules refuse is not kept', async () => {
  const { tab } = await aTab()
  expect(await tab.engine.attach(scope, { ...file(10), name: 'virus.exe' })).toMatchObject({ ok: false, failure: { code: 'file_format' } })
  expect(await tab.engine.attach(scope, file(0))).toEqual({ ok: false, failure: { code: 'file_empty' } })
  expect(tab.engine.uploads()).toEqual([])
})

test('[AT9] a file that the server will never take is told and waits for nobody', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? refusedWith(415, 'file_content') : null)
  await tab.engine.attach(scope, file(10))
  await rest(clock, 5_000)
  expect(tab.engine.pendingCounts()).toEqual({ mutations: 0, files: 0, attention: 1 })
  expect(tab.engine.unitState(scope, 'q1')).toBe('attention')
  const [parked] = tab.engine.uploads()
  expect(parked).toMatchObject({ state: 'parked', lastError: 'file_content' })
  await tab.engine.removeFile(parked?.id ?? '')
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[AT8] a file on its way can be read here, and goes with an export to another device', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  const wanted = file(300)
  const attached = await tab.engine.attach(scope, wanted)
  if (!attached.ok) throw new Error('not attached')
  const blob = await tab.engine.file(attached.value.id)
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(wanted.bytes)
  const text = await tab.engine.exportUnsent()
  const { TestBrowser, seeded } = await import('../testing/browser.ts')
  const other = new Tab(new TestBrowser(clock, seeded(5)), server)
  server.fate = () => null
  await other.engine.start()
  await rest(clock)
  expect(await other.engine.importUnsent(text)).toEqual({ ok: true, value: { mutations: 1, files: 1 } })
  await rest(clock, 5_000)
  expect(Uint8Array.from(server.files.get(attached.value.id)?.bytes ?? [])).toEqual(wanted.bytes)
})
