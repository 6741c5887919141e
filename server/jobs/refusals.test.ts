import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createCarrier } from '../email/carrier.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { carryLetters } from './letters.ts'

/** A mail server that refuses a recipient, a sender or a content with a code. */
async function refusing(at: 'onRcptTo' | 'onMailFrom' | 'onData', code: number): Promise<{ url: string; close: () => Promise<void> }> {
  const no = (): Error => Object.assign(new Error('no'), { responseCode: code })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(at === 'onRcptTo' ? no() : null),
    onMailFrom: (_address, _session, callback) => callback(at === 'onMailFrom' ? no() : null),
    onData: (stream, _session, callback) => {
      stream.resume().on('end', () => callback(at === 'onData' ? no() : null))
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => smtp.close(() => resolve())) }
}

onEachDatabase((start) => {
  test.each([
    ['a recipient that is refused for good', 'onRcptTo', 550, 'dead'],
    ['a content that is refused for good', 'onData', 554, 'dead'],
    ['a recipient whose mailbox is full for now', 'onRcptTo', 450, 'waiting'],
    ['a sender that the mail server does not take', 'onMailFrom', 550, 'waiting'],
  ] as const)('%s (%s %i) leaves the letter %s', async (_, at, code, state) => {
    const server = await start()
    const row = { template: 'passwordChanged', to_user: 'ana', data: '{}', state: 'waiting' as const, attempts: 0 }
    const now = server.clock.now()
    await server.db.q
      .insertInto('letter')
      .values({ id: 'letter-1', ...row, next_at: now, created_at: now, sent_at: null, error: null })
      .execute()
    const smtp = await refusing(at, code)
    const from = { name: 'IIP', address: 'iip@lab.example' }
    const carrier = await createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    carrier.close()
    await smtp.close()
    const letter = await server.db.q.selectFrom('letter').select(['state', 'attempts']).executeTakeFirst()
    expect(letter).toEqual({ state, attempts: 1 })
  })
})
