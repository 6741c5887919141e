import { expect, test } from 'vitest'
import type { Carrier, Mail } from '../email/carrier.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { carryLetters } from './letters.ts'

const minutes = 60_000

/** A mailbox that keeps what was carried. */
const box = () => {
  const mails: Mail[] = []
  const carrier: Carrier = { carry: async (mail) => void mails.push(mail), close: () => undefined }
  return { mails, carrier }
}

onEachDatabase((start) => {
  let seq = 0
  /** Gives an element of a form to somebody, or to nobody. */
  async function give(server: TestApp, element: string, to: string | null, seen = 0): Promise<void> {
    seq += 1
    const elements = [{ element, level: element.startsWith('d') ? 'Dimension' : 'Subdimension', seen }]
    const { data } = await server.push(await server.token('ana'), `dev-ana-${seq}`, [
      wire(1, 'assignment.set', { elements, who: to === null ? null : { userId: to } }, { mid: `mid-gather-${seq}` }),
    ])
    expect(data.results).toEqual([])
  }
  async function carried(server: TestApp): Promise<Mail[]> {
    const { mails, carrier } = box()
    await carryLetters(server.app.server, carrier)
    return mails
  }
  const lines = ({ text }: Pick<Mail, 'text'>): string[] => text.split('\n').filter((line) => line.startsWith('- '))
  const states = async (server: TestApp): Promise<string[]> =>
    (await server.db.q.selectFrom('letter').select('state').orderBy('created_at').orderBy('id').execute()).map(({ state }) => state)

  test('[LE1] what somebody is given within fifteen minutes is one letter, of all of it, and each is behind their bell at once', async () => {
    const server = await start()
    await give(server, 'd1', 'berta')
    server.clock.advance(14 * minutes)
    await give(server, 's11', 'berta')
    expect(await carried(server)).toEqual([])
    const notices = await server.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'notice').where('deleted', '=', 0).execute()
    expect(notices.map(({ data }) => JSON.parse(data).count)).toEqual([2])
    server.clock.advance(1 * minutes)
    const [letter, ...more] = await carried(server)
    expect(more).toEqual([])
    expect(letter?.to.address).toBe('berta@norte.example')
    expect(lines(letter ?? { text: '' }).map((line) => line.split(' ')[1])).toEqual(['Dimensión', 'Subdimensión'])
    expect(letter?.text).toContain(`${server.app.server.publicUrl}/dashboard/form-filling/tiny/norte`)
    server.clock.advance(60 * minutes)
    expect(await carried(server)).toEqual([])
    expect((await states(server)).toSorted()).toEqual(['dead', 'sent'])
  })

  test('[LE1] what comes after it left is another letter, and each person has their own', async () => {
    const server = await start()
    await give(server, 'd1', 'berta')
    server.clock.advance(15 * minutes)
    expect(await carried(server)).toHaveLength(1)
    await give(server, 's11', 'carlos')
    await give(server, 'd2', 'berta')
    server.clock.advance(15 * minutes)
    const later = await carried(server)
    expect(new Map(later.map((mail) => [mail.to.address, lines(mail).length]))).toEqual(
      new Map([
        ['berta@norte.example', 1],
        ['carlos@norte.example', 1],
      ]),
    )
  })

  test('[LE2] what was taken back before it left is not told; where nothing is left there is no letter', async () => {
    const server = await start()
    await give(server, 'd1', 'berta')
    await give(server, 'd2', 'berta')
    await give(server, 'd2', null, 1)
    server.clock.advance(15 * minutes)
    const [letter] = await carried(server)
    expect(lines(letter ?? { text: '' })).toHaveLength(1)
    expect(letter?.text).toContain('1 en total')
    await give(server, 'd2', 'carlos', 2)
    await give(server, 'd2', null, 3)
    server.clock.advance(15 * minutes)
    expect(await carried(server)).toEqual([])
    expect((await states(server)).filter((state) => state === 'waiting')).toEqual([])
  })

  test('[LE2] of several that carry at one moment one takes all of it, and who was stopped after that goes on with the same letter', async () => {
    const server = await start()
    await give(server, 'd1', 'berta')
    server.clock.advance(1)
    await give(server, 'd2', 'berta')
    server.clock.advance(15 * minutes)
    const { mails, carrier } = box()
    const stopped: Carrier = { carry: () => new Promise(() => undefined), close: () => undefined }
    // A process that ends while its mail server says nothing: its letter stays claimed.
    void carryLetters(server.app.server, stopped)
    await expect
      .poll(async () => (await server.db.q.selectFrom('letter').select('id').where('data', 'like', '%gathered%').execute()).length)
      .toBe(1)
    expect(await carryLetters(server.app.server, carrier)).toBe(0)
    // What is given meanwhile is no part of what may be on its way.
    await give(server, 's11', 'berta')
    server.clock.advance(5 * minutes)
    await Promise.all([1, 2, 3].map(() => carryLetters(server.app.server, carrier)))
    expect(mails.map((mail) => lines(mail).length)).toEqual([2])
    server.clock.advance(15 * minutes)
    await Promise.all([1, 2, 3].map(() => carryLetters(server.app.server, carrier)))
    expect(mails.map((mail) => lines(mail).length)).toEqual([2, 1])
  })

  test('[LE2] a letter that failed is tried again with what still stands then', async () => {
    const server = await start()
    await give(server, 'd1', 'berta')
    await give(server, 'd2', 'berta')
    server.clock.advance(15 * minutes)
    const broken: Carrier = { carry: () => Promise.reject(new Error('421 later')), close: () => undefined }
    expect(await carryLetters(server.app.server, broken)).toBe(0)
    await give(server, 'd1', null, 1)
    server.clock.advance(1 * minutes)
    const [letter, ...more] = await carried(server)
    expect(more).toEqual([])
    expect(lines(letter ?? { text: '' })).toHaveLength(1)
  })

  test('[LE2] a clock that was ahead and goes back keeps no letter waiting until it comes there again', async () => {
    const server = await start()
    server.clock.advance(26 * 60 * minutes)
    await give(server, 'd1', 'berta')
    server.clock.advance(-26 * 60 * minutes)
    expect(await carried(server)).toHaveLength(1)
  })
})
