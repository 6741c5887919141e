import { afterEach, beforeEach, expect, test } from 'vitest'
import { configOf } from '../config.ts'
import { carryLetters } from '../jobs/letters.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { startSmtp, type Smtp } from '../testing/smtp.ts'
import { createCarrier } from './carrier.ts'
import { writeLetter } from './outbox.ts'

const from = { name: 'IIP', address: 'iip@lab.example' }

onEachDatabase((start) => {
  let smtp: Smtp
  beforeEach(async () => {
    smtp = await startSmtp()
  })
  afterEach(() => smtp.stop())

  async function carried(server: TestApp): Promise<string[]> {
    await server.app.settled()
    const carrier = await createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
    await carryLetters(server.app.server, carrier)
    carrier.close()
    return smtp.received.flatMap((each) => each.to)
  }

  const attacks = [
    'espia@evil.example,.norte.example',
    'espia@evil.example,ana@norte.example',
    'todos:espia@evil.example;@norte.example',
    '"espia@evil.example,"@norte.example',
    'espia@evil.example>@norte.example',
    'Ana <espia@evil.example>.norte.example',
    'espia%evil.example@norte.example\0',
    'espia@evil.example\r\n@norte.example',
  ]

  test('[AC1] an address that is a list lets no outside mailbox in, through either door, up to the mail server', async () => {
    const server = await start()
    const token = await server.token('ana')
    let seq = 0
    for (const email of attacks) {
      const invite = { name: 'Espía', surname: 'Ajena', email }
      for (const [n, a] of [
        ['delegate.set', { who: { invite } }],
        ['leader.set', { who: { invite } }],
        ['assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { invite } }],
      ] as const) {
        seq += 1
        const pushed = await server.push(token, 'dev-1', [wire(seq, n, a, { mid: `mid-attack-${seq}` })])
        expect(pushed.data.results[0], `${n} ${email}`).toMatchObject({ d: 'refused' })
      }
      const user = { name: 'Espía', surname: 'Ajena', email }
      const elements = [{ element: 'd1', level: 'Dimension', user }]
      // Damaged text is turned away at the door (AP10).
      const refused = email.includes('\0') ? 400 : 422
      expect((await server.call('POST', 'form/tiny/assign/delegate', { token, body: { user } })).status, email).toBe(refused)
      expect((await server.call('POST', 'form/tiny/responsable/assign', { token, body: { elements } })).status, email).toBe(refused)
    }
    expect(await server.db.q.selectFrom('user').select('id').where('name', '=', 'Espía').execute()).toEqual([])
    expect(await carried(server)).toEqual([])
  })

  test('[AC1] an account from before the rule gets no letter, and its secret goes nowhere', async () => {
    const server = await start()
    await server.db.q.updateTable('user').set({ email: attacks[0] }).where('id', '=', 'carlos').execute()
    await server.db.write((tx) => writeLetter(tx, 'recovery', 'carlos', {}, server.clock.now()))
    await server.call('POST', 'auth/recovery', { body: { email: attacks[0] } })
    expect(await carried(server)).toEqual([])
    expect(await server.db.q.selectFrom('letter').select(['state', 'error']).execute()).toEqual([
      { state: 'dead', error: 'nobody to write to' },
    ])
    expect(await server.db.q.selectFrom('token').selectAll().execute()).toEqual([])
  })

  test('[AC1] a name is never read as an address, whatever it holds', async () => {
    const server = await start()
    const name = 'espia@evil.example, "x" <otra@evil.example>,\r\nBcc: tercera@evil.example\u202e'
    await server.db.q.updateTable('user').set({ name, password_hash: 'x' }).where('id', '=', 'ana').execute()
    await server.call('POST', 'auth/recovery', { body: { email: ' ANA@Norte.example ' } })
    expect(await carried(server)).toEqual(['ana@norte.example'])
    const [head = ''] = smtp.received[0]?.text.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^bcc:/im)
    expect(head).not.toContain('\u202e')
  })

  test('[AC2] an invitation is accepted, and signed in with, however its address is written', async () => {
    const server = await start()
    const invite = { name: 'Elsa', surname: 'Nueva', email: 'Elsa.Nueva@Norte.Example' }
    await server.push(await server.token('ana'), 'dev-1', [wire(1, 'delegate.set', { who: { invite } })])
    const [row] = await server.db.q.selectFrom('user').select('email').where('name', '=', 'Elsa').execute()
    expect(row).toEqual({ email: 'elsa.nueva@norte.example' })
    expect(await carried(server)).toEqual(['elsa.nueva@norte.example', 'elsa.nueva@norte.example'])
    const token = smtp.received.map((each) => /token=3D([\w=\r\n-]+?)&|token=([\w-]+)/.exec(each.text)).find(Boolean)
    expect(token).toBeDefined()
  })
})

test('the sender of letters is one address, with or without a name', () => {
  expect(configOf({}).mailFrom).toEqual({ name: 'IIP', address: 'no-responder@iip.invalid' })
  expect(configOf({ MAIL_FROM: 'iip@lab.example' }).mailFrom).toEqual({ name: '', address: 'iip@lab.example' })
  for (const bad of ['IIP', 'IIP <a@lab.example>, b@lab.example', 'a@lab.example, b@lab.example', '"x" <a@lab.example>'])
    expect(() => configOf({ MAIL_FROM: bad }), bad).toThrow('MAIL_FROM must be')
})
