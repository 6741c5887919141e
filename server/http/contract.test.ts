import { bodyBytesOf, failuresOf, pathOf, route, type Route } from '#shared/contract/route.ts'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { breachOf } from '../testing/contract.ts'

const counted = route({
  name: 'things.count',
  method: 'GET',
  path: 'things',
  summary: { es: 'Cuenta.', en: 'Counts.' },
  access: 'session',
  reply: v.object({ count: v.number() }),
  fails: ['not_found'],
})

test('a reply that holds more, less or other than its route declares is found, and so are a code and a status of a refusal', async () => {
  const breach = (body: unknown, status = 200): Promise<string | undefined> =>
    breachOf(counted, new Request('http://localhost/api/v1/things'), Response.json(body, { status }))
  const refusal = (code: string): unknown => ({ success: false, error: { code, message: 'No.' } })
  expect(await breach({ success: true, data: { count: 1 } })).toBeUndefined()
  expect(await breach(refusal('not_found'), 404)).toBeUndefined()
  for (const [body, status] of [
    [{ success: true, data: { count: 1, of: 2 } }, 200],
    [{ success: true, data: { count: '1' } }, 200],
    [{ success: true, data: {} }, 200],
    [{ count: 1 }, 200],
    [refusal('no_role'), 403],
    [refusal('not_found'), 400],
    [{ error: 'no' }, 500],
  ] as const)
    expect(await breach(body, status), JSON.stringify(body)).toBeDefined()
})

/** Whether a schema says anything of what it takes. */
const says = (schema: { readonly type: string }): boolean => !['unknown', 'any', 'custom'].includes(schema.type)

test('the proxies that OPERATING shows let pass the largest body that a route takes', async () => {
  const { app, close } = await createTestApp()
  const most = Math.max(...app.server.routes.map(bodyBytesOf))
  const shown = ['OPERATING.md', 'deploy/nginx.conf']
    .map((name) => readFileSync(new URL(`../../.github/${name}`, import.meta.url), 'utf8'))
    .join('')
  const limits = [/client_max_body_size (\d+)m;/, /max_size (\d+)MB/].map((line) => Number(line.exec(shown)?.[1]) * 1_000_000)
  expect(limits.filter((limit) => !(limit >= most))).toEqual([])
  await close()
})

test('every route has a name of its own, says what it replies, and is told of in both languages', async () => {
  const { app, close } = await createTestApp()
  const names = app.server.routes.map((each) => each.name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  for (const each of app.server.routes) {
    expect(each.reply ? says(each.reply) : each.raw?.reply !== undefined, each.name).toBe(true)
    expect(each.summary.es, each.name).not.toBe(each.summary.en)
  }
  await close()
})

const example = (each: Route): string =>
  pathOf(each, {
    form: 'tiny',
    question: 'q1',
    dimension: 's11',
    child: 'q1',
    stage: 'e1',
    session: 'nadie',
    institution: 'norte',
    send: 'send-x',
    index: '0',
    kind: each.name.startsWith('results.') ? 'preliminary' : 'assign',
    role: 'Professional',
    canAttach: 'true',
    tab: 'general',
    report: 'result',
    category: 'pilares',
    notification: 'none',
    code: 'Servicio',
    sha256: 'a'.repeat(64),
    id: 'file-0001',
    file: 'file-0001',
  })

test('the limit of a body is the one that its route declares, and an administrator’s call turns others away before that', async () => {
  const server = await createTestApp()
  // Of no institution: one of the calls closes an institution out.
  const [root, eva] = [await server.token('root'), await server.token('eva')]
  const send = async (each: Route, token: string, bytes: number): Promise<string> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(bytes),
      'Upload-Offset': '0',
    }
    const reply = await server.app.fetch(new Request(`http://localhost${example(each)}`, { method: each.method, headers, body: '{}' }))
    return reply.status < 400 ? 'ok' : (await reply.json()).error.code
  }
  for (const each of server.app.server.routes.filter((one) => bodyBytesOf(one) > 0)) {
    const limit = bodyBytesOf(each)
    expect(['too_large', 'file_too_large', 'site_file_too_large'], each.name).toContain(await send(each, root, limit + 1))
    expect(await send(each, root, limit), each.name).not.toMatch(/too_large/)
    if (each.access === 'administrator') expect(await send(each, eva, limit + 1), each.name).toBe('administrators_only')
  }
  await server.close()
})

test('a pace is the one that its route declares', async () => {
  const server = await createTestApp()
  const token = await server.token('ana')
  const paced = server.app.server.routes.filter((each) => each.limits?.pace)
  expect(paced.length).toBeGreaterThan(5)
  for (const each of paced) {
    const call = async (): Promise<number> =>
      (
        await server.app.fetch(
          new Request(`http://localhost${example(each)}`, { method: each.method, headers: { Authorization: `Bearer ${token}` } }),
        )
      ).status
    const burst = each.limits?.pace?.burst ?? 0
    for (let at = 0; at < burst; at += 1) expect(await call(), `${each.name} ${at}`).not.toBe(429)
    // The clock of the tests moves a millisecond at each look: a slow pace gives nothing back meanwhile.
    const after = await Promise.all(Array.from({ length: 20 }, call))
    expect(after, each.name).toContain(429)
  }
  await server.close()
})

test('what follows from a route’s form is among its failures without being named', () => {
  expect([...failuresOf(counted)].toSorted()).toEqual(
    ['internal_error', 'malformed', 'no_space', 'not_found', 'revoked', 'text_broken', 'unauthenticated', 'unavailable'].toSorted(),
  )
  const named = v.object({ name: v.pipe(v.string(), v.nonEmpty('name_empty')) })
  const posting = failuresOf({ ...counted, access: 'administrator', body: named, limits: { pace: { burst: 1, perSecond: 1 } } })
  for (const code of ['administrators_only', 'name_empty', 'too_large', 'unsupported_media', 'too_many_requests'] as const)
    expect(posting, code).toContain(code)
})
