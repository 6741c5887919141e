import { enrolmentSchema, signedInSchema, signInTicketSchema } from '#shared/accounts/routes.ts'
import { dayMs, epochMs } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { configOf } from '../../config.ts'
import type { Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { sweep } from '../../jobs/sweep.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { shownCode, typedKey } from '../../testing/authenticator.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { createFactorKeys } from './factor-keys.ts'
import { stepAt } from './totp.ts'

const password = 'innova-2025'
const codesSchema = v.object({ recoveryCodes: v.array(v.string()) })

test('[SF9] nobody is asked for a second factor unless the setting says who', () => {
  const askedOf = (said?: string): readonly string[] => configOf({ LAB_SECOND_FACTOR: said }).labFactor
  expect(askedOf()).toEqual([])
  expect(askedOf('none')).toEqual([])
  expect(askedOf('administrators')).toEqual(['Administrator'])
  expect(askedOf('evaluators')).toEqual(['Evaluator'])
  expect(askedOf('all')).toEqual(['Administrator', 'Evaluator'])
  expect(() => askedOf('everybody')).toThrow('LAB_SECOND_FACTOR must be none, administrators, evaluators or all')
})

onEachDatabase((start) => {
  async function lab(options: Parameters<typeof start>[0] = {}): Promise<TestApp> {
    const server = await start(options)
    const hash = await server.app.server.passwords.hash(password)
    await server.db.q.updateTable('user').set({ password_hash: hash }).execute()
    return server
  }
  const nextPeriod = (server: TestApp): void => server.clock.advance(30_000)
  /** What an authenticator shows now. */
  const shown = (server: TestApp, secret: string): string => shownCode(secret, epochMs(server.clock.now()))
  const emailOf = (who: string): string => (who === 'ana' ? 'ana@norte.example' : `${who}@laboratorio.example`)
  const signIn = (server: TestApp, who = 'eva', rest: object = {}, from?: string): Promise<Called> =>
    server.call('POST', 'auth', { body: { email: emailOf(who), password, ...rest }, from })
  async function ticketFor(server: TestApp, who = 'eva', rest: object = {}): Promise<v.InferOutput<typeof signInTicketSchema>> {
    return v.parse(signInTicketSchema, (await signIn(server, who, rest)).data)
  }
  const second = (server: TestApp, ticket: { ticket: string; deviceSecret: string }, code: string, from?: string): Promise<Called> =>
    server.call('POST', 'auth/code', { body: { ticket: ticket.ticket, deviceSecret: ticket.deviceSecret, code }, from })
  const own = (server: TestApp, token: string, act: string, body?: object): Promise<Called> =>
    server.call('POST', `user/second-factor${act}`, { token, body })
  async function enrolled(server: TestApp, who = 'eva'): Promise<{ secret: string; recoveryCodes: string[]; token: string }> {
    const token = await server.token(who)
    const { secret } = v.parse(enrolmentSchema, (await own(server, token, '')).data)
    const confirmed = await own(server, token, '/confirm', { password, code: shown(server, secret) })
    nextPeriod(server)
    return { secret, token, ...v.parse(codesSchema, confirmed.data) }
  }
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

  test('[SF2] who has a second factor gets in by password and code, and by neither alone', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    const ticket = await ticketFor(server)
    expect(ticket.enrolment).toBeNull()
    expect((await server.call('GET', 'auth/me', { token: ticket.ticket })).error.code).toBe('unauthenticated')
    expect((await second(server, ticket, '000000')).error.code).toBe('code_wrong')
    const entered = await second(server, ticket, ` ${shown(server, secret).slice(0, 3)} ${shown(server, secret).slice(3)}`)
    const { token } = v.parse(signedInSchema, entered.data)
    expect((await server.call('GET', 'auth/me', { token })).data).toMatchObject({ _id: 'eva' })
    // A known device does not skip it.
    const again = await ticketFor(server, 'eva', { deviceSecret: v.parse(signedInSchema, entered.data).deviceSecret })
    expect(again.deviceSecret).toBe(v.parse(signedInSchema, entered.data).deviceSecret)
    // Others sign in as ever.
    expect(v.is(signedInSchema, (await signIn(server, 'root')).data)).toBe(true)
    expect(await acts(server)).toEqual([
      'account.factorOn eva>eva',
      'session.failed >eva',
      'session.signIn eva>eva',
      'session.signIn root>root',
    ])
  })

  test('[SF3] no code works twice, whoever comes first', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketFor(server)))
    const code = shown(server, secret)
    const all = await Promise.all(tickets.map((ticket) => second(server, ticket, code)))
    expect(all.filter((each) => each.status === 200)).toHaveLength(1)
    expect(['code_wrong', 'too_many_requests']).toContain((await second(server, await ticketFor(server), code)).error.code)
    const stored = await server.db.q.selectFrom('second_factor').select('last_step').executeTakeFirstOrThrow()
    expect(stored.last_step).toBe(stepAt(epochMs(server.clock.now())))
  })

  test('[SF3] a code from before the one that was used is none any more, though its half minute still counts', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    nextPeriod(server)
    const at = epochMs(server.clock.now())
    expect((await second(server, await ticketFor(server), shownCode(secret, at, 1))).status).toBe(200)
    for (const by of [0, -1, 1])
      expect((await second(server, await ticketFor(server), shownCode(secret, at, by))).error.code).toBe('code_wrong')
    nextPeriod(server)
    expect((await second(server, await ticketFor(server), shownCode(secret, at, 2))).status).toBe(200)
  })

  test('[SF4] a ticket is of one device, for five minutes and one sign-in, and a new password ends it', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    const ticket = await ticketFor(server)
    const others = [
      { ...ticket, deviceSecret: 'a'.repeat(43) },
      { ...ticket, ticket: 'a'.repeat(43) },
    ]
    for (const other of others) expect((await second(server, other, shown(server, secret))).error.code).toBe('sign_in_expired')
    expect((await second(server, ticket, shown(server, secret))).status).toBe(200)
    nextPeriod(server)
    expect((await second(server, ticket, shown(server, secret))).error.code).toBe('sign_in_expired')
    const late = await ticketFor(server)
    server.clock.advance(5 * 60_000)
    expect((await second(server, late, shown(server, secret))).error.code).toBe('sign_in_expired')
    await sweep(server.app.server)
    expect(await server.db.q.selectFrom('sign_in_ticket').selectAll().execute()).toEqual([])
    const before = await ticketFor(server)
    const kept = JSON.stringify(await server.db.q.selectFrom('sign_in_ticket').selectAll().execute())
    for (const text of [before.ticket, before.deviceSecret]) expect(kept).not.toContain(text)
    const token = await server.token('eva')
    const body = { password, newPassword: 'otra frase larga 7', confirmNewPassword: 'otra frase larga 7' }
    expect((await server.call('PUT', 'user/change-password/eva', { token, body })).status).toBe(200)
    expect((await second(server, before, shown(server, secret))).error.code).toBe('sign_in_expired')
  })

  test('[SF5] codes are guessed as slowly as passwords, and a right password forgives none of them', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    const codes: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const asked = await signIn(server, 'eva', {}, '6.6.6.6')
      if (asked.status !== 200) codes.push(asked.error.code)
      else codes.push((await second(server, v.parse(signInTicketSchema, asked.data), '000000', '6.6.6.6')).error.code)
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'code_wrong'), 'too_many_requests'])
    // Wrong codes, wrong recovery codes and used ones sound alike.
    server.clock.advance(dayMs)
    const ticket = await ticketFor(server)
    const replies = [await second(server, ticket, '000000'), await second(server, ticket, 'aaaa-aaaa-aaaa-aaaa')]
    expect(new Set(replies.map((each) => `${each.status} ${each.error.code} ${each.error.message}`)).size).toBe(1)
    expect((await second(server, ticket, shown(server, secret))).status).toBe(200)
    // Who got in has a new start.
    nextPeriod(server)
    for (let at = 0; at < 5; at += 1) expect((await second(server, await ticketFor(server), '000000')).error.code).toBe('code_wrong')
  })

  test('[SF6] a recovery code lets in once, is on record, and new ones replace all', async () => {
    const server = await lab()
    const { secret, recoveryCodes, token } = await enrolled(server)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    const [first = '', other = ''] = recoveryCodes
    expect((await second(server, await ticketFor(server), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await second(server, await ticketFor(server), first)).error.code).toBe('code_wrong')
    const state = async (): Promise<unknown> => (await server.call('GET', 'user/second-factor', { token })).data
    expect(await state()).toMatchObject({ required: false, codesLeft: 9 })
    const renewed = v.parse(codesSchema, (await own(server, token, '/recovery-codes', { password, code: shown(server, secret) })).data)
    expect(await state()).toMatchObject({ codesLeft: 10 })
    expect((await second(server, await ticketFor(server), other)).error.code).toBe('code_wrong')
    expect((await second(server, await ticketFor(server), renewed.recoveryCodes[0] ?? '')).status).toBe(200)
    expect(await acts(server)).toContain('account.recoveryUsed eva>eva')
    const kept = JSON.stringify([
      await server.db.q.selectFrom('recovery_code').selectAll().execute(),
      await server.db.q.selectFrom('second_factor').selectAll().execute(),
      await server.db.q.selectFrom('audit').selectAll().execute(),
      server.logged,
    ])
    for (const text of [...recoveryCodes, ...renewed.recoveryCodes, secret])
      for (const writing of [text, text.replaceAll('-', ''), typedKey(text).toString('base64')])
        if (writing.length > 8) expect(kept).not.toContain(writing)
  })

  test('[SF6] a key that is put beside somebody else’s name, or read by another server, opens nothing', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    const row = await server.db.q.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow()
    await server.db.q
      .insertInto('second_factor')
      .values({ ...row, user_id: 'otro' })
      .execute()
    expect((await second(server, await ticketFor(server, 'otro'), shown(server, secret))).error.code).toBe('code_wrong')
    expect((await second(server, await ticketFor(server), shown(server, secret))).status).toBe(200)
    const sealed = row.secret ?? ''
    expect(server.app.server.factorKeys.open('eva', sealed)).toEqual(typedKey(secret))
    expect(createFactorKeys('another').open('eva', sealed)).toBeUndefined()
    const changed = Buffer.from(sealed, 'base64')
    changed.writeUInt8(changed.readUInt8(14) ^ 1, 14)
    expect(server.app.server.factorKeys.open('eva', changed.toString('base64'))).toBeUndefined()
    expect(server.app.server.factorKeys.open('eva', 'short')).toBeUndefined()
  })

  test('[SF7] a key stands once it was confirmed by a code of its own and the password, and one before goes on until then', async () => {
    const server = await lab()
    const { secret, token, recoveryCodes } = await enrolled(server)
    const { secret: next } = v.parse(enrolmentSchema, (await own(server, token, '')).data)
    const confirm = (body: object): Promise<Called> => own(server, token, '/confirm', { password, ...body })
    const now = (text: string): string => shown(server, text)
    expect((await confirm({ code: now(next), password: 'not-this-one', former: now(secret) })).error.code).toBe('current_password_wrong')
    expect((await confirm({ code: now(next) })).error.code).toBe('code_wrong')
    expect((await confirm({ code: '000000', former: now(secret) })).error.code).toBe('code_wrong')
    expect((await second(server, await ticketFor(server), now(secret))).status).toBe(200)
    nextPeriod(server)
    expect((await confirm({ code: now(next), former: recoveryCodes[0] })).status).toBe(200)
    nextPeriod(server)
    expect((await second(server, await ticketFor(server), now(secret))).error.code).toBe('code_wrong')
    expect((await second(server, await ticketFor(server), now(next))).status).toBe(200)
    expect((await confirm({ code: now(next), former: now(next) })).error.code).toBe('not_found')
    // People of institutions have none.
    const ana = await server.token('ana')
    expect((await own(server, ana, '')).error.code).toBe('forbidden')
    expect((await server.call('GET', 'user/second-factor', { token: ana })).error.code).toBe('forbidden')
    expect(v.is(signedInSchema, (await signIn(server, 'ana')).data)).toBe(true)
  })

  test('[SF8] it is removed with password and code, and not where the platform asks for it', async () => {
    const server = await lab()
    const { secret, token } = await enrolled(server)
    const remove = (body: object): Promise<Called> => own(server, token, '/remove', { password, ...body })
    expect((await remove({ code: shown(server, secret), password: 'x' })).error.code).toBe('current_password_wrong')
    expect((await remove({ code: '000000' })).error.code).toBe('code_wrong')
    expect((await remove({ code: shown(server, secret) })).status).toBe(200)
    expect((await remove({ code: shown(server, secret) })).error.code).toBe('not_found')
    expect(v.is(signedInSchema, (await signIn(server)).data)).toBe(true)
    expect(await acts(server)).toContain('account.factorOff eva>eva')
    expect((await mailed(server)).map((mail) => mail.subject)).toContain('Se quitó su verificación en dos pasos')
    const strict = await lab({ labFactor: ['Evaluator'] })
    const there = await enrolled(strict)
    const refused = await own(strict, there.token, '/remove', { password, code: shown(strict, there.secret) })
    expect(refused.error.code).toBe('factor_required')
  })

  test('[SF9] where it is asked for, who has none makes one before they get in, and the others are not asked', async () => {
    const server = await lab({ labFactor: ['Administrator'] })
    const ticket = await ticketFor(server, 'root')
    const { secret } = must(ticket.enrolment, 'nothing to make one of')
    const signedIn = async (): Promise<number> =>
      (await server.db.q.selectFrom('session').select('id').where('user_id', '=', 'root').execute()).length
    expect((await second(server, ticket, '000000')).error.code).toBe('code_wrong')
    expect(await signedIn()).toBe(0)
    const entered = await second(server, ticket, shown(server, secret))
    expect(v.parse(codesSchema, entered.data).recoveryCodes).toHaveLength(10)
    expect(await signedIn()).toBe(1)
    nextPeriod(server)
    const next = await ticketFor(server, 'root')
    expect(next.enrolment).toBeNull()
    expect((await second(server, next, shown(server, secret))).data).toMatchObject({ recoveryCodes: null })
    expect(v.is(signedInSchema, (await signIn(server, 'eva')).data)).toBe(true)
    expect(v.is(signedInSchema, (await signIn(server, 'ana')).data)).toBe(true)
  })

  test('[SF10] a second ticket to make one is of no use once there is one', async () => {
    const server = await lab({ labFactor: ['Evaluator'] })
    const [mine, theirs] = [await ticketFor(server), await ticketFor(server)]
    expect((await second(server, mine, shown(server, must(mine.enrolment, 'none').secret))).status).toBe(200)
    expect((await second(server, theirs, shown(server, must(theirs.enrolment, 'none').secret))).error.code).toBe('code_wrong')
  })

  test('[SF11] an administrator takes away another’s, never their own; the person is told by letter', async () => {
    const server = await lab()
    await enrolled(server)
    const { token } = await enrolled(server, 'root')
    const reset = (who: string, by = token): Promise<Called> => server.call('POST', `user/${who}/second-factor/reset`, { token: by })
    expect((await reset('root')).error.code).toBe('own_account')
    expect((await reset('root', await server.token('eva'))).error.code).toBe('administrators_only')
    const listed = async (who: string): Promise<unknown> => {
      const { data } = await server.call('GET', 'user', { token })
      return v.parse(v.object({ userById: v.record(v.string(), v.object({ secondFactor: v.boolean() })) }), data).userById[who]
    }
    expect(await Promise.all(['eva', 'otro', 'ana'].map(listed))).toEqual([true, false, false].map((secondFactor) => ({ secondFactor })))
    const waiting = await ticketFor(server)
    expect((await reset('eva')).status).toBe(200)
    expect((await reset('eva')).error.code).toBe('not_found')
    expect((await second(server, waiting, '000000')).error.code).toBe('sign_in_expired')
    expect(v.is(signedInSchema, (await signIn(server)).data)).toBe(true)
    const letters = await mailed(server)
    expect(letters.map((mail) => `${mail.to.address}: ${mail.subject}`).toSorted()).toEqual([
      'eva@laboratorio.example: La administración restableció su verificación en dos pasos',
      'eva@laboratorio.example: Se configuró la verificación en dos pasos de su cuenta',
      'root@laboratorio.example: Se configuró la verificación en dos pasos de su cuenta',
    ])
    expect(await acts(server)).toContain('account.factorReset root>eva')
  })

  test('[SF12] a new password by letter does not take it away', async () => {
    const server = await lab()
    const { secret } = await enrolled(server)
    await server.call('POST', 'auth/recovery', { body: { email: emailOf('eva') } })
    const mail = (await mailed(server)).find((each) => each.subject === 'Recuperar contraseña')
    const secretOfLetter = must(mail?.text.match(/token=([\w-]+)/)?.[1], 'a letter has no link')
    const chosen = { password, confirmPassword: password }
    const body = { token: secretOfLetter, email: emailOf('eva'), ...chosen, password: 'frase-larga-77', confirmPassword: 'frase-larga-77' }
    expect((await server.call('POST', 'auth/reset', { body })).status).toBe(200)
    const asked = await server.call('POST', 'auth', { body: { email: emailOf('eva'), password: 'frase-larga-77' } })
    const ticket = v.parse(signInTicketSchema, asked.data)
    expect((await second(server, ticket, shown(server, secret))).status).toBe(200)
  })

  test('[SF13] a session that is open goes on without a code', async () => {
    const server = await lab({ labFactor: ['Evaluator'] })
    const token = await server.token('eva')
    expect((await server.pull(token, 'dev-eva', null)).status).toBe(200)
    await enrolled(server)
    expect((await server.pull(token, 'dev-eva', null)).status).toBe(200)
  })
})
