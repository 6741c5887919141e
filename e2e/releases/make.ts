import { openSqlite } from '#server/db/open.ts'
import { sourceOf } from '#server/copies/pieces.ts'
import { lineOf } from '#server/copies/rows.ts'
import type * as AppModule from '#server/testing/app.ts'
import type * as EngineModule from '#sync/engine.ts'
import type * as HttpModule from '#sync/transport/http.ts'
import type * as BrowserModule from '#sync/testing/browser.ts'
import type * as ClockModule from '#sync/testing/manual-clock.ts'
import type * as MutationsModule from '#shared/mutations.ts'
import type * as VersionModule from '#shared/protocol/version.ts'
import { must } from '#shared/kernel/assert.ts'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentOf, textOfDevice } from './device-content.ts'
import type { Outboxes } from './release.ts'

/**
 * `node e2e/releases/make.ts [<checkout>] [<name>]` keeps what a release leaves in the world: its database, the files beside it, a device
 * that holds work which was not sent, a session with its cursor, and work of other devices that comes late. Everything is made by the
 * program of the checkout itself, which needs its packages installed; without one by this program, as the last step before a release.
 */
const [checkout = join(import.meta.dirname, '../..'), given] = process.argv.slice(2)
const tree = resolve(checkout)
const { version }: { version: string } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
const name = given ?? version

/** A module of that program. What is used of it has had the same shape since the first release. */
const own = (path: string) => import(pathToFileURL(join(tree, path)).href)
const { createTestApp, wire, testClock }: typeof AppModule = await own('server/testing/app.ts')
const { createSync }: typeof EngineModule = await own('sync/engine.ts')
const { httpTransport }: typeof HttpModule = await own('sync/transport/http.ts')
const { TestBrowser }: typeof BrowserModule = await own('sync/testing/browser.ts')
const { ManualClock, settle }: typeof ClockModule = await own('sync/testing/manual-clock.ts')
const { mutations }: typeof MutationsModule = await own('shared/mutations.ts')
const { schemaVersion }: typeof VersionModule = await own('shared/protocol/version.ts')

/** Steps of the outbox that came before the database was left as it is; the others come late. */
const early = 3

const outboxes: Outboxes = JSON.parse(readFileSync(join(tree, `server/sync/outboxes/${version}.json`), 'utf8'))
const clock = testClock()
const server = await createTestApp({ clock })
for (const { who, device, at, rows } of outboxes.steps.slice(0, early)) {
  clock.advance(Date.parse(at) - Date.parse(clock.now()))
  await server.app.tick()
  const sent = rows.map(({ seq, mid, n, v, s, a, b, t, l }) => ({ seq, mid, n, v, s, a, b, t, l }))
  const { status } = await server.push(await server.token(who), device, sent)
  if (status !== 200) throw new Error(`the outbox of ${who} was answered with ${status}`)
}

// A file that arrived whole.
const bytes = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const surToken = await server.token('sur-lider')
const file = { id: 'file-of-sur-1', unit: 'q9', name: 'decreto.pdf', sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
await server.push(surToken, 'device-of-sur', [
  wire(1, 'answer.set', { unit: 'q9', value: 'Con respaldo' }, { mid: 'run-of-sur-release-1', s: 'inst:sur:tiny' }),
  wire(2, 'attachment.add', file, { mid: 'run-of-sur-release-2', s: 'inst:sur:tiny' }),
])
await server.call('POST', `attachments/${file.id}/upload`, { token: surToken, body: { sha256, size: bytes.length, mime: file.mime } })
const part = await server.app.fetch(
  new Request(`http://localhost/api/v1/attachments/${file.id}/upload`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${surToken}`,
      'Upload-Offset': '0',
      'Upload-Checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    },
    body: bytes,
  }),
)
if (part.status !== 204) throw new Error(`the file was answered with ${part.status}`)

// A session that has pulled.
const token = await server.token('ana')
const pulled = await server.pull(token, 'device-of-ana-that-reads', null, { limit: 5000 })
const { cursor, epoch } = pulled.data

// A device that has pulled, too, and then worked where there was no network.
const time = new ManualClock(Date.parse(clock.now()))
const browser = new TestBrowser(time)
const tab = browser.tab('iip-of-release')
let isOnline = true
const deviceToken = await server.token('ana')
const engine = createSync({
  actor: { id: 'ana', kind: 'Institutional', name: 'ana', institutionId: 'norte' },
  storage: tab.storage,
  transport: httpTransport({
    fetch: async (path, init) => {
      if (!isOnline) throw new TypeError('network')
      return server.app.fetch(new Request(`http://localhost${path}`, init))
    },
    origin: '',
    clock: tab.ports.clock,
    token: () => deviceToken,
    gzip: false,
  }),
  ports: tab.ports,
  app: name,
  live: false,
  report: (what, error) => {
    throw new Error(what, { cause: error })
  },
})
await engine.start()
const calm = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) {
    await settle(40)
    await time.advance(500)
  }
}
await calm()
const world = await engine.world('norte', 'tiny')
if (!world.ok) throw new Error(`the device has no world: ${world.failure.code}`)
isOnline = false
browser.setOnline(false)
const scope = 'inst:norte:tiny'
const unsent: { readonly unit: string; readonly value: unknown }[] = [
  { unit: 'q1', value: 'Escrito sin red, antes de la versión siguiente' },
  { unit: 'm0', value: 42 },
]
const answerSet = must(mutations.get('answer.set'), 'answer.set')
for (const args of unsent) {
  const said = await engine.dispatch(answerSet, scope, args)
  if (!said.ok) throw new Error(`${args.unit} is refused: ${said.failure.code}`)
}
const attached = await engine.attach(scope, {
  unit: 'q9',
  name: 'sin-red.pdf',
  bytes: new Uint8Array([...bytes, 10]),
  mime: 'application/pdf',
})
if (!attached.ok) throw new Error(`the file is refused: ${attached.failure.code}`)
await tab.storage.saveDraft({ key: 'a draft of the release', value: { text: 'A medio escribir' }, savedAt: '2026-03-02T12:00:00.000Z' })
await calm()
const waiting = engine.counts()
engine.stop()
await settle(100)

const folder = join(import.meta.dirname, name)
mkdirSync(join(folder, 'files'), { recursive: true })
writeFileSync(join(folder, 'device.json'), textOfDevice(await contentOf(browser.indexedDB, 'iip-of-release'), browser.marks))
writeFileSync(join(folder, 'files', sha256), bytes)
await server.app.settled()
await server.db.close()
const db = openSqlite(join(server.dataDir, 'iip.sqlite'), 'read')
const lines = await db.read(async (tx) => {
  const source = await sourceOf(tx)
  const found = [JSON.stringify({ release: name, schema: source.schema })]
  for (const { shape, rows } of source.tables) {
    const all: string[] = []
    for await (const page of rows()) all.push(...page.map(lineOf))
    found.push(JSON.stringify({ table: shape, rows: all.length }), ...all)
  }
  return found
})
await db.close()
writeFileSync(join(folder, 'database.ndjson'), `${lines.join('\n')}\n`)
const late = outboxes.steps.slice(early)
const work = {
  release: name,
  at: clock.now(),
  schemaVersion,
  session: { token, deviceId: 'device-of-ana-that-reads', cursor, epoch },
  device: { token: deviceToken, unsent, waiting, file: attached.value.id },
  late,
}
writeFileSync(join(folder, 'work.json'), `${JSON.stringify(work, null, 1)}\n`)
process.stdout.write(`${folder}: ${lines.length} lines of the database, ${JSON.stringify(waiting)} on the device\n`)
process.exit(0)
