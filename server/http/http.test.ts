import { pushMaxBytes } from '#shared/protocol/push.ts'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { configOf } from '../config.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  const raw = (server: TestApp, path: string, init: RequestInit = {}): Promise<Response> =>
    server.app.fetch(new Request(`http://localhost${path}`, init))
  const pushBody = (mutations: unknown[]): string =>
    JSON.stringify({ protocol: 1, schema: 1, app: 'test', deviceId: 'dev-1', epoch: null, ackedThrough: 0, pending: 0, mutations })

  test('[AP8] every reply carries the security headers, and none a cookie', async () => {
    const server = await start()
    for (const path of ['/api/v1/auth/me', '/api/v1/nothing', '/healthz', '/readyz', '/nothing-at-all']) {
      const { headers } = await raw(server, path)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('x-request-id'), path).toMatch(/^[\w-]{8,64}$/)
      expect(headers.get('set-cookie'), path).toBeNull()
    }
    expect((await raw(server, '/api/v1/auth/me')).headers.get('cache-control')).toBe('no-store')
  })

  test('[AP8] a page of ours frames nothing but files that it has made itself, and what people uploaded frames nothing', async () => {
    const server = await start()
    const policyOf = async (path: string): Promise<string> => (await raw(server, path)).headers.get('content-security-policy') ?? ''
    expect(await policyOf('/nothing-at-all')).toContain('frame-src blob:;')
    // A page may be called anything: only what watches over the server is no document.
    expect(await policyOf('/site/luz')).toContain("script-src 'self'")
    expect(await policyOf('/healthz')).toContain("default-src 'none'")
    expect(await policyOf('/api/v1/auth/me')).toContain("default-src 'none'")
    expect(await policyOf('/api/v1/auth/me')).not.toContain('blob:')
  })

  test('[AP10] NUL and half of a surrogate pair are refused in every string of a call, its path and its query, and nothing is written of it', async () => {
    const server = await start()
    const root = await server.token('root')
    const before = server.logged.length
    const asked: readonly (readonly [string, string, string | undefined])[] = [
      ['POST', 'user', JSON.stringify({ name: 'A', surname: 'B', email: 'a@norte.example', institution: 'a\ud800b' })],
      ['POST', 'user', JSON.stringify({ name: 'A', surname: 'B', email: 'a@norte.example', institution: 'a\0b' })],
      ['POST', 'user', '{"name":"\\udc00\\ud800"}'],
      ['PUT', 'form/tiny', '{"name":"N","description":"","\\uD83D":1}'],
      ['GET', 'user/a%00b', undefined],
      ['GET', 'user?search=%00', undefined],
      ['POST', 'auth', JSON.stringify({ email: 'a@b.example', password: 'x', deviceId: 'a\0b' })],
      ['POST', 'user/visit', JSON.stringify({ deviceId: 'a\0b' })],
    ]
    for (const [method, path, body] of asked) {
      const headers = { Authorization: `Bearer ${root}`, 'Content-Type': 'application/json', 'Accept-Language': 'en' }
      const reply = await raw(server, `/api/v1/${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
      const { error } = await reply.json()
      expect([reply.status, error.code, error.message], `${method} ${path} ${body}`).toEqual([
        400,
        'text_broken',
        'The text holds damaged characters that cannot be kept. Delete them or type it again.',
      ])
    }
    // Pages and files, too; what a caller wrote is no error of the server's.
    for (const path of ['/files/image/%00', '/open-data/resultados.csv?anio=%00', '/institucion/%00'])
      expect((await raw(server, path)).status, path).toBe(400)
    expect(server.logged.slice(before).filter((line) => 'err' in line)).toEqual([])
    expect(await server.db.q.selectFrom('audit').select('n').execute()).toEqual([])
    // A whole pair is text, however it is written.
    const form = await raw(server, '/api/v1/form/tiny', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${root}`, 'Content-Type': 'application/json' },
      body: '{"name":"Luz \\ud83d\\udca1 \\\\ud800","description":""}',
    })
    expect(form.status).toBe(200)
  })

  test('[AP10] in a push the mutation is refused that holds one, with its text in a card, and no other', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const { data } = await server.push(ana, 'dev-1', [
      wire(1, 'answer.set', { unit: 'q1', value: 'medio \ud83d símbolo' }),
      wire(2, 'answer.set', { unit: 'q9', value: 'entero 💡' }),
    ])
    expect([data.lastSeq, data.results.map(({ seq, d, code }) => [seq, d, code])]).toEqual([2, [[1, 'refused', 'text_broken']]])
    const cards = (await server.pull(ana, 'dev-1', null)).data.rows.filter((row) => row.t === 'conflict')
    expect(JSON.stringify(cards)).toContain('medio')
  })

  test('a request id is taken from the caller only when it is well formed', async () => {
    const server = await start()
    const idOf = async (given: string): Promise<string | null> =>
      (await raw(server, '/healthz', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
    expect(await idOf('abcdef-12345')).toBe('abcdef-12345')
    expect(await idOf('short')).not.toBe('short')
  })

  test('a path that is there for another method says so; any other is not found', async () => {
    const server = await start()
    expect((await raw(server, '/api/v1/auth', { method: 'DELETE' })).status).toBe(405)
    expect((await raw(server, '/api/v1/nothing', { method: 'DELETE' })).status).toBe(404)
  })

  test('the language of an error is the one that is asked for, Spanish otherwise', async () => {
    const server = await start()
    const messageIn = async (language?: string): Promise<string> => {
      const reply = await raw(server, '/api/v1/auth/me', language ? { headers: { 'Accept-Language': language } } : {})
      return (await reply.json()).error.message
    }
    expect(await messageIn()).toBe('Su sesión terminó. Ingrese nuevamente.')
    expect(await messageIn('en-GB,en;q=0.9')).toBe('Your session has ended. Sign in again.')
  })

  test('bodies come and go as gzip, and a bomb is stopped at the limit of its call', async () => {
    const server = await start()
    const headers = {
      Authorization: `Bearer ${await server.token('ana')}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Accept-Encoding': 'gzip',
    }
    const mutations = Array.from({ length: 20 }, (_, at) => wire(at + 1, 'nothing.such', {}))
    const pushed = await raw(server, '/api/v1/sync/push', { method: 'POST', headers, body: gzipSync(pushBody(mutations)) })
    expect(pushed.headers.get('content-encoding')).toBe('gzip')
    const envelope = JSON.parse(gunzipSync(Buffer.from(await pushed.arrayBuffer())).toString('utf8'))
    expect(envelope).toMatchObject({ success: true, data: { lastSeq: 20 } })
    const bomb = gzipSync(Buffer.alloc(pushMaxBytes * 20, ' '))
    expect((await raw(server, '/api/v1/sync/push', { method: 'POST', headers, body: bomb })).status).toBe(413)
  })

  test('what is not JSON, not an object of the call, or too big is refused in the envelope', async () => {
    const server = await start()
    const headers = { Authorization: `Bearer ${await server.token('ana')}`, 'Content-Type': 'application/json' }
    const codeOf = async (body: string, type = 'application/json'): Promise<[number, string]> => {
      const reply = await raw(server, '/api/v1/sync/push', { method: 'POST', headers: { ...headers, 'Content-Type': type }, body })
      return [reply.status, (await reply.json()).error.code]
    }
    expect(await codeOf('{')).toEqual([400, 'malformed'])
    expect(await codeOf('[]')).toEqual([400, 'malformed'])
    expect(await codeOf('{}', 'text/plain')).toEqual([415, 'unsupported_media'])
    expect(await codeOf('['.repeat(20_000))).toEqual([400, 'malformed'])
    expect(await codeOf(`"${'x'.repeat(pushMaxBytes + 100_000)}"`)).toEqual([413, 'too_large'])
    expect(await codeOf(pushBody(Array.from({ length: 1001 }, (_, at) => wire(at + 1, 'x', {}))))).toEqual([400, 'malformed'])
  })

  test('readiness fails while the server stops', async () => {
    const server = await start()
    expect((await raw(server, '/readyz')).status).toBe(200)
    server.app.drain()
    expect((await raw(server, '/readyz')).status).toBe(503)
    expect((await raw(server, '/healthz')).status).toBe(200)
  })

  test('however many ask whether it is ready, the database is written to once in a while', async () => {
    const server = await start()
    const probes = async (): Promise<(string | undefined)[]> =>
      (await server.db.q.selectFrom('meta').select('value').where('key', '=', 'write_probe').execute()).map((row) => row.value)
    await Promise.all(Array.from({ length: 20 }, () => raw(server, '/readyz')))
    const first = await probes()
    expect(first).toHaveLength(1)
    server.clock.advance(1_000)
    for (let count = 0; count < 20; count += 1) expect((await raw(server, '/readyz')).status).toBe(200)
    expect(await probes()).toEqual(first)
  })

  test('a path that no route names is in the log as a request, and what it says is not', async () => {
    const server = await start()
    await raw(server, '/api/v1/nothing/palabra-secreta')
    await raw(server, '/palabra-secreta.php', { method: 'POST' })
    expect(server.logged).toContainEqual(expect.objectContaining({ route: 'unknown', method: 'GET', status: 404 }))
    expect(server.logged).toContainEqual(expect.objectContaining({ route: 'unknown', method: 'POST', status: 404 }))
    expect(JSON.stringify(server.logged)).not.toContain('secreta')
  })

  test('the log holds who, what and how, and nothing of what was said', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'palabra secreta' })])
    expect(server.logged).toContainEqual(expect.objectContaining({ route: 'sync.push', status: 200, user: 'ana', kind: 'Institutional' }))
    expect(JSON.stringify(server.logged)).not.toContain('secreta')
  })

  test('an event stream pokes with versions of what its reader sees, and ends with the session', async () => {
    const server = await start()
    const token = await server.token('ana')
    const stream = await raw(server, '/api/v1/sync/events', { headers: { Authorization: `Bearer ${token}` } })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader.read()).value ?? ''
    expect(first).toContain('"inst:norte:tiny":1')
    expect(first).not.toContain('sur')
    await server.push(await server.token('sur-lider'), 'dev-s', [
      wire(1, 'answer.set', { unit: 'q1', value: 'x' }, { s: 'inst:sur:tiny', mid: 'of-sur-0001' }),
    ])
    await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'x' })])
    expect((await reader.read()).value).toMatch(/^event: poke\ndata: {"s":{"inst:norte:tiny":\d+},"w":1}\n\n$/)
    await server.call('POST', 'auth/logout', { token })
    expect((await reader.read()).done).toBe(true)
  })
})

test('a wrong setting stops the start with one sentence that names it', () => {
  expect(() => configOf({ PORT: 'eighty' })).toThrow('PORT must be a number from 0 to 65535, and is "eighty".')
  expect(() => configOf({ SEED: 'all' })).toThrow('SEED must be demo or none')
  for (const CHAT_URL of ['http://chat.example/iip', 'javascript:alert(1)', 'chat.example', 'https://lab@chat.example/', 'https://'])
    expect(() => configOf({ CHAT_URL }), CHAT_URL).toThrow('CHAT_URL must be a URL that begins with https://')
  for (const HELP_EMAIL of ['nadie', 'a@b.cl, c@d.cl', 'Ayuda <ayuda@lab.cl>', 'a@b.cl\r\nBcc: c@d.cl'])
    expect(() => configOf({ HELP_EMAIL }), HELP_EMAIL).toThrow('HELP_EMAIL must be an e-mail address')
  expect(configOf({ CHAT_URL: 'https://chat.example/iip?s=1', HELP_EMAIL: 'Ayuda@Lab.cl' })).toMatchObject({
    chatUrl: 'https://chat.example/iip?s=1',
    helpEmail: 'ayuda@lab.cl',
  })
  expect(configOf({})).toMatchObject({ chatUrl: undefined, helpEmail: undefined })
  expect(configOf({})).toMatchObject({ port: 8080, seed: 'demo', rehearsal: true, publicUrl: 'http://localhost:8080' })
  expect(configOf({ HOST: '0.0.0.0' })).toMatchObject({ seed: 'none', rehearsal: false })
})
