import type { LetterTemplate } from '#shared/contract/letter.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import * as contract from '#shared/platform/routes.ts'
import type { LetterPage, PlatformStatus, PlatformStorage, WaitingDevices } from '#shared/platform/routes.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import { createCarrier } from '../../email/carrier.ts'
import { openSession } from '../../http/session.ts'
import { JobRuns } from '../../jobs/runs.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { anotherAdministrator, wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { startSmtp, type Smtp } from '../../testing/smtp.ts'
import { ProcessSigns } from './processes.ts'

const from = { name: 'IIP', address: 'iip@lab.example' }

onEachDatabase((start, kind) => {
  const get = async <T>(server: TestApp, path: string, who = 'root'): Promise<T> => {
    const reply = await server.call('GET', path, { token: await server.token(who) })
    expect(reply.status).toBe(200)
    // The reply's shape is the contract's, and the app of the tests holds it against that.
    return reply.data as T
  }
  const status = (server: TestApp) => get<PlatformStatus>(server, 'platform')
  const letters = (server: TestApp, query = '') => get<LetterPage>(server, `platform/letters${query}`)
  const post = async (server: TestApp, path: string, body: unknown = {}, headers?: Record<string, string>) =>
    server.call('POST', path, { token: await server.token('root'), body, headers })

  async function written(
    server: TestApp,
    rows: readonly (readonly [id: string, template: LetterTemplate, to: string, data?: object, agoMs?: number])[],
  ): Promise<void> {
    const now = epochMs(server.clock.now())
    const values = rows.map(([id, template, to_user, data = {}, agoMs = 1_000]) => {
      const at = instantOf(now - agoMs)
      const state = 'waiting' as const
      return {
        id,
        template,
        to_user,
        data: JSON.stringify(data),
        state,
        attempts: 0,
        next_at: at,
        created_at: at,
        sent_at: null,
        error: null,
      }
    })
    await server.db.q.insertInto('letter').values(values).execute()
  }
  /** Carries what is due once. */
  async function carry(server: TestApp, smtp: Smtp): Promise<number> {
    const carrier = await createCarrier({ smtpUrl: smtp.url, from, dataDir: server.dataDir })
    const carried = await carryLetters(server.app.server, carrier)
    carrier.close()
    return carried
  }
  /** Letters that a mail server took never. */
  const killed = (server: TestApp) =>
    server.db.q
      .updateTable('letter')
      .set({ state: 'dead', attempts: 1, error: '550 No such mailbox' })
      .where('state', '=', 'waiting')
      .execute()

  const signsOf = (server: TestApp, unready: string | null = null): ProcessSigns =>
    new ProcessSigns({
      db: server.db,
      now: server.clock.now,
      log: { error: (data) => void server.logged.push(data) },
      dataDir: server.dataDir,
      mail: 'server',
      files: () => 'disk',
      streams: () => 3,
      jump: () => undefined,
      unready: async () => unready,
    })

  test('[HP2] who is no administrator is refused every call of the page, and so is who has no session', async () => {
    const server = await start()
    const calls = [
      [contract.platformStatus, 'platform'],
      [contract.platformLetters, 'platform/letters'],
      [contract.repeatFailed, 'platform/letters/repeat'],
      [contract.giveUp, 'platform/letters/some/give-up'],
      [contract.platformStorage, 'platform/storage'],
      [contract.storageFile, 'platform/storage/export'],
      [contract.platformDevices, 'platform/devices'],
    ] as const
    expect(calls.map(([route]) => route.name).toSorted()).toEqual(
      server.app.server.routes
        .map(({ name }) => name)
        .filter((name) => name.startsWith('platform.'))
        .toSorted(),
    )
    for (const who of ['eva', 'ana', null]) {
      const token = who === null ? undefined : await server.token(who)
      for (const [{ method, name }, path] of calls) {
        const refused = await server.call(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) })
        expect([name, refused.status, refused.error.code]).toEqual([
          name,
          ...(who === null ? [401, 'unauthenticated'] : [403, 'administrators_only']),
        ])
      }
    }
  })

  test('[HP1] every process is shown with how it is; one that is silent for a minute has gone, one that ended as asked is not there', async () => {
    const server = await start()
    const [other, third] = [signsOf(server, 'schema'), signsOf(server)]
    for (const signs of [server.app.server.signs, other, third]) await signs.tell()
    await third.leave()
    const both = await status(server)
    expect(both.processes.map(({ _id }) => _id).toSorted()).toEqual([server.app.server.signs.id, other.id].toSorted())
    const own = both.processes.find(({ answering }) => answering)
    expect(own).toMatchObject({ _id: server.app.server.signs.id, schema: both.program.schema, version: both.program.version })
    expect(own?.figures).toMatchObject({ reason: null, files: 'disk', mail: 'folder', jumpMs: null, streams: 0 })
    expect(own?.figures.memoryBytes).toBeGreaterThan(1e7)
    expect(own?.figures.diskFreeBytes).toBeGreaterThan(0)
    expect(both.processes.find(({ _id }) => _id === other.id)?.figures).toMatchObject({ reason: 'schema', streams: 3, mail: 'server' })

    server.clock.advance(61_000)
    await server.app.server.signs.tell()
    const later = await status(server)
    const silent = later.processes.filter(({ seenAt }) => epochMs(later.at) - epochMs(seenAt) > 60_000)
    expect(silent.map(({ _id }) => _id)).toEqual([other.id])
    // Its row is kept for a day, and goes with another one's sign.
    server.clock.advance(dayMs)
    await server.app.server.signs.tell()
    expect((await status(server)).processes.map(({ _id }) => _id)).toEqual([server.app.server.signs.id])
    for (const signs of [other, third]) signs.close()
  })

  test('[HP3] database, versions and the last copy and drill are told; where none was made it is never', async () => {
    const server = await start()
    const before = await status(server)
    expect(before.database).toMatchObject({ kind, version: expect.stringMatching(/^\d+\.\d+/) })
    expect(before.database.bytes).toBeGreaterThan(100_000)
    expect(before.program).toMatchObject({ version: expect.stringMatching(/^\d{4}\.\d+\.\d+$/), wire: 1 })
    expect(before.backup).toEqual({ backupAt: null, drillAt: null })
    await server.db.q
      .insertInto('meta')
      .values([
        { key: 'backup_at', value: '2026-03-09T03:00:00.000Z' },
        { key: 'drill_at', value: 'not a moment' },
      ])
      .execute()
    expect((await status(server)).backup).toEqual({ backupAt: '2026-03-09T03:00:00.000Z', drillAt: null })
  })

  test('[HP4] a letter that a mail server refused is told without its words, and sent again by two at once it goes once, on record', async () => {
    const server = await start()
    await written(server, [['l1', 'notificationSent', 'ana', { subject: 'Taller', body: 'El martes a las 10.' }]])
    const refuse = new Set(['ana@norte.example'])
    const smtp = await startSmtp({ refuse })
    expect(await carry(server, smtp)).toBe(0)
    const page = await letters(server)
    expect(page.letters).toEqual([
      expect.objectContaining({
        _id: 'l1',
        template: 'notificationSent',
        user: 'ana',
        email: 'ana@norte.example',
        attempts: 1,
        why: 'refused',
        errorClass: 'answered',
        code: 550,
        hindrance: null,
      }),
    ])
    expect(page.failed).toEqual([{ template: 'notificationSent', why: 'refused', n: 1 }])
    expect(JSON.stringify(page)).not.toMatch(/El martes|No such mailbox/)
    expect((await status(server)).letters).toMatchObject({ waiting: 0, failed: 1, dueSince: null })

    refuse.clear()
    const rita = await anotherAdministrator(server)
    const again = (token: string, key: string) =>
      server.call('POST', 'platform/letters/repeat', { token, body: { ids: ['l1'] }, headers: { 'Idempotency-Key': key } })
    const root = await server.token('root')
    const both = await Promise.all([again(root, 'key-of-root'), again(rita, 'key-of-rita')])
    expect(new Set(both.map(({ status: code }) => code))).toEqual(new Set([200, 404]))
    const won = both[0].status === 200 ? again(root, 'key-of-root') : again(rita, 'key-of-rita')
    expect((await won).data).toMatchObject({ sent: 1 })
    expect((await status(server)).letters).toMatchObject({ waiting: 1, failed: 0, tried: 0 })
    // The invitation of the other administrator waits beside it.
    await Promise.all([carry(server, smtp), carry(server, smtp)])
    expect(smtp.received.filter(({ to }) => to.includes('ana@norte.example'))).toHaveLength(1)
    const acts = await server.db.q.selectFrom('audit').select('detail').where('kind', '=', 'letter.repeat').execute()
    expect(acts.filter(({ detail }) => JSON.parse(detail).disposition === 'applied')).toHaveLength(1)
    await smtp.stop()
  })

  test('[HP4] what would say something wrong by now is not sent again, whatever is asked, and it is told why; the rest of its kind is', async () => {
    const server = await start()
    const inst = { institution: 'Servicio norte', form: 'Formulario' }
    await written(server, [
      ['secret', 'recovery', 'ana'],
      ['joined', 'invited', 'ana'],
      ['day', 'reminder', 'ana', { end: '2026-04-30', items: [{ form: 'F', stage: 'E', end: '2026-04-30', pending: 3 }] }, dayMs],
      ['over', 'stageOpened', 'ana', { form: 'F', stage: 'E', end: '2026-03-09', pending: 3, page: '/x' }],
      ['newer', 'evaluates', 'eva', { ...inst, count: 1, notes: 0, evaluator: 'otro' }, 60_000],
      ['latest', 'evaluatesNoMore', 'eva', { ...inst, count: 1, notes: 0, evaluator: 'otro' }],
      ['old', 'notificationSent', 'berta', { subject: 'S', body: 'B' }, 31 * dayMs],
      ['gone', 'passwordChanged', 'dina'],
      ['good', 'passwordChanged', 'carlos'],
    ])
    await killed(server)
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'dina').execute()
    const told = new Map((await letters(server)).letters.map(({ _id, hindrance }) => [_id, hindrance]))
    expect(Object.fromEntries(told)).toEqual({
      secret: 'askAnew',
      joined: 'joined',
      day: 'day',
      over: 'over',
      newer: 'newer',
      latest: null,
      old: 'old',
      gone: 'reader',
      good: null,
    })
    const one = await post(server, 'platform/letters/repeat', { ids: ['secret'] })
    expect(one.data).toEqual({ sent: 0, left: [{ hindrance: 'askAnew', n: 1 }], more: 0 })
    const kindAlone = await post(server, 'platform/letters/repeat', { template: 'passwordChanged', why: 'refused' })
    expect(kindAlone.data).toEqual({ sent: 1, left: [{ hindrance: 'reader', n: 1 }], more: 0 })
    const all = await post(server, 'platform/letters/repeat')
    expect(all.data).toMatchObject({ sent: 1, more: 0 })
    const waiting = await server.db.q.selectFrom('letter').select('id').where('state', '=', 'waiting').orderBy('id').execute()
    expect(waiting.map(({ id }) => id)).toEqual(['good', 'latest'])
    expect((await post(server, 'platform/letters/repeat', { ids: ['good'] })).error.code).toBe('not_found')
  })

  test('[HP4] letters that stay, however many, keep nobody from sending those behind them again', async () => {
    const server = await start()
    const stay = Array.from({ length: 1_100 }, (_, n) => [`s${String(n).padStart(4, '0')}`, 'recovery', 'ana', {}, 60_000] as const)
    await written(server, [...stay, ['good', 'passwordChanged', 'ana']])
    await killed(server)
    const all = await post(server, 'platform/letters/repeat')
    expect(all.data).toEqual({ sent: 1, left: [{ hindrance: 'askAnew', n: 1_100 }], more: 0 })
  })

  test('[HP4] a letter that is given up goes no more, is no failure, and is given up once; one that went cannot be', async () => {
    const server = await start()
    await written(server, [
      ['dead', 'passwordChanged', 'ana'],
      ['gone', 'passwordChanged', 'berta'],
    ])
    await server.db.q
      .updateTable('letter')
      .set({ state: 'dead', attempts: 9, error: 'connect ECONNREFUSED' })
      .where('id', '=', 'dead')
      .execute()
    await server.db.q.updateTable('letter').set({ state: 'sent' }).where('id', '=', 'gone').execute()
    await written(server, [['waits', 'passwordChanged', 'carlos']])
    expect((await letters(server)).letters).toMatchObject([{ _id: 'dead', why: 'gaveUp', errorClass: 'unreachable', code: null }])
    for (const id of ['dead', 'waits']) expect((await post(server, `platform/letters/${id}/give-up`)).data).toEqual({ givenUp: 1 })
    expect((await post(server, 'platform/letters/dead/give-up')).error.code).toBe('not_found')
    expect((await post(server, 'platform/letters/gone/give-up')).error.code).toBe('not_found')
    expect((await post(server, 'platform/letters/none/give-up')).error.code).toBe('not_found')
    expect((await status(server)).letters).toMatchObject({ waiting: 0, failed: 0 })
    expect((await post(server, 'platform/letters/repeat', { ids: ['dead'] })).error.code).toBe('not_found')
    const smtp = await startSmtp()
    expect(await carry(server, smtp)).toBe(0)
    await smtp.stop()
    const metrics = await server.app.fetch(new Request('http://localhost/metrics'), { address: '127.0.0.1' })
    expect(await metrics.text()).toContain('iip_letters{state="dead"} 0')
  })

  test('[HP4] letters are read page by page, each once, also of those that failed at one moment', async () => {
    const server = await start()
    const ids = Array.from({ length: 120 }, (_, n) => `l${String(n).padStart(3, '0')}`)
    await written(
      server,
      ids.map((id) => [id, 'passwordChanged', 'ana'] as const),
    )
    await killed(server)
    const seen: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: LetterPage = await letters(server, next === '' ? '' : `?before=${encodeURIComponent(next)}`)
      seen.push(...page.letters.map(({ _id }) => _id))
      next = page.next
    }
    expect(seen).toEqual(ids.toReversed())
    expect((await letters(server, '?why=nobody')).letters).toEqual([])
    expect((await letters(server, '?template=passwordChanged&why=refused')).letters).toHaveLength(25)
  })

  test('[HP5] a job that fails is told with the id under which the log has it, and once it succeeds it has not failed', async () => {
    const server = await start()
    const { signs } = server.app.server
    await signs.runs.run('stages', () => Promise.reject(new Error('the disk is on fire')))
    await signs.runs.run('stages', () => Promise.reject(new Error('still')))
    const failing = (await status(server)).jobs.find(({ name }) => name === 'stages')
    expect(failing).toMatchObject({ failures: 2, lastSuccessAt: null, server: signs.id, lastErrorServer: signs.id })
    expect(server.logged).toContainEqual(expect.objectContaining({ errorId: failing?.lastErrorId, job: 'stages' }))
    server.clock.advance(30_000)
    await signs.runs.run('stages', async () => server.clock.advance(250))
    const works = (await status(server)).jobs.find(({ name }) => name === 'stages')
    expect(works).toMatchObject({ failures: 0, lastErrorId: failing?.lastErrorId, runningSince: null })
    expect(works?.ms).toBeGreaterThanOrEqual(250)
    expect(works?.lastSuccessAt).toBe(works?.lastFinishedAt)
    expect((await status(server)).jobs.find(({ name }) => name === 'sweep')).toMatchObject({ lastStartedAt: null, failures: 0 })
  })

  test('[HP5] a job that runs often is written down once in a while, and what it does at this moment is told by its process', async () => {
    const server = await start()
    const runs = new JobRuns({ db: server.db, now: server.clock.now, log: { error: () => undefined }, server: 'other' })
    const noted = async () =>
      (await server.db.q.selectFrom('job_run').select('last_finished_at').executeTakeFirstOrThrow()).last_finished_at
    await runs.run('reports', async () => undefined)
    const first = await noted()
    await runs.run('reports', async () => undefined)
    expect(await noted()).toBe(first)
    server.clock.advance(15_000)
    await runs.run('reports', async () => undefined)
    expect(await noted()).not.toBe(first)

    const { signs } = server.app.server
    await signs.runs.run('letters', () => signs.tell())
    expect((await status(server)).jobs.find(({ name }) => name === 'letters')?.runningSince).toMatch(/^2026-/)
    await signs.tell()
    expect((await status(server)).jobs.find(({ name }) => name === 'letters')?.runningSince).toBeNull()
  })

  test('[HP6] what an institution keeps is what its quota counts, with its rows, and follows what changes; it is taken away as a file, on record', async () => {
    const server = await start()
    const at = server.clock.now()
    const upload = (attachment_id: string, institution: string, received: number) => ({
      attachment_id,
      scope: instScope(institution, 'tiny'),
      user_id: 'ana',
      sha256: attachment_id,
      size: received,
      mime: 'application/pdf',
      received,
      state: 'ready' as const,
      created_at: at,
      updated_at: at,
    })
    await server.db.q
      .insertInto('upload')
      .values([upload('a', 'sur', 2_100_000_000), upload('b', 'sur', 2_000_000_000), upload('c', 'norte', 700)])
      .execute()
    const first = await get<PlatformStorage>(server, 'platform/storage')
    expect(first).toMatchObject({ quotaBytes: 5_000_000_000 })
    expect(first.held).toMatchObject([
      { institution: 'sur', name: 'Servicio sur', form: 'tiny', files: 2, bytes: 4_100_000_000 },
      { institution: 'norte', files: 1, bytes: 700 },
    ])
    expect((await status(server)).storage).toEqual({ files: 3, bytes: 4_100_000_700, nearQuota: 1 })
    const rowsOf = async () => {
      const { n } = await server.db.q
        .selectFrom('sync_row')
        .select((each) => each.fn.countAll<number | string>().as('n'))
        .where('scope', '=', instScope('norte', 'tiny'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    expect(first.held[1]?.rows).toBe(await rowsOf())
    await server.push(await server.token('ana'), 'd1', [wire(1, 'answer.set', { unit: 'q-text', value: 'Hola' })])
    const then = await get<PlatformStorage>(server, 'platform/storage')
    expect(then.held[1]?.rows).toBe(await rowsOf())

    const request = new Request('http://localhost/api/v1/platform/storage/export?format=csv', {
      headers: { Authorization: `Bearer ${await server.token('root')}` },
    })
    const text = await (await server.app.fetch(request)).text()
    expect(text.split(/\r?\n/)[1]).toBe('"Servicio sur","sur","Formulario de prueba","tiny",2,4100000000,5000000000,1')
    const acts = await server.db.q.selectFrom('audit').select('detail').where('kind', '=', 'file.download').execute()
    expect(acts).toHaveLength(1)
  })

  test('[HP7] devices with waiting work are told with whose and since when, the longest unseen first; the server’s own are none', async () => {
    const server = await start()
    const now = epochMs(server.clock.now())
    const device = (user_id: string, id: string, pending: number, agoMs: number, app = '2026.11.0') => ({
      user_id,
      id,
      last_seq: 1,
      app,
      schema_version: 2,
      pending,
      contact_at: null,
      created_at: instantOf(now - 30 * dayMs),
      last_seen_at: instantOf(now - agoMs),
      revoked_at: null,
    })
    await server.db.q
      .insertInto('sync_device')
      .values([
        device('ana', 'fresh', 2, 60_000),
        device('sur-lider', 'left', 7, 3 * dayMs, '2026.10.0'),
        device('berta', 'clean', 0, 9 * dayMs, '2026.10.0'),
        device('ana', '~rest', 5, 0),
        device('eva', 'very-old', 0, 40 * dayMs, '2026.10.0'),
      ])
      .execute()
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Safari/537.36'
    await server.db.write((tx) =>
      openSession(tx, { userId: 'ana', deviceId: 'fresh', origin: { agent, address: '10.0.0.1' } }, server.clock.now()),
    )
    const found = await get<WaitingDevices>(server, 'platform/devices')
    expect(found.total).toBe(2)
    expect(found.devices).toMatchObject([
      { user: 'sur-lider', institution: 'Servicio sur', waiting: 7, app: '2026.10.0', signedIn: false, browser: null },
      {
        user: 'ana',
        email: 'ana@norte.example',
        institution: 'Servicio norte',
        waiting: 2,
        signedIn: true,
        browser: 'Chrome',
        system: 'Windows',
      },
    ])
    const { devices } = await status(server)
    expect(devices).toMatchObject({ waiting: 2, leftLong: 1 })
    expect(devices.apps.map(({ app, devices: n, recent, waiting }) => [app, n, recent, waiting])).toEqual([
      ['2026.10.0', 3, 2, 1],
      ['2026.11.0', 1, 1, 1],
    ])
  })

  test('[HP8] who is signed in is counted once by kind, as long as their session stands, and the newest are named', async () => {
    const server = await start()
    for (const who of ['ana', 'ana', 'sur-lider', 'eva', 'root']) await server.token(who)
    const { sessions } = await status(server)
    expect(sessions.byKind).toEqual({ Administrator: 1, Evaluator: 1, Institutional: 2 })
    expect(sessions.newest[0]).toMatchObject({ user: 'root', name: 'root Prueba', kind: 'Administrator' })
    server.clock.advance(dayMs)
    // An administrator's lasts for half a day; the one that asks now is new.
    expect((await status(server)).sessions.byKind).toEqual({ Administrator: 1, Evaluator: 1, Institutional: 2 })
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'ana').execute()
    server.clock.advance(29.5 * dayMs)
    expect((await status(server)).sessions.byKind).toEqual({ Administrator: 1, Evaluator: 0, Institutional: 0 })
  })
})
