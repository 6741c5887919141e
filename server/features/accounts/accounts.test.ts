import { createCarrier, type Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import * as v from 'valibot'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { passwordFailure } from './passwords.ts'

onEachDatabase((start) => {
  const email = 'ana@norte.example'
  async function withPassword(server: TestApp, password = 'innova-2025'): Promise<void> {
    const hash = await server.app.server.passwords.hash(password)
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('id', '=', 'ana').execute()
  }
  const signIn = (server: TestApp, password: string, rest: object = {}) =>
    server.call('POST', 'auth', { body: { email, password, ...rest } })
  const tokenOf = (data: unknown): string => (data !== null && typeof data === 'object' && 'token' in data ? String(data.token) : '')

  /** Carries what waits and returns it. */
  async function mailed(server: TestApp): Promise<Mail[]> {
    await server.app.settled()
    const taken: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void taken.push(mail), close: () => undefined })
    return taken
  }
  const secretIn = (mail: Mail | undefined): string => must(mail?.text.match(/token=([\w-]+)/)?.[1], 'a letter has no link')

  test('sign-in opens a session that sign-out ends on the server', async () => {
    const server = await start()
    await withPassword(server)
    const { data } = await signIn(server, 'innova-2025')
    expect(data).toMatchObject({
      user: { _id: 'ana', role: ['InstitutionalLeader'], maxRole: 'InstitutionalLeader', formIdActive: 'tiny', leader: true },
    })
    const token = tokenOf(data)
    expect((await server.call('GET', 'auth/me', { token })).data).toMatchObject({ email })
    await server.call('POST', 'auth/logout', { token })
    expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('unauthenticated')
  })

  test('[SI4] an unknown address and a wrong password are told apart by nothing', async () => {
    const server = await start()
    await withPassword(server)
    const wrong = await signIn(server, 'not-this-one')
    const unknown = await server.call('POST', 'auth', { body: { email: 'nadie@norte.example', password: 'x' } })
    expect([wrong.status, wrong.error.code, wrong.error.message]).toEqual([unknown.status, unknown.error.code, unknown.error.message])
    expect(wrong.error.message).toBe('Correo electrónico o contraseña no válidos')
  })

  test('[SI5] guesses are slowed down, also from many at once, and a device that is known still gets in', async () => {
    const server = await start()
    await withPassword(server)
    const before = await signIn(server, 'innova-2025')
    const deviceSecret = v.parse(v.object({ deviceSecret: v.string() }), before.data).deviceSecret
    const all = await Promise.all(Array.from({ length: 12 }, () => signIn(server, 'guess')))
    const held = all.filter((each) => each.error.code === 'too_many_requests')
    expect(held.length).toBeGreaterThanOrEqual(6)
    expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(server, 'innova-2025')).error.code).toBe('too_many_requests')
    expect((await signIn(server, 'innova-2025', { deviceSecret })).status).toBe(200)
    server.clock.advance(900_000)
    expect((await signIn(server, 'innova-2025')).status).toBe(200)
  })

  test('[SI1] a session ends after 30 days without use, and at once for who was deactivated', async () => {
    const server = await start()
    const token = await server.token('ana')
    server.clock.advance(29 * dayMs)
    expect((await server.call('GET', 'auth/me', { token })).status).toBe(200)
    server.clock.advance(29 * dayMs)
    expect((await server.call('GET', 'auth/me', { token })).status).toBe(200)
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('revoked')
    await server.db.q.updateTable('user').set({ active: 1 }).where('id', '=', 'ana').execute()
    server.clock.advance(31 * dayMs)
    expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('unauthenticated')
  })

  test('[SI3] recovery answers the same for anybody, and its secret works once, for its address, for an hour', async () => {
    const server = await start()
    await withPassword(server)
    const old = await server.token('ana')
    const known = await server.call('POST', 'auth/recovery', { body: { email } })
    const unknown = await server.call('POST', 'auth/recovery', { body: { email: 'nadie@norte.example' } })
    expect(known.data).toEqual(unknown.data)
    const letters = await mailed(server)
    expect(letters.map((letter) => letter.to)).toEqual([{ name: 'ana Prueba', address: email }])
    const token = secretIn(letters[0])
    const reset = (body: object) =>
      server.call('POST', 'auth/reset', { body: { token, email, password: 'nueva clave 1', confirmPassword: 'nueva clave 1', ...body } })
    expect((await reset({ token: '' })).error.message).toBe('Error no posee token ni email')
    expect((await reset({ confirmPassword: 'otra' })).error.message).toBe('Contraseñas no coinciden')
    expect((await reset({ password: 'abc', confirmPassword: 'abc' })).error.code).toBe('password_too_short')
    expect((await reset({ email: 'berta@norte.example' })).error.code).toBe('token_invalid')
    const [first, second] = await Promise.all([reset({}), reset({})])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 422]))
    expect((await server.call('GET', 'auth/me', { token: old })).status).toBe(401)
    expect((await signIn(server, 'nueva clave 1')).status).toBe(200)
    expect((await mailed(server)).map((letter) => letter.subject)).toEqual(['Su contraseña cambió'])
    await server.call('POST', 'auth/recovery', { body: { email } })
    const late = secretIn((await mailed(server))[0])
    server.clock.advance(3_700_000)
    expect((await reset({ token: late })).error.code).toBe('token_invalid')
  })

  test('[SI3] who is invited gets a letter, accepts with it, and colleagues see that they joined', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const invite = { name: 'Elsa', surname: 'Nueva', email: 'elsa+uno@norte.example' }
    const pushed = await server.push(ana, 'dev-1', [wire(1, 'delegate.set', { who: { invite } })])
    expect(pushed.data.results).toEqual([])
    const letters = await mailed(server)
    const letter = letters.find((each) => each.subject.startsWith('Invitación'))
    const body = { token: secretIn(letter), email: 'elsa uno@norte.example', password: 'entro hoy', confirmPassword: 'entro hoy' }
    expect((await server.call('POST', 'auth/invite', { body })).status).toBe(200)
    expect((await server.call('POST', 'auth/invite', { body })).error.code).toBe('token_invalid')
    const entered = await server.call('POST', 'auth', { body: { email: invite.email, password: 'entro hoy' } })
    expect(entered.data).toMatchObject({ user: { role: ['Delegate'] } })
    const people = (await server.pull(ana, 'dev-1', null)).data.rows.filter((row) => row.t === 'person').map((row) => row.r)
    expect(people).toContainEqual(expect.objectContaining({ email: invite.email, joined: true }))
    const again = await server.call('POST', 'auth/invite', { token: await server.token('root'), body: { email: invite.email } })
    // Whoever has joined needs none.
    expect(again.error.code).toBe('invitation_accepted')
    expect((await mailed(server)).map((each) => each.subject)).toEqual(['Su contraseña cambió'])
  })

  test('a password change needs the present one and ends the other sessions', async () => {
    const server = await start()
    await withPassword(server)
    const here = await server.token('ana')
    const there = await server.token('ana')
    const change = (body: object) =>
      server.call('PUT', 'user/change-password/ana', {
        token: here,
        body: { password: 'innova-2025', newPassword: 'otra clave', confirmNewPassword: 'otra clave', ...body },
      })
    expect((await change({ password: 'no' })).error.code).toBe('current_password_wrong')
    expect((await change({ newPassword: 'qwerty', confirmNewPassword: 'qwerty' })).error.code).toBe('password_too_common')
    expect((await change({})).status).toBe(200)
    expect((await server.call('GET', 'auth/me', { token: here })).status).toBe(200)
    expect((await server.call('GET', 'auth/me', { token: there })).status).toBe(401)
  })

  test('nobody changes anything of another user, nor their own role, kind or institution', async () => {
    const server = await start()
    const token = await server.token('carlos')
    expect((await server.call('PUT', 'user/ana/profile', { token, body: { name: 'X', surname: 'Y' } })).status).toBe(404)
    const mine = await server.call('PUT', 'user/carlos/profile', {
      token,
      body: { name: 'Carlos', surname: 'Pérez', kind: 'Administrator', role: ['InstitutionalLeader'], institutionId: 'sur' },
    })
    expect(mine.data).toMatchObject({ name: 'Carlos', kind: 'Institutional', institutionId: 'norte', role: [] })
    expect((await server.call('PUT', 'user/carlos/profile', { token, body: { name: ' ', surname: 'Y' } })).error.code).toBe('name_empty')
    const onboarded = await server.call('POST', 'user/carlos/onboard', { token })
    expect(onboarded.data).toMatchObject({ showOnBoarding: false })
    expect((await server.call('GET', 'user/getMaxRole', { token })).data).toEqual({ maxRole: 'NoAssigment' })
    expect((await server.call('GET', 'user/institutional-roles', { token })).data).toHaveLength(4)
  })

  test('a letter goes by SMTP once the server is back, and no name adds a header to it', async () => {
    const server = await start()
    await withPassword(server)
    await server.db.q.updateTable('user').set({ name: 'Ana\r\nBcc: todos@norte.example' }).where('id', '=', 'ana').execute()
    await server.call('POST', 'auth/recovery', { body: { email } })
    await server.app.settled()
    const received: { to: string[]; text: string }[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, callback) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
        })
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map((each) => each.address), text })
          callback()
        })
      },
    })
    const down = await createCarrier({
      smtpUrl: 'smtp://127.0.0.1:1',
      from: { name: 'IIP', address: 'iip@lab.example' },
      dataDir: server.dataDir,
    })
    expect(await carryLetters(server.app.server, down)).toBe(0)
    down.close()
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const up = await createCarrier({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: { name: 'IIP', address: 'iip@lab.example' },
      dataDir: server.dataDir,
    })
    expect(await carryLetters(server.app.server, up)).toBe(0)
    server.clock.advance(61_000)
    expect(await carryLetters(server.app.server, up)).toBe(1)
    expect(await carryLetters(server.app.server, up)).toBe(0)
    up.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    expect(received.map((each) => each.to)).toEqual([[email]])
    expect(received[0]?.text.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
  })

  test('of two that carry letters at the same moment one carries each', async () => {
    const server = await start()
    await withPassword(server)
    for (const _ of [1, 2, 3]) await server.call('POST', 'auth/recovery', { body: { email } })
    await server.app.settled()
    const carried: string[] = []
    const carrier = { carry: async (mail: Mail) => void carried.push(mail.id), close: () => undefined }
    const counts = await Promise.all([carryLetters(server.app.server, carrier), carryLetters(server.app.server, carrier)])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(new Set(carried).size).toBe(carried.length)
  })

  test('without an SMTP server a letter is a file in the data directory', async () => {
    const server = await start()
    await withPassword(server)
    await server.call('POST', 'auth/recovery', { body: { email } })
    await server.app.settled()
    const carrier = await createCarrier({ smtpUrl: undefined, from: { name: 'IIP', address: 'iip@lab.example' }, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, carrier)).toBe(1)
    const [name] = readdirSync(join(server.dataDir, 'mail'))
    expect(readFileSync(join(server.dataDir, 'mail', must(name, 'no letter')), 'utf8')).toContain(`To: ana Prueba <${email}>`)
  })
})

test('[SI2] the floor is the specification’s; what everybody tries first is refused', () => {
  const codeOf = (password: string): string | undefined => passwordFailure(password, password, { email: 'x@y.example', words: [] })?.code
  expect(codeOf('x9%qz')).toBeUndefined()
  expect(codeOf('ñ'.repeat(200))).toBeUndefined()
  expect(codeOf('abcd')).toBe('password_too_short')
  for (const bad of ['12345', 'Password', 'QWERTY123']) expect(codeOf(bad), bad).toBe('password_too_common')
})

test('[SI2] a password is not what anybody knows: the address, its domain, the institution, the name, the product, with numbers or without', () => {
  const known = {
    email: 'lider.ines@salud.norte.example',
    words: ['Inés', 'Muñoz Pérez', 'Servicio de Salud del Norte', 'SSN-01', 'SSN', 'norte.example'],
  }
  const codeOf = (password: string): string | undefined => passwordFailure(password, password, known)?.code
  for (const bad of [
    'lider.ines',
    'LIDER.INES@salud.norte.example',
    'Lider2026',
    'norte.example',
    'Norte-2025!',
    'n o r t e',
    'nortenorte',
    'servicio de salud del norte',
    'ServicioNorte1',
    'SSN-01-2026',
    'ines.munoz',
    'Muñoz1980',
    'innovación',
    'innova-2025',
    'IndiceInnovacionPublica',
  ])
    expect(codeOf(bad), bad).toBe('password_own_words')
  for (const good of ['el norte es frío en julio', 'nortexq', 'x9%qz', '4871-2291', 'caballo correcto'])
    expect(codeOf(good), good).toBeUndefined()
})

onEachDatabase((start) => {
  test('[SI2] the words of one’s own institution and domain are refused when a password is set, with a sentence that says why', async () => {
    const server = await start()
    const hash = await server.app.server.passwords.hash('innova-2025')
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('id', '=', 'ana').execute()
    const token = await server.token('ana')
    const change = (newPassword: string) =>
      server.call('PUT', 'user/change-password/ana', {
        token,
        body: { password: 'innova-2025', newPassword, confirmNewPassword: newPassword },
      })
    for (const bad of ['Servicio Norte 2026', 'norte.example', 'ana-norte', 'Prueba-1981'])
      expect((await change(bad)).error, bad).toMatchObject({
        code: 'password_own_words',
        message:
          'La contraseña no puede ser su nombre, su correo, su institución ni el nombre del índice, aunque lleve números. Elija otra, idealmente una frase de 15 o más caracteres.',
      })
    expect((await change('cordillera nevada 9')).status).toBe(200)
  })

  test('the log names no address: not of a refused recipient, nor of what a database says about one', async () => {
    const server = await start()
    const hash = await server.app.server.passwords.hash('innova-2025')
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('id', '=', 'ana').execute()
    await server.call('POST', 'auth/recovery', { body: { email: 'ana@norte.example' } })
    await server.app.settled()
    const smtp = await startSmtp({ refuse: 'ana@norte.example' })
    const carrier = await createCarrier({ smtpUrl: smtp.url, from: { name: 'IIP', address: 'iip@lab.example' }, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    carrier.close()
    await smtp.stop()
    const error = Object.assign(
      new Error('Key (email)=(ana@norte.example) already exists', { cause: new Error('to <ana@norte.example>') }),
      {
        detail: 'ana@norte.example',
        code: '23505',
      },
    )
    server.app.server.log.error({ err: error }, 'a duplicate')
    await server.call('POST', 'auth', { body: { email: 'ana@norte.example', password: 'no' } })
    const lines = server.logged.map((line) => inspect(line, { depth: 9 })).join('\n')
    expect(lines).toContain('550 No such mailbox: <address>')
    expect(lines).toContain('Key (email)=(<address>) already exists')
    expect(lines).toContain('23505')
    expect(lines).not.toMatch(/ana@|norte\.example/)
  })
})
