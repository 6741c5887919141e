import type { Person } from '#shared/accounts/model.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { expect, test } from 'vitest'
import { createCarrier } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { writeChanges } from '../../sync/changes.ts'
import type { TestApp } from '../../testing/app.ts'
import { calculate, cycleForm, cycleStages, goTo, publish, put, withCycle } from '../../testing/cycle.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { startSmtp, type Smtp } from '../../testing/smtp.ts'

const from = { name: 'IIP', address: 'iip@lab.example' }
const free = { option: '3', template: 'NotificationSent', subject: 'Aviso', body: 'Mañana hay taller.', institutionIds: ['norte'] }

onEachDatabase((start) => {
  /** Professionals of norte, beside its leader. */
  async function withProfessionals(server: TestApp, count: number): Promise<void> {
    const changes = Array.from({ length: count }, (_, n): Change[] => {
      const id = `p${n}`
      const row: Person = {
        id,
        name: `Pía ${n}`,
        surname: 'Prueba',
        email: `${id}@norte.example`,
        kind: 'Institutional',
        institutionId: 'norte',
        active: true,
        joined: true,
      }
      const assignment = { element: `x${n}`, level: 'Question' as const, userId: id, rev: 1 }
      return [
        { scope: orgScope('norte'), part: '', table: 'person', id, row },
        { scope: instScope('norte', 'tiny'), part: '', table: 'assignment', id: assignment.element, row: assignment },
      ]
    })
    await server.db.write((tx) => writeChanges(tx, changes.flat(), server.clock.now()))
  }

  /** Carries what is due until nothing is. */
  async function carry(server: TestApp, smtp: Smtp): Promise<void> {
    const carrier = await createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
    while ((await carryLetters(server.app.server, carrier)) > 0) server.clock.advance(1000)
    carrier.close()
  }

  const call = async (server: TestApp, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.call(method, path, { token: await server.token('root'), body, headers })

  test('[NT4] of a notification to forty people three bounce: each letter tells its state and why, and the three alone are sent again', async () => {
    const server = await start()
    await withProfessionals(server, 39)
    const refuse = new Set(['p3@norte.example', 'p7@norte.example', 'p11@norte.example'])
    const smtp = await startSmtp({ refuse })
    const sent = await call(server, 'POST', 'notifications', free)
    expect(sent.data).toEqual({ msg: 'Notificaciones enviadas.', sent: 40 })
    await carry(server, smtp)
    expect(smtp.received).toHaveLength(37)
    const listed = (await call(server, 'GET', 'notifications')).data as { notifications: { _id: string }[] }
    expect(listed.notifications).toMatchObject([{ by: 'root Prueba', institutions: 1, waiting: 0, sent: 37, failed: 3, subject: 'Aviso' }])
    const path = `notifications/${listed.notifications[0]?._id ?? ''}`
    const one = (await call(server, 'GET', path)).data as {
      recipients: { email: string; state: string; why: string; error: string | null }[]
    }
    const failed = one.recipients.filter(({ state }) => state === 'failed')
    expect(new Set(failed.map(({ email }) => email))).toEqual(refuse)
    for (const { why, error, email } of failed) expect([why, error]).toEqual(['refused', `550 No such mailbox: ${email}`])
    refuse.clear()
    expect((await call(server, 'POST', `${path}/repeat`)).data).toMatchObject({ sent: 3 })
    await carry(server, smtp)
    expect(
      smtp.received
        .slice(37)
        .flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual(['p11@norte.example', 'p3@norte.example', 'p7@norte.example'])
    expect((await call(server, 'GET', path)).data).toMatchObject({ sent: 40, failed: 0 })
    expect((await call(server, 'POST', `${path}/repeat`)).error.code).toBe('notification_nobody')
    await smtp.stop()
  })

  test('[NT4] a letter that could not go yet tells when it is tried again, one without a reader says so, and one that never went that it was tried', async () => {
    const server = await start()
    await withProfessionals(server, 1)
    await call(server, 'POST', 'notifications', free)
    const down = { carry: () => Promise.reject(new Error('connect ECONNREFUSED')), close: () => undefined }
    await carryLetters(server.app.server, down)
    const { notifications } = (await call(server, 'GET', 'notifications')).data as { notifications: { _id: string }[] }
    const path = `notifications/${notifications[0]?._id ?? ''}`
    const told = async () => ((await call(server, 'GET', path)).data as { recipients: unknown[] }).recipients
    expect(await told()).toMatchObject([
      {
        email: 'ana@norte.example',
        state: 'waiting',
        attempts: 1,
        why: 'later',
        next: expect.stringContaining('T12:00:15'),
        error: 'connect ECONNREFUSED',
      },
      {},
    ])
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'p0').execute()
    for (let tries = 0; tries < 12; tries += 1) {
      server.clock.advance(24 * 3_600_000)
      await carryLetters(server.app.server, down)
    }
    expect(await told()).toMatchObject([
      { state: 'failed', attempts: 9, why: 'gaveUp', next: null },
      { state: 'failed', attempts: 1, why: 'nobody', error: null },
    ])
  })

  test('[NO6] a link in what was written freely is one in the letter, which stays plain text as well; without one only where the letter leads is', async () => {
    const server = await start()
    const smtp = await startSmtp()
    await call(server, 'POST', 'notifications', { ...free, body: 'Vea https://lab.gob.cl/guia <b>ahora</b>.' })
    await call(server, 'POST', 'notifications', free)
    await carry(server, smtp)
    const [linked = '', plain = ''] = smtp.received.map(({ text }) => text.replace(/=\r\n/g, ''))
    expect(linked).toContain('Content-Type: text/plain')
    expect(linked).toContain('<a href=3D"https://lab.gob.cl/guia"')
    expect(linked).toContain('&lt;b&gt;ahora&lt;/b&gt;')
    const leads = new Set([...plain.matchAll(/<a href=3D"([^"]*)"/g)].map(([, href]) => href))
    expect(leads).toEqual(new Set([`${server.app.server.publicUrl}/dashboard`]))
    await smtp.stop()
  })

  test('[NT2] the same call with the same key sends once, and another call with it is refused', async () => {
    const server = await start()
    const key = { 'Idempotency-Key': 'aviso-de-prueba-1' }
    const both = await Promise.all([call(server, 'POST', 'notifications', free, key), call(server, 'POST', 'notifications', free, key)])
    for (const each of both) expect(each.data).toMatchObject({ sent: 1 })
    expect((await call(server, 'POST', 'notifications', free, key)).data).toMatchObject({ sent: 1 })
    expect((await call(server, 'POST', 'notifications', { ...free, body: 'Otro' }, key)).error.code).toBe('key_reused')
    expect(await server.db.q.selectFrom('letter').select('to_user').execute()).toEqual([{ to_user: 'ana' }])
    expect(await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'notice').execute()).toHaveLength(1)
  })

  test('[NT3] who was seen before it is sent is who gets it: if somebody came or went meanwhile nothing is sent', async () => {
    const server = await start()
    await withProfessionals(server, 1)
    const { audience } = (await call(server, 'POST', 'notifications/preview', free)).data as { audience: string }
    await withProfessionals(server, 2)
    const late = await call(server, 'POST', 'notifications', { ...free, audience })
    expect(late.error.code).toBe('notification_readers_changed')
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([])
    const again = (await call(server, 'POST', 'notifications/preview', free)).data as { audience: string }
    expect((await call(server, 'POST', 'notifications', { ...free, audience: again.audience })).data).toMatchObject({ sent: 3 })
  })

  test('[NT4] of two administrators who send again at the same moment one does, and the other is told that nobody is left', async () => {
    const server = await start()
    const smtp = await startSmtp({ refuse: new Set(['ana@norte.example']) })
    await call(server, 'POST', 'notifications', free)
    await carry(server, smtp)
    await smtp.stop()
    const { notifications } = (await call(server, 'GET', 'notifications')).data as { notifications: { _id: string; failed: number }[] }
    expect(notifications).toMatchObject([{ failed: 1 }])
    const path = `notifications/${notifications[0]?._id ?? ''}/repeat`
    const both = await Promise.all([call(server, 'POST', path), call(server, 'POST', path)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect(both.find(({ status }) => status === 422)?.error.code).toBe('notification_nobody')
    const repeats = await server.db.q.selectFrom('sync_mutation').select('mid').where('name', '=', 'notification.repeat').execute()
    expect(repeats).toHaveLength(1)
  })

  test('[NT2] a subject or a message that is hostile reaches its reader as text and no header', async () => {
    const server = await start()
    const smtp = await startSmtp()
    const subject = 'Aviso\r\nBcc: espia@evil.example\r\n\r\n<script>'
    const body = '<img src=x onerror=alert(1)> {link} {name} javascript:alert(1)\r\n.\r\nMAIL FROM:<x@evil.example>'
    expect((await call(server, 'POST', 'notifications', { ...free, subject, body })).status).toBe(200)
    await carry(server, smtp)
    const [letter, ...more] = smtp.received
    expect(more).toEqual([])
    expect(letter?.to).toEqual(['ana@norte.example'])
    const [head = ''] = letter?.text.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^bcc:/im)
    expect(head).toMatch(/^content-type: multipart\/alternative/im)
    const html = (letter?.text ?? '').replace(/=\r\n/g, '').split('text/html')[1] ?? ''
    expect(html).toContain('&lt;img src=3Dx onerror=3Dalert(1)&gt; {link} {name} javascript:alert(1)')
    expect(html).not.toMatch(/<(?:img|script)|href=3D"(?!http:)/)
  })

  test('[NT2] what is empty, and who is no administrator, sends nothing', async () => {
    const server = await start()
    for (const rest of [{ subject: ' ' }, { body: '' }, { institutionIds: [] }, { body: 'x'.repeat(5001) }, { option: '4' }])
      expect((await call(server, 'POST', 'notifications', { ...free, ...rest })).status, JSON.stringify(rest)).toBeGreaterThanOrEqual(400)
    expect((await call(server, 'POST', 'notifications', { ...free, institutionIds: ['none'] })).error.code).toBe('notification_nobody')
    for (const who of ['ana', 'eva'])
      expect((await server.call('POST', 'notifications', { token: await server.token(who), body: free })).status).toBe(403)
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([])
  })

  test('[NT3] the preview tells who gets it and why, and the letter in both languages, and sends nothing', async () => {
    const server = await start()
    await withProfessionals(server, 2)
    const { data } = await call(server, 'POST', 'notifications/preview', free)
    expect(data).toMatchObject({
      left: [],
      recipients: [
        { _id: 'ana', email: 'ana@norte.example', institution: 'Servicio norte', reason: 'leader' },
        { _id: 'p0', reason: 'professional' },
        { _id: 'p1', reason: 'professional' },
      ],
      letter: {
        es: { subject: 'Aviso', text: expect.stringContaining('Hola ana:') },
        en: { subject: 'Aviso', text: expect.stringContaining('Hello ana,') },
      },
    })
    // The letter of each of them can be read.
    const texts: string[] = []
    for (const at of [0, 1, 2]) {
      const { letter } = (await call(server, 'POST', 'notifications/preview', { ...free, at })).data as { letter: { es: { text: string } } }
      texts.push(/Hola (.*):/.exec(letter.es.text)?.[1] ?? '')
    }
    expect(texts).toEqual(['ana', 'Pía 0', 'Pía 1'])
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([])
    const { institutions } = (await call(server, 'GET', 'notifications/institutions')).data as { institutions: unknown[] }
    expect(institutions).toMatchObject([{ _id: 'norte', name: 'Servicio norte' }, { _id: 'sur' }])
  })

  test('[NT5] a letter about final reports tells of the form in which they were published, not of the one that runs, and names who has none', async () => {
    const server = await start({ rehearsal: false })
    await withCycle(server, { stages: cycleStages.filter(({ kind }) => kind !== 'ReplicaInput' && kind !== 'ReplicaRevision') })
    // Data entry runs in another form of theirs, whose name comes first.
    const { data: tiny } = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', 'form')
      .where('id', '=', 'tiny')
      .executeTakeFirstOrThrow()
    const stages = [{ id: 'now', kind: 'NormalInput', name: 'Ingreso', start: '2026-01-01', end: '2027-12-31' }]
    await put(server, [
      { scope: 'form:tiny', part: '', table: 'form', id: 'tiny', row: { ...JSON.parse(tiny), name: 'A primera vista', stages } },
    ])
    goTo(server, 'CalculateResults')
    await calculate(server, 'final')
    await publish(server, 'final', ['norte'])
    const report = { option: '1', template: 'FinalReportSent', institutionIds: ['norte', 'sur'] }
    // Published, and not to be read yet: nothing is told of it.
    expect((await call(server, 'POST', 'notifications', report)).error.code).toBe('notification_nobody')
    goTo(server, 'ShowResults')
    const { forms } = (await call(server, 'GET', 'notifications/institutions')).data as { forms: Record<string, unknown> }
    expect(forms).toMatchObject({ FinalReportSent: [{ _id: cycleForm, name: 'Ciclo completo' }] })
    const { data } = await call(server, 'POST', 'notifications/preview', report)
    expect(data).toMatchObject({
      recipients: [{ _id: 'ana' }, { _id: 'berta' }],
      left: [{ _id: 'sur', name: 'Servicio sur', why: 'noReport' }],
      letter: {
        es: { subject: 'Informe final disponible: Ciclo completo', text: expect.stringContaining('/resultados-institucion/ciclo/final') },
      },
    })
    // Another audience than the one that was looked at gets nothing.
    const { audience } = data as { audience: string }
    await publish(server, 'final', ['sur'])
    expect((await call(server, 'POST', 'notifications', { ...report, audience })).error.code).toBe('notification_readers_changed')
    expect((await call(server, 'POST', 'notifications', report)).status).toBe(200)
    const letters = await server.db.q.selectFrom('letter').select('data').where('template', '=', 'finalReportSent').execute()
    expect(new Set(letters.map((each) => (JSON.parse(each.data) as { form: string }).form))).toEqual(new Set(['Ciclo completo']))
    // Of a form that was named nothing else is told in its place.
    const named = (await call(server, 'POST', 'notifications/preview', { ...report, formId: 'tiny' })).data as {
      recipients: unknown[]
      left: unknown[]
    }
    expect([named.recipients, named.left]).toMatchObject([[], [{ why: 'noReport' }, { why: 'noReport' }]])
  })
})
