import { partBytes } from '#shared/attachments/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { expect, test } from 'vitest'
import type { Clock } from '../ports.ts'
import { seeded, TestBrowser } from '../testing/browser.ts'
import { aTab, rest, Tab } from '../testing/device.ts'
import { aParticipant, aPdf, scope } from '../testing/fixtures.ts'
import { ManualClock, settle } from '../testing/manual-clock.ts'
import { MemoryServer, offline, refusedWith } from '../testing/memory-server.ts'
import type { Reply, Transport } from '../transport/transport.ts'

const file = (sizeBytes: number, unit = 'q1') => ({
  unit,
  name: 'evidencia.pdf',
  mime: 'application/pdf',
  bytes: aPdf(sizeBytes),
})

test('[AT1] [IN14] a file goes up in parts after its mutation, and arrives byte for byte', async () => {
  const { server, tab, clock } = await aTab()
  const wanted = file(3 * partBytes + 17)
  const attached = await tab.engine.attach(scope, wanted)
  await rest(clock, 5_000)
  const calls = server.requests.map((one) => one.call)
  expect(calls.indexOf('startUpload')).toBeGreaterThan(calls.indexOf('push'))
  expect(server.requests.filter((one) => one.call === 'sendPart').map((one) => (one.body as { size: number }).size)).toEqual([
    partBytes / 4,
    partBytes / 2,
    partBytes / 4,
    partBytes,
    partBytes,
    17,
  ])
  const stored = attached.ok ? server.files.get(attached.value.id) : undefined
  expect(stored?.ready).toBe(true)
  expect(Uint8Array.from(stored?.bytes ?? [])).toEqual(wanted.bytes)
  expect(tab.engine.counts().files).toBe(0)
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
  expect(offsets.slice(0, 3)).toEqual([0, partBytes / 4, partBytes / 4])
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
  expect(tab.engine.queue()).toMatchObject([{ kind: 'file', state: 'failed', lastError: 'unavailable' }])
  expect(server.requests.filter((one) => one.call === 'startUpload').length).toBeGreaterThanOrEqual(4)
  server.fate = () => null
  await rest(clock, 300_000)
  expect(tab.engine.counts().files).toBe(0)
})

test('[AT2] that a file has arrived is kept on the device before it counts, also when the disk refuses it at first', async () => {
  const { server, browser, tab, clock } = await aTab()
  const { updateUpload } = tab.storage
  let full = 3
  const refusing: typeof updateUpload = async (id, change) => {
    if (change.state === 'uploaded' && full-- > 0) {
      const row = must(server.row('attachment', id), 'no row')
      server.put({ s: scope, p: 's1', t: 'attachment', i: id, r: { ...row, state: 'ready' } })
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
    return updateUpload(id, change)
  }
  Object.assign(tab.storage, { updateUpload: refusing })
  await tab.engine.attach(scope, file(30))
  await rest(clock, 600_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
  expect(await tab.storage.uploads()).toMatchObject([{ state: 'uploaded' }])
  const second = new Tab(browser, server)
  await second.engine.start()
  await rest(clock)
  expect(second.engine.status.kind).toBe('up-to-date')
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
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, files: 0, refused: 1 })
  expect(tab.engine.unitState(scope, 'q1')).toBe('attention')
  const [parked] = tab.engine.uploads()
  expect(parked).toMatchObject({ state: 'parked', lastError: 'file_content' })
  await tab.engine.removeFile(parked?.id ?? '')
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[AT7] a file that is taken away while the list is being read is gone from it all the same', async () => {
  const { server, browser, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  const attached = await tab.engine.attach(scope, file(30))
  if (!attached.ok) throw new Error(attached.failure.code)
  const other = new Tab(browser, server)
  await other.engine.start()
  await rest(clock)
  const { uploads } = tab.storage
  const read = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  Object.assign(tab.storage, {
    uploads: async () => {
      const found = await uploads()
      read.resolve()
      await goOn.promise
      return found
    },
  })
  await other.engine.attach(scope, file(40, 'q2'))
  await read.promise
  const removing = tab.engine.removeFile(attached.value.id)
  await settle(40)
  goOn.resolve()
  await removing
  await settle(40)
  expect(tab.engine.uploads().map((one) => one.unit)).toEqual(['q2'])
})

test('[AT8] a file on its way can be read here, and goes with an export to another device', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  const wanted = file(300)
  const attached = await tab.engine.attach(scope, wanted)
  if (!attached.ok) throw new Error('not attached')
  const blob = await tab.engine.file(attached.value.id)
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(wanted.bytes)
  const { text } = await tab.engine.exportUnsent()
  const other = new Tab(new TestBrowser(clock, seeded(5)), server)
  server.fate = () => null
  await other.engine.start()
  await rest(clock)
  expect(await other.engine.importUnsent(text)).toEqual({ ok: true, value: { mutations: 1, files: 1, drafts: 0 } })
  await rest(clock, 5_000)
  expect(Uint8Array.from(server.files.get(attached.value.id)?.bytes ?? [])).toEqual(wanted.bytes)
})

/** A line that carries so much a second, loses one call in so many, and is closed by the server on parts that take over a minute. */
function slowLine(
  inner: Transport,
  clock: Clock,
  { bytesPerSecond, loss, random }: { bytesPerSecond: number; loss: number; random: () => number },
): Transport & { readonly cut: () => number } {
  let cut = 0
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.later(resolve, ms))
  const lossy = async <T>(sizeBytes: number, work: () => Promise<Reply<T>>): Promise<Reply<T>> => {
    const ms = 200 + (1000 * sizeBytes) / bytesPerSecond
    if (ms > 50_000) {
      cut += 1
      await sleep(50_000)
      return offline
    }
    await sleep(ms)
    const lost = random()
    if (lost < loss / 2) return offline
    const reply = await work()
    return lost < loss ? offline : reply
  }
  return {
    ...inner,
    cut: () => cut,
    push: (request) => lossy(500, () => inner.push(request)),
    pull: (request) => lossy(500, () => inner.pull(request)),
    startUpload: (upload) => lossy(300, () => inner.startUpload(upload)),
    uploadOffset: (id) => lossy(300, () => inner.uploadOffset(id)),
    sendPart: (id, offset, bytes, sha256) => lossy(bytes.byteLength, () => inner.sendPart(id, offset, bytes, sha256)),
  }
}

async function onASlowLine(bytesPerSecond: number, loss: number) {
  const clock = new ManualClock()
  const server = new MemoryServer(clock, { questions: 5 })
  const browser = new TestBrowser(clock)
  const line = slowLine(server.transport(), clock.device(), { bytesPerSecond, loss, random: seeded(7) })
  const tab = new Tab(browser, server, { transport: line })
  await tab.engine.start()
  while (tab.engine.status.syncedAt === null) await rest(clock)
  await tab.world()
  return { clock, server, tab, line }
}

test('[AT10] 12 MB arrive over 100 kbit/s that lose a fifth of all calls, with progress, and no answer waits for them', async () => {
  const { clock, server, tab } = await onASlowLine(12_500, 0.2)
  const wanted = file(12_000_000)
  const attached = await tab.engine.attach(scope, wanted)
  if (!attached.ok) throw new Error(attached.failure.code)
  const startedAt = clock.now()
  const progress: number[] = []
  const waits: number[] = []
  for (let round = 0; !server.files.get(attached.value.id)?.ready && round < 400; round += 1) {
    const value = `answer ${round}`
    const writtenAt = clock.now()
    await tab.set('q2', value)
    while (server.row('answer', 'q2')?.value !== value) await rest(clock, 1_000)
    waits.push(clock.now() - writtenAt)
    if (!server.files.get(attached.value.id)?.ready) progress.push(tab.engine.uploads()[0]?.sentBytes ?? 0)
    await rest(clock, 20_000)
  }
  const stored = server.files.get(attached.value.id)
  expect([stored?.ready, stored?.bytes.length]).toEqual([true, wanted.bytes.length])
  expect(Buffer.from(stored?.bytes ?? []).equals(Buffer.from(wanted.bytes))).toBe(true)
  // The line alone needs 16 minutes; what is lost is sent again.
  expect((clock.now() - startedAt) / 60_000).toBeLessThan(40)
  expect(new Set(progress).size).toBeGreaterThan(20)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(Math.max(...waits)).toBeLessThan(60_000)
})

test('[AT10] parts that a very slow line cannot carry in time shrink until they arrive', async () => {
  const { clock, server, tab, line } = await onASlowLine(1_500, 0)
  await tab.engine.attach(scope, file(400_000))
  for (let round = 0; tab.engine.counts().files > 0 && round < 100; round += 1) await rest(clock, 20_000)
  expect(line.cut()).toBeGreaterThan(0)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
  const sizes = server.requests.filter((one) => one.call === 'sendPart').map((one) => (one.body as { size: number }).size)
  expect(Math.min(...sizes.slice(0, -1))).toBe(32_768)
})

test('[AT10] a proxy that takes only small bodies gets small parts', async () => {
  const { server, tab, clock, browser } = await aTab()
  const inner = server.transport()
  tab.kill()
  const proxied: Transport = {
    ...inner,
    sendPart: (id, offset, bytes, sha256) =>
      bytes.byteLength > 100_000 ? Promise.resolve({ kind: 'offline', reason: 'status_413' }) : inner.sendPart(id, offset, bytes, sha256),
  }
  const second = new Tab(browser, server, { transport: proxied })
  await second.engine.start()
  await rest(clock)
  await second.engine.attach(scope, file(1_000_000))
  await rest(clock, 600_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true, size: 1_000_000 }])
})

test('[AT11] a file goes up only once the server is known to have heard of it, and not being known yet parks nothing', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  await rest(clock, 30_000)
  expect(server.requests.filter((one) => one.call === 'startUpload')).toEqual([])
  server.fate = (call) => (call === 'startUpload' ? refusedWith(404, 'attachment_missing') : null)
  await rest(clock, 120_000)
  expect(server.requests.filter((one) => one.call === 'startUpload').length).toBeGreaterThan(1)
  expect(tab.engine.parkedFiles()).toEqual([])
  server.fate = () => null
  await rest(clock, 300_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT11] a file goes up although its question went to somebody else after its mutation was taken', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  await rest(clock, 10_000)
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, files: 1 })
  server.checked = false
  server.drops = [{ scope, part: 's1', reason: 'assignment_removed' }]
  await tab.engine.syncNow()
  tab.kill()
  const second = new Tab(tab.browser, server)
  await second.engine.start()
  await rest(clock, 90_000)
  server.fate = () => null
  await rest(clock, 300_000)
  expect(second.engine.parkedFiles()).toEqual([])
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
  expect(server.ledger.filter((one) => one.n === 'attachment.add')).toHaveLength(1)
})

test('[AT11] bytes that come before their mutation, as an import brings them, wait for it', async () => {
  const { server, tab, clock } = await aTab()
  const upload = { id: 'imported-1', scope, unit: 'q1', name: 'a.pdf', mime: '', sizeBytes: 30, sha256: 'x', sentBytes: 0 }
  const more = { state: 'waiting', attempts: 0, lastError: null, addedAt: new Date(clock.now()).toISOString() } as const
  await tab.storage.addUpload({ ...upload, ...more }, [aPdf(30)])
  const second = new Tab(tab.browser, server)
  tab.kill()
  await second.engine.start()
  await rest(clock, 20_000)
  expect(server.requests.filter((one) => one.call === 'startUpload')).toEqual([])
  expect(second.engine.uploads()).toMatchObject([{ state: 'waiting' }])
  // Nobody named it: the tab that kept it ended before it could.
  await rest(clock, 200_000)
  expect(server.row('attachment', 'imported-1')).toMatchObject({ name: 'a.pdf', unit: 'q1' })
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT11] a file that another tab has named is not named again by a tab that has not heard of it yet', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  const attached = await tab.engine.attach(scope, file(30))
  if (!attached.ok) throw new Error(attached.failure.code)
  const [named] = await tab.storage.outbox(0)
  tab.kill()
  const second = new Tab(tab.browser, server)
  const { outbox } = second.storage
  Object.assign(second.storage, { outbox: async () => [] })
  await second.engine.start()
  Object.assign(second.storage, { outbox })
  await rest(clock, 200_000)
  expect((await outbox(0)).map((row) => row.mid)).toEqual([named?.mid])
})

test('[AT11] files that an older version parked for not being known are sent', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? refusedWith(415, 'file_content') : null)
  const attached = await tab.engine.attach(scope, file(30))
  await rest(clock, 5_000)
  if (!attached.ok) throw new Error(attached.failure.code)
  await tab.storage.updateUpload(attached.value.id, { lastError: 'attachment_missing' })
  server.fate = () => null
  tab.kill()
  const second = new Tab(tab.browser, server)
  await second.engine.start()
  await rest(clock, 20_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT12] the smallest file goes first, and one that comes meanwhile passes a bigger one between two parts', async () => {
  const { server, tab, clock } = await aTab()
  const order: string[] = []
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  const ids = new Map<string, string>()
  for (const [unit, sizeBytes] of [
    ['q1', 5_000_000],
    ['q2', 30],
    ['q3', 3_000],
  ] as const) {
    const attached = await tab.engine.attach(scope, file(sizeBytes, unit))
    if (attached.ok) ids.set(attached.value.id, unit)
  }
  let parts = 0
  server.gate = async (call) => {
    if (call !== 'sendPart') return
    const { id } = must(server.requests.at(-1), 'no call').body as { id: string }
    order.push(ids.get(id) ?? 'late')
    parts += 1
    if (parts === 3) {
      await tab.engine.attach(scope, file(50, 'q4'))
      await tab.engine.syncNow()
    }
  }
  server.fate = () => null
  await rest(clock, 60_000)
  expect(order.slice(0, 4)).toEqual(['q2', 'q3', 'q1', 'late'])
  expect(order.slice(4).every((unit) => unit === 'q1')).toBe(true)
  expect([...server.files.values()].every((one) => one.ready)).toBe(true)
})

test('[AT13] a file whose first bytes are of another kind is refused before it is kept', async () => {
  const { tab } = await aTab()
  const program = { ...file(30), bytes: new Uint8Array([0x4d, 0x5a, 1, 2, 3]) }
  expect(await tab.engine.attach(scope, program)).toEqual({ ok: false, failure: { code: 'file_content' } })
  expect(await tab.storage.uploads()).toEqual([])
})

test('[AT14] a parked file is one thing to attend to until it is replaced or removed, and is forgotten when that is confirmed', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? refusedWith(415, 'file_content') : null)
  const attached = await tab.engine.attach(scope, file(30))
  await rest(clock, 5_000)
  if (!attached.ok) throw new Error(attached.failure.code)
  expect(tab.engine.parkedFiles()).toMatchObject([{ id: attached.value.id, lastError: 'file_content', unit: 'q1' }])
  expect(await tab.engine.file(attached.value.id)).toBeDefined()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.engine.attach(scope, { ...file(40), replaces: attached.value.id })
  expect([tab.engine.parkedFiles(), tab.engine.counts().refused]).toEqual([[], 0])
  expect(tab.engine.unitState(scope, 'q1')).toBe('saved-on-device')
  server.fate = () => null
  await rest(clock, 60_000)
  expect(tab.engine.uploads()).toMatchObject([{ state: 'uploaded', sizeBytes: 40 }])
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[AT14] a file whose mutation was refused is parked with that reason, and counts once', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: { ...aParticipant(), locked: true } })
  server.fate = () => null
  await rest(clock, 60_000)
  expect(tab.engine.parkedFiles()).toMatchObject([{ lastError: 'form_disabled' }])
  expect(server.requests.filter((one) => one.call === 'startUpload')).toEqual([])
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, files: 0, refused: 1 })
})

test('[AT14] a file of an institution that went out of sight is told as such, and goes up when it comes back', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  await rest(clock, 5_000)
  const hidden = [...server.rows.entries()].filter(([, row]) => row.s === scope)
  for (const [key] of hidden) server.rows.delete(key)
  server.drops = [{ scope, part: null, reason: 'role_removed' }]
  server.fate = () => null
  await tab.engine.syncNow()
  tab.kill()
  const second = new Tab(tab.browser, server)
  await second.engine.start()
  await rest(clock, 20_000)
  expect(second.engine.parkedFiles()).toMatchObject([{ lastError: 'no_role' }])
  for (const [, row] of hidden) server.put(row)
  await second.engine.syncNow()
  await rest(clock, 20_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT14] a file that is on its way when its institution goes out of sight is told as such, too, and goes up when it comes back', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = (call) => (call === 'startUpload' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  await rest(clock, 5_000)
  const hidden = [...server.rows.entries()].filter(([, row]) => row.s === scope)
  for (const [key] of hidden) server.rows.delete(key)
  server.drops = [{ scope, part: null, reason: 'role_removed' }]
  server.fate = () => null
  await tab.engine.syncNow()
  await rest(clock, 20_000)
  expect(tab.engine.parkedFiles()).toMatchObject([{ lastError: 'no_role' }])
  expect(tab.engine.counts().files).toBe(0)
  for (const [, row] of hidden) server.put(row)
  await tab.engine.syncNow()
  await rest(clock, 20_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
})

test('[AT14] a file whose mutation was refused goes up once a server that was put back takes that mutation', async () => {
  const { server, tab, clock } = await aTab()
  const putBack = server.backup()
  server.fate = (call) => (call === 'push' ? 'lost' : null)
  await tab.engine.attach(scope, file(30))
  server.put({ s: scope, p: '', t: 'participant', i: 'north', r: { ...aParticipant(), locked: true } })
  server.fate = () => null
  await rest(clock, 60_000)
  expect(tab.engine.parkedFiles()).toMatchObject([{ lastError: 'form_disabled' }])
  putBack('e2')
  await tab.engine.syncNow()
  await rest(clock, 60_000)
  expect(server.ledger.at(-1)).toMatchObject({ n: 'attachment.add', result: { d: 'applied' } })
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
  expect(tab.engine.parkedFiles()).toEqual([])
  expect(tab.engine.counts()).toMatchObject({ toSend: 0, files: 0 })
})

test('[AT15] what the server has of a file and does not fit it is sent once more from the beginning, and then told', async () => {
  const { server, tab, clock } = await aTab()
  let refusals = 1
  server.fate = (call) => {
    if (call !== 'sendPart' || refusals-- <= 0) return null
    for (const one of server.files.values()) one.bytes.length = 0
    return refusedWith(409, 'metadata_mismatch')
  }
  await tab.engine.attach(scope, file(30))
  await rest(clock, 5_000)
  expect([...server.files.values()]).toMatchObject([{ ready: true }])
  refusals = 2
  await tab.engine.attach(scope, file(40, 'q2'))
  await rest(clock, 5_000)
  expect(tab.engine.parkedFiles()).toMatchObject([{ unit: 'q2', lastError: 'metadata_mismatch' }])
})

test('[AT16] a file that had gone and that the server, put back unnoticed, still waits for goes once more, and only then', async () => {
  const { server, tab, clock } = await aTab()
  const attached = await tab.engine.attach(scope, file(30))
  const id = attached.ok ? attached.value.id : ''
  await rest(clock, 2_000)
  expect(tab.engine.counts().files).toBe(0)
  const starts = (): number => server.requests.filter((one) => one.call === 'startUpload').length
  const before = starts()
  await tab.engine.syncNow()
  await rest(clock, 2_000)
  // Nothing that a cursor counts was lost: the row says what it said when the device last heard of it.
  expect([server.row('attachment', id)?.state, server.files.get(id)?.ready, starts() - before]).toEqual(['awaiting_blob', true, 1])
  server.files.clear()
  await tab.engine.syncNow()
  await rest(clock, 2_000)
  expect(server.files.get(id)).toMatchObject({ ready: true })
  const row = must(server.row('attachment', id), 'no row')
  server.put({ s: scope, p: 's1', t: 'attachment', i: id, r: { ...row, state: 'ready' } })
  await tab.engine.syncNow()
  const told = starts()
  await tab.engine.syncNow()
  await rest(clock, 2_000)
  expect(starts()).toBe(told)
})

test('[OB17] discarding the mutation that named a file takes the file along', async () => {
  const { server, tab, clock } = await aTab()
  tab.browser.setOnline(false)
  server.fate = () => 'lost'
  await tab.set('q2', 'on the wire')
  await rest(clock, 5_000)
  const attached = await tab.engine.attach(scope, file(30))
  if (!attached.ok) throw new Error(attached.failure.code)
  expect(await tab.engine.discard(must(attached.value.mid, 'nothing was enqueued'))).toBe(true)
  expect(await tab.storage.uploads()).toEqual([])
  server.fate = () => null
  tab.browser.setOnline(true)
  await rest(clock, 200_000)
  expect([server.row('attachment', attached.value.id), server.files.size]).toEqual([undefined, 0])
})
