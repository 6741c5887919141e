import { instantOf } from '#shared/kernel/instant.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp, type App } from '../../app.ts'
import { openSqlite } from '../../db/open.ts'
import { openSession } from '../../http/session.ts'
import { migrate } from '../../migrations/run.ts'
import { wire } from '../../testing/app.ts'
import { seedTiny } from '../../testing/tiny-world.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { aPdf, argsOf, at, headersOf, held, sha256Of, tryOnce, type Send, type SentFile } from '../../testing/uploads.ts'
import { freePort } from '../../testing/port.ts'
import { startServer, type ServerProcess } from '../../testing/process.ts'
import { nodeDisk, type FileDisk } from '../../files/file-disk.ts'
import { piecesOf, type Range } from '../../files/store.ts'
import type { Readable } from 'node:stream'

type Manner = 'not done' | 'half done' | 'done and not told' | 'the process ends before' | 'the process ends after'
const manners: readonly Manner[] = ['not done', 'half done', 'done and not told', 'the process ends before', 'the process ends after']

/** A disk that fails once, at its so-manieth call from now. */
class FailingDisk implements FileDisk {
  calls = 0
  readonly steps: string[] = []
  #at = 0
  #manner: Manner = 'not done'
  #dead = false

  fail(call: number, manner: Manner): void {
    this.calls = 0
    this.steps.length = 0
    this.#at = call
    this.#manner = manner
    this.#dead = false
  }

  async #step<T>(name: string, work: () => Promise<T>, half: () => Promise<unknown> = () => Promise.resolve()): Promise<T> {
    if (this.#dead) throw new Error('the process is gone')
    this.calls += 1
    this.steps.push(name)
    if (this.calls !== this.#at) return work()
    this.#dead = this.#manner.startsWith('the process ends')
    if (this.#manner === 'half done') await half()
    if (this.#manner === 'done and not told' || this.#manner === 'the process ends after') await work()
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  }

  write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
    const half = async (): Promise<void> => {
      const bytes = Buffer.concat(await Array.fromAsync(pieces))
      await nodeDisk.write(path, piecesOf(bytes.subarray(0, bytes.length / 2)))
    }
    return this.#step('write', () => nodeDisk.write(path, pieces), half)
  }
  read = (path: string, range?: Range): Promise<Readable | undefined> => this.#step('read', () => nodeDisk.read(path, range))
  stat = (path: string) => this.#step('stat', () => nodeDisk.stat(path))
  rename = (from: string, to: string): Promise<void> => this.#step('rename', () => nodeDisk.rename(from, to))
  flushDir = (path: string): Promise<void> => this.#step('flushDir', () => nodeDisk.flushDir(path))
  remove = (path: string): Promise<void> => this.#step('remove', () => nodeDisk.remove(path))
  names = (path: string): Promise<readonly string[]> => nodeDisk.names(path)
}

onEachDatabase((start, kind) => {
  test('[UP1] whatever step of the disk fails or is the last one before the end, the file arrives with the next tries, and nothing says sooner that it did', async () => {
    const disk = new FailingDisk()
    const server = await start({ disk })
    const token = await server.token('ana')
    const origin = 'http://localhost'
    let app: App = server.app
    const send: Send = (request) => app.fetch(request)
    const restarted = (): Promise<App> => {
      app.drain()
      return createApp({
        config: { dataDir: server.dataDir, publicUrl: origin, rehearsal: false },
        db: server.db,
        log: { info: () => undefined, error: () => undefined },
        now: server.clock.now,
        passwordCost: { memoryKib: 8, passes: 1 },
        disk,
      })
    }
    await server.push(token, 'dev-1', [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' })])
    let files = 0
    let last: string | null = null
    const announced = async (): Promise<SentFile> => {
      files += 1
      const file = { id: `file-${String(files).padStart(4, '0')}`, bytes: aPdf(3000) }
      const { data } = await server.push(token, 'dev-1', [wire(files + 1, 'attachment.add', argsOf(file, last))])
      expect(data.results).toEqual([])
      last = file.id
      return file
    }
    const partSize = 1500
    disk.fail(0, 'not done')
    expect(await tryOnce(send, origin, token, await announced(), partSize)).toBe(true)
    const steps = disk.calls
    expect(disk.steps).toEqual(expect.arrayContaining(['remove', 'stat', 'write', 'read', 'rename', 'flushDir']))
    for (const manner of manners.filter((each) => kind === 'sqlite' || !each.startsWith('the process ends'))) {
      for (let step = 1; step <= steps; step += 1) {
        const file = await announced()
        disk.fail(step, manner)
        let ready = false
        for (let tries = 0; tries < 4 && !ready; tries += 1) {
          ready = await tryOnce(send, origin, token, file, partSize)
          if (ready) continue
          // A new process over the same files and the same rows, as a supervisor starts one.
          if (manner.startsWith('the process ends')) app = await restarted()
          disk.fail(0, 'not done')
          const head = await send(new Request(at(origin, file.id, 'upload'), { method: 'HEAD', headers: headersOf(token) }))
          if (Number(head.headers.get('upload-offset')) === file.bytes.length) expect(head.headers.get('upload-state')).toBe('ready')
          expect([manner, step, await held(send, origin, token, file.id)]).toEqual([
            manner,
            step,
            head.headers.get('upload-state') === 'ready' ? expect.anything() : 404,
          ])
        }
        // What comes after the last byte was told may break as well.
        disk.fail(0, 'not done')
        expect([manner, step, ready, await held(send, origin, token, file.id)]).toEqual([manner, step, true, sha256Of(file.bytes)])
      }
    }
  })
})

let dirs: string[] = []
let running: ServerProcess[] = []
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  running = []
  dirs = []
})

/** The program over the tiny world, and how to kill it and start it again. */
async function aProcess(): Promise<{ readonly origin: string; readonly token: string; kill(): Promise<void>; start(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'iip-files-'))
  dirs.push(dir)
  const now = instantOf(Date.now())
  const db = openSqlite(join(dir, 'iip.sqlite'))
  await migrate(db)
  await seedTiny(db, now)
  const token = await db.write((tx) => openSession(tx, { userId: 'ana' }, now))
  await db.close()
  const settings = { DATA_DIR: dir, SEED: 'none', PORT: String(await freePort()) }
  const start = async (): Promise<ServerProcess> => {
    const server = await startServer(settings)
    running.push(server)
    return server
  }
  let server = await start()
  return {
    origin: server.origin,
    token,
    kill: async () => void (await server.end('SIGKILL')),
    start: async () => {
      server = await start()
    },
  }
}

const overTheWire: Send = async (request) => {
  try {
    return await fetch(request)
  } catch {
    // The server is gone: to a device that is a reply that never came.
    return new Response(null, { status: 503 })
  }
}

async function push(origin: string, token: string, mutations: readonly object[]): Promise<void> {
  const body = { protocol: 1, schema: 1, app: 'test', deviceId: 'dev-1', epoch: null, ackedThrough: 0, pending: 0, mutations }
  const headers = headersOf(token, { 'Content-Type': 'application/json' })
  const reply = await fetch(`${origin}/api/v1/sync/push`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([reply.status, await reply.json()]).toMatchObject([200, { data: { results: [] } }])
}

test('a server killed again and again in the middle of uploads ends with every file, byte for byte', { timeout: 120_000 }, async () => {
  const { origin, token, kill, start } = await aProcess()
  await push(origin, token, [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' })])
  const rounds = 8
  const files = Array.from({ length: rounds }, (_, round): SentFile => ({ id: `file-${round}-0001`, bytes: aPdf(40_000) }))
  const partSize = 8192
  for (const [round, file] of files.entries()) {
    await push(origin, token, [wire(round + 2, 'attachment.add', argsOf(file, files[round - 1]?.id ?? null))])
    // Each round the kill meets another part: the sends run, and the last ones are the last things that this process did.
    let sent = 0
    const killing: Send = async (request) => {
      if (request.method !== 'PATCH' || (sent += 1) !== round) return overTheWire(request)
      const reply = overTheWire(request)
      await Promise.all([reply, kill()])
      return new Response(null, { status: 503 })
    }
    const before = await tryOnce(killing, origin, token, file, partSize)
    if (!before) {
      await start()
      expect([round, await tryOnce(overTheWire, origin, token, file, partSize)]).toEqual([round, true])
    }
    expect([round, await held(overTheWire, origin, token, file.id)]).toEqual([round, sha256Of(file.bytes)])
  }
})

test('a part that is cut on its way leaves nothing, and the upload goes on from before it', async () => {
  const { origin, token } = await aProcess()
  const file = { id: 'file-cut-0001', bytes: aPdf(60_000) }
  await push(origin, token, [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' }), wire(2, 'attachment.add', argsOf(file, null))])
  const first = file.bytes.slice(0, 20_000)
  const begin = new Request(at(origin, file.id, 'upload'), {
    method: 'POST',
    headers: headersOf(token, { 'Content-Type': 'application/json' }),
    body: JSON.stringify({ sha256: sha256Of(file.bytes), size: file.bytes.length }),
  })
  expect((await fetch(begin)).status).toBe(200)
  const part = (offset: number, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(at(origin, file.id, 'upload'), { method: 'PATCH', headers: headersOf(token, { 'Upload-Offset': String(offset) }), body })
  expect((await part(0, first)).status).toBe(204)
  const { hostname, port } = new URL(origin)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const head = [
        `PATCH /api/v1/attachments/${file.id}/upload HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${token}`,
        'Upload-Offset: 20000',
        'Content-Length: 30000',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(file.bytes.slice(20_000, 35_000), () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
  const offset = await fetch(at(origin, file.id, 'upload'), { method: 'HEAD', headers: headersOf(token) })
  expect(offset.headers.get('upload-offset')).toBe('20000')
  expect(await tryOnce(overTheWire, origin, token, file, 30_000)).toBe(true)
  expect(await held(overTheWire, origin, token, file.id)).toBe(sha256Of(file.bytes))
})
