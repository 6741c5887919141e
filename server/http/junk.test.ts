import type { Route } from '#shared/contract/route.ts'
import { expect, test } from 'vitest'
import { jsonSchemaOf } from './openapi.ts'
import { createTestApp, type TestApp } from '../testing/app.ts'
import { onDefaultDatabase } from '../testing/databases.ts'

const texts = ['\0', 'a\0b', '\ud800', "'; drop table user; --", '__proto__', '../../etc/passwd', 'x'.repeat(200_000), '', ' ']
const values: readonly unknown[] = [null, [], 1e308, -1, true, {}, [[[[]]]], { toString: 1, length: -1 }, ...texts]
const segments = [
  '%00',
  '..%2F..',
  '%E0%A4%A',
  'x'.repeat(3000),
  '-1',
  '%F0%9F%92%A3',
  '__proto__',
  'tiny',
  'norte',
  'q1',
  '0',
  'file-0001',
]
const places: Readonly<Record<string, string>> = {
  form: 'tiny',
  institution: 'norte',
  question: 'q1',
  child: 'q81',
  index: '0',
  kind: 'assign',
  role: 'Delegate',
  id: 'ana',
}
const bodies = ['', 'null', '[]', '"x"', '{', '\0', `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"__proto__":{"kind":"Administrator"}}']

/** A body that has every field that the call takes, each with a value of nobody's making. */
function junkFor(route: Route, at: number): string {
  const schema: { properties?: object } = route.body ? jsonSchemaOf(route.body) : {}
  const fields = Object.keys(schema.properties ?? {}).map((name, place) => [name, values[(at + place * 7) % values.length]])
  return JSON.stringify(Object.fromEntries(fields))
}

/** Only an event stream is endless, and only signing out ends the caller's session. */
const apart = new Set(['sync.events', 'accounts.signOut'])

onDefaultDatabase((start) => {
  const junk = async (server: TestApp, token: string, route: Route, at: number): Promise<Response> => {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
      // Every other call gets as far as its body.
      const known = name === 'kind' && route.name.startsWith('results.') ? 'preliminary' : places[name]
      const real = at % 2 === 0 ? known : undefined
      return real ?? segments[(at + name.length) % segments.length] ?? ''
    })
    const raw = at % 3 === 0 ? bodies[(at / 3) % bodies.length] : junkFor(route, at)
    const type = at % 11 === 0 ? 'text/plain' : at % 13 === 0 ? 'multipart/form-data; boundary=x' : 'application/json'
    return server.app.fetch(
      new Request(`http://localhost/api/v1/${path}`, {
        method: route.method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': type,
          'Idempotency-Key': texts[at % 7]?.replace(/[^\x20-\x7e]/g, '') ?? '',
          'Upload-Offset': String(values[at % 5]),
          Range: 'bytes=9-1',
        },
        ...(route.method === 'GET' || route.method === 'HEAD' ? {} : { body: raw ?? '' }),
      }),
    )
  }

  test('[AP6] whatever comes in, no call breaks, and a refusal is always the envelope', async () => {
    const server = await start({ rehearsal: false })
    const token = await server.token('ana')
    for (const route of server.app.server.routes.filter((each) => !apart.has(each.name))) {
      for (let at = 0; at < 24; at += 1) {
        const reply = await junk(server, token, route, at)
        const text = await reply.text()
        const label = `${route.method} ${route.path} (${at}) -> ${reply.status} ${text.slice(0, 300)}`
        expect(reply.status, label).toBeLessThan(500)
        if (reply.status < 400 || route.method === 'HEAD') continue
        expect(JSON.parse(text), label).toMatchObject({ success: false, error: { code: expect.any(String), message: expect.any(String) } })
        expect(text, label).not.toMatch(/\bat \S+:\d+|node_modules|SQLITE|syntax error/)
      }
    }
  })
})

test('paths that are nobody’s and methods that nothing takes get the envelope', async () => {
  const server = await createTestApp()
  const ask = async (method: string, path: string) => {
    const reply = await server.app.fetch(new Request(`http://localhost${path}`, { method }))
    return { status: reply.status, allow: reply.headers.get('allow'), code: (await reply.json()).error.code }
  }
  for (const path of ['/api', '/api/', '/api/v1', '/api/v2/auth', '/api/v1/form/tiny/nothing', '/api/v1/%E0%A4%A']) {
    expect(await ask('GET', path), path).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ask('POST', path), path).toMatchObject({ status: 404, code: 'not_found' })
  }
  expect(await ask('POST', '/dashboard/Home')).toMatchObject({ status: 404, code: 'not_found' })
  expect(await ask('DELETE', '/api/v1/auth')).toEqual({ status: 405, allow: 'POST', code: 'method_not_allowed' })
  expect(await ask('OPTIONS', '/api/v1/sync/events')).toEqual({ status: 405, allow: 'GET', code: 'method_not_allowed' })
  expect(await ask('PATCH', '/api/v1/form/send/tiny')).toMatchObject({ status: 405, allow: 'GET, POST' })
  await server.close()
})
