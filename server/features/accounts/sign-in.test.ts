import { must } from '#shared/kernel/assert.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { DatabaseCounts } from '../../http/attempts.ts'
import { proxiesOf } from '../../http/peer.ts'
import { Throttle } from '../../http/throttle.ts'
import { carryLetters } from '../../jobs/letters.ts'
import type { Mail } from '../../email/carrier.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const right = 'innova-2025'
const wrong = 'not-this-one'

onEachDatabase((start) => {
  async function withPasswords(server: TestApp): Promise<void> {
    const hash = await server.app.server.passwords.hash(right)
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('kind', '=', 'Institutional').execute()
  }
  interface Try {
    readonly who?: string
    readonly from?: string
    readonly forwarded?: string
    readonly deviceSecret?: string | undefined
  }
  const signIn = (
    server: TestApp,
    password: string,
    { who = 'ana@norte.example', from, forwarded, deviceSecret }: Try = {},
  ): Promise<Called> =>
    server.call('POST', 'auth', {
      body: { email: who, password, deviceSecret },
      from,
      headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded, 'X-Real-IP': '7.7.7.7', Forwarded: 'for=7.7.7.7' },
    })
  const secretOf = (called: Called): string => v.parse(v.object({ deviceSecret: v.string() }), called.data).deviceSecret
  const codesOf = (all: readonly Called[]): string[] => all.map((each) => (each.status === 200 ? 'ok' : each.error.code))
  async function mailed(server: TestApp): Promise<Mail[]> {
    await server.app.settled()
    const taken: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void taken.push(mail), close: () => undefined })
    return taken
  }
  /** Wrong passwords for many addresses from one network, until it is held. */
  async function exhaust(server: TestApp, rest: Try): Promise<void> {
    for (let at = 0; at < 31; at += 1) await signIn(server, wrong, { who: `nadie${at}@norte.example`, ...rest })
    expect((await signIn(server, right, rest)).error.code).toBe('too_many_requests')
  }

  test('[SI5] a network that guesses is held, and a device on which the account has signed in is not', async () => {
    const server = await start()
    await withPasswords(server)
    const deviceSecret = secretOf(await signIn(server, right, { from: '6.6.6.6' }))
    await exhaust(server, { from: '6.6.6.6' })
    expect((await signIn(server, right, { from: '6.6.6.6', deviceSecret })).status).toBe(200)
    expect((await signIn(server, right, { from: '8.8.8.8' })).status).toBe(200)
  })

  test('a whole institution signs in from one address: what was right never counts against its network', async () => {
    const server = await start()
    await withPasswords(server)
    const who = ['ana', 'berta', 'carlos', 'dina']
    for (let at = 0; at < 40; at += 1) {
      const entered = await signIn(server, right, { who: `${who[at % who.length]}@norte.example`, from: '6.6.6.6' })
      expect(entered.status, `sign-in ${at}`).toBe(200)
    }
  })

  test('a device is known for its own accounts, and a secret that the server never gave out makes none', async () => {
    const server = await start()
    await withPasswords(server)
    const ofBerta = secretOf(await signIn(server, right, { who: 'berta@norte.example', from: '6.6.6.6' }))
    const planted = 'a'.repeat(43)
    expect(secretOf(await signIn(server, right, { from: '6.6.6.6', deviceSecret: planted }))).not.toBe(planted)
    await exhaust(server, { from: '6.6.6.6' })
    expect((await signIn(server, right, { from: '6.6.6.6', deviceSecret: ofBerta })).error.code).toBe('too_many_requests')
    expect((await signIn(server, right, { from: '6.6.6.6', deviceSecret: planted })).error.code).toBe('too_many_requests')
    // The same browser, once both have signed in on it, is known for both, with one secret.
    const shared = await signIn(server, right, { from: '8.8.8.8', deviceSecret: ofBerta })
    expect(secretOf(shared)).toBe(ofBerta)
    expect((await signIn(server, right, { from: '6.6.6.6', deviceSecret: ofBerta })).status).toBe(200)
    const kept = await server.db.q.selectFrom('known_device').select('secret_hash').execute()
    expect(JSON.stringify(kept)).not.toContain(ofBerta)
  })

  test('behind a trusted proxy each network counts for itself; what else a request says about itself is its own claim', async () => {
    const server = await start({ trustedProxies: must(proxiesOf('10.0.0.0/8'), 'proxies') })
    await withPasswords(server)
    await exhaust(server, { from: '10.0.0.1', forwarded: '1.2.3.4, 6.6.6.6' })
    expect((await signIn(server, right, { from: '10.0.0.1', forwarded: '6.6.6.6, 8.8.8.8' })).status).toBe(200)
    expect((await signIn(server, right, { from: '10.0.0.1', forwarded: '9.9.9.9, 6.6.6.6' })).error.code).toBe('too_many_requests')
  })

  test('without a trusted proxy a forwarded address changes nothing', async () => {
    const server = await start()
    await withPasswords(server)
    for (let at = 0; at < 31; at += 1)
      await signIn(server, wrong, { who: `nadie${at}@norte.example`, from: '6.6.6.6', forwarded: `8.8.8.${at}` })
    expect((await signIn(server, right, { from: '6.6.6.6', forwarded: '8.8.8.99' })).error.code).toBe('too_many_requests')
  })

  test('of many parallel guesses only those that were counted are tried, and the rest hear at once that they come again', async () => {
    const server = await start()
    await withPasswords(server)
    const matches = vi.spyOn(server.app.server.passwords, 'matches')
    const all = codesOf(await Promise.all(Array.from({ length: 1000 }, () => signIn(server, wrong, { from: '6.6.6.6' }))))
    expect(matches.mock.calls.length).toBeLessThanOrEqual(6)
    expect(all.filter((code) => code === 'login_failed')).toHaveLength(matches.mock.calls.length)
    expect(all.filter((code) => code === 'unavailable').length).toBeGreaterThan(900)
    expect(new Set(all)).toEqual(new Set(['login_failed', 'too_many_requests', 'unavailable']))
  })

  test('beyond a short queue the answer is 503 with the time to come again, and a known device has its own queue', async () => {
    const server = await start()
    await withPasswords(server)
    const deviceSecret = secretOf(await signIn(server, right))
    const flood = Promise.all(Array.from({ length: 300 }, (_, at) => signIn(server, wrong, { who: `nadie${at}@norte.example` })))
    expect((await signIn(server, right, { deviceSecret })).status).toBe(200)
    const refused = (await flood).filter((each) => each.status === 503)
    expect(refused.length).toBe(300 - 52)
    expect(refused.every((each) => each.headers.get('retry-after') === '2')).toBe(true)
  })

  test('[SI5] after a hundred failures only a reset by letter helps; the letter goes once, and an unknown address hears the same', async () => {
    const server = await start()
    await withPasswords(server)
    const deviceSecret = secretOf(await signIn(server, right))
    const heard: Record<string, string[]> = { known: [], unknown: [] }
    for (let at = 0; at < 101; at += 1) {
      server.clock.advance(3_700_000)
      heard['known']?.push((await signIn(server, wrong)).error.message)
      heard['unknown']?.push((await signIn(server, wrong, { who: 'nadie@norte.example' })).error.message)
    }
    expect(heard['known']).toEqual(heard['unknown'])
    expect((await signIn(server, right)).error.code).toBe('sign_in_closed')
    expect((await signIn(server, right, { deviceSecret })).status).toBe(200)
    expect((await signIn(server, right)).error.code).toBe('sign_in_closed')
    const letters = await mailed(server)
    expect(letters.map((letter) => [letter.to.address, letter.subject])).toEqual([
      ['ana@norte.example', 'Cerramos el ingreso con su contraseña'],
    ])
    const token = must(letters[0]?.text.match(/token=([\w-]+)/)?.[1], 'the letter has no link')
    const body = { token, email: 'ana@norte.example', password: 'nueva clave 1', confirmPassword: 'nueva clave 1' }
    expect((await server.call('POST', 'auth/reset', { body })).status).toBe(200)
    expect((await signIn(server, 'nueva clave 1')).status).toBe(200)
    // Whoever knew the old password is a stranger on every device.
    expect(await server.db.q.selectFrom('known_device').select('user_id').execute()).toHaveLength(1)
  })

  test('a device that has used up its own hundred failures is a stranger again', async () => {
    const server = await start()
    await withPasswords(server)
    const deviceSecret = secretOf(await signIn(server, right))
    for (let at = 0; at < 100; at += 1) {
      server.clock.advance(3_700_000)
      expect((await signIn(server, wrong, { deviceSecret })).error.code).toBe('login_failed')
    }
    await server.app.settled()
    expect(await server.db.q.selectFrom('known_device').select('user_id').execute()).toEqual([])
    server.clock.advance(3_700_000)
    expect((await signIn(server, right, { deviceSecret })).status).toBe(200)
  })

  test('two processes on one database count together, and a restart forgets nothing', async () => {
    const server = await start()
    const here = new Throttle(new DatabaseCounts(server.db), server.app.server.log)
    const there = new Throttle(new DatabaseCounts(server.db), server.app.server.log)
    const limit = { key: 'account:ana', free: 5 }
    const taken = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? here : there).take([limit], server.clock.now())))
    expect(taken.filter((each) => !each.refused)).toHaveLength(5)
    const later = new Throttle(new DatabaseCounts(server.db), server.app.server.log)
    expect((await later.take([limit], server.clock.now())).refused?.failure.code).toBe('too_many_requests')
    await later.clear(limit.key)
    expect(
      (await new Throttle(new DatabaseCounts(server.db), server.app.server.log).take([limit], server.clock.now())).refused,
    ).toBeUndefined()
    expect(JSON.stringify(await server.db.q.selectFrom('attempt').selectAll().execute())).not.toContain('ana')
  })
})
