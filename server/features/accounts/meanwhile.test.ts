import { enrolmentSchema, signedInSchema } from '#shared/accounts/routes.ts'
import type { PasskeyCreation, PasskeyRequest } from '#shared/accounts/passkey-routes.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { createApp, type App } from '../../app.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { shownCode } from '../../testing/authenticator.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { openPeer, type OidcPeer } from '../../testing/oidc-peer.ts'
import { SoftPasskey } from '../../testing/soft-passkey.ts'
import { mintToken } from './tokens.ts'

const publicUrl = 'http://localhost:8080'
const former = 'innova-2025'
const theirs = 'frase del intruso 77'
const next = 'una frase bien larga 78'
const rut = '12.345.678-5'
const secret = 's'.repeat(43)
const proof = createHash('sha256').update(secret).digest('base64url')
const email = 'ana@norte.example'

let peers: OidcPeer[] = []
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.stop()))
  peers = []
})

/** Writes of a call before any of which something may come. */
const moments = [1, 2, 3, 4, 5] as const

/**
 * Has something happen right before a write of what is called next; whatever it writes itself passes. What is returned has it happen now,
 * where there was no such write.
 */
function before(server: TestApp, moment: number, happens: () => Promise<void>): () => Promise<void> {
  const { db } = server.app.server
  const write = db.write
  let seen = 0
  let has = false
  const happen = async (): Promise<void> => {
    Object.assign(db, { write })
    if (has) return
    has = true
    await happens()
  }
  Object.assign(db, {
    write: async (work: Parameters<typeof write>[0]) => {
      seen += 1
      if (seen === moment) await happen()
      return write(work)
    },
  })
  return happen
}

onEachDatabase((start) => {
  async function platform(options: Parameters<typeof start>[0] = {}): Promise<TestApp> {
    const server = await start({ publicUrl, ...options })
    await withPassword(server)
    // Another process over the same database: nothing of one waits for the other but what the database has wait.
    other = await createApp({
      config: { dataDir: server.dataDir, publicUrl, rehearsal: true },
      db: server.db,
      log: { info: () => undefined, error: () => undefined },
      now: server.clock.now,
      passwordCost: { memoryKib: 8, passes: 1 },
    })
    return server
  }
  let other: App | undefined
  const elsewhere = async (path: string, body: object, token?: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
    const method = token === undefined ? 'POST' : 'PUT'
    const request = new Request(`${publicUrl}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    return (await must(other, 'no other process').fetch(request)).status
  }
  afterEach(async () => {
    other?.drain()
    await other?.settled()
    other = undefined
  })
  async function withPassword(server: TestApp): Promise<void> {
    const hash = await server.app.server.passwords.hash(former)
    await server.db.q.updateTable('user').set({ password_hash: hash }).execute()
    await server.db.q.deleteFrom('attempt').execute()
  }
  /** The account is taken back by letter. */
  const recovered = async (server: TestApp): Promise<void> => {
    const token = await server.db.write((tx) => mintToken(tx, 'ana', 'reset', server.clock.now()))
    expect(await elsewhere('auth/reset', { token, email, password: next, confirmPassword: next })).toBe(200)
  }
  const signIn = (server: TestApp, password: string): Promise<Called> => server.call('POST', 'auth', { body: { email, password } })
  /** What stands of an account that only its new password should open. */
  async function standingOf(server: TestApp, reply: Called): Promise<object> {
    const entered = v.safeParse(signedInSchema, reply.data)
    const opens = entered.success && (await server.call('GET', 'auth/me', { token: entered.output.token })).status === 200
    const { q } = server.db
    const [keys, links, factors] = await Promise.all([
      q.selectFrom('passkey').select('id').execute(),
      q.selectFrom('sso_link').select('subject').execute(),
      q.selectFrom('second_factor').select('secret').where('secret', 'is not', null).execute(),
    ])
    return { opens, keys, links, factors, lets: (await signIn(server, next)).status === 200 }
  }
  const nothing = { opens: false, keys: [], links: [], factors: [], lets: true }
  async function wayBack(server: TestApp, peer: OidcPeer, goTo: unknown): Promise<string> {
    const reply = await server.app.fetch(new Request(await peer.signIn(String(goTo), '12345678-5')))
    return new URL(reply.headers.get('location') ?? '', publicUrl).searchParams.get('token') ?? ''
  }
  const goesTo = ({ data }: Called): unknown => v.parse(v.object({ goTo: v.string() }), data).goTo
  async function linked(server: TestApp, peer: OidcPeer): Promise<void> {
    const token = await server.token('ana')
    const begun = await server.call('PUT', 'user/claveunica/ana', { token, body: { rut, password: former, proof } })
    const body = { token: await wayBack(server, peer, goesTo(begun)), secret }
    expect((await server.call('POST', 'user/claveunica/ana', { token, body })).status).toBe(200)
  }
  async function withProvider(): Promise<{ server: TestApp; peer: OidcPeer }> {
    const peer = await openPeer({ kind: 'claveunica', publicUrl, more: {} })
    peers.push(peer)
    return { server: await platform({ sso: peer.config }), peer }
  }

  test('[SI8] what the former password began opens and changes nothing once there is a new one by letter, whenever that came', async () => {
    const server = await platform()
    for (const moment of moments) {
      await withPassword(server)
      const came = before(server, moment, () => recovered(server))
      const entered = await signIn(server, former)
      await came()
      expect(await standingOf(server, entered), `sign-in, ${moment}`).toEqual(nothing)

      await withPassword(server)
      const token = await server.token('ana')
      const cameThen = before(server, moment, () => recovered(server))
      const changed = await server.call('PUT', 'user/change-password/ana', {
        token,
        body: { password: former, newPassword: theirs, confirmNewPassword: theirs },
      })
      await cameThen()
      expect(await standingOf(server, changed), `another password, ${moment}`).toEqual(nothing)
    }
  })

  test('[SI8] a passkey that is being added when the account is taken back by letter is not there afterwards', async () => {
    const server = await platform()
    for (const moment of moments.slice(0, 3)) {
      await withPassword(server)
      const token = await server.token('ana')
      const begun = await server.call('POST', 'user/passkeys/begin', { token, body: { proof: { password: former } } })
      const passkey = new SoftPasskey(publicUrl).create(begun.data as PasskeyCreation)
      const came = before(server, moment, () => recovered(server))
      const added = await server.call('POST', 'user/passkeys', { token, body: { name: 'Mío', passkey } })
      await came()
      expect(await standingOf(server, added), `adding a passkey, ${moment}`).toEqual(nothing)
    }
  })

  test('[SI8] nor is a key of an authenticator, nor an identity that was being linked', async () => {
    const { server, peer } = await withProvider()
    await server.db.q.updateTable('user').set({ kind: 'Administrator' }).where('id', '=', 'ana').execute()
    // Had the key stood before, a new password by letter would leave it.
    for (const moment of moments.slice(0, 2)) {
      await withPassword(server)
      const token = await server.token('ana')
      const { secret: key } = v.parse(enrolmentSchema, (await server.call('POST', 'user/second-factor', { token })).data)
      const came = before(server, moment, () => recovered(server))
      const body = { password: former, code: shownCode(key, epochMs(server.clock.now())) }
      const confirmed = await server.call('POST', 'user/second-factor/confirm', { token, body })
      expect(await standingOf(server, confirmed), `a key, ${moment}`).toEqual(nothing)
      await came()
    }
    for (const moment of moments.slice(0, 3)) {
      await withPassword(server)
      const session = await server.token('ana')
      const begun = await server.call('PUT', 'user/claveunica/ana', { token: session, body: { rut, password: former, proof } })
      const code = await wayBack(server, peer, goesTo(begun))
      const came = before(server, moment, () => recovered(server))
      const confirming = await server.call('POST', 'user/claveunica/ana', { token: session, body: { token: code, secret } })
      await came()
      expect(await standingOf(server, confirming), `linking, ${moment}`).toEqual(nothing)
    }
  })

  test('[SI8] nor a session of an identity that is unlinked at that moment, nor its ticket', async () => {
    const { server, peer } = await withProvider()
    for (const moment of moments.slice(0, 3)) {
      await withPassword(server)
      await linked(server, peer)
      const own = await server.token('ana')
      const unlinks = async (): Promise<void> => {
        expect(await elsewhere('user/claveunica/ana', { rut: '', password: former }, own)).toBe(200)
      }
      const begun = await server.call('POST', 'auth/sso', { body: { proof } })
      const token = await wayBack(server, peer, goesTo(begun))
      const came = before(server, moment, unlinks)
      const entered = await server.call('POST', 'auth/claveunica', { body: { token, secret } })
      await came()
      const { opens, links } = v.parse(v.object({ opens: v.boolean(), links: v.array(v.unknown()) }), await standingOf(server, entered))
      expect([moment, opens, links]).toEqual([moment, false, []])
    }
  })

  test('[PK5] where a passkey is the second factor that the platform asks for, the password alone makes no key beside it and links nothing', async () => {
    const peer = await openPeer({ kind: 'claveunica', publicUrl, more: { countsAsFactor: true } })
    peers.push(peer)
    const server = await platform({ sso: peer.config, labFactor: ['Evaluator'] })
    const token = await server.token('eva')
    const mine = new SoftPasskey(publicUrl)
    const begun = await server.call('POST', 'user/passkeys/begin', { token, body: { proof: { password: former } } })
    const made = mine.create(begun.data as PasskeyCreation)
    expect((await server.call('POST', 'user/passkeys', { token, body: { name: 'Mía', passkey: made } })).status).toBe(200)
    const signed = async (): Promise<object> =>
      mine.sign((await server.call('POST', 'user/passkeys/proof', { token })).data as PasskeyRequest)

    const { secret: key } = v.parse(enrolmentSchema, (await server.call('POST', 'user/second-factor', { token })).data)
    const shown = (): string => shownCode(key, epochMs(server.clock.now()))
    const confirm = (more: object): Promise<Called> =>
      server.call('POST', 'user/second-factor/confirm', { token, body: { password: former, code: shown(), ...more } })
    const change = (more: object): Promise<Called> =>
      server.call('PUT', 'user/claveunica/eva', { token, body: { rut, password: former, proof, ...more } })
    expect((await confirm({})).error.code).toBe('passkey_needed')
    expect((await change({})).error.code).toBe('passkey_needed')
    const foreign = new SoftPasskey(publicUrl)
    const { data: asked } = await server.call('POST', 'user/passkeys/proof', { token })
    expect((await change({ passkey: foreign.sign(asked as PasskeyRequest) })).error.code).toBe('passkey_unknown')

    const page = await change({ passkey: await signed() })
    const body = { token: await wayBack(server, peer, goesTo(page)), secret }
    expect((await server.call('POST', 'user/claveunica/eva', { token, body })).status).toBe(200)
    expect((await change({ rut: '' })).error.code).toBe('passkey_needed')
    expect((await change({ rut: '', passkey: await signed() })).status).toBe(200)
    expect((await confirm({ passkey: await signed() })).status).toBe(200)
    // From now on it is the code that is asked for.
    expect((await change({ passkey: await signed() })).error.code).toBe('code_wrong')
  })
})
