import { apiBase } from '#shared/contract/route.ts'
import { addDays, dayAt } from '#shared/kernel/instant.ts'
import { formScope, orgScope } from '#shared/protocol/scope.ts'
import { must } from '#shared/kernel/assert.ts'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCarrier } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { remindPeople } from '../../jobs/reminders.ts'
import { writeChanges } from '../../sync/changes.ts'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { headerOf } from '../../world/store.ts'
import { createOptOutLinks } from './opt-outs.ts'

const from = { name: 'IIP', address: 'iip@lab.example' }

onEachDatabase((start) => {
  /** Has the input stage end tomorrow, and reminds; the letters are still in the outbox. */
  async function reminded(server: TestApp): Promise<void> {
    server.clock.advance(3 * 3_600_000)
    const form = must(await server.db.read((tx) => headerOf(tx, 'tiny')), 'no form')
    const end = addDays(dayAt(server.clock.now()), 1)
    const stages = form.stages.map((each) => (each.id === 'e1' ? { ...each, end } : each))
    const change = { scope: formScope('tiny'), part: '', table: 'form', id: 'tiny', row: { ...form, stages } } as const
    await server.db.write((tx) => writeChanges(tx, [change], server.clock.now()))
    expect(await remindPeople(server.app.server)).toBe(2)
  }
  const visit = (server: TestApp, method: string, link: string, init: RequestInit = {}): Promise<Response> =>
    server.app.fetch(new Request(link, { method, ...init }))
  const linkOf = (server: TestApp, userId: string): string => server.app.server.optOuts.linkFor(userId)
  const isOn = async (server: TestApp, userId: string): Promise<unknown> =>
    (await server.call('GET', 'user/settings/reminders', { token: await server.token(userId) })).data
  /** Everything that a visit could have changed. */
  const stateOf = async ({ db }: TestApp): Promise<string> => {
    const [off, ledger, history] = await Promise.all([
      db.q.selectFrom('reminder_opt_out').selectAll().execute(),
      db.q.selectFrom('sync_mutation').select('mid').execute(),
      db.q.selectFrom('history').select('id').execute(),
    ])
    return JSON.stringify([off, ledger, history])
  }

  test('[RM6] each reminder says in its headers and in its text where it is ended, by mail server and as a file', async () => {
    const server = await start()
    await reminded(server)
    const smtp = await startSmtp()
    const carrier = await createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, carrier)).toBe(2)
    carrier.close()
    await smtp.stop()
    const letter = must(
      smtp.received.find(({ to }) => to.includes('ana@norte.example')),
      'no letter',
    ).text
    const unfolded = letter.replace(/\r\n[ \t]+/g, ' ')
    const [, shown] = must(/^List-Unsubscribe: <([^>]+)>\r$/m.exec(unfolded), unfolded)
    expect(must(shown, unfolded).replaceAll(' ', '')).toBe(linkOf(server, 'ana'))
    expect(shown).not.toContain(' ')
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)

    await server.db.q
      .updateTable('letter')
      .set({ state: 'waiting', next_at: server.clock.now() })
      .where('template', '=', 'reminder')
      .execute()
    const files = await createCarrier({ smtpUrl: undefined, from, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, files)).toBe(2)
    files.close()
    const dir = join(server.dataDir, 'mail')
    const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')))
    for (const text of texts) expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('[RM6] no other letter has such a link', async () => {
    const server = await start()
    await server.call('POST', 'auth/recovery', { body: { email: 'ana@norte.example' } })
    await server.app.settled()
    const mails: unknown[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void mails.push(mail.optOut), close: () => undefined })
    expect(mails).toEqual([undefined])
  })

  test('[RM6] looking at the link changes nothing; pressing it, or one post of a mail program, ends the reminders', async () => {
    const server = await start()
    const before = await stateOf(server)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await visit(server, method, linkOf(server, 'ana'))
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      if (method === 'GET') expect(await page.text()).toContain('<form method="post">')
    }
    expect(await stateOf(server)).toBe(before)
    expect(await isOn(server, 'ana')).toEqual({ on: true })
    const posted = await visit(server, 'POST', linkOf(server, 'ana'), {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect([posted.status, await posted.text()]).toEqual([200, expect.stringContaining('ya no recibirá recordatorios')])
    expect(await isOn(server, 'ana')).toEqual({ on: false })
    expect(await isOn(server, 'berta')).toEqual({ on: true })
    const after = await stateOf(server)
    expect((await visit(server, 'POST', linkOf(server, 'ana'))).status).toBe(200)
    expect(await (await visit(server, 'GET', linkOf(server, 'ana'))).text()).not.toContain('<form')
    expect(await stateOf(server)).toBe(after)
  })

  test('[RM6] a link that was changed, of somebody else, of nobody or for another purpose opens nothing', async () => {
    const server = await start()
    const before = await stateOf(server)
    const own = new URL(linkOf(server, 'ana'))
    const changed = (change: (link: URL) => void): string => {
      const link = new URL(own)
      change(link)
      return link.toString()
    }
    const bad = [
      changed((link) => link.searchParams.set('person', 'berta')),
      changed((link) => link.searchParams.set('proof', `${link.searchParams.get('proof') ?? ''}x`)),
      changed((link) => link.searchParams.set('proof', 'A'.repeat(43))),
      changed((link) => link.searchParams.delete('proof')),
      changed((link) => link.searchParams.delete('person')),
      changed((link) => (link.search = '')),
      createOptOutLinks('of another server', 'http://localhost:8080').linkFor('ana'),
      linkOf(server, 'nobody'),
    ]
    for (const link of bad) {
      expect((await visit(server, 'POST', link)).status, link).toBe(404)
      const page = await (await visit(server, 'GET', link)).text()
      expect(page, link).toContain('no es de esta plataforma')
      expect(page, link).not.toContain('<form')
    }
    expect(await stateOf(server)).toBe(before)
    // What is good here is good nowhere else.
    const proof = must(own.searchParams.get('proof'), 'no proof')
    const token = await server.call('GET', 'auth/me', { token: proof })
    const reset = await server.call('POST', 'auth/reset', {
      body: { token: proof, email: 'ana@norte.example', password: 'entro hoy 1', confirmPassword: 'entro hoy 1' },
    })
    expect([token.status, reset.error.code]).toEqual([401, 'token_invalid'])
    expect(linkOf(server, 'ana')).toBe(own.toString())
  })

  test('[RM6] the page speaks the person’s language, runs nothing, is kept by nobody and says nothing of whose it is', async () => {
    const server = await start()
    await server.db.q.updateTable('user').set({ language: 'en' }).where('id', '=', 'ana').execute()
    const page = await visit(server, 'GET', linkOf(server, 'ana'), { headers: { 'Accept-Language': 'es' } })
    const text = await page.text()
    expect(text).toContain('<html lang="en">')
    expect(text).not.toMatch(/ana@|Prueba|<script/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const unknown = await visit(server, 'GET', `http://localhost${apiBase}/reminders/opt-out?person=<b>`, {
      headers: { 'Accept-Language': 'en' },
    })
    expect(await unknown.text()).toContain('This link is not complete')
    // The proof is a secret of its person.
    expect(JSON.stringify(server.logged)).not.toContain(must(new URL(linkOf(server, 'ana')).searchParams.get('proof'), 'no proof'))
  })

  test('[RM5] who ended their reminders gets none, also not one that waits already, and every other letter; in the settings they begin again', async () => {
    const server = await start()
    await reminded(server)
    await visit(server, 'POST', linkOf(server, 'ana'))
    const mailed: string[] = []
    const carry = () => carryLetters(server.app.server, { carry: async ({ to }) => void mailed.push(to.address), close: () => undefined })
    await server.call('POST', 'auth/recovery', { body: { email: 'ana@norte.example' } })
    await server.app.settled()
    await carry()
    expect(mailed.toSorted()).toEqual(['ana@norte.example', 'sur-lider@sur.example'])
    const dead = await server.db.q.selectFrom('letter').select(['to_user', 'error']).where('state', '=', 'dead').execute()
    expect(dead).toEqual([{ to_user: 'ana', error: 'reminders are off' }])
    await server.db.q.deleteFrom('reminder').execute()
    expect(await remindPeople(server.app.server)).toBe(1)

    const token = await server.token('ana')
    expect((await server.call('PUT', 'user/settings/reminders', { token, body: { on: true } })).data).toEqual({ on: true })
    expect((await server.call('PUT', 'user/settings/reminders', { token, body: { on: true } })).data).toEqual({ on: true })
    expect(await isOn(server, 'ana')).toEqual({ on: true })
    await server.db.q.deleteFrom('reminder').execute()
    expect(await remindPeople(server.app.server)).toBe(2)
    const history = await server.db.q
      .selectFrom('history')
      .select(['action', 'text', 'user_id'])
      .where('scope', '=', orgScope('norte'))
      .where('action', 'like', '%ctiva recordatorios%')
      .orderBy('received_at')
      .execute()
    expect(history).toEqual([
      { action: 'Desactiva recordatorios por enlace', text: null, user_id: 'ana' },
      { action: 'Activa recordatorios', text: null, user_id: 'ana' },
    ])
  })

  test('[RM5] people of the lab have none to end, and nobody ends another’s', async () => {
    const server = await start()
    for (const who of ['eva', 'root']) {
      const token = await server.token(who)
      expect((await server.call('GET', 'user/settings/reminders', { token })).error.code).toBe('not_found')
      expect((await server.call('PUT', 'user/settings/reminders', { token, body: { on: false } })).error.code).toBe('not_found')
      expect((await visit(server, 'POST', linkOf(server, who))).status).toBe(200)
    }
    expect(await server.db.q.selectFrom('reminder_opt_out').selectAll().execute()).toEqual([])
    const stolen = await server.push(await server.token('berta'), 'dev-berta', [
      {
        seq: 1,
        mid: 'run-of-berta-and-others-1',
        n: 'person.reminders',
        v: 1,
        s: orgScope('norte'),
        a: { userId: 'ana', on: false, by: 'settings' },
        t: '2026-03-10T12:00:00.000Z',
      },
    ])
    expect(stolen.data.results).toMatchObject([{ d: 'refused' }])
  })
})
