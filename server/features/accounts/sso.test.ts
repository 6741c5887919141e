import { signedInSchema, signInTicketSchema, enrolmentSchema } from '#shared/accounts/routes.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { configOf, type SsoConfig } from '../../config.ts'
import type { Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { sweep } from '../../jobs/sweep.ts'
import { createTestApp, type Called, type TestApp } from '../../testing/app.ts'
import { shownCode } from '../../testing/authenticator.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { newKey, openPeer, type Forging, type OidcPeer } from '../../testing/oidc-peer.ts'
import { IdentityProvider } from './identity-provider.ts'
import { proofOf } from './sso.ts'

const password = 'innova-2025'
const publicUrl = 'http://localhost:8080'
/** Of ana, and of somebody else. */
const rut = '12.345.678-5'
const otherRut = '11.111.111-1'
const linkSchema = v.object({ linked: v.nullable(v.object({ rut: v.nullable(v.string()), since: v.string() })) })
const goingSchema = v.object({ goTo: v.string() })

let peers: OidcPeer[] = []
let apps: TestApp[] = []
afterEach(async () => {
  await Promise.all([...peers.map((peer) => peer.stop()), ...apps.map((app) => app.close())])
  peers = []
  apps = []
})

async function peerOf(kind: SsoConfig['kind'] = 'claveunica', more: Partial<SsoConfig> = {}): Promise<OidcPeer> {
  const peer = await openPeer({ kind, publicUrl, more })
  peers.push(peer)
  return peer
}

/** A browser: what it keeps to itself, and what it does. */
interface Browser {
  readonly secret: string
  readonly proof: string
}
const browser = (): Browser => {
  const secret = randomBytes(32).toString('base64url')
  return { secret, proof: proofOf(secret) }
}

async function passwords(server: TestApp): Promise<TestApp> {
  const hash = await server.app.server.passwords.hash(password)
  await server.db.q.updateTable('user').set({ password_hash: hash }).execute()
  return server
}
const begin = (server: TestApp, { proof }: Browser, rest: object = {}): Promise<Called> =>
  server.call('POST', 'auth/sso', { body: { proof, ...rest } })
async function pageOf(server: TestApp, who: Browser, rest: object = {}): Promise<string> {
  return v.parse(goingSchema, (await begin(server, who, rest)).data).goTo
}
/** Where the platform sends the browser that comes back from the provider. */
async function cameBack(server: TestApp, url: URL): Promise<URL> {
  const reply = await server.app.fetch(new Request(url))
  expect(reply.status).toBe(302)
  return new URL(must(reply.headers.get('location'), 'nowhere to go'), publicUrl)
}
const said = (url: URL): string => `${url.pathname} ${url.searchParams.get('error') ?? url.searchParams.get('cu') ?? ''}`
const tokenIn = (url: URL): string => must(url.searchParams.get('token'), 'no code')
const fetchSession = (server: TestApp, token: string, { secret }: Browser, rest: object = {}, cu = 'claveunica'): Promise<Called> =>
  server.call('POST', `auth/${cu}`, { body: { token, secret, ...rest } })
/** The whole way: to the provider, through its pages, back, and in. */
async function signIn(server: TestApp, peer: OidcPeer, login = '12345678-5', rest: object = {}): Promise<Called> {
  const who = browser()
  const back = await cameBack(server, await peer.signIn(await pageOf(server, who), login))
  return fetchSession(server, tokenIn(back), who, rest, peer.config.cu)
}
const change = (server: TestApp, token: string, body: object, id = 'ana'): Promise<Called> =>
  server.call('PUT', `user/claveunica/${id}`, { token, body })
const confirm = (server: TestApp, token: string, code: string, { secret }: Browser, id = 'ana'): Promise<Called> =>
  server.call('POST', `user/claveunica/${id}`, { token, body: { token: code, secret } })
interface Linking {
  readonly id?: string
  readonly typed?: string
  readonly login?: string
  readonly token?: string
  readonly more?: object
}
/** Links as the settings do; what the confirmation says. */
async function link(
  server: TestApp,
  peer: OidcPeer,
  { id = 'ana', typed = rut, login = '12345678-5', token = '', more = {} }: Linking = {},
): Promise<Called> {
  const session = token || (await server.token(id))
  const who = browser()
  const begun = await change(server, session, { rut: typed, password, proof: who.proof, ...more }, id)
  const back = await cameBack(server, await peer.signIn(v.parse(goingSchema, begun.data).goTo, login))
  expect(said(back)).toBe(`/dashboard/user-settings ${peer.config.cu}`)
  return confirm(server, session, tokenIn(back), who, id)
}
const linkedOf = async (server: TestApp, token: string, id = 'ana'): Promise<v.InferOutput<typeof linkSchema>['linked']> =>
  v.parse(linkSchema, (await server.call('GET', `user/claveunica/${id}`, { token })).data).linked
const acts = async (server: TestApp): Promise<string[]> => {
  await server.app.settled()
  const rows = await server.db.q.selectFrom('audit').select(['kind', 'actor_id', 'subject_id']).orderBy('n').execute()
  return rows.map((row) => `${row.kind} ${row.actor_id}>${row.subject_id ?? ''}`)
}
async function mailed(server: TestApp): Promise<string[]> {
  await server.app.settled()
  const taken: Mail[] = []
  await carryLetters(server.app.server, { carry: async (mail) => void taken.push(mail), close: () => undefined })
  return taken.map((mail) => mail.subject)
}
const signInByPassword = (server: TestApp, email = 'ana@norte.example'): Promise<Called> =>
  server.call('POST', 'auth', { body: { email, password } })

test('[SO1] single sign-on is set up whole or not at all, and the settings of Clave Única stand where nothing else is said', () => {
  expect(configOf({}).sso).toBeUndefined()
  const given = { OIDC_CLIENT_ID: 'iip', OIDC_CLIENT_SECRET: 'hush' }
  expect(configOf({ ...given, OIDC_KIND: 'claveunica' }).sso).toMatchObject({
    kind: 'claveunica',
    cu: 'claveunica',
    name: 'Clave Única',
    scope: 'openid run name',
    clientAuth: 'post',
    pkce: true,
    signature: true,
    countsAsFactor: false,
    insecure: false,
    endpoints: { authorization_endpoint: 'https://accounts.claveunica.gob.cl/openid/authorize/' },
  })
  expect(configOf({ ...given, OIDC_ISSUER: 'https://id.example/realm' }).sso).toMatchObject({
    kind: 'standard',
    cu: 'oidc',
    name: 'id.example',
    scope: 'openid',
    endpoints: undefined,
  })
  expect(() => configOf({ OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_CLIENT_ID')
  expect(() => configOf(given)).toThrow('OIDC_ISSUER')
  expect(() => configOf({ ...given, OIDC_ISSUER: 'http://id.example' })).toThrow('OIDC_ISSUER must be')
  expect(() => configOf({ ...given, OIDC_ISSUER: 'https://user:pass@id.example' })).toThrow('OIDC_ISSUER must be')
  expect(() => configOf({ ...given, OIDC_ISSUER: 'https://id.example', OIDC_SCOPE: 'profile' })).toThrow('OIDC_SCOPE must be')
  expect(() => configOf({ ...given, OIDC_CLIENT_SECRET: 'x'.repeat(1001) })).toThrow(/^OIDC_CLIENT_SECRET must be .*, and is not\.$/)
  expect(configOf({ ...given, OIDC_ISSUER: 'http://127.0.0.1:9000' }).sso?.insecure).toBe(true)
})

test('[SO11] only of the State’s provider does it count as a second factor', () => {
  const given = { OIDC_CLIENT_ID: 'iip', OIDC_CLIENT_SECRET: 'hush', OIDC_SECOND_FACTOR: 'counts' }
  expect(configOf({ ...given, OIDC_KIND: 'claveunica' }).sso?.countsAsFactor).toBe(true)
  expect(() => configOf({ ...given, OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_SECOND_FACTOR=counts is for')
})

test('[SO6] what is switched off is said in the log at every start', async () => {
  const peer = await peerOf('standard', { signature: false, pkce: false })
  const server = await createTestApp({ publicUrl, sso: peer.config })
  apps.push(server)
  expect(server.logged).toContainEqual({ issuer: peer.issuer })
  expect(await must(server.app.server.identities, 'no provider').examine()).toEqual([
    expect.stringContaining('OIDC_SIGNATURE=off'),
    expect.stringContaining('OIDC_PKCE=off'),
    expect.stringContaining('providers ask for https'),
  ])
})

const otherKey = newKey()
const seconds = (): number => Math.floor(Date.now() / 1000)
const without = ({ header, claims }: Forging, name: string): Forging => ({
  header,
  claims: Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name)),
})
const forgeries: Readonly<Record<string, (token: Forging) => Forging>> = {
  'a signature by another key': (token) => ({ ...token, claims: { ...token.claims, sub: '11111111-1' }, key: otherKey }),
  'the claims of somebody else under the signature that stood': (token) => ({ ...token, claims: { ...token.claims }, key: otherKey }),
  'alg none': (token) => ({ header: { ...token.header, alg: 'none' }, claims: token.claims, key: null }),
  'alg HS256 under the public key': (token) => ({ header: { ...token.header, alg: 'HS256' }, claims: token.claims }),
  'a key that is not published': (token) => ({ ...token, header: { ...token.header, kid: 'another' } }),
  'another nonce': (token) => ({ ...token, claims: { ...token.claims, nonce: 'another' } }),
  'no nonce': (token) => without(token, 'nonce'),
  'another audience': (token) => ({ ...token, claims: { ...token.claims, aud: 'another-platform' } }),
  'two audiences, given to the other': (token) => ({ ...token, claims: { ...token.claims, aud: ['iip', 'other'], azp: 'other' } }),
  'another issuer': (token) => ({ ...token, claims: { ...token.claims, iss: 'https://elsewhere.example' } }),
  'an expiry that has passed': (token) => ({ ...token, claims: { ...token.claims, iat: seconds() - 7200, exp: seconds() - 3600 } }),
  'a time to come': (token) => ({ ...token, claims: { ...token.claims, iat: seconds() + 90_000, exp: seconds() + 93_600 } }),
  'a beginning to come': (token) => ({ ...token, claims: { ...token.claims, nbf: seconds() + 90_000 } }),
  'no expiry': (token) => without(token, 'exp'),
  'no subject': (token) => without(token, 'sub'),
}

test('[SO10] of a provider that answers without an end little is read, and it is held to be away', async () => {
  const { promise: left, resolve: hasLeft } = Promise.withResolvers<number>()
  const endless = createServer((_, reply) => {
    let bytes = 0
    const piece = Buffer.alloc(65_536, ' ')
    reply.writeHead(200, { 'Content-Type': 'application/json' })
    const go = (): void => {
      while (!reply.destroyed) {
        bytes += piece.length
        if (!reply.write(piece)) return void reply.once('drain', go)
      }
    }
    reply.once('close', () => hasLeft(bytes))
    go()
  })
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  const address = endless.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { config } = await peerOf('standard')
  const provider = new IdentityProvider({
    config: { ...config, issuer, endpoints: undefined },
    publicUrl,
    log: { info: () => undefined, error: () => undefined },
  })
  const page = await provider.pageFor({ state: 's', nonce: 'n', verifier: 'v'.repeat(43) }, { ask: false })
  expect(page).toMatchObject({ ok: false, failure: { code: 'sso_unavailable' } })
  // What the system holds on the way is not read.
  expect(await left).toBeLessThan(20 * 2 ** 20)
  await new Promise((resolve) => endless.close(resolve))
})

test('[SO6] an ID token that is not the provider’s word on who began lets nobody in', async () => {
  const peer = await peerOf('standard')
  const server = await passwords(await createTestApp({ publicUrl, sso: peer.config }))
  apps.push(server)
  const who = browser()
  const wayBack = async (forge: (token: Forging) => Forging): Promise<string> => {
    peer.forge(forge)
    return said(await cameBack(server, await peer.signIn(await pageOf(server, who), 'maria')))
  }
  for (const [what, forge] of Object.entries(forgeries)) expect(await wayBack(forge), what).toBe('/login sso_refused')
  expect(await server.db.q.selectFrom('sso_code').selectAll().execute()).toEqual([])
  // As it is, and made anew by the provider's own key, the same token is taken.
  expect(await wayBack((token) => token)).toBe('/login oidc')
})

onEachDatabase((start) => {
  const started = async (peer: OidcPeer, options: Parameters<typeof start>[0] = {}): Promise<TestApp> =>
    passwords(await start({ publicUrl, sso: peer.config, ...options }))

  test('[SO1] without its settings nothing of it is there, and what was linked can be taken away', async () => {
    const server = await passwords(await start())
    const token = await server.token('ana')
    expect((await server.call('GET', 'auth/providers')).data).toEqual({ providers: [] })
    expect((await begin(server, browser())).error.code).toBe('not_found')
    expect((await server.app.fetch(new Request(`${publicUrl}/api/v1/auth/sso/callback?state=x`))).status).toBe(404)
    expect((await fetchSession(server, 'x', browser())).error.code).toBe('not_found')
    expect((await change(server, token, { rut, password, proof: browser().proof })).error.code).toBe('not_found')
    expect((await change(server, token, { rut: '', password })).error.code).toBe('not_found')
    await server.db.q
      .insertInto('sso_link')
      .values({ user_id: 'ana', provider: 'claveunica', subject: rut, created_at: server.clock.now() })
      .execute()
    expect(await linkedOf(server, token)).toMatchObject({ rut })
    expect((await change(server, token, { rut: '', password })).status).toBe(200)
    expect(await linkedOf(server, token)).toBeNull()
  })

  test('[SO3] who linked their Clave Única signs in with it, and the code in the address is no session', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    expect((await server.call('GET', 'auth/providers')).data).toEqual({
      providers: [{ cu: 'claveunica', kind: 'claveunica', name: 'Clave Única' }],
    })
    expect((await link(server, peer)).data).toMatchObject({ linked: { rut }, factor: false })
    const who = browser()
    const back = await cameBack(server, await peer.signIn(await pageOf(server, who), '12345678-5'))
    expect(said(back)).toBe('/login claveunica')
    const code = tokenIn(back)
    expect((await server.call('GET', 'auth/me', { token: code })).error.code).toBe('unauthenticated')
    const entered = await fetchSession(server, code, who)
    const { token, user } = v.parse(signedInSchema, entered.data)
    expect(user._id).toBe('ana')
    expect((await server.call('GET', 'auth/me', { token })).data).toMatchObject({ _id: 'ana' })
    expect(await acts(server)).toEqual(['account.ssoLinked ana>ana', 'session.signIn ana>ana'])
    // The userinfo was asked by POST, as the guide of Clave Única says.
    expect(peer.asked).toContain('POST /me')
    expect(peer.asked).not.toContain('GET /me')
    expect(entered.headers.get('set-cookie')).toBeNull()
  })

  test('[SO3] any provider that conforms signs in who linked it, by what it calls them', async () => {
    const peer = await peerOf('standard')
    const server = await started(peer)
    const token = await server.token('ana')
    const who = browser()
    const begun = await change(server, token, { password, proof: who.proof })
    const back = await cameBack(server, await peer.signIn(v.parse(goingSchema, begun.data).goTo, 'maria'))
    expect((await confirm(server, token, tokenIn(back), who)).data).toMatchObject({ linked: { rut: null } })
    expect(v.parse(signedInSchema, (await signIn(server, peer, 'maria')).data).user._id).toBe('ana')
    expect((await signIn(server, peer, 'pedro')).error.code).toBe('sso_not_linked')
    // The same name at another provider is somebody else.
    await server.db.q.updateTable('sso_link').set({ provider: 'https://other.example' }).execute()
    expect((await signIn(server, peer, 'maria')).error.code).toBe('sso_not_linked')
  })

  test('[SO3] whose account is closed, or whose institution lets nobody in, does not get in by it either', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    expect((await signIn(server, peer)).error.code).toBe('revoked')
    await server.db.q.updateTable('user').set({ active: 1 }).where('id', '=', 'ana').execute()
    await server.db.q.updateTable('institution').set({ lets_in: 0 }).where('id', '=', 'norte').execute()
    expect((await signIn(server, peer)).error.code).toBe('revoked')
    expect(await acts(server)).toContain('session.failed >ana')
  })

  test('[SO3] who belongs to several institutions has them all, as by password', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await server.db.q.insertInto('membership').values({ user_id: 'ana', institution_id: 'sur', chosen_at: null }).execute()
    await link(server, peer)
    const bySso = v.parse(signedInSchema, (await signIn(server, peer)).data)
    const byPassword = v.parse(signedInSchema, (await signInByPassword(server)).data)
    expect(bySso.user).toEqual(byPassword.user)
    expect(bySso.user.institutions.map((each) => each._id).toSorted()).toEqual(['norte', 'sur'])
  })

  test('[SO3] the browser on which somebody signed in so is known afterwards', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const { deviceSecret } = v.parse(signedInSchema, (await signIn(server, peer)).data)
    const again = v.parse(signedInSchema, (await signIn(server, peer, '12345678-5', { deviceSecret })).data)
    expect(again.deviceSecret).toBe(deviceSecret)
    const planted = v.parse(signedInSchema, (await signIn(server, peer, '12345678-5', { deviceSecret: 'planted'.repeat(6) })).data)
    expect(planted.deviceSecret).not.toBe('planted'.repeat(6))
  })

  test('[SO4] a one-time code is good for sixty seconds and once, and a way back for ten minutes and once', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const who = browser()
    const back = await peer.signIn(await pageOf(server, who), '12345678-5')
    const code = tokenIn(await cameBack(server, back))
    // The same answer of the provider, again.
    expect(said(await cameBack(server, back))).toBe('/login sso_expired')
    expect((await fetchSession(server, code, who)).status).toBe(200)
    expect((await fetchSession(server, code, who)).error.code).toBe('sso_expired')
    const second = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, who), '12345678-5')))
    server.clock.advance(59_000)
    expect((await fetchSession(server, second, who)).status).toBe(200)
    const third = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, who), '12345678-5')))
    server.clock.advance(60_000)
    expect((await fetchSession(server, third, who)).error.code).toBe('sso_expired')
    const late = await peer.signIn(await pageOf(server, who), '12345678-5')
    server.clock.advance(600_000)
    expect(said(await cameBack(server, late))).toBe('/login sso_expired')
    await pageOf(server, who)
    server.clock.advance(600_000)
    await sweep(server.app.server)
    expect(await server.db.q.selectFrom('sso_flow').selectAll().execute()).toEqual([])
    expect(await server.db.q.selectFrom('sso_code').selectAll().execute()).toEqual([])
  })

  test('[SO4] of many who bring one code, or one answer of the provider, at the same moment one gets in', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const who = browser()
    const back = await peer.signIn(await pageOf(server, who), '12345678-5')
    const all = await Promise.all(Array.from({ length: 4 }, () => cameBack(server, back)))
    const codes = all.flatMap((each) => each.searchParams.get('token') ?? [])
    expect(codes).toHaveLength(1)
    const sessions = await Promise.all(Array.from({ length: 4 }, () => fetchSession(server, codes[0] ?? '', who)))
    expect(sessions.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
  })

  test('[SO4] of what opens something only digests are kept', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const who = browser()
    const page = new URL(await pageOf(server, who))
    const state = must(page.searchParams.get('state'), 'no state')
    expect(JSON.stringify(await server.db.q.selectFrom('sso_flow').selectAll().execute())).not.toContain(state)
    const code = tokenIn(await cameBack(server, await peer.signIn(page.href, '12345678-5')))
    const kept = JSON.stringify(await server.db.q.selectFrom('sso_code').selectAll().execute())
    for (const secret of [code, who.secret]) expect(kept).not.toContain(secret)
    const logged = JSON.stringify(server.logged)
    for (const secret of [code, who.secret, state, peer.config.clientSecret, '12.345.678', '12345678']) expect(logged).not.toContain(secret)
  })

  test('[SO5] an address that somebody else has, or that was sent to somebody, opens nothing', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const [mine, thief] = [browser(), browser()]
    // A stolen address: another browser has not the secret, and there is no second try, not even with the right one.
    const stolen = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, mine), '12345678-5')))
    expect((await fetchSession(server, stolen, thief)).error.code).toBe('sso_expired')
    expect((await fetchSession(server, stolen, mine)).error.code).toBe('sso_expired')
    // Who only knows what went out in the open has not the secret either.
    const seen = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, mine), '12345678-5')))
    expect((await fetchSession(server, seen, { secret: mine.proof, proof: mine.proof })).error.code).toBe('sso_expired')
    // A sign-in that somebody began for themselves and sends to another: that one's browser does not take it.
    const planted = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, thief), '12345678-5')))
    expect((await fetchSession(server, planted, mine)).error.code).toBe('sso_expired')
  })

  test('[SO5] a code to link signs nobody in, one to sign in links nothing, and nobody else’s account', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    const who = browser()
    const toLink = async (): Promise<string> => {
      const begun = await change(server, ana, { rut, password, proof: who.proof })
      return tokenIn(await cameBack(server, await peer.signIn(v.parse(goingSchema, begun.data).goTo, '12345678-5')))
    }
    expect((await fetchSession(server, await toLink(), who)).error.code).toBe('sso_expired')
    expect((await confirm(server, berta, await toLink(), who, 'berta')).error.code).toBe('sso_expired')
    expect((await confirm(server, berta, await toLink(), who, 'ana')).error.code).toBe('not_found')
    const toSignIn = tokenIn(await cameBack(server, await peer.signIn(await pageOf(server, who), '12345678-5')))
    expect((await confirm(server, ana, toSignIn, who)).error.code).toBe('sso_expired')
    expect(await linkedOf(server, ana)).toBeNull()
  })

  test('[SO6] what userinfo tells is of the person of the ID token, a RUN, and a valid one', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const wrong: Readonly<Record<string, unknown>>[] = [
      { sub: '11111111-1' },
      { RolUnico: { numero: 12_345_678, DV: '4', tipo: 'RUN' } },
      { RolUnico: { numero: 12_345_678, DV: '5', tipo: 'PASAPORTE' } },
      { RolUnico: undefined },
    ]
    for (const change of wrong) {
      peer.tell((claims) => ({ ...claims, ...change }))
      const back = await cameBack(server, await peer.signIn(await pageOf(server, browser()), '12345678-5'))
      expect(said(back), JSON.stringify(change)).toBe('/login sso_refused')
    }
    peer.tell((claims) => ({ ...claims, RolUnico: { numero: '12345678', DV: '5', tipo: 'RUN' } }))
    expect(said(await cameBack(server, await peer.signIn(await pageOf(server, browser()), '12345678-5')))).toBe('/login claveunica')
  })

  test('[SO6] an answer with another state, of another issuer, or with the code of another sign-in ends nowhere', async () => {
    const peer = await peerOf('standard')
    const server = await started(peer)
    const changed = async (alter: (url: URL) => void): Promise<string> => {
      const url = await peer.signIn(await pageOf(server, browser()), 'maria')
      alter(url)
      return said(await cameBack(server, url))
    }
    expect(await changed((url) => url.searchParams.set('state', 'another'))).toBe('/login sso_expired')
    expect(await changed((url) => url.searchParams.delete('state'))).toBe('/login sso_expired')
    expect(await changed((url) => url.searchParams.append('state', 'another'))).toBe('/login sso_refused')
    expect(await changed((url) => url.searchParams.set('iss', 'https://elsewhere.example'))).toBe('/login sso_refused')
    expect(await changed((url) => url.searchParams.set('code', 'made-up'))).toBe('/login sso_expired')
    // Somebody else's code, put into one's own way back: PKCE and nonce are of another browser.
    const [mine, theirs] = [await pageOf(server, browser()), await pageOf(server, browser())]
    const [here, there] = [await peer.signIn(mine, 'maria'), await peer.signIn(theirs, 'pedro')]
    here.searchParams.set('code', must(there.searchParams.get('code'), 'no code'))
    expect(said(await cameBack(server, here))).toBe('/login sso_expired')
  })

  test('[SO6] without PKCE the nonce alone keeps another sign-in’s code out', async () => {
    const peer = await peerOf('standard', { pkce: false })
    const server = await started(peer)
    const [mine, theirs] = [await pageOf(server, browser()), await pageOf(server, browser())]
    expect(mine).not.toContain('code_challenge')
    const [here, there] = [await peer.signIn(mine, 'maria'), await peer.signIn(theirs, 'pedro')]
    here.searchParams.set('code', must(there.searchParams.get('code'), 'no code'))
    expect(said(await cameBack(server, here))).toBe('/login sso_refused')
  })

  test('[SO6] who changes their mind at the provider comes back to sign-in, and to their settings', async () => {
    const peer = await peerOf('standard')
    const server = await started(peer)
    expect(said(await cameBack(server, await peer.signIn(await pageOf(server, browser()), 'maria', 'refuse')))).toBe('/login sso_cancelled')
    const begun = await change(server, await server.token('ana'), { password, proof: browser().proof })
    const back = await peer.signIn(v.parse(goingSchema, begun.data).goTo, 'maria', 'refuse')
    expect(said(await cameBack(server, back))).toBe('/dashboard/user-settings sso_cancelled')
  })

  test('[SO7] no account is made by signing in, and every identity that nobody linked is told the same', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const before = await server.db.q.selectFrom('user').select('id').execute()
    const refused = await signIn(server, peer)
    expect(refused.error).toMatchObject({ code: 'sso_not_linked' })
    expect(refused.error.message).toContain('vincúlela')
    // A rut that was typed and never confirmed opens nothing.
    await change(server, await server.token('ana'), { rut, password, proof: browser().proof })
    expect((await signIn(server, peer)).error).toMatchObject({ code: 'sso_not_linked' })
    expect(await server.db.q.selectFrom('user').select('id').execute()).toEqual(before)
  })

  test('[SO8] linking asks for the password, a valid rut, and that its person signs in at the provider', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const token = await server.token('ana')
    const { proof } = browser()
    expect((await change(server, token, { rut, proof })).error.code).toBe('password_empty')
    expect((await change(server, token, { rut, proof, password: 'another' })).error.code).toBe('current_password_wrong')
    const invalid = await change(server, token, { rut: '12.345.678-4', proof, password })
    expect(invalid.error).toMatchObject({ code: 'rut_not_valide', message: 'Rut no valido' })
    expect((await change(server, token, { rut, password })).error.code).toBe('malformed')
    expect((await link(server, peer, { login: '11111111-1' })).error.code).toBe('sso_rut_differs')
    expect(await linkedOf(server, token)).toBeNull()
    expect((await link(server, peer, { typed: '12345678-5' })).data).toMatchObject({ linked: { rut } })
    expect(await mailed(server)).toEqual(['Se vinculó el ingreso único a su cuenta'])
    // Another one in its place.
    expect((await link(server, peer, { typed: otherRut, login: '11111111-1' })).data).toMatchObject({ linked: { rut: otherRut } })
    expect((await signIn(server, peer)).error.code).toBe('sso_not_linked')
    expect((await signIn(server, peer, '11111111-1')).status).toBe(200)
  })

  test('[SO8] passwords are guessed here as slowly as anywhere', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const token = await server.token('ana')
    const tries = []
    for (let n = 0; n < 7; n += 1) tries.push((await change(server, token, { rut: '', password: 'another' })).error.code)
    expect(tries.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'current_password_wrong'))
    expect(tries.at(-1)).toBe('too_many_requests')
  })

  test('[SO8] who has a second factor shows it, too, to link and to unlink', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const token = await server.token('eva')
    const { secret } = v.parse(enrolmentSchema, (await server.call('POST', 'user/second-factor', { token })).data)
    const shown = (): string => {
      server.clock.advance(30_000)
      return shownCode(secret, epochMs(server.clock.now()))
    }
    await server.call('POST', 'user/second-factor/confirm', { token, body: { password, code: shown() } })
    const { proof } = browser()
    expect((await change(server, token, { rut, password, proof }, 'eva')).error.code).toBe('code_wrong')
    expect((await change(server, token, { rut, password, proof, code: '000000' }, 'eva')).error.code).toBe('code_wrong')
    expect((await link(server, peer, { id: 'eva', token, more: { code: shown() } })).data).toMatchObject({ linked: { rut }, factor: true })
    expect((await change(server, token, { rut: '', password }, 'eva')).error.code).toBe('code_wrong')
    expect((await change(server, token, { rut: '', password, code: shown() }, 'eva')).data).toMatchObject({ linked: null })
  })

  test('[SO9] an identity is one account’s: what is somebody else’s already is not taken, unless that account is closed', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    expect((await link(server, peer, { id: 'berta' })).error.code).toBe('sso_linked_elsewhere')
    expect(v.parse(signedInSchema, (await signIn(server, peer)).data).user._id).toBe('ana')
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    expect((await link(server, peer, { id: 'berta' })).status).toBe(200)
    expect(v.parse(signedInSchema, (await signIn(server, peer)).data).user._id).toBe('berta')
    expect(await linkedOf(server, await server.token('berta'), 'berta')).toMatchObject({ rut })
  })

  test('[SO9] of two who link the same at the same moment one has it', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const both = await Promise.all(['ana', 'berta'].map((id) => link(server, peer, { id })))
    expect(both.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await server.db.q.selectFrom('sso_link').select('subject').execute()).toEqual([{ subject: rut }])
  })

  test('[SO9] unlinking ends what the identity opened, is told by letter, and leaves the password', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const bySso = v.parse(signedInSchema, (await signIn(server, peer)).data)
    const own = v.parse(signedInSchema, (await signIn(server, peer)).data)
    const byPassword = v.parse(signedInSchema, (await signInByPassword(server)).data)
    expect((await change(server, own.token, { rut: ' ', password })).data).toMatchObject({ linked: null, goTo: null })
    expect((await server.call('GET', 'auth/me', { token: bySso.token })).error.code).toBe('unauthenticated')
    for (const { token } of [own, byPassword]) expect((await server.call('GET', 'auth/me', { token })).status).toBe(200)
    expect((await signIn(server, peer)).error.code).toBe('sso_not_linked')
    expect((await signInByPassword(server)).status).toBe(200)
    expect(await mailed(server)).toEqual(['Se vinculó el ingreso único a su cuenta', 'Se desvinculó el ingreso único de su cuenta'])
    expect(await acts(server)).toContain('account.ssoUnlinked ana>ana')
  })

  test('[SO9] nobody takes away their only way in', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const { token } = v.parse(signedInSchema, (await signIn(server, peer)).data)
    await server.db.q.updateTable('user').set({ password_hash: null }).where('id', '=', 'ana').execute()
    expect((await change(server, token, { rut: '', password })).error.code).toBe('sso_only_way')
    expect(await linkedOf(server, token)).toMatchObject({ rut })
    expect((await signIn(server, peer)).status).toBe(200)
  })

  test('[SO9] a new password by letter takes the link away, whoever made it; one from the settings does not', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const token = await server.token('ana')
    const next = 'una frase bien larga'
    const body = { password, newPassword: next, confirmNewPassword: next }
    expect((await server.call('PUT', 'user/change-password/ana', { token, body })).status).toBe(200)
    expect((await signIn(server, peer)).status).toBe(200)
    await server.call('POST', 'auth/recovery', { body: { email: 'ana@norte.example' } })
    await server.app.settled()
    const taken: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void taken.push(mail), close: () => undefined })
    const letter = taken.find((mail) => mail.subject === 'Recuperar contraseña')
    const secret = must(/token=([\w-]+)/.exec(letter?.text ?? '')?.[1], 'no secret in the letter')
    const chosen = {
      token: secret,
      email: 'ana@norte.example',
      password: 'otra frase bien larga',
      confirmPassword: 'otra frase bien larga',
    }
    expect((await server.call('POST', 'auth/reset', { body: chosen })).status).toBe(200)
    expect((await signIn(server, peer)).error.code).toBe('sso_not_linked')
  })

  test('[SO10] while the provider is down that is said, passwords go on, and once it is back so is single sign-on', async () => {
    const peer = await peerOf('standard')
    const server = await started(peer)
    await peer.stop()
    const down = await begin(server, browser())
    expect(down.error).toMatchObject({ code: 'sso_unavailable' })
    expect(down.error.message).toContain('correo y contraseña')
    expect((await change(server, await server.token('ana'), { password, proof: browser().proof })).error.code).toBe('sso_unavailable')
    expect((await signInByPassword(server)).status).toBe(200)
    expect(await must(server.app.server.identities, 'no provider').examine()).toContainEqual(expect.stringContaining('does not answer'))
    await peer.resume()
    const url = await peer.signIn(await pageOf(server, browser()), 'maria')
    await peer.stop()
    // It went while somebody was there.
    expect(said(await cameBack(server, url))).toBe('/login sso_unavailable')
    await peer.resume()
    expect(said(await cameBack(server, await peer.signIn(await pageOf(server, browser()), 'maria')))).toBe('/login oidc')
  })

  test('[SO10] a provider that went since it was last asked is told before anybody is led to its page', async () => {
    for (const kind of ['claveunica', 'standard'] as const) {
      const peer = await peerOf(kind)
      const server = await started(peer)
      await link(server, peer)
      await peer.stop()
      expect((await begin(server, browser())).error.code).toBe('sso_unavailable')
      await peer.resume()
      expect((await signIn(server, peer)).status).toBe(200)
    }
  })

  test('[SO11] a second factor is asked for as after a password, by the same ticket', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    const token = await server.token('eva')
    await link(server, peer, { id: 'eva', token })
    const { secret } = v.parse(enrolmentSchema, (await server.call('POST', 'user/second-factor', { token })).data)
    const shown = (): string => {
      server.clock.advance(30_000)
      return shownCode(secret, epochMs(server.clock.now()))
    }
    await server.call('POST', 'user/second-factor/confirm', { token, body: { password, code: shown() } })
    const ticket = v.parse(signInTicketSchema, (await signIn(server, peer)).data)
    const { deviceSecret } = ticket
    const wrong = await server.call('POST', 'auth/code', { body: { ticket: ticket.ticket, deviceSecret, code: '000000' } })
    expect(wrong.error.code).toBe('code_wrong')
    const right = await server.call('POST', 'auth/code', { body: { ticket: ticket.ticket, deviceSecret, code: shown() } })
    const entered = v.parse(signedInSchema, right.data)
    expect(entered.user._id).toBe('eva')
    // Its sign-out leads to the provider's, too.
    expect((await server.call('POST', 'auth/logout', { token: entered.token })).data).toHaveProperty('goTo')
  })

  test('[SO11] where the platform asks for a factor who has none makes one, also after single sign-on; where the State’s counts nobody is asked', async () => {
    const peer = await peerOf()
    const asking = await started(peer, { labFactor: ['Evaluator'] })
    await link(asking, peer, { id: 'eva' })
    expect(v.parse(signInTicketSchema, (await signIn(asking, peer)).data).enrolment).not.toBeNull()
    const counts = await peerOf('claveunica', { countsAsFactor: true })
    const content = await started(counts, { labFactor: ['Evaluator'] })
    await link(content, counts, { id: 'eva' })
    expect(v.parse(signedInSchema, (await signIn(content, counts)).data).user._id).toBe('eva')
    // By password it is asked for all the same.
    expect(v.is(signInTicketSchema, (await signInByPassword(content, 'eva@laboratorio.example')).data)).toBe(true)
  })

  test('[SO12] who came by single sign-on is led to its sign-out, and nobody else', async () => {
    for (const [kind, page] of [
      ['claveunica', '/logout?redirect=http%3A%2F%2Flocalhost%3A8080%2Flogin'],
      ['standard', '/session/end?client_id=iip&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Flogin'],
    ] as const) {
      const peer = await peerOf(kind)
      const server = await started(peer)
      await link(server, peer)
      const { token } = v.parse(signedInSchema, (await signIn(server, peer)).data)
      expect((await server.call('POST', 'auth/logout', { token })).data).toMatchObject({ goTo: `${peer.issuer}${page}` })
      expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('unauthenticated')
      const byPassword = v.parse(signedInSchema, (await signInByPassword(server)).data)
      expect((await server.call('POST', 'auth/logout', { token: byPassword.token })).data).not.toHaveProperty('goTo')
    }
  })

  test('[SO12] signing out does not wait for a provider that is gone', async () => {
    const peer = await peerOf('standard')
    const server = await started(peer)
    await link(server, peer)
    const { token } = v.parse(signedInSchema, (await signIn(server, peer)).data)
    await peer.stop()
    expect((await server.call('POST', 'auth/logout', { token })).status).toBe(200)
    expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('unauthenticated')
  })

  test('[SO13] a link is one’s own: nobody reads or changes another’s, nor their own while acting for an institution', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const [berta, root] = [await server.token('berta'), await server.token('root')]
    for (const token of [berta, root]) {
      expect((await server.call('GET', 'user/claveunica/ana', { token })).error.code).toBe('not_found')
      expect((await change(server, token, { rut: '', password }, 'ana')).error.code).toBe('not_found')
    }
    const began = await server.call('POST', 'impersonation', {
      token: root,
      body: { institutionId: 'norte', formId: 'tiny', reason: 'Lo pidió la institución por teléfono' },
    })
    expect(began.status).toBe(200)
    expect((await change(server, root, { rut, password, proof: browser().proof }, 'root')).error.code).toBe('impersonating')
    expect((await confirm(server, root, 'x', browser(), 'root')).error.code).toBe('impersonating')
  })

  test('[SO14] one network that begins and never comes back has to wait, and who comes back has not been counted', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const from = '198.51.100.7'
    const beginFrom = (): Promise<Called> => server.call('POST', 'auth/sso', { body: { proof: browser().proof }, from })
    for (let n = 0; n < 30; n += 1) expect((await beginFrom()).status).toBe(200)
    await beginFrom()
    expect((await beginFrom()).error.code).toBe('too_many_requests')
    expect((await begin(server, browser())).status).toBe(200)
    // From another network one comes back.
    const near = '203.0.113.9'
    const counted = async (): Promise<number> => {
      const rows = await server.db.q.selectFrom('attempt').select('attempts').execute()
      return rows.reduce((sum, row) => sum + row.attempts, 0)
    }
    const before = await counted()
    const begun = await server.call('POST', 'auth/sso', { body: { proof: browser().proof }, from: near })
    expect(await counted()).toBe(before + 1)
    await server.app.fetch(new Request(await peer.signIn(v.parse(goingSchema, begun.data).goTo, '12345678-5')), { address: near })
    expect(await counted()).toBe(before)
  })

  test('[SO4] who begins at one server comes back to another', async () => {
    const peer = await peerOf()
    const server = await started(peer)
    await link(server, peer)
    const who = browser()
    const page = await pageOf(server, who)
    // A second process over the same database knows of it what the database says.
    const { createApp } = await import('../../app.ts')
    const second = await createApp({
      config: { dataDir: server.dataDir, publicUrl, rehearsal: true, sso: peer.config },
      db: server.db,
      log: { info: () => undefined, error: () => undefined },
      now: server.clock.now,
      passwordCost: { memoryKib: 8, passes: 1 },
    })
    const reply = await second.fetch(new Request(await peer.signIn(page, '12345678-5')))
    const back = new URL(must(reply.headers.get('location'), 'nowhere to go'), publicUrl)
    expect((await fetchSession(server, tokenIn(back), who)).status).toBe(200)
    second.drain()
    await second.settled()
  })
})
