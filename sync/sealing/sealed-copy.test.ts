import { sealedVersion } from '#shared/unsent/model.ts'
import { expect, test } from 'vitest'
import { seeded, TestBrowser } from '../testing/browser.ts'
import { copyOpener } from '../testing/copy-opener.ts'
import { aTab, rest, Tab } from '../testing/device.ts'
import { ana, aPdf, scope } from '../testing/fixtures.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import type { MemoryServer } from '../testing/memory-server.ts'
import { copyOf, unsentIn } from '../outbox/backup.ts'
import { sealFrom, sealNote } from './copy-seal.ts'
import { copyToRecover } from './sealed-copy.ts'

/** A device that knows its server's key, with an answer, a file and a half-written text that nobody has. */
async function withUnsent() {
  const found = await aTab()
  const { server, tab, clock } = found
  server.copies = copyOpener()
  await tab.engine.syncNow()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabras de ana')
  const bytes = aPdf(300)
  await tab.engine.attach(scope, { unit: 'q4', name: 'acta.pdf', mime: 'application/pdf', bytes })
  await tab.halfWrite('q2', 'a medias')
  return { ...found, clock, bytes, copy: await tab.engine.exportUnsent() }
}

async function anotherDevice(server: MemoryServer, clock: ManualClock, actor = ana): Promise<Tab> {
  const tab = new Tab(new TestBrowser(clock, seeded(7)), server, { actor })
  server.fate = () => null
  await tab.engine.start()
  await rest(clock)
  return tab
}

test('[OB40] a copy shows which server opens it, when it was made, of whom and how much, and nothing that anybody wrote', async () => {
  const { copy } = await withUnsent()
  expect(copy.sealed).toBe(true)
  for (const secret of ['palabras de', 'a medias', 'acta.pdf', 'answer.set', 'ticket of']) expect(copy.text).not.toContain(secret)
  const { version, header } = JSON.parse(copy.text)
  expect(version).toBe(sealedVersion)
  expect(JSON.parse(header)).toMatchObject({ server: 'server-1', institutions: ['north'], changes: 2, texts: 1, files: 1 })
  expect(Object.keys(JSON.parse(header))).toEqual(['server', 'ephemeral', 'at', 'institutions', 'changes', 'texts', 'files'])
})

test('[OB40] its author brings a copy to another device: the server gives the key, and everything is there, byte for byte', async () => {
  const { copy, bytes, server, clock } = await withUnsent()
  const other = await anotherDevice(server, clock)
  expect(await other.engine.importUnsent(copy.text)).toEqual({ ok: true, value: { mutations: 2, files: 1, drafts: 1 } })
  await rest(clock, 5_000)
  expect(server.row('answer', 'q1')?.value).toBe('palabras de ana')
  expect([...server.files.values()].map((file) => Uint8Array.from(file.bytes))).toEqual([bytes])
  expect(await other.halfWritten('q2')).toBe('a medias')
  const asked = server.requests.filter((one) => one.call === 'openCopy')
  expect(asked.map((one) => Object.keys(one.body ?? {}))).toEqual([['header', 'key']])
})

test('[OB40] nobody else imports a copy, and without a network it waits', async () => {
  const { copy, server, clock } = await withUnsent()
  const stranger = await anotherDevice(server, clock, { ...ana, id: 'berta' })
  expect(await stranger.engine.importUnsent(copy.text)).toMatchObject({ ok: false, failure: { code: 'backup_other_author' } })
  const own = await anotherDevice(server, clock)
  server.fate = () => 'lost'
  expect(await own.engine.importUnsent(copy.text)).toMatchObject({ ok: false, failure: { code: 'copy_needs_server' } })
  expect(own.engine.queue()).toEqual([])
})

test('[OB41] a device that never heard the server’s key makes a plain copy, and says that it is one', async () => {
  const { server, tab } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabras')
  expect(await tab.engine.exportUnsent()).toMatchObject({ sealed: false, text: expect.stringContaining('palabras') })
})

test('[OB41] a key that the browser cannot use does not cost the copy', async () => {
  const { server, tab } = await aTab()
  server.copies = { ...copyOpener(), seal: { id: 'odd', publicKey: 'AAAA', ticket: '' } }
  await tab.engine.syncNow()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabras')
  expect(await tab.engine.exportUnsent()).toMatchObject({ sealed: false, text: expect.stringContaining('palabras') })
})

test('[OB41] the key comes once, is kept with what is sealed on the device, and a new one takes its place', async () => {
  const { server, tab, browser } = await aTab()
  server.copies = copyOpener()
  await tab.engine.syncNow()
  await tab.engine.syncNow()
  const asked = () => server.requests.filter((one) => one.call === 'pull').map((one) => Reflect.get(one.body ?? {}, 'seal'))
  expect(asked().slice(-2)).toEqual([null, 'server-1'])
  server.copies = copyOpener('server-2')
  await tab.engine.syncNow()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabras')
  await tab.engine.seal()
  const { storage, ports } = browser.tab('iip-test-ana')
  await storage.open('unused')
  const copy = await copyOf(await unsentIn(storage, 'ana', '2026-03-02T12:00:00.000Z'), sealFrom(await storage.note(sealNote)), ports)
  expect(copy.sealed).toBe(true)
  expect(JSON.parse(JSON.parse(copy.text).header).server).toBe('server-2')
  expect(copy.text).not.toContain('palabras')
  storage.close()
})

test('[OB42] a copy in which any character was changed is refused, and so is one whose parts change places', async () => {
  const { copy, server, clock } = await withUnsent()
  const other = await anotherDevice(server, clock)
  const { text } = copy
  const spoiled = new Set<string>()
  const step = Math.ceil(text.length / 400)
  const random = seeded(33)
  for (let from = 0; from < text.length; from += step) {
    const at = Math.min(text.length - 1, from + Math.floor(random() * step))
    const code = text.charCodeAt(at) ^ (1 << Math.floor(random() * 7))
    spoiled.add(text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1))
  }
  const parts = JSON.parse(text)
  spoiled.add(JSON.stringify({ ...parts, work: parts.files[0], files: [parts.work] }))
  spoiled.add(JSON.stringify({ ...parts, files: [] }))
  spoiled.add(JSON.stringify({ ...parts, files: [...parts.files, ...parts.files] }))
  spoiled.add(JSON.stringify({ ...parts, header: JSON.stringify({ ...JSON.parse(parts.header), changes: 3 }) }))
  spoiled.add(`${text}\n`)
  for (const each of spoiled) {
    const read = await other.engine.importUnsent(each)
    expect(read, each === text ? 'unchanged' : each.slice(0, 400)).toMatchObject({ ok: false, failure: { code: 'backup_unreadable' } })
  }
  expect(other.engine.queue()).toEqual([])
  expect(await other.engine.importUnsent(text)).toMatchObject({ ok: true })
})

test('[OB43] a passphrase opens a copy on another device without a network, and another one does not', async () => {
  const { tab, server, clock, bytes } = await withUnsent()
  const copy = await tab.engine.exportUnsent('tres tristes tigres')
  expect(copy).toMatchObject({ sealed: true })
  expect(copy.alone).toBeUndefined()
  for (const secret of ['palabras de', 'a medias', 'acta.pdf', 'tristes']) expect(copy.text).not.toContain(secret)
  const other = await anotherDevice(server, clock)
  server.fate = () => 'lost'
  expect(await other.engine.importUnsent(copy.text, 'tres tristes gatos')).toMatchObject({ failure: { code: 'copy_passphrase_wrong' } })
  expect(await other.engine.importUnsent(copy.text)).toMatchObject({ failure: { code: 'copy_needs_server' } })
  expect(await other.engine.importUnsent(copy.text, 'tres tristes tigres')).toEqual({
    ok: true,
    value: { mutations: 2, files: 1, drafts: 1 },
  })
  server.fate = () => null
  await rest(clock, 70_000)
  expect([...server.files.values()].map((file) => Uint8Array.from(file.bytes))).toEqual([bytes])
})

test('[OB43] who forgot the passphrase opens the copy with the server, and so does whoever recovers work; a stranger opens it with neither', async () => {
  const { tab, server, clock } = await withUnsent()
  const { text } = await tab.engine.exportUnsent('tres tristes tigres')
  const other = await anotherDevice(server, clock)
  expect(await other.engine.importUnsent(text)).toMatchObject({ ok: true, value: { mutations: 2 } })
  const stranger = await anotherDevice(server, clock, { ...ana, id: 'berta' })
  expect(await stranger.engine.importUnsent(text, 'tres tristes tigres')).toMatchObject({ failure: { code: 'backup_other_author' } })
  expect(copyToRecover(text)).toMatchObject({ ok: true, value: { version: sealedVersion } })
})

test('[OB43] where the server’s key is not known the passphrase is the only way in, which is told', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await tab.set('q1', 'palabras de ana')
  const copy = await tab.engine.exportUnsent('tres tristes tigres')
  expect(copy).toMatchObject({ sealed: true, alone: true })
  expect(copy.text).not.toContain('palabras de')
  expect(copyToRecover(copy.text)).toMatchObject({ failure: { code: 'copy_not_sealed' } })
  const other = await anotherDevice(server, clock)
  expect(await other.engine.importUnsent(copy.text)).toMatchObject({ failure: { code: 'copy_passphrase_wrong' } })
  expect(await other.engine.importUnsent(copy.text, 'tres tristes tigres')).toMatchObject({ ok: true, value: { mutations: 1 } })
  const changed = copy.text.replace('"rounds":600000', '"rounds":600001')
  expect(await other.engine.importUnsent(changed, 'tres tristes tigres')).toMatchObject({ failure: { code: 'copy_passphrase_wrong' } })
})
