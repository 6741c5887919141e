import { addDays, dayAt, epochMs, instantOf, startOfDayMs } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import type { LetterTemplate } from '#shared/contract/letter.ts'
import { createCarrier, type Carrier, type Mail } from '../email/carrier.ts'
import { endedByHand } from '../email/outbox.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { startSmtp, type Smtp } from '../testing/smtp.ts'
import { carryLetters } from './letters.ts'

const from = { name: 'IIP', address: 'iip@lab.example' }

onEachDatabase((start) => {
  /** Letters that are due, in this order: an hour ago the first, each a second later. */
  async function waiting(server: TestApp, letters: readonly (readonly [template: LetterTemplate, to: string])[]): Promise<void> {
    const began = Date.parse(server.clock.now()) - 3_600_000
    const rows = letters.map(([template, to_user], position) => {
      const at = new Date(began + position * 1000).toISOString()
      const state = 'waiting' as const
      const id = `letter-${String(position).padStart(3, '0')}`
      return { id, template, to_user, data: '{}', state, attempts: 0, next_at: at, created_at: at, sent_at: null, error: null }
    })
    await server.db.q.insertInto('letter').values(rows).execute()
  }
  const carrierTo = (server: TestApp, smtp: Smtp): Promise<Carrier> => createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
  const stateOf = async (server: TestApp, to: string) =>
    server.db.q.selectFrom('letter').select(['state', 'attempts', 'error']).where('to_user', '=', to).executeTakeFirst()

  test('a letter that a mail server takes long over holds up no other', async () => {
    const server = await start()
    await waiting(server, [
      ['passwordChanged', 'ana'],
      ['passwordChanged', 'eva'],
      ['passwordChanged', 'root'],
    ])
    const smtp = await startSmtp({ hold: 'ana@norte.example' })
    const carrier = await carrierTo(server, smtp)
    const carried = carryLetters(server.app.server, carrier)
    await expect.poll(() => [smtp.held(), smtp.received.length], { timeout: 30_000 }).toEqual([1, 2])
    smtp.release()
    expect(await carried).toBe(3)
    expect(smtp.received).toHaveLength(3)
    carrier.close()
    await smtp.stop()
  })

  test('a letter whose connection broke off is tried again soon, and arrives once', async () => {
    const server = await start()
    await waiting(server, [['passwordChanged', 'ana']])
    const smtp = await startSmtp({ drop: 'ana@norte.example' })
    const carrier = await carrierTo(server, smtp)
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    expect(await stateOf(server, 'ana')).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    server.clock.advance(15_000)
    expect(await carryLetters(server.app.server, carrier)).toBe(1)
    expect(await stateOf(server, 'ana')).toEqual({ state: 'sent', attempts: 1, error: null })
    expect(smtp.received).toHaveLength(1)
    carrier.close()
    await smtp.stop()
  })

  test('[HP4] a letter that is ended while it is carried stays ended, whatever a mail server says of it afterwards', async () => {
    const server = await start()
    const end = async (): Promise<void> => {
      await server.db.q.updateTable('letter').set(endedByHand).where('to_user', '=', 'ana').execute()
      throw new Error('connect ECONNREFUSED ana@norte.example')
    }
    await waiting(server, [['passwordChanged', 'ana']])
    expect(await carryLetters(server.app.server, { carry: end, close: () => undefined })).toBe(0)
    expect(await stateOf(server, 'ana')).toEqual({ state: 'dead', attempts: 0, error: endedByHand.error })
  })

  test('a letter that took so long that another process has it by now is that one’s to settle', async () => {
    const server = await start()
    const mails: Mail[] = []
    const other = { carry: async (mail: Mail) => void mails.push(mail), close: () => undefined }
    const slow = async (): Promise<void> => {
      server.clock.advance(301_000)
      expect(await carryLetters(server.app.server, other)).toBe(1)
      throw new Error('timeout')
    }
    await waiting(server, [['passwordChanged', 'ana']])
    await carryLetters(server.app.server, { carry: slow, close: () => undefined })
    expect([await stateOf(server, 'ana'), mails.length]).toEqual([{ state: 'sent', attempts: 0, error: null }, 1])
  })

  test('a letter that somebody waits for goes before many that were written earlier, and those all go without a pause', async () => {
    const server = await start()
    const many = Array.from({ length: 120 }, () => ['passwordChanged', 'eva'] as const)
    await waiting(server, [...many, ['recovery', 'ana']])
    const carried: Mail[] = []
    const carrier = { carry: async (mail: Mail) => void carried.push(mail), close: () => undefined }
    expect(await carryLetters(server.app.server, carrier)).toBe(121)
    // Carried in the first lot of fifty, and taken up before any other: when each was is kept, however long its carrying took.
    expect(carried.findIndex(({ to }) => to.address === 'ana@norte.example')).toBeLessThan(50)
    const first = await server.db.q.selectFrom('letter').select('to_user').orderBy('next_at').executeTakeFirstOrThrow()
    expect(first).toEqual({ to_user: 'ana' })
  })

  test('letters of one person are carried one after the other, in their order', async () => {
    const server = await start()
    await waiting(server, [
      ['recovery', 'ana'],
      ['signInClosed', 'ana'],
      ['passwordChanged', 'ana'],
    ])
    const seen: string[] = []
    const carrier = {
      carry: async ({ id }: Mail) => {
        seen.push(`${id} begins`)
        await server.db.q.selectFrom('user').select('id').execute()
        seen.push(`${id} ends`)
      },
      close: () => undefined,
    }
    expect(await carryLetters(server.app.server, carrier)).toBe(3)
    expect(seen).toEqual(['000', '001', '002'].flatMap((id) => [`letter-${id} begins`, `letter-${id} ends`]))
  })

  test('[LE3] what tells of a stage leaves by day, and never once the stage is over', async () => {
    const server = await start()
    const end = addDays(dayAt(server.clock.now()), 2)
    const data = JSON.stringify({ form: 'Índice', stage: 'Ingreso', end, pending: 2, page: '/dashboard/form-filling' })
    const carried: Mail[] = []
    const carrier = { carry: async (mail: Mail) => void carried.push(mail), close: () => undefined }
    const write = async (): Promise<void> => {
      await waiting(server, [['stageOpened', 'ana']])
      await server.db.q.updateTable('letter').set({ data }).where('state', '=', 'waiting').execute()
    }
    // Midnight, when a stage begins.
    server.clock.advance(epochMs(instantOf(startOfDayMs(addDays(dayAt(server.clock.now()), 1)))) - epochMs(server.clock.now()) + 30_000)
    await write()
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    server.clock.advance(8 * 3_600_000)
    expect(await carryLetters(server.app.server, carrier)).toBe(1)
    expect(carried[0]?.text).toContain('A usted le quedan 2 pendientes.')
    expect(carried[0]?.optOut).toBeUndefined()
    await server.db.q.deleteFrom('letter').execute()
    await write()
    server.clock.advance(3 * 24 * 3_600_000)
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    expect(await stateOf(server, 'ana')).toMatchObject({ state: 'dead', error: 'the stage is over' })
  })

  test('a server that is asked to stop begins no letter more, and what was not begun waits as it did', async () => {
    const server = await start()
    await waiting(
      server,
      Array.from({ length: 20 }, (_, n) => ['passwordChanged', n % 2 === 0 ? 'eva' : 'ana'] as const),
    )
    const stopping = new AbortController()
    const carrier = { carry: async () => stopping.abort(), close: () => undefined }
    const carried = await carryLetters(server.app.server, carrier, stopping.signal)
    expect(carried).toBeLessThan(6)
    const left = await server.db.q
      .selectFrom('letter')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_at', '<', server.clock.now())
      .execute()
    expect(left).toHaveLength(20 - carried)
  })
})
