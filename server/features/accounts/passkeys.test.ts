import { passkeysMax, type PasskeyCreation, type PasskeyRequest, type Passkeys } from '#shared/accounts/passkey-routes.ts'
import { enrolmentSchema, signedInSchema } from '#shared/accounts/routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { dayMs, epochMs } from '#shared/kernel/instant.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { generateKeyPairSync } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { sweep } from '../../jobs/sweep.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { shownCode } from '../../testing/authenticator.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { SoftPasskey, type Otherwise } from '../../testing/soft-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

const password = 'innova-2025'
const origin = 'http://localhost:8080'

test('[PK1] passkeys belong to the host of PUBLIC_URL by its name; an address of numbers and an open way have none', () => {
  expect(relyingPartyOf('https://iip.gob.example/app')).toEqual({ id: 'iip.gob.example', origin: 'https://iip.gob.example' })
  expect(relyingPartyOf('https://iip.gob.example:8443')).toEqual({ id: 'iip.gob.example', origin: 'https://iip.gob.example:8443' })
  expect(relyingPartyOf('http://localhost:4173')).toEqual({ id: 'localhost', origin: 'http://localhost:4173' })
  for (const none of ['http://127.0.0.1:8080', 'https://10.1.2.3', 'https://[::1]:8080', 'http://iip.gob.example'])
    expect(relyingPartyOf(none), none).toBeUndefined()
})

onEachDatabase((start) => {
  async function platform(options: Parameters<typeof start>[0] = {}): Promise<TestApp> {
    const server = await start(options)
    const hash = await server.app.server.passwords.hash(password)
    await server.db.q.updateTable('user').set({ password_hash: hash }).execute()
    return server
  }
  const emailOf = (who: string): string => (['ana', 'berta'].includes(who) ? `${who}@norte.example` : `${who}@laboratorio.example`)
  // What the routes declare is held against each reply by the app of the tests.
  const creation = async (server: TestApp, token: string, proof: object = { password }): Promise<PasskeyCreation> =>
    (await server.call('POST', 'user/passkeys/begin', { token, body: { proof } })).data as PasskeyCreation
  const begin = async (server: TestApp): Promise<PasskeyRequest> => (await server.call('POST', 'auth/passkey/begin')).data as PasskeyRequest
  const listed = async (server: TestApp, token: string): Promise<Passkeys> =>
    (await server.call('GET', 'user/passkeys', { token })).data as Passkeys
  const add = async (server: TestApp, token: string, made: object, name = 'Notebook'): Promise<Called> =>
    server.call('POST', 'user/passkeys', { token, body: { name, passkey: made } })
  async function added(
    server: TestApp,
    who: string,
    name?: string,
    proof?: object,
    session?: string,
  ): Promise<{ key: SoftPasskey; token: string; id: string }> {
    const token = session ?? (await server.token(who))
    const key = new SoftPasskey(origin)
    const reply = await add(server, token, key.create(await creation(server, token, proof)), name)
    expect(reply.status).toBe(200)
    return { key, token, id: v.parse(v.object({ id: v.string() }), reply.data).id }
  }
  const bring = (server: TestApp, passkey: object, from?: string): Promise<Called> =>
    server.call('POST', 'auth/passkey', { body: { passkey }, from })
  const signIn = async (server: TestApp, key: SoftPasskey, otherwise?: Otherwise): Promise<Called> =>
    bring(server, key.sign(await begin(server), otherwise))
  const proofOf = async (server: TestApp, token: string, key: SoftPasskey, otherwise?: Otherwise): Promise<object> => {
    const { data } = await server.call('POST', 'user/passkeys/proof', { token })
    return { passkey: key.sign(data as PasskeyRequest, otherwise) }
  }
  const remove = (server: TestApp, token: string, id: string, proof: object = { password }): Promise<Called> =>
    server.call('POST', `user/passkeys/${id}/remove`, { token, body: { proof } })
  const acts = async (server: TestApp): Promise<string[]> => {
    await server.app.settled()
    const rows = await server.db.q.selectFrom('audit').select(['kind', 'actor_id', 'subject_id']).orderBy('n').execute()
    return rows.map((row) => `${row.kind} ${row.actor_id}>${row.subject_id ?? ''}`)
  }
  async function mailed(server: TestApp): Promise<Mail[]> {
    await server.app.settled()
    const taken: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void taken.push(mail), close: () => undefined })
    return taken
  }
  const code = ({ status, error }: Called): string => (status === 200 ? 'in' : error.code)

  test('[PK1] where the platform has no name nothing is offered and nothing taken', async () => {
    const server = await platform({ publicUrl: 'http://127.0.0.1:8080' })
    const token = await server.token('ana')
    expect(await listed(server, token)).toMatchObject({ origin: null, rpId: null, passkeys: [] })
    const key = new SoftPasskey(origin)
    const made = key.create({ challenge: 'x', rp: { id: 'localhost', name: '' }, user: { id: 'x', name: '', displayName: '' } })
    const replies = [
      await server.call('POST', 'auth/passkey/begin'),
      await bring(server, key.sign({ challenge: 'x' })),
      await server.call('POST', 'user/passkeys/begin', { token, body: { proof: { password } } }),
      await server.call('POST', 'user/passkeys/proof', { token }),
      await add(server, token, made),
    ]
    expect(replies.map(code)).toEqual(replies.map(() => 'passkeys_unavailable'))
  })

  test('[PK2] a passkey opens a session for people of every kind, without password or code, and what it opened is on record', async () => {
    const server = await platform()
    for (const who of ['ana', 'eva', 'root']) {
      const { key } = await added(server, who)
      const entered = v.parse(signedInSchema, (await signIn(server, key)).data)
      expect((await server.call('GET', 'auth/me', { token: entered.token })).data).toMatchObject({ _id: who })
      // The browser is known from now on, as after a password.
      expect(entered.deviceSecret).toMatch(/^[\w-]{43}$/)
    }
    expect((await acts(server)).filter((act) => act.startsWith('session'))).toEqual(
      ['ana', 'eva', 'root'].map((who) => `session.signIn ${who}>${who}`),
    )
    const { detail } = await server.db.q
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'session.signIn')
      .orderBy('n')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(detail)).toContain('passkey')
    // An institution's person has theirs beside the password, which goes on.
    const asEver = await server.call('POST', 'auth', { body: { email: emailOf('ana'), password } })
    expect(v.is(signedInSchema, asEver.data)).toBe(true)
  })

  test('[PK2] where a code is asked for beside the password a passkey that verified its person stands for both', async () => {
    const server = await platform({ labFactor: ['Evaluator'] })
    const token = await server.token('eva')
    const { secret } = v.parse(enrolmentSchema, (await server.call('POST', 'user/second-factor', { token })).data)
    const shown = (): string => shownCode(secret, epochMs(server.clock.now()))
    expect((await server.call('POST', 'user/second-factor/confirm', { token, body: { password, code: shown() } })).status).toBe(200)
    server.clock.advance(30_000)
    // Nobody makes one with less than a sign-in asks for.
    expect(await listed(server, token)).toMatchObject({ proof: 'code' })
    const begun = (proof: object): Promise<Called> => server.call('POST', 'user/passkeys/begin', { token, body: { proof } })
    expect(code(await begun({ password }))).toBe('code_wrong')
    expect(code(await begun({ password, code: '000000' }))).toBe('code_wrong')
    const { key } = await added(server, 'eva', 'Teléfono', { password, code: shown() })
    expect(v.is(signedInSchema, (await signIn(server, key)).data)).toBe(true)
    // One that only felt a touch is worth nothing.
    expect(code(await signIn(server, key, { verified: false }))).toBe('passkey_failed')
  })

  test('[PK11] a copy of a passkey, whose counter lies behind, lets nobody in and is told to its person; another key tells nothing', async () => {
    const server = await platform()
    const { key } = await added(server, 'ana')
    await server.db.q.updateTable('passkey').set({ counter: '7' }).execute()
    const told = async () => [
      (await server.db.q.selectFrom('letter').select('to_user').where('template', '=', 'passkeyCloned').execute()).map(
        ({ to_user }) => to_user,
      ),
      (await server.db.q.selectFrom('audit').select('subject_id').where('kind', '=', 'account.passkeyCloned').execute()).map(
        (row) => row.subject_id,
      ),
    ]
    expect(code(await bring(server, key.sign(await begin(server), { counter: 3, origin: 'https://otro.example' })))).toBe('passkey_failed')
    expect(await told()).toEqual([[], []])
    expect(code(await bring(server, key.sign(await begin(server), { counter: 3 })))).toBe('passkey_failed')
    expect(await told()).toEqual([['ana'], ['ana']])
    expect(code(await bring(server, key.sign(await begin(server), { counter: 8 })))).toBe('in')
  })

  test('[PK3] a challenge is good once, for five minutes and for what it was given, and is kept as a hash', async () => {
    const server = await platform()
    const { key, token } = await added(server, 'ana')
    const first = await begin(server)
    expect(first).toMatchObject({ rpId: 'localhost', origin, allowCredentials: [], userVerification: 'required' })
    const signed = key.sign(first, { counter: 0 })
    const stored = JSON.stringify(await server.db.q.selectFrom('passkey_challenge').selectAll().execute())
    expect(stored).not.toContain(first.challenge)
    // An authenticator that does not count says 0 each time: what is signed is good once all the same.
    await server.db.q.updateTable('passkey').set({ counter: '0' }).execute()
    expect(code(await bring(server, signed))).toBe('in')
    expect(code(await bring(server, signed))).toBe('passkey_expired')
    // However many bring it at once.
    const other = key.sign(await begin(server), { counter: 0 })
    const all = await Promise.all(Array.from({ length: 5 }, () => bring(server, other)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    // What was brought in vain is used up too.
    const third = await begin(server)
    expect(code(await bring(server, key.sign(third, { origin: 'https://otro.example', counter: 0 })))).toBe('passkey_failed')
    expect(code(await bring(server, key.sign(third, { counter: 0 })))).toBe('passkey_expired')
    const late = await begin(server)
    server.clock.advance(5 * 60_000)
    expect(code(await bring(server, key.sign(late, { counter: 0 })))).toBe('passkey_expired')
    expect(code(await bring(server, key.sign({ challenge: 'never-given' }, { counter: 0 })))).toBe('passkey_expired')
    // Given to show who somebody is, or to make a passkey, it opens no session, and the other way round.
    const proof = (await server.call('POST', 'user/passkeys/proof', { token })).data as PasskeyRequest
    expect(code(await bring(server, key.sign(proof, { counter: 0 })))).toBe('passkey_expired')
    const made = await creation(server, token)
    expect(code(await bring(server, key.sign(made, { counter: 0 })))).toBe('passkey_expired')
    const forSignIn = await begin(server)
    const asProof = await server.call('POST', 'user/passkeys/begin', {
      token,
      body: { proof: { passkey: key.sign(forSignIn, { counter: 0 }) } },
    })
    expect(code(asProof)).toBe('passkey_expired')
    await begin(server)
    server.clock.advance(dayMs)
    await sweep(server.app.server)
    expect(await server.db.q.selectFrom('passkey_challenge').selectAll().execute()).toEqual([])
  })

  test('[PK4] another origin, another name, another key, another type, a foreign frame, and a count that is behind are refused alike', async () => {
    const server = await platform()
    const { key } = await added(server, 'ana')
    expect(code(await signIn(server, key, { counter: 41 }))).toBe('in')
    const wrong: Otherwise[] = [
      { origin: 'https://iip.gob.example' },
      { origin: 'http://127.0.0.1:8080' },
      { rpId: 'iip.gob.example' },
      { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
      { type: 'webauthn.create' },
      { crossOrigin: true },
      { counter: 41 },
      { counter: 40 },
      { counter: 0 },
      { userHandle: Buffer.from('root').toString('base64url') },
      { verified: false },
    ]
    for (const otherwise of wrong)
      expect(code(await signIn(server, key, { counter: 50, ...otherwise })), JSON.stringify(otherwise)).toBe('passkey_failed')
    const sound = key.sign(await begin(server), { counter: 60 })
    const broken = { ...sound, response: { ...sound.response, clientDataJSON: Buffer.from('nothing').toString('base64url') } }
    expect(code(await bring(server, broken))).toBe('passkey_failed')
    expect(code(await bring(server, { ...sound, response: { ...sound.response, authenticatorData: '' } }))).toBe('passkey_failed')
    expect(code(await signIn(server, key, { counter: 60 }))).toBe('in')
    const logged = JSON.stringify(server.logged)
    for (const text of ['iip.gob.example', key.id]) expect(logged).not.toContain(text)
  })

  test('[PK4] a passkey of somebody else shows nothing for oneself, and one that is nobody’s opens nothing', async () => {
    const server = await platform()
    const ana = await added(server, 'ana')
    const eva = await added(server, 'eva')
    expect(code(await remove(server, ana.token, ana.id, await proofOf(server, ana.token, eva.key)))).toBe('passkey_failed')
    // Nor does a challenge that another session was given.
    const { data } = await server.call('POST', 'user/passkeys/proof', { token: ana.token })
    const another = await server.token('ana')
    expect(code(await remove(server, another, ana.id, { passkey: ana.key.sign(data as PasskeyRequest) }))).toBe('passkey_expired')
    expect(code(await remove(server, eva.token, ana.id))).toBe('not_found')
    expect(code(await server.call('PUT', `user/passkeys/${ana.id}`, { token: eva.token, body: { name: 'Ajena' } }))).toBe('not_found')
    const stranger = new SoftPasskey(origin)
    stranger.create({
      challenge: 'x',
      rp: { id: 'localhost', name: '' },
      user: { id: Buffer.from('ana').toString('base64url'), name: '', displayName: '' },
    })
    expect(code(await signIn(server, stranger))).toBe('passkey_unknown')
    // The same credential is added once, whoever holds it.
    const again = ana.key.create(await creation(server, eva.token))
    expect(code(await add(server, eva.token, again))).toBe('passkey_taken')
    expect((await listed(server, eva.token)).passkeys).toHaveLength(1)
  })

  test('[PK5] adding one asks for the password or another passkey, keeps what a browser made for this session, and guesses are counted', async () => {
    const server = await platform()
    const token = await server.token('ana')
    const begun = (proof: object): Promise<Called> => server.call('POST', 'user/passkeys/begin', { token, body: { proof } })
    const codes: string[] = []
    for (let at = 0; at < 6; at += 1) codes.push(code(await begun({ password: 'no es esta' })))
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'current_password_wrong'), 'too_many_requests'])
    server.clock.advance(dayMs)
    expect(code(await begun({}))).toBe('malformed')
    const key = new SoftPasskey(origin)
    const asked = await creation(server, token)
    expect(asked).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none', excludeCredentials: [], user: { name: emailOf('ana') } })
    expect(asked.user.id).not.toContain('ana')
    // Made for another session, or for another person, it is none.
    const made = key.create(asked)
    expect(code(await add(server, await server.token('ana'), made))).toBe('passkey_expired')
    expect(code(await add(server, token, made))).toBe('passkey_expired')
    const wrong: Otherwise[] = [
      { origin: 'https://otro.example' },
      { rpId: 'otro.example' },
      { verified: false },
      { type: 'webauthn.get' },
      { crossOrigin: true },
    ]
    for (const otherwise of wrong)
      expect(code(await add(server, token, key.create(await creation(server, token), otherwise))), JSON.stringify(otherwise)).toBe(
        'passkey_failed',
      )
    expect((await listed(server, token)).passkeys).toEqual([])
    expect(code(await add(server, token, key.create(await creation(server, token)), '  Mi notebook  '))).toBe('in')
    const [first] = (await listed(server, token)).passkeys
    expect(first).toMatchObject({ name: 'Mi notebook', lastUsedAt: null, synced: true, credentialId: key.id })
    // Another one is added with the first, and its authenticator is told which there are.
    const second = await creation(server, token, await proofOf(server, token, key))
    expect(second.excludeCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['internal'] }])
    expect(code(await add(server, token, new SoftPasskey(origin).create(second), 'x'.repeat(61)))).toBe('malformed')
    expect((await server.call('GET', 'user/passkeys')).error.code).toBe('unauthenticated')
    await server.db.q.updateTable('passkey').set({ counter: '4294967295' }).execute()
    expect(code(await signIn(server, key))).toBe('passkey_failed')
  })

  test('[PK5] nobody has more than twenty', async () => {
    const server = await platform()
    const { token, id } = await added(server, 'ana')
    const row = await server.db.q.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const key = new SoftPasskey(origin)
    const asked = await creation(server, token)
    for (let at = 1; at < passkeysMax; at += 1)
      await server.db.q
        .insertInto('passkey')
        .values({ ...row, id: `other-${at}`, credential_id: `other-${at}` })
        .execute()
    expect(code(await add(server, token, key.create(asked)))).toBe('passkeys_full')
    expect(code(await server.call('POST', 'user/passkeys/begin', { token, body: { proof: { password } } }))).toBe('passkeys_full')
  })

  test('[PK6] it is named anew, and removed with the password or a passkey; then it opens nothing', async () => {
    const server = await platform()
    const { key, token, id } = await added(server, 'ana')
    const renamed = await server.call('PUT', `user/passkeys/${id}`, { token, body: { name: 'Casa' } })
    expect(renamed.data).toMatchObject({ id, name: 'Casa' })
    expect(code(await signIn(server, key))).toBe('in')
    expect((await listed(server, token)).passkeys).toMatchObject([{ name: 'Casa', lastUsedAt: expect.stringContaining('2026-03-10T') }])
    expect(code(await remove(server, token, id, { password: 'otra' }))).toBe('current_password_wrong')
    const begun = key.sign(await begin(server))
    expect(code(await remove(server, token, id, await proofOf(server, token, key)))).toBe('in')
    expect(code(await bring(server, begun))).toBe('passkey_unknown')
    expect(code(await signIn(server, key))).toBe('passkey_unknown')
    expect(code(await remove(server, token, id))).toBe('not_found')
    expect(code(await server.call('POST', 'user/passkeys/proof', { token }))).toBe('not_found')
  })

  test('[PK6] the last way in stays, and where the platform asks for a second factor so does the last that stands for one', async () => {
    const server = await platform({ labFactor: ['Administrator'] })
    const ana = await added(server, 'ana')
    await server.db.q.updateTable('user').set({ password_hash: null }).where('id', '=', 'ana').execute()
    expect(code(await remove(server, ana.token, ana.id, await proofOf(server, ana.token, ana.key)))).toBe('last_way_in')
    const root = await added(server, 'root')
    expect(await listed(server, root.token)).toMatchObject({ proof: 'passkey' })
    expect(code(await remove(server, root.token, root.id))).toBe('passkey_needed')
    expect(code(await remove(server, root.token, root.id, await proofOf(server, root.token, root.key)))).toBe('factor_required')
    const other = await added(server, 'root', 'Otra', await proofOf(server, root.token, root.key), root.token)
    expect(code(await remove(server, root.token, root.id, await proofOf(server, root.token, other.key)))).toBe('in')
  })

  test('[PK6] of two that are removed at once, where there is no other way in, one stays', async () => {
    const server = await platform()
    const { key, token, id } = await added(server, 'ana')
    const other = await added(server, 'ana', 'Otra', await proofOf(server, token, key), token)
    await server.db.q.updateTable('user').set({ password_hash: null }).where('id', '=', 'ana').execute()
    const proofs = [await proofOf(server, token, key), await proofOf(server, token, other.key)]
    const replies = await Promise.all([id, other.id].map((each, at) => remove(server, token, each, proofs[at])))
    expect(replies.map(code).toSorted()).toEqual(['in', 'last_way_in'])
  })

  test('[PK7] what was added and removed is told by letter and notice, and the audit', async () => {
    const server = await platform()
    const { token, id } = await added(server, 'ana', 'Notebook de la oficina')
    expect(code(await remove(server, token, id))).toBe('in')
    const letters = await mailed(server)
    expect(letters.map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()).toEqual([
      'ana@norte.example: Se agregó una llave de acceso a su cuenta',
      'ana@norte.example: Se quitó una llave de acceso de su cuenta',
    ])
    for (const { text } of letters) expect(text).toContain('«Notebook de la oficina»')
    const pulled = await server.pull(token, 'dev-ana', null)
    const notices = pulled.data.rows.filter(({ s, t }) => s === ownScope('ana') && t === 'notice')
    expect(
      notices.map(({ r }) => v.parse(v.object({ kind: v.string(), link: v.string() }), r)).toSorted((a, b) => a.kind.localeCompare(b.kind)),
    ).toEqual([
      { kind: 'passkeyOff', link: '/dashboard/user-settings' },
      { kind: 'passkeyOn', link: '/dashboard/user-settings' },
    ])
    expect(await acts(server)).toEqual(['account.passkeyOn ana>ana', 'account.passkeyOff ana>ana'])
  })

  test('[PK8] who was deactivated, or whose institutions let nobody in, gets in with no passkey', async () => {
    const server = await platform()
    const { key } = await added(server, 'ana')
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    expect(code(await signIn(server, key))).toBe('revoked')
    await server.db.q.updateTable('user').set({ active: 1 }).where('id', '=', 'ana').execute()
    await server.db.q.deleteFrom('membership').where('user_id', '=', 'ana').execute()
    expect(code(await signIn(server, key))).toBe('revoked')
    expect((await acts(server)).filter((act) => act.startsWith('session'))).toEqual(['session.failed >ana'])
  })

  test('[PK9] a new password by letter takes passkeys along, but where more than a password is asked for', async () => {
    const server = await platform({ labFactor: ['Evaluator'] })
    const recover = async (who: string): Promise<void> => {
      await server.call('POST', 'auth/recovery', { body: { email: emailOf(who) } })
      const mail = (await mailed(server)).find((each) => each.subject === 'Recuperar contraseña')
      const token = must(mail?.text.match(/token=([\w-]+)/)?.[1], 'a letter has no link')
      const body = { token, email: emailOf(who), password: 'frase-larga-77', confirmPassword: 'frase-larga-77' }
      expect((await server.call('POST', 'auth/reset', { body })).status).toBe(200)
    }
    const ana = await added(server, 'ana')
    const eva = await added(server, 'eva')
    await recover('ana')
    await recover('eva')
    expect(code(await signIn(server, ana.key))).toBe('passkey_unknown')
    expect(code(await signIn(server, eva.key))).toBe('in')
    // Whoever has the password alone makes no second factor beside the passkey that stands for one.
    const asked = await server.call('POST', 'auth', { body: { email: emailOf('eva'), password: 'frase-larga-77' } })
    expect(code(asked)).toBe('passkey_needed')
    const users = (await server.call('GET', 'user', { token: await server.token('root') })).data
    const { userById } = v.parse(v.object({ userById: v.record(v.string(), v.object({ secondFactor: v.boolean() })) }), users)
    expect([userById['eva'], userById['otro']]).toEqual([{ secondFactor: true }, { secondFactor: false }])
    const lost = await server.call('POST', 'user/eva/second-factor/reset', { token: await server.token('root') })
    expect(lost.status).toBe(200)
    expect(code(await signIn(server, eva.key))).toBe('passkey_unknown')
    expect((await server.call('POST', 'user/ana/second-factor/reset', { token: await server.token('root') })).error.code).toBe('not_found')
  })

  test('[PK10] who brings what opens nothing is slowed down by network, and so is who asks for more challenges than people do', async () => {
    const server = await platform()
    const { key } = await added(server, 'ana')
    const tries: string[] = []
    for (let at = 0; at < 31; at += 1) tries.push(code(await bring(server, key.sign({ challenge: `x${at}` }), '6.6.6.6')))
    expect(tries.filter((each) => each === 'passkey_expired')).toHaveLength(30)
    expect(tries.at(-1)).toBe('too_many_requests')
    // Elsewhere nobody waits for it, and whoever gets in is not counted.
    for (let at = 0; at < 35; at += 1) expect(code(await bring(server, key.sign(await begin(server)), '7.7.7.7'))).toBe('in')
    const begun: string[] = []
    for (let at = 0; at < 320; at += 1) begun.push(code(await server.call('POST', 'auth/passkey/begin', { from: '6.6.6.6' })))
    const given = begun.filter((each) => each === 'in').length
    // The clock of the tests goes on with each look at it.
    expect([given >= 300, given < 320]).toEqual([true, true])
    expect(begun.at(-1)).toBe('too_many_requests')
    expect(code(await server.call('POST', 'auth/passkey/begin', { from: '7.7.7.7' }))).toBe('in')
  })
})
