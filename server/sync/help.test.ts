import { helpDaily } from '#shared/help/model.ts'
import type { Notice } from '#shared/notices/model.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCarrier } from '../email/carrier.ts'
import { carryLetters } from '../jobs/letters.ts'
import { actFor, anotherAdministrator, wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

const place = { page: '/dashboard/form-filling/tiny/norte?question=q1', institutionId: 'norte', formId: 'tiny' }
/** A message as a device sends it. */
const ask = (seq: number, who: string, body: string, rest: object = {}) =>
  wire(seq, 'help.ask', { body, ...place, ...rest }, { s: ownScope(who), mid: `mid-help-${who}-${seq}` })

onEachDatabase((start) => {
  async function noticesOf(server: TestApp, who: string, device: string): Promise<Notice[]> {
    const { data } = await server.pull(await server.token(who), device, null, { limit: 5000 })
    return data.rows.flatMap((row) => (row.t === 'notice' && row.r !== null ? [row.r as Notice] : []))
  }
  /** Letters as they leave, by whom they go to. */
  async function carried(server: TestApp): Promise<Map<string, string>> {
    const carrier = await createCarrier({ smtpUrl: undefined, from: { name: 'IIP', address: 'no@iip.example' }, dataDir: server.dataDir })
    await carryLetters(server.app.server, carrier)
    carrier.close()
    const folder = join(server.dataDir, 'mail')
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    return new Map(mails.map((mail) => [/^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '', mail]))
  }
  /** The plain text of a letter, its lines put together again. */
  const textOf = (mail: string): string => {
    const body = mail.slice(mail.indexOf('\r\n\r\n') + 4)
    if (/^Content-Transfer-Encoding: base64/im.test(mail)) return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
    const soft = body.replaceAll('=\r\n', '').replaceAll('\r\n', '\n')
    return Buffer.from(
      soft.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString('utf8')
  }

  test('[HE6] a message is a letter to each active administrator that answers its author, and it is told behind their bells and to its author, once', async () => {
    const server = await start({ publicUrl: 'https://iip.example' })
    await anotherAdministrator(server)
    await server.db.q.updateTable('user').set({ active: 0 }).where('email', '=', 'rita@laboratorio.example').execute()
    const ana = await server.token('ana')
    const message = ask(1, 'ana', 'No puedo enviar.\n¿Qué hago?')
    expect((await server.push(ana, 'phone', [message])).data.results).toEqual([])
    // Its reply was lost: the same again, from a profile that was put back, is the same message.
    expect((await server.push(ana, 'desk', [message])).data.results).toMatchObject([{ d: 'noop' }])
    const mails = await carried(server)
    expect([...mails.keys()].toSorted()).toEqual(['ana Prueba <ana@norte.example>', 'root Prueba <root@laboratorio.example>'])
    const toLab = mails.get('root Prueba <root@laboratorio.example>') ?? ''
    expect(toLab).toMatch(/^Reply-To: ana Prueba <ana@norte.example>\r$/m)
    expect(toLab).toMatch(/^Subject: Consulta de ana Prueba, Servicio norte\r$/m)
    expect(textOf(toLab)).toContain('No puedo enviar.\n¿Qué hago?')
    expect(textOf(toLab)).toContain('https://iip.example/dashboard/form-filling/tiny/norte?question=q1')
    const toAsker = mails.get('ana Prueba <ana@norte.example>') ?? ''
    expect(textOf(toAsker)).toContain('No puedo enviar.\n¿Qué hago?')
    expect(toAsker).not.toContain('Reply-To')
    expect(await noticesOf(server, 'root', 'desk-root')).toMatchObject([
      {
        kind: 'helpAsked',
        subject: 'Consulta de ana Prueba, Servicio norte',
        content: expect.stringContaining('¿Qué hago?'),
        link: place.page,
        readAt: null,
      },
    ])
    expect(await noticesOf(server, 'ana', 'desk-ana')).toMatchObject([
      {
        kind: 'helpReceived',
        subject: 'Recibimos su mensaje',
        content: expect.stringContaining('No puedo enviar.\n¿Qué hago?'),
        readAt: null,
      },
    ])
    for (const who of ['berta', 'eva', 'sur-lider']) expect(await noticesOf(server, who, `dev-${who}`), who).toEqual([])
  })

  test('[HE6] with a mailbox of its own one letter goes there and to no administrator, whose bells tell of it', async () => {
    const server = await start({ helpEmail: 'ayuda@laboratorio.example' })
    const rita = await anotherAdministrator(server)
    await server.push(await server.token('ana'), 'phone', [ask(1, 'ana', 'Hola')])
    // What was asked is answered, whatever becomes of the account.
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    const mails = await carried(server)
    expect([...mails.keys()]).toEqual(['ayuda@laboratorio.example'])
    expect([...mails.values()][0]).toMatch(/^Reply-To: ana Prueba <ana@norte.example>\r$/m)
    expect((await noticesOf(server, 'root', 'desk-root')).map(({ kind }) => kind)).toEqual(['helpAsked'])
    const { data } = await server.pull(rita, 'desk-rita', null, { limit: 5000 })
    expect(data.rows.filter((row) => row.t === 'notice' && row.r !== null)).toHaveLength(1)
  })

  test('[HE4] nobody of the lab asks, nor anybody in another’s place, nor who was invented, and nothing goes out', async () => {
    const server = await start()
    const root = await server.token('root')
    await actFor(server, root, 'norte')
    for (const who of ['root', 'eva']) {
      const pushed = await server.push(await server.token(who), `dev-${who}`, [ask(1, who, 'Hola')])
      expect(pushed.data.results, who).toMatchObject([{ d: 'refused', code: 'help_institutions_only' }])
      const inAnothers = ask(2, 'ana', 'Hola', {})
      const other = await server.push(await server.token(who), `dev-${who}`, [{ ...inAnothers, mid: `mid-${who}` }])
      expect(other.data.results, who).toMatchObject([{ d: 'refused', code: 'not_found' }])
    }
    await server.db.q.updateTable('user').set({ rehearsal: 'tiny' }).where('id', '=', 'carlos').execute()
    const invented = await server.push(await server.token('carlos'), 'dev-carlos', [ask(1, 'carlos', 'Hola')])
    expect(invented.data.results).toMatchObject([{ d: 'refused', code: 'help_institutions_only' }])
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([])
    // What did not stand is kept by its device with its words: no card that nobody could close.
    expect(await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'conflict').execute()).toEqual([])
  })

  test('[HE7] what a name or a text holds makes no header, no link and no second reader', async () => {
    const server = await start()
    await server.db.q
      .updateTable('user')
      .set({ name: 'Ana\r\nBcc: todos@malo.example', surname: '<b>x</b>, "y"' })
      .where('id', '=', 'ana')
      .execute()
    const hostile = 'Hola\r\nBcc: c@malo.example\r\n\r\n<script>alert(1)</script> https://malo.example/x {link} {name}'
    expect((await server.push(await server.token('ana'), 'phone', [ask(1, 'ana', hostile)])).data.results).toEqual([])
    const mails = await carried(server)
    expect(mails.size).toBe(2)
    const mail = [...mails].find(([to]) => to.includes('root'))?.[1] ?? ''
    const head = mail.slice(0, mail.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^(?:B?cc|To: .*malo)/im)
    // What they wrote is text in the letter's page too: nothing of it runs, and no link in it is theirs.
    const page = textOf(mail).slice(textOf(mail).indexOf('<!doctype html>'))
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; https://malo.example/x {link} {name}')
    expect(
      [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).filter((href) => !href?.startsWith(server.app.server.publicUrl)),
    ).toEqual([])
    expect(textOf(mail)).toContain('<script>alert(1)</script> https://malo.example/x {link} {name}')
  })

  test('[HE8] the eleventh within a day is refused, of two devices and in one push, and the next day another one is taken', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const desk = await server.push(
      ana,
      'desk',
      [1, 2, 3, 4].map((n) => ask(n, 'ana', `Desde el escritorio ${n}`)),
    )
    expect(desk.data.results).toEqual([])
    const many = Array.from({ length: 9 }, (_, n) => ({ ...ask(n + 1, 'ana', `Desde el teléfono ${n}`), mid: `mid-phone-${n}` }))
    const { data } = await server.push(ana, 'phone', many)
    expect(data.results.map(({ d, code }) => [d, code])).toEqual(Array.from({ length: 3 }, () => ['refused', 'help_too_many']))
    const sent = await server.db.q.selectFrom('letter').select('id').where('template', '=', 'helpReceived').execute()
    expect(sent).toHaveLength(helpDaily)
    // Another person is not held back by it.
    expect((await server.push(await server.token('berta'), 'dev-berta', [ask(1, 'berta', 'Hola')])).data.results).toEqual([])
    server.clock.advance(24 * 3_600_000)
    expect((await server.push(ana, 'phone', [{ ...ask(10, 'ana', 'Otra vez'), mid: 'mid-next-day' }])).data.results).toEqual([])
  })

  test('[HE8] two devices that ask at the same moment are counted together', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const from = (device: string) =>
      server.push(
        ana,
        device,
        Array.from({ length: 8 }, (_, n) => ({ ...ask(n + 1, 'ana', `${device} ${n}`), mid: `mid-${device}-${n}` })),
      )
    const replies = await Promise.all([from('phone'), from('desk')])
    expect(replies.flatMap(({ data }) => data.results).map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'help_too_many'))
    expect(await server.db.q.selectFrom('letter').select('id').where('template', '=', 'helpReceived').execute()).toHaveLength(helpDaily)
  })

  test('[HE9] that somebody asked is in the audit with its institution and form, never what they wrote, and a refused try is not', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'phone', [ask(1, 'ana', 'Secreto'), ask(2, 'ana', '')])
    const acts = await server.db.q.selectFrom('audit').selectAll().orderBy('n').execute()
    expect(acts).toMatchObject([{ kind: 'help.ask', actor_id: 'ana', institution_id: 'norte', form_id: 'tiny' }])
    expect(JSON.stringify(acts)).not.toContain('Secreto')
  })

  test('[HE3] where somebody talks to the lab is told to people of institutions alone, and to nobody without a service', async () => {
    const chatUrl = 'https://chat.example/iip'
    const server = await start({ chatUrl })
    const told = async (who: string) => (await server.call('GET', 'auth/me', { token: await server.token(who) })).data
    expect(await told('ana')).toMatchObject({ chatUrl })
    for (const who of ['eva', 'root']) expect(await told(who), who).toMatchObject({ chatUrl: null })
    const without = await start()
    expect((await without.call('GET', 'auth/me', { token: await without.token('ana') })).data).toMatchObject({ chatUrl: null })
  })
})
