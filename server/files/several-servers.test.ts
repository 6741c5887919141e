import { partBytes } from '#shared/attachments/model.ts'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApp, type App } from '../app.ts'
import { sweep } from '../jobs/sweep.ts'
import { pdfOf } from '../seeds/evidence.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachStore } from '../testing/stores.ts'
import { argsOf, at, headersOf, held, sha256Of, tryOnce, type SentFile } from '../testing/uploads.ts'
import { piecesOf } from './store.ts'

const origin = 'http://localhost'

onEachStore((start, _, storeOf, configOf) => {
  /** Another server over the same database and the same files. */
  const beside = (server: TestApp): Promise<App> =>
    createApp({
      config: { dataDir: server.dataDir, publicUrl: 'http://localhost:8080', rehearsal: true, fileStore: configOf(server) },
      db: server.db,
      log: { info: () => undefined, error: () => undefined },
      now: server.clock.now,
      passwordCost: { memoryKib: 8, passes: 1 },
    })

  async function announced(server: TestApp, file: SentFile): Promise<string> {
    const token = await server.token('ana')
    const { data } = await server.push(token, 'dev-1', [
      wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' }),
      wire(2, 'attachment.add', argsOf(file, null)),
    ])
    expect(data.results).toEqual([])
    return token
  }

  const partOf = (app: App, token: string, id: string, offset: number, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
    app.fetch(
      new Request(at(origin, id, 'upload'), { method: 'PATCH', headers: headersOf(token, { 'Upload-Offset': String(offset) }), body }),
    )

  const begin = async (app: App, token: string, { id, bytes }: SentFile): Promise<unknown> => {
    const reply = await app.fetch(
      new Request(at(origin, id, 'upload'), {
        method: 'POST',
        headers: headersOf(token, { 'Content-Type': 'application/json' }),
        body: JSON.stringify({ sha256: sha256Of(bytes), size: bytes.length }),
      }),
    )
    return (await reply.json()).data
  }

  test('[FS5] each part of an upload may reach another server', async () => {
    const server = await start()
    const other = await beside(server)
    const file = { id: 'file-0001', bytes: new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(2 * partBytes + 1_000)])) }
    const token = await announced(server, file)
    let turn = 0
    const send = (request: Request): Promise<Response> => ((turn += 1) % 2 === 0 ? server.app : other).fetch(request)
    expect(await tryOnce(send, origin, token, file, partBytes)).toBe(true)
    for (const app of [server.app, other])
      expect(await held((request) => app.fetch(request), origin, token, file.id)).toBe(sha256Of(file.bytes))
    other.drain()
  })

  test('[FS5] two servers that are sent the same upload at once, also with other bytes in it, corrupt nothing', async () => {
    const server = await start()
    const other = await beside(server)
    const apps = [server.app, other]
    const file = { id: 'file-0001', bytes: new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(20_000)])) }
    const token = await announced(server, file)
    const size = 6_000
    await Promise.all(apps.map((app) => begin(app, token, file)))
    // Somebody sends another first part by the other server.
    const forged = new Uint8Array(randomBytes(size))
    const first = await Promise.all(apps.map((app, n) => partOf(app, token, file.id, 0, n === 0 ? file.bytes.slice(0, size) : forged)))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([204, 409]))
    let ready = false
    for (let rounds = 0; rounds < 10 && !ready; rounds += 1) {
      const tries = await Promise.all(apps.map((app) => tryOnce((request) => app.fetch(request), origin, token, file, size)))
      ready = tries.some(Boolean)
    }
    expect(ready).toBe(true)
    for (const app of apps) {
      expect(await begin(app, token, file)).toEqual({ state: 'ready' })
      expect(await held((request) => app.fetch(request), origin, token, file.id)).toBe(sha256Of(file.bytes))
    }
    other.drain()
  })

  test('[FS5] a report that one server made is fetched from another', async () => {
    const server = await start()
    const other = await beside(server)
    const token = await server.token('root')
    const wish = { id: 'report-1', kind: 'Answers', formId: 'tiny', institutionId: null, format: 'csv', layout: 'long' }
    expect((await server.call('POST', 'reports/jobs', { token, body: wish })).status).toBe(200)
    await server.app.server.reports.work()
    const ask = (app: App): Promise<Response> =>
      app.fetch(new Request(`${origin}/api/v1/reports/tiny/jobs/report-1/file`, { headers: headersOf(token) }))
    const [one, two] = await Promise.all([ask(server.app), ask(other)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await two.text()).toBe(await one.text())
    other.drain()
  })

  test('[FS5] parts of an upload that goes on stay, and what nobody names goes once it is old', async () => {
    const server = await start()
    const file = { id: 'file-0001', bytes: new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(20_000)])) }
    const token = await announced(server, file)
    await begin(server.app, token, file)
    expect((await partOf(server.app, token, file.id, 0, file.bytes.slice(0, 6_000))).status).toBe(204)
    const { files } = server.app.server
    await (await storeOf(server)).write('parts', 'nobodys', piecesOf(Buffer.from('x')))
    const orphan = await files.keep(Buffer.from('nobody names this'))
    // As a day later.
    const old = {
      ...server.app.server,
      files: { ...files, sweep: (...[shelf, named]: Parameters<typeof files.sweep>) => files.sweep(shelf, named, Date.now() + 60_000) },
    }
    await sweep(old)
    expect([await files.size(orphan), await files.parts.size('nobodys')]).toEqual([undefined, undefined])
    expect(await begin(server.app, token, file)).toMatchObject({ state: 'open', offset: 6_000 })
    expect(await tryOnce((request) => server.app.fetch(request), origin, token, file, 6_000)).toBe(true)
    await sweep(old)
    expect(await held((request) => server.app.fetch(request), origin, token, file.id)).toBe(sha256Of(file.bytes))
  })
})
