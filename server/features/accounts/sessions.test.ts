import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { sessionViewSchema, type SessionView } from '#shared/accounts/settings-routes.ts'
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { programOf } from './sessions.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

onEachDatabase((start) => {
  async function signIn(server: TestApp, who: string, agent: string, from: string): Promise<string> {
    const hash = await server.app.server.passwords.hash('innova-2025')
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('id', '=', who).execute()
    const { email } = await server.db.q.selectFrom('user').select('email').where('id', '=', who).executeTakeFirstOrThrow()
    const { data } = await server.call('POST', 'auth', { body: { email, password: 'innova-2025' }, headers: { 'User-Agent': agent }, from })
    return v.parse(v.object({ token: v.string() }), data).token
  }
  const listed = async (server: TestApp, token: string): Promise<SessionView[]> =>
    v.parse(v.array(sessionViewSchema), (await server.call('GET', 'user/sessions', { token })).data)
  const works = async (server: TestApp, token: string): Promise<boolean> => (await server.call('GET', 'auth/me', { token })).status === 200

  test('one sees where one is signed in, with what and since when, and never a token', async () => {
    const server = await start()
    const desk = await signIn(server, 'ana', windows, '6.6.6.6')
    const pocket = await signIn(server, 'ana', phone, '8.8.8.8')
    await signIn(server, 'berta', windows, '9.9.9.9')
    const own = await listed(server, pocket)
    expect(own.map(({ current, browser, system, address }) => ({ current, browser, system, address }))).toEqual([
      { current: true, browser: 'Safari', system: 'iOS', address: '8.8.8.8' },
      { current: false, browser: 'Chrome', system: 'Windows', address: '6.6.6.6' },
    ])
    server.clock.advance(3_600_000)
    await server.call('GET', 'auth/me', { token: desk, from: '7.7.7.7' })
    const later = (await listed(server, pocket)).find((each) => each.browser === 'Chrome')
    expect(later).toMatchObject({ address: '7.7.7.7' })
    expect(Date.parse(must(later, 'gone').lastUsedAt)).toBeGreaterThan(Date.parse(must(later, 'gone').createdAt) + 3_500_000)
    const kept = JSON.stringify([await listed(server, pocket), await server.db.q.selectFrom('session').selectAll().execute()])
    expect([desk, pocket].filter((token) => kept.includes(token))).toEqual([])
  })

  test('one ends one session, or all others, and nobody else’s', async () => {
    const server = await start()
    const desk = await signIn(server, 'ana', windows, '6.6.6.6')
    const pocket = await signIn(server, 'ana', phone, '8.8.8.8')
    const third = await signIn(server, 'ana', '', '8.8.8.8')
    const ofBerta = await signIn(server, 'berta', windows, '9.9.9.9')
    const [foreign] = await listed(server, ofBerta)
    expect((await server.call('DELETE', `user/sessions/${foreign?.id}`, { token: desk })).status).toBe(404)
    expect(await works(server, ofBerta)).toBe(true)
    const wanted = must(
      (await listed(server, desk)).find((each) => each.system === 'iOS'),
      'no phone',
    )
    expect((await server.call('DELETE', `user/sessions/${wanted.id}`, { token: desk })).data).toEqual({ ended: 1 })
    expect([await works(server, pocket), await works(server, third), await works(server, desk)]).toEqual([false, true, true])
    expect((await server.call('POST', 'user/sessions/end-others', { token: desk })).data).toEqual({ ended: 1 })
    expect([await works(server, third), await works(server, desk), await works(server, ofBerta)]).toEqual([false, true, true])
    expect(await listed(server, desk)).toHaveLength(1)
  })

  test('[SI1] a session in daily use ends after 90 days, an administrator’s after 12 hours', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const root = await server.token('root')
    server.clock.advance(dayMs / 2 - 60_000)
    expect(await works(server, root)).toBe(true)
    const [seen] = await listed(server, root)
    expect(Date.parse(seen?.endsAt ?? '') - Date.parse(seen?.createdAt ?? '')).toBe(dayMs / 2)
    server.clock.advance(120_000)
    expect((await server.call('GET', 'auth/me', { token: root })).error.code).toBe('unauthenticated')
    for (let day = 1; day < 90; day += 1) {
      server.clock.advance(dayMs)
      expect(await works(server, ana), `day ${day}`).toBe(true)
    }
    server.clock.advance(dayMs)
    expect((await server.call('GET', 'auth/me', { token: ana })).error.code).toBe('unauthenticated')
  })

  const hashed = (token: string) => ({ tokenHash: createHash('sha256').update(token).digest('hex') })
  const made = (): string => randomBytes(32).toString('base64url')

  test('[SI9] the former token of a session opens nothing from then on, and all else about the session stays', async () => {
    const server = await start()
    const former = await signIn(server, 'ana', windows, '6.6.6.6')
    const stream = await server.app.fetch(
      new Request('http://localhost/api/v1/sync/events', { headers: { Authorization: `Bearer ${former}` } }),
    )
    const reader = must(stream.body, 'no stream').getReader()
    await reader.read()
    const [before] = await listed(server, former)
    server.clock.advance(3_600_000)
    const token = made()
    expect((await server.call('POST', 'auth/token', { token: former, body: hashed(token) })).data).toEqual({ renewed: true })
    const refused = await server.call('GET', 'auth/me', { token: former })
    expect([refused.status, refused.error.code]).toEqual([401, 'unauthenticated'])
    const now = await listed(server, token)
    expect(now).toHaveLength(1)
    expect(now[0]).toMatchObject({ id: before?.id, current: true, createdAt: before?.createdAt, endsAt: expect.any(String) })
    const ends = async (): Promise<boolean> => (await reader.read()).done || ends()
    expect(await ends()).toBe(true)
  })

  test('[SI9] a call whose reply was lost is made again with the new token; with the former one it is refused', async () => {
    const server = await start()
    const former = await signIn(server, 'ana', windows, '6.6.6.6')
    const token = made()
    await server.call('POST', 'auth/token', { token: former, body: hashed(token) })
    expect((await server.call('POST', 'auth/token', { token: former, body: hashed(token) })).error.code).toBe('unauthenticated')
    expect((await server.call('POST', 'auth/token', { token, body: hashed(token) })).data).toEqual({ renewed: false })
    expect(await works(server, token)).toBe(true)
  })

  test('[SI9] of two that renew one session at once one does', async () => {
    const server = await start()
    const former = await signIn(server, 'ana', windows, '6.6.6.6')
    const tokens = [made(), made()]
    const replies = await Promise.all(tokens.map((token) => server.call('POST', 'auth/token', { token: former, body: hashed(token) })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect(await Promise.all(tokens.map((token) => works(server, token)))).toEqual(replies.map(({ status }) => status === 200))
  })

  test('[SI9] nobody takes another session’s token by its hash, nor more tokens than a person needs', async () => {
    const server = await start()
    let token = await signIn(server, 'ana', windows, '6.6.6.6')
    const ofBerta = await signIn(server, 'berta', windows, '9.9.9.9')
    expect((await server.call('POST', 'auth/token', { token, body: hashed(ofBerta) })).error.code).toBe('malformed')
    expect((await server.call('POST', 'auth/token', { token, body: { tokenHash: 'ab' } })).error.code).toBe('malformed')
    expect([await works(server, token), await works(server, ofBerta)]).toEqual([true, true])
    let renewed = 0
    for (let at = 0; at < 40; at += 1) {
      const next = made()
      const reply = await server.call('POST', 'auth/token', { token, body: hashed(next) })
      if (reply.status !== 200) expect(reply.error.code).toBe('too_many_requests')
      else [token, renewed] = [next, renewed + 1]
    }
    expect(renewed).toBeLessThan(25)
  })

  test('an event stream ends with the session that another one ends', async () => {
    const server = await start()
    const desk = await signIn(server, 'ana', windows, '6.6.6.6')
    const pocket = await signIn(server, 'ana', phone, '8.8.8.8')
    const stream = await server.app.fetch(
      new Request('http://localhost/api/v1/sync/events', { headers: { Authorization: `Bearer ${pocket}` } }),
    )
    const reader = must(stream.body, 'no stream').getReader()
    await server.call('POST', 'user/sessions/end-others', { token: desk })
    for (let read = await reader.read(); !read.done;) read = await reader.read()
    expect(await works(server, pocket)).toBe(false)
  })
})

test.each([
  [windows, 'Chrome', 'Windows'],
  [`${windows} Edg/153.0.0.0`, 'Edge', 'Windows'],
  [phone, 'Safari', 'iOS'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['curl/8.0', null, null],
  ['', null, null],
])('%s is %s on %s', (agent, browser, system) => {
  expect(programOf(agent)).toEqual({ browser, system })
})
