import { gunzipSync } from 'node:zlib'
import { groupsOf } from '#shared/protocol/columns.ts'
import { expect, test } from 'vitest'
import { aTab, rest } from '../testing/device.ts'
import { ManualClock, settle } from '../testing/manual-clock.ts'
import { refusedWith } from '../testing/memory-server.ts'
import { httpTransport } from './http.ts'
import { scriptedFetch } from './scripted.ts'

type Call = { readonly url: string; readonly init: RequestInit }

function aTransport(respond: (call: Call) => Response | Promise<Response>, gzip?: boolean) {
  const calls: Call[] = []
  const clock = new ManualClock()
  const transport = httpTransport({
    fetch: async (url, init) => {
      calls.push({ url, init })
      return respond({ url, init })
    },
    origin: 'https://iip.example',
    clock: clock.device(),
    token: () => 'secret',
    gzip,
  })
  return { transport, calls, clock }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const pull = { protocol: 1, schema: 1, deviceId: 'd1', cursor: null }
const pullReply = {
  epoch: 'e1',
  cursor: 'c1',
  more: false,
  serverTime: '',
  acked: 0,
  outcomes: [],
  reset: [],
  drop: [],
  rows: [],
  check: {},
}

test('[TR8] rows are asked for by columns and read from them; a server of before sends rows', async () => {
  const row = { s: 'org:north', p: '', t: 'person' as const, i: 'ana', r: { name: 'Ana' }, v: 3 }
  const { rows: _, ...rest } = pullReply
  const replies = [
    { ...rest, groups: groupsOf([row]) },
    { ...rest, rows: [row] },
    { ...rest, groups: [{ t: 'person' }] },
  ]
  const { transport, calls } = aTransport(() => json({ success: true, data: replies.shift() }))
  const read = [await transport.pull(pull), await transport.pull(pull)]
  for (const reply of read) expect(reply).toEqual({ kind: 'ok', value: { ...pullReply, rows: [row] } })
  expect(calls[0]?.init.body).toBe(JSON.stringify({ ...pull, groups: true }))
  expect(await transport.pull(pull)).toEqual({ kind: 'offline', reason: 'not_ours' })
})

test('[LK7] a token that is refused after another one took its place says nothing of that one: the call counts as not made', async () => {
  const clock = new ManualClock()
  let token: string | null = 'former'
  let next: string | null = 'next'
  const transport = httpTransport({
    fetch: async () => {
      token = next
      return json({ success: false, error: { code: 'unauthenticated', message: '' } }, 401)
    },
    origin: 'https://iip.example',
    clock: clock.device(),
    token: () => token,
  })
  const heard = { opened: () => undefined, poke: () => undefined, beat: () => undefined, present: () => undefined }
  expect(await transport.pull(pull)).toEqual({ kind: 'offline', reason: 'another_token' })
  token = 'former'
  expect(await transport.events(new AbortController().signal, heard)).toEqual({ kind: 'offline', reason: 'another_token' })
  expect(await transport.pull(pull)).toMatchObject({ kind: 'refused', status: 401 })
  next = null
  expect(await transport.pull(pull)).toMatchObject({ kind: 'refused', status: 401 })
})

test('[OX8] each call names a trace of its own', async () => {
  const calls: RequestInit[] = []
  const clock = new ManualClock()
  let made = 0
  const transport = httpTransport({
    fetch: async (_, init) => {
      calls.push(init)
      return json({ success: true, data: pullReply })
    },
    origin: '',
    clock: clock.device(),
    token: () => 'secret',
    traceparent: () => `trace-${(made += 1)}`,
  })
  await transport.pull(pull)
  await transport.pull(pull)
  expect(calls.map(({ headers }) => headers)).toMatchObject([
    { traceparent: 'trace-1', authorization: 'Bearer secret' },
    { traceparent: 'trace-2' },
  ])
  const unnamed = aTransport(() => json({ success: true, data: pullReply }))
  await unnamed.transport.pull(pull)
  expect(unnamed.calls[0]?.init.headers).not.toHaveProperty('traceparent')
})

test('[TR6] what is under way ends when the network that it went over is gone, and the next call goes', async () => {
  let asked = 0
  const { transport } = aTransport(({ init }) =>
    asked++ === 0
      ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))))
      : json({ success: true, data: pullReply }),
  )
  const hanging = transport.pull(pull)
  await settle()
  transport.hangUp()
  expect(await hanging).toEqual({ kind: 'offline', reason: 'AbortError' })
  expect((await transport.pull(pull)).kind).toBe('ok')
})

test('[TR1] a proxy’s page is the network being away for a file’s calls too: only our own envelope says that it is not there', async () => {
  const page = () => new Response('<html>404</html>', { status: 404, headers: { 'content-type': 'text/html' } })
  const bytes = new Uint8Array([1, 2, 3])
  const proxied = aTransport(page).transport
  const away = { kind: 'offline', reason: 'status_404' }
  expect(await proxied.startUpload({ id: 'file-1', sha256: 'a', sizeBytes: 3, mime: '' })).toEqual(away)
  expect(await proxied.sendPart('file-1', 0, bytes, 'aa')).toEqual(away)
  expect(await proxied.uploadOffset('file-1')).toEqual(away)
  const missing = { success: false, error: { code: 'attachment_missing' } }
  const ours = aTransport(({ init }) => (init.method === 'HEAD' ? json(null, 404) : json(missing, 404))).transport
  const refused = { kind: 'refused', status: 404, code: 'attachment_missing', params: {}, retryAfterMs: null }
  expect(await ours.sendPart('file-1', 0, bytes, 'aa')).toEqual(refused)
  expect(await ours.uploadOffset('file-1')).toEqual(refused)
})

test('[TR2] a part of a file is given up before the server would, so that a smaller one can go', async () => {
  const { transport, clock } = aTransport(
    ({ init }) => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))),
  )
  const sent = transport.sendPart('file-1', 0, new Uint8Array([1]), 'aa')
  await settle()
  await clock.advance(50_000)
  expect(await sent).toEqual({ kind: 'offline', reason: 'AbortError' })
})

test('[TR1] a captive portal, a proxy and a reply without epoch read as offline', async () => {
  const portals = [
    () => new Response('<html>Accept the terms</html>', { status: 200, headers: { 'content-type': 'text/html' } }),
    () => new Response('Bad gateway', { status: 502 }),
    () => json({ success: true, data: { rows: [] } }),
    () => json({ ok: true }),
    () => json({ message: 'blocked by policy' }, 403),
    () => Promise.reject(new TypeError('failed to fetch')),
  ]
  for (const respond of portals) expect((await aTransport(respond).transport.pull(pull)).kind).toBe('offline')
  expect(await aTransport(() => json({ success: true, data: pullReply })).transport.pull(pull)).toEqual({ kind: 'ok', value: pullReply })
})

test('[TR1] a refusal in our envelope keeps its code and params', async () => {
  const { transport } = aTransport(() => json({ success: false, error: { code: 'seq_gap', message: '', params: { expected: 7 } } }, 409))
  expect(await transport.pull(pull)).toMatchObject({ kind: 'refused', status: 409, code: 'seq_gap', params: { expected: 7 } })
})

test('[TR2] a call that hangs ends as offline after 30 s', async () => {
  const { transport, clock } = aTransport(
    ({ init }) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))),
  )
  const reply = transport.pull(pull)
  await settle()
  await clock.advance(30_000)
  expect(await reply).toEqual({ kind: 'offline', reason: 'AbortError' })
})

test('[TR3] a large body goes as gzip, a small one as it is, and both carry the token', async () => {
  const { transport, calls } = aTransport(() => json({ success: true, data: { ...pullReply, lastSeq: 0, results: [], minSchema: 1 } }))
  await transport.pull(pull)
  const mutations = Array.from({ length: 100 }, (_, at) => ({
    seq: at + 1,
    mid: `m${at}`,
    n: 'answer.set',
    v: 1,
    s: 'inst:a:b',
    a: { value: 'x' },
    t: '',
  }))
  const request = { protocol: 1, schema: 1, app: 'test', deviceId: 'd1', epoch: null, ackedThrough: 0, pending: 0, mutations }
  await transport.push(request)
  const [small, large] = calls.map(({ init }) => init)
  expect(new Headers(small?.headers).get('content-encoding')).toBeNull()
  expect(new Headers(large?.headers).get('content-encoding')).toBe('gzip')
  expect(new Headers(large?.headers).get('authorization')).toBe('Bearer secret')
  const body = large?.body
  expect(body instanceof ArrayBuffer && JSON.parse(gunzipSync(body).toString())).toEqual(request)
})

test('[TR4] pokes are read across chunks, heartbeats count as life, and the end is told', async () => {
  const encoder = new TextEncoder()
  const chunks = [
    ': ok\n\n',
    'event: poke\nda',
    'ta: {"inst:north:f1":7}\n',
    '\n',
    'event: other\ndata: 1\n\n',
    'event: present\ndata: {"s":"inst:north:f1","n":1,"who":[{"u":"berta","q":["q1"]}]}\n\n',
    'event: present\ndata: {"s":7}\n\n',
    'event: present\ndata: {\n\n',
    'event: poke\ndata: {"s":{"inst:north:f1":8},"w":3}\n\n',
  ]
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const { transport } = aTransport(() => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
  const heard: unknown[] = []
  let beats = 0
  const reply = await transport.events(new AbortController().signal, {
    opened: () => heard.push('opened'),
    poke: (poke, hearers) => heard.push([poke, hearers]),
    beat: () => (beats += 1),
    present: (present) => heard.push(present),
  })
  expect(reply).toEqual({ kind: 'ok', value: null })
  expect(heard).toEqual([
    'opened',
    [{ 'inst:north:f1': 7 }, undefined],
    { s: 'inst:north:f1', n: 1, who: [{ u: 'berta', q: ['q1'] }] },
    [{ 'inst:north:f1': 8 }, 3],
  ])
  expect(beats).toBe(9)
})

test('[TR4] a poke pulls, and a stream that falls silent is opened again', async () => {
  const { server, tab, clock } = await aTab()
  const ground = server.requests.filter((one) => one.call === 'pull').length
  server.poke()
  await rest(clock)
  expect(server.requests.filter((one) => one.call === 'pull').length).toBe(ground + 1)
  await rest(clock, 65_000)
  expect(server.requests.filter((one) => one.call === 'events').length).toBeGreaterThanOrEqual(2)
  expect(tab.engine.status.kind).toBe('up-to-date')
})

test('[TR7] a poke that two devices hear is answered at once, and one that thousands hear is spread', async () => {
  const pullsAfter = async (hearers: number | undefined, ms: number): Promise<number> => {
    const { server, clock } = await aTab()
    await rest(clock, 1_000)
    const before = server.requests.filter((one) => one.call === 'pull').length
    server.poke(hearers)
    await clock.advance(ms)
    await settle(60)
    return server.requests.filter((one) => one.call === 'pull').length - before
  }
  expect(await pullsAfter(2, 4)).toBe(1)
  expect(await pullsAfter(5_000, 4)).toBe(0)
  expect(await pullsAfter(5_000, 1_500)).toBe(1)
  // A server that does not tell: as before.
  expect(await pullsAfter(undefined, 60)).toBe(1)
})

test('[TR5] a server that asks to wait is not asked before', async () => {
  const { server, tab, clock } = await aTab()
  const wait = { reply: { ...refusedWith(503, 'unavailable').reply, retryAfterMs: 40_000 } as never }
  server.fate = (call) => (call === 'push' ? wait : null)
  await tab.set('q1', 'a')
  await settle(60)
  const asked = server.requests.filter((one) => one.call === 'push').length
  await rest(clock, 20_000)
  expect(server.requests.filter((one) => one.call === 'push').length).toBe(asked)
  await rest(clock, 21_000)
  expect(server.requests.filter((one) => one.call === 'push').length).toBe(asked + 1)
  expect(tab.engine.counts().toSend).toBe(1)
})

test('[OB19] work done while the network is away stays editable', async () => {
  const { server, tab, clock } = await aTab()
  server.fate = () => 'lost'
  await rest(clock, 90_000)
  const mid = await tab.set('q1', 'first')
  await rest(clock, 180_000)
  expect(await tab.set('q1', 'second')).toBe(mid)
})

test('the scripted network drops, repeats and loses replies as told', async () => {
  let reached = 0
  const inner = () => Promise.resolve(json({ reached: (reached += 1) }))
  const fortunes = ['drop', 'twice', 'reply-lost', 'deliver'] as const
  let turn = 0
  const fetch = scriptedFetch(inner, { fortune: () => fortunes[turn++] ?? 'deliver', later: () => Promise.resolve() })
  await expect(fetch('/', {})).rejects.toThrow('network')
  await fetch('/', {})
  await expect(fetch('/', {})).rejects.toThrow('network')
  await fetch('/', {})
  expect(reached).toBe(4)
})
