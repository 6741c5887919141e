import { must } from '#shared/kernel/assert.ts'
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { impatient, patient, startMeddler, startS3, type Meddler, type S3Peer } from '../testing/s3.ts'
import { aPdf, argsOf, at, headersOf, held, sha256Of, tryOnce, type Send, type SentFile } from '../testing/uploads.ts'
import { openS3Store, type S3Config } from './s3.ts'
import { filesOf, piecesOf, type Files } from './store.ts'

let peer: S3Peer
let meddler: Meddler
let place: S3Config
beforeAll(async () => {
  peer = await startS3()
  meddler = await startMeddler(peer.place())
})
afterAll(async () => {
  await meddler.stop()
  await peer.stop()
})
beforeEach(() => {
  place = { ...peer.place(), endpoint: meddler.endpoint }
})
afterEach(() => {
  meddler.meddle = undefined
  meddler.change = undefined
})

const bytes = randomBytes(100_000)
const sha256 = sha256Of(bytes)
const files = (more: Partial<S3Config> = {}, patience = patient): Files => filesOf(openS3Store({ ...place, ...more }, patience))
const refusal =
  (status: number, code: string) =>
  (reply: ServerResponse): void =>
    void reply.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

describe('a store that is not as it should be', () => {
  test.each([
    ['is broken', (reply: ServerResponse): void => void reply.writeHead(500).end()],
    ['is busy', refusal(503, 'SlowDown')],
    ['breaks the connection', (reply: ServerResponse): void => void reply.destroy()],
    ['never answers', () => undefined],
    ['refuses', refusal(403, 'AccessDenied')],
    ['has another clock', refusal(403, 'RequestTimeTooSkewed')],
    ['has no such bucket', refusal(404, 'NoSuchBucket')],
    ['is somewhere else', (reply: ServerResponse): void => void reply.writeHead(307, { Location: 'http://elsewhere.invalid/' }).end()],
  ] as const)('[FS4] one that %s is away, and nothing is taken for done', async (_, answer) => {
    await files().put(sha256, bytes.length, () => piecesOf(bytes))
    meddler.meddle = (_, reply) => {
      answer(reply)
      return true
    }
    // Of these none is answered as it should be: nobody waits for the machine.
    const store = files({}, impatient)
    const asked = [
      () => store.put(sha256Of(Buffer.from('x')), 1, () => piecesOf(Buffer.from('x'))),
      () => store.read(sha256),
      () => store.remove(sha256),
      () => Array.fromAsync(store.list()),
    ]
    for (const ask of asked) await expect(ask()).rejects.toThrow('the store of files')
    expect(await store.trouble()).toMatch(/^the store of files (?:answered \d{3}|does not answer)/)
    meddler.meddle = undefined
    expect(await files().trouble()).toBeUndefined()
    expect(await files().size(sha256Of(Buffer.from('x')))).toBeUndefined()
  })

  test('[FS4] a wrong key is told without the key, and so is a clock that differs', async () => {
    expect(await files({ secretAccessKey: 'a-wrong-secret' }).trouble()).toBe(
      'the store of files answered 403 SignatureDoesNotMatch to PUT: S3_SECRET_ACCESS_KEY or S3_REGION is another one there',
    )
    expect(await files({ accessKeyId: 'nobody' }).trouble()).toMatch(/403 InvalidAccessKeyId/)
    expect(await files({ bucket: 'not-there' }).trouble()).toMatch(/404 NoSuchBucket to PUT: S3_BUCKET is not there/)
    meddler.meddle = (_, reply) => {
      refusal(403, 'RequestTimeTooSkewed')(reply)
      return true
    }
    expect(await files().trouble()).toBe(
      'the store of files answered 403 RequestTimeTooSkewed to PUT: the clocks of this machine and of the store differ',
    )
  })

  test('[FS4] one that is busy for a moment is asked again', async () => {
    let calls = 0
    meddler.meddle = (_, reply) => {
      calls += 1
      if (calls % 2 === 1) refusal(503, 'SlowDown')(reply)
      return calls % 2 === 1
    }
    const store = files()
    await store.put(sha256, bytes.length, () => piecesOf(bytes))
    expect(sha256Of(await buffer(must(await store.read(sha256), 'nothing is kept')))).toBe(sha256)
  })

  test('[FS2] one that gives back other bytes than it was given is not believed, and nothing of before is taken away for it', async () => {
    const store = files()
    meddler.change = (piece) => Buffer.from(piece).fill(0, 0, 1)
    await expect(store.put(sha256, bytes.length, () => piecesOf(bytes))).rejects.toThrow('does not give back what it was given')
    meddler.change = undefined
    await store.put(sha256, bytes.length, () => piecesOf(bytes))
    meddler.change = (piece) => Buffer.from(piece).fill(0, 0, 1)
    await expect(store.put(sha256, bytes.length, () => piecesOf(bytes))).rejects.toThrow('does not give back what it was given')
    meddler.change = undefined
    expect(sha256Of(await buffer(must(await store.read(sha256), 'it is gone')))).toBe(sha256)
  })

  test('[FS3] one that gives other bytes later is found out before their end', async () => {
    const store = files()
    await store.put(sha256, bytes.length, () => piecesOf(bytes))
    meddler.change = (piece) => Buffer.from(piece).fill(0, 0, 1)
    await expect(buffer(must(await store.read(sha256), 'nothing is kept'))).rejects.toThrow('not what it was')
  })

  test('[FS4] one that gives fewer bytes of a part than were asked for is given up, and nobody waits for the others', async () => {
    const store = files()
    await store.put(sha256, bytes.length, () => piecesOf(bytes))
    meddler.meddle = (call, reply) => {
      if (call.headers.range === undefined) return false
      reply.writeHead(206, { 'Content-Range': `bytes 1-5/${bytes.length}`, 'Content-Length': '2' }).end(bytes.subarray(1, 3))
      return true
    }
    await expect(buffer(must(await store.read(sha256, { start: 1, end: 5 }), 'nothing is kept'))).rejects.toThrow('less of a file')
  })

  test('[FS4] one that stops in the middle of a file is given up', async () => {
    const large = randomBytes(2_000_000)
    await files().put(sha256Of(large), large.length, () => piecesOf(large))
    const store = files({}, { ...patient, pieceMs: 200 })
    let given = 0
    meddler.change = (piece) => {
      given += piece.length
      return given > 500_000 ? undefined : piece
    }
    await expect(buffer(must(await store.read(sha256Of(large)), 'nothing is kept'))).rejects.toThrow('broke off')
  })
})

test('[FS1] what is larger than one call goes in several, and no more of it is in memory than one of them', async () => {
  const large = randomBytes(40_000_000)
  const pieceSize = 1_000_000
  let given = 0
  let taken = 0
  let most = 0
  meddler.meddle = (call) => {
    if (call.method === 'PUT') {
      taken += Number(call.headers['content-length'])
      most = Math.max(most, given - taken + Number(call.headers['content-length']))
    }
    return false
  }
  await files().put(sha256Of(large), large.length, async function* () {
    for (let from = 0; from < large.length; from += pieceSize) {
      given += pieceSize
      yield large.subarray(from, from + pieceSize)
    }
  })
  expect(taken).toBe(large.length)
  // One call's bytes, and two pieces: the one that was held back, and the one that filled the call.
  expect(most).toBeLessThanOrEqual(16_777_216 + 2 * pieceSize)
})

test('[FS1] a bucket may stand before the host, and keys have a prefix, a shelf and a hash, and no name of anybody', async () => {
  const store = openS3Store({
    ...place,
    endpoint: 'https://s3.example',
    bucket: 'iip',
    prefix: 'prueba/',
    pathStyle: false,
    directReads: true,
  })
  const link = new URL(must(await store.link?.(sha256, { type: 'application/pdf', disposition: 'attachment' }), 'no link'))
  expect([link.origin, link.pathname]).toEqual(['https://iip.s3.example', `/prueba/files/${sha256}`])
})

onEachDatabase((start) => {
  /** The app with its files behind the meddler. */
  const app = (more: Partial<S3Config> = {}): Promise<TestApp> =>
    start({ files: { kind: 's3', s3: { ...place, ...more } }, s3Patience: { ...patient, tries: 1 } })

  async function announced(server: TestApp, file: SentFile, last: string | null, seq: number): Promise<void> {
    const { data } = await server.push(await server.token('ana'), 'dev-1', [wire(seq, 'attachment.add', argsOf(file, last))])
    expect(data.results).toEqual([])
  }

  test('[FS4] while the store is away files are told to come again, answers are taken, and nothing of a file is lost', async () => {
    const server = await app()
    const token = await server.token('ana')
    await server.push(token, 'dev-1', [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' })])
    const [kept, next] = [
      { id: 'file-0001', bytes: aPdf(50_000) },
      { id: 'file-0002', bytes: aPdf(50_000) },
    ]
    const send: Send = (request) => server.app.fetch(request)
    await announced(server, kept, null, 2)
    expect(await tryOnce(send, 'http://localhost', token, kept, 20_000)).toBe(true)
    await announced(server, next, kept.id, 3)
    meddler.meddle = (_, reply) => {
      reply.destroy()
      return true
    }
    const begun = await server.call('POST', 'attachments/file-0002/upload', {
      token,
      body: { sha256: sha256Of(next.bytes), size: next.bytes.length },
    })
    expect(begun).toMatchObject({ status: 200, data: { state: 'open', offset: 0 } })
    const part = await send(
      new Request(at('http://localhost', next.id, 'upload'), {
        method: 'PATCH',
        headers: headersOf(token, { 'Upload-Offset': '0' }),
        body: next.bytes.slice(0, 20_000),
      }),
    )
    expect([part.status, part.headers.get('retry-after'), (await part.json()).error.code]).toEqual([503, '5', 'unavailable'])
    const read = await send(new Request(at('http://localhost', kept.id, 'blob'), { headers: headersOf(token) }))
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await server.push(token, 'dev-1', [wire(4, 'answer.set', { unit: 'q1', value: 'sigue' })])).status).toBe(200)
    meddler.meddle = undefined
    expect(await tryOnce(send, 'http://localhost', token, next, 20_000)).toBe(true)
    for (const file of [kept, next]) expect(await held(send, 'http://localhost', token, file.id)).toBe(sha256Of(file.bytes))
  })

  test('[FS6] a store that is away leaves the server ready, and is told by a figure and in the log', async () => {
    const server = await app()
    const figure = async (): Promise<string | undefined> => {
      const reply = await server.app.fetch(new Request('http://localhost/metrics'), { address: '127.0.0.1' })
      return (await reply.text()).split('\n').find((line) => line.startsWith('iip_files_ready '))
    }
    meddler.meddle = (_, reply) => {
      reply.destroy()
      return true
    }
    expect((await server.app.fetch(new Request('http://localhost/readyz'))).status).toBe(200)
    expect(await figure()).toBe('iip_files_ready 0')
    expect(server.logged).toContainEqual(expect.objectContaining({ trouble: expect.stringContaining('does not answer') }))
  })

  test('[FS7] who may have a file is led to it for a minute, under its safe name; who may not, or asks for a part or the server, is not', async () => {
    const server = await app({ directReads: true })
    const token = await server.token('ana')
    await server.push(token, 'dev-1', [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' })])
    const file = { id: 'file-0001', bytes: aPdf(50_000) }
    const send: Send = (request) => server.app.fetch(request)
    await announced(server, file, null, 2)
    expect(await tryOnce(send, 'http://localhost', token, file, 60_000)).toBe(true)
    const ask = async (who: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
      send(new Request(`http://localhost/api/v1/${path}`, { headers: headersOf(await server.token(who), headers) }))
    const led = await ask('ana', 'attachments/file-0001/blob')
    expect([led.status, led.headers.get('cache-control'), await led.text()]).toEqual([302, 'private, no-store', ''])
    const link = new URL(led.headers.get('location') ?? '')
    expect([link.origin, link.searchParams.get('X-Amz-Expires')]).toEqual([meddler.endpoint, '60'])
    const read = await fetch(link)
    expect(['content-type', 'content-disposition', 'cache-control'].map((name) => read.headers.get(name))).toEqual([
      'application/pdf',
      'attachment; filename="respaldo.pdf"',
      'private, no-store',
    ])
    expect(sha256Of(new Uint8Array(await read.arrayBuffer()))).toBe(sha256Of(file.bytes))
    // What it says of the file is signed as well.
    link.searchParams.set('response-content-type', 'text/html')
    expect((await fetch(link)).status).toBe(403)
    for (const who of ['sur-lider', 'otro']) expect((await ask(who, 'attachments/file-0001/blob')).status).toBe(404)
    const part = await ask('ana', 'attachments/file-0001/blob', { Range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, '%PDF'])
    const brought = await ask('ana', 'attachments/file-0001/blob?through=server')
    expect([brought.status, sha256Of(new Uint8Array(await brought.arrayBuffer()))]).toEqual([200, sha256Of(file.bytes)])
    // The lab's downloads are noted before they are led away.
    const acts = () => server.db.q.selectFrom('audit').select(['kind', 'detail']).where('kind', '=', 'file.download').execute()
    expect(await acts()).toEqual([])
    expect((await ask('root', 'form/tiny/file/file-0001/export')).status).toBe(302)
    expect(await acts()).toMatchObject([{ detail: expect.stringContaining('respaldo.pdf') }])
    // Pages may ask exactly this one beside the server, and only while it is so.
    const policyOf = async ({ app: { fetch: page } }: TestApp): Promise<string> =>
      (await page(new Request('http://localhost/'))).headers.get('content-security-policy') ?? ''
    expect(await policyOf(server)).toContain(`connect-src 'self' ${meddler.endpoint};`)
    expect(await policyOf(await app())).toContain("connect-src 'self';")
  })

  test('[FS4] whatever call to the store fails, the file arrives with the next tries, and nothing says sooner that it did', async () => {
    const server = await app()
    const token = await server.token('ana')
    const send: Send = (request) => server.app.fetch(request)
    await server.push(token, 'dev-1', [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' })])
    let calls = 0
    let failing = 0
    let manner: 'not done' | 'done and not told' = 'not done'
    meddler.meddle = (_, reply) => {
      calls += 1
      if (calls !== failing) return false
      if (manner === 'not done') reply.destroy()
      else vi.spyOn(reply, 'writeHead').mockImplementation(() => reply.destroy())
      return manner === 'not done'
    }
    let last: string | null = null
    let seq = 1
    const attempt = async (step: number): Promise<void> => {
      seq += 1
      const file: SentFile = { id: `file-${String(seq).padStart(4, '0')}`, bytes: aPdf(3_000) }
      await announced(server, file, last, seq)
      last = file.id
      calls = 0
      failing = step
      let ready = false
      for (let tries = 0; tries < 3 && !ready; tries += 1) {
        ready = await tryOnce(send, 'http://localhost', token, file, 1_500)
        failing = 0
        if (!ready) {
          const state = await server.call('POST', `attachments/${file.id}/upload`, {
            token,
            body: { sha256: sha256Of(file.bytes), size: file.bytes.length },
          })
          expect([step, state.status]).toEqual([step, 200])
        }
      }
      failing = 0
      expect([manner, step, ready, await held(send, 'http://localhost', token, file.id)]).toEqual([
        manner,
        step,
        true,
        sha256Of(file.bytes),
      ])
    }
    await attempt(0)
    const steps = calls
    expect(steps).toBeGreaterThan(8)
    for (const each of ['not done', 'done and not told'] as const) {
      manner = each
      for (let step = 1; step <= steps; step += 1) await attempt(step)
    }
  })
})
