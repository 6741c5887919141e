import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { AuditTable } from '../db/schema.ts'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import { actFor, wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { tamper } from '../testing/tamper.ts'
import { beginEpoch } from '../sync/epoch.ts'
import { acknowledge } from './acknowledged.ts'
import { noteAct } from './acts.ts'
import { digestOf, sealOf } from './chain.ts'
import { verifyChain } from './verify.ts'

const actsIn = (db: Database): Promise<AuditTable[]> => db.q.selectFrom('audit').selectAll().orderBy('n').execute()
const told = (rows: readonly AuditTable[]) => rows.map((row) => [row.kind, row.actor_id, row.form_id, row.institution_id, row.subject_id])
const detailOf = (row: AuditTable | undefined): Record<string, unknown> => JSON.parse(row?.detail ?? '{}')

const evaluator = { kind: 'session.signIn', actorId: 'eva', at: '2026-03-10T12:00:00.000Z' }

onEachDatabase((start) => {
  test('[AU1] what an evaluator or administrator does or is refused is in the audit with its place and outcome, what an institution does is not', async () => {
    const server = await start()
    const ana = await server.token('ana')
    await server.push(ana, 'dev-ana', [wire(1, 'answer.set', { unit: 'q1', value: 'Uno' })])
    expect(await actsIn(server.db)).toEqual([])

    const eva = await server.token('eva')
    await server.push(eva, 'dev-eva', [wire(1, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 })])
    const root = await server.token('root')
    await server.call('PUT', 'form/tiny', { token: root, body: { name: 'Otro nombre', description: '' } })
    const rows = await actsIn(server.db)
    expect(told(rows)).toEqual([
      ['evaluation.decide', 'eva', 'tiny', 'norte', 'evaluation:q1'],
      ['form.edit', 'root', 'tiny', null, 'form:name'],
    ])
    expect(detailOf(rows[0])).toMatchObject({ mid: 'mid-evaluation-1', disposition: 'lost' })
    expect(detailOf(rows[1])).toMatchObject({ disposition: 'applied', code: 'ok' })
    const { args } = await server.db.q.selectFrom('sync_mutation').select('args').where('name', '=', 'form.edit').executeTakeFirstOrThrow()
    expect(detailOf(rows[1])['asked']).toBe(createHash('sha256').update(args).digest('hex'))
    expect(JSON.stringify(rows)).not.toContain('Otro nombre')
    expect((await verifyChain(server.db)).finding).toBeNull()
  })

  test('[AU1] what an administrator changes of people and of the register, and what they write to many, is in the audit as well', async () => {
    const server = await start()
    const root = await server.token('root')
    const asked = [
      await server.call('POST', 'user/eva/toggle', { token: root, body: { active: false } }),
      await server.call('PUT', 'institution/norte/hide', { token: root, body: { hide: true } }),
      await server.call('POST', 'notifications', {
        token: root,
        body: { option: '1', subject: 'Aviso', body: 'Hola', template: 'NotificationSent', institutionIds: ['norte'] },
      }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await actsIn(server.db)).map((row) => [row.kind, row.actor_id])).toEqual([
      ['user.toggle', 'root'],
      ['institution.edit', 'root'],
      ['notification.send', 'root'],
    ])
    expect((await verifyChain(server.db)).finding).toBeNull()
  })

  test('[AU1] what is not written is not in the audit: it is one transaction with what it tells of', async () => {
    const server = await start()
    const root = await server.token('root')
    await expect(
      server.db.write(async (tx) => {
        await noteAct(tx, evaluator)
        throw new Error('broken off')
      }),
    ).rejects.toThrow('broken off')
    expect(await actsIn(server.db)).toEqual([])
    // A call that comes again under its key is one act.
    const headers = { 'Idempotency-Key': 'the-same-call' }
    for (const _ of [1, 2]) await server.call('PUT', 'form/tiny', { token: root, headers, body: { name: 'Nombre', description: '' } })
    expect(told(await actsIn(server.db))).toEqual([['form.edit', 'root', 'tiny', null, 'form:name']])
  })

  test('[AU3] an administrator’s answer for an institution has the institution beside their name', async () => {
    const server = await start()
    const root = await server.token('root')
    await actFor(server, root, 'norte')
    await server.push(root, 'dev-root', [
      wire(1, 'answer.set', { unit: 'q1', value: 'Por ellos' }, { t: server.clock.now() }),
      wire(2, 'form.edit', { of: 'form', seen: { name: 'x' }, want: { name: 'y' } }, { s: questionnaireScope('tiny') }),
    ])
    const rows = await actsIn(server.db)
    expect(rows.map((row) => [row.kind, row.actor_id, row.on_behalf_of])).toEqual([
      ['impersonation.start', 'root', 'norte'],
      ['answer.set', 'root', 'norte'],
      ['form.edit', 'root', null],
    ])
  })

  test('[AU2] sign-in, sign-out, sessions that end, passwords and what did not get in are in the audit, a word typed in vain by its beginning', async () => {
    const server = await start()
    const hash = await server.app.server.passwords.hash('secreta-2026')
    await server.db.q.updateTable('user').set({ password_hash: hash }).where('id', 'in', ['ana', 'eva']).execute()
    const signIn = (email: string, password: string) => server.call('POST', 'auth', { body: { email, password }, from: '192.0.2.7' })
    await signIn('eva@laboratorio.example', 'no-es')
    // What did not get in is noted after the reply, of two that follow each other in whichever order.
    await server.app.settled()
    await signIn('mi-clave-secreta@nadie.example', 'no-es')
    await server.app.settled()
    const token = ((await signIn('eva@laboratorio.example', 'secreta-2026')).data as { token: string }).token
    await signIn('eva@laboratorio.example', 'secreta-2026')
    await server.call('POST', 'user/sessions/end-others', { token })
    const passwords = { password: 'secreta-2026', newPassword: 'otra-clave-77', confirmNewPassword: 'otra-clave-77' }
    expect((await server.call('PUT', 'user/change-password/eva', { token, body: passwords })).status).toBe(200)
    await server.call('POST', 'auth/logout', { token })
    const rows = await actsIn(server.db)
    expect(rows.map((row) => [row.kind, row.actor_id, row.subject_id])).toEqual([
      ['session.failed', '', 'eva'],
      ['session.failed', '', null],
      ['session.signIn', 'eva', 'eva'],
      ['session.signIn', 'eva', 'eva'],
      ['session.ended', 'eva', 'eva'],
      ['account.password', 'eva', 'eva'],
      ['session.signOut', 'eva', 'eva'],
    ])
    expect(detailOf(rows[0])).toEqual({
      code: 'login_failed',
      count: 1,
      network: expect.stringContaining('192.0.2'),
      salt: expect.any(String),
    })
    expect(detailOf(rows[1])).toMatchObject({ typed: 'mi…@nadie.example' })
    expect(detailOf(rows[4])).toEqual({ ended: 1 })
    expect(JSON.stringify(rows)).not.toMatch(/clave|no-es|secreta/)
  })

  test('[AU5] two hundred attempts at one account and two hundred at addresses that are nobody’s leave few lines, which say how many', async () => {
    const server = await start()
    for (let n = 0; n < 200; n += 1) {
      await server.call('POST', 'auth', {
        body: { email: 'eva@laboratorio.example', password: `no-${n}` },
        from: `2001:db8:${n}::1`,
      })
      await server.call('POST', 'auth', { body: { email: `x${n}@nadie.example`, password: 'no' }, from: `2001:db8:f${n}::1` })
    }
    await server.app.settled()
    const rows = await actsIn(server.db)
    const counts = (subject: string | null) =>
      rows.filter((row) => row.subject_id === subject && row.kind === 'session.failed').map((row) => detailOf(row)['count'])
    expect(counts('eva')).toEqual([1, 10, 100])
    expect(counts(null)).toHaveLength(21)
    expect(counts(null).at(-1)).toBe(100)
    // The next hour is told again.
    server.clock.advance(3_600_000)
    await server.call('POST', 'auth', { body: { email: 'eva@laboratorio.example', password: 'no' } })
    await server.app.settled()
    expect(detailOf((await actsIn(server.db)).at(-1))['count']).toBe(1)
  })

  test('[AU4] a file that the lab takes away is in the audit, and not what is refused, shown on a page, or an institution’s own', async () => {
    const server = await start()
    const root = await server.token('root')
    const ana = await server.token('ana')
    const take = (path: string, token: string) =>
      server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }))
    const path = 'reports/tiny/institutions/answers/export?format=csv'
    const taken = await take(path, root)
    expect(taken.status).toBe(200)
    expect((await actsIn(server.db)).map((row) => row.kind)).toEqual(['file.download'])
    await taken.text()
    expect((await take(path, ana)).status).not.toBe(200)
    const [row, ...others] = await actsIn(server.db)
    expect(others).toEqual([])
    expect(row).toMatchObject({ actor_id: 'root', form_id: 'tiny', subject_id: expect.stringMatching(/\./) })
    expect(detailOf(row)).toEqual({ file: 'respuestas_tiny.csv', asked: 'format=csv' })
  })

  test('[AU6] the database itself refuses to change or remove an act, or to move the end of the chain back', async () => {
    const server = await start()
    await server.db.write((tx) => noteAct(tx, evaluator))
    const q = server.db.q
    const refused = [
      () => sql`update audit set kind = 'nothing'`.execute(q),
      () => sql`delete from audit`.execute(q),
      () => sql`update audit_head set n = 0`.execute(q),
      () => sql`delete from audit_head`.execute(q),
      ...(server.db.kind === 'sqlite'
        ? [() => sql`insert or replace into audit select * from audit`.execute(q)]
        : [() => sql`truncate audit`.execute(q), () => sql`truncate audit_head`.execute(q)]),
    ]
    for (const change of refused) await expect(change()).rejects.toThrow('the audit')
    expect((await verifyChain(server.db)).finding).toBeNull()
  })

  test('[AU6] writers of several processes append to one chain', async () => {
    const server = await start()
    const url = server.db.kind === 'postgres' ? await urlOf(server) : undefined
    const second = url === undefined ? openSqlite(`${server.dataDir}/iip.sqlite`) : openPostgres(url)
    const write = (db: Database, n: number) => db.write((tx) => noteAct(tx, { ...evaluator, detail: { n } }))
    try {
      for (let n = 0; n < 15; n += 1) {
        // A second writer of SQLite in this very process would wait for itself.
        if (url === undefined) for (const db of [server.db, second]) await write(db, n)
        else await Promise.all([server.db, second].map((db) => write(db, n)))
      }
    } finally {
      await second.close()
    }
    const { finding, head } = await verifyChain(server.db)
    expect([finding, head.n]).toEqual([null, 30])
  })

  const forge = async (db: Database, n: number, change: Partial<AuditTable>): Promise<void> => {
    const row = await db.q.selectFrom('audit').selectAll().where('n', '=', n).executeTakeFirstOrThrow()
    const { previous, digest: _, ...link } = { ...row, ...change }
    await db.q
      .updateTable('audit')
      .set({ ...change, digest: digestOf(link, previous) })
      .where('n', '=', n)
      .execute()
  }
  const blow: readonly (readonly [string, (db: Database) => Promise<unknown>, string, number])[] = [
    ['a word that was changed', (db) => sql`update audit set actor_id = 'otro' where n = 3`.execute(db.q), 'changed', 3],
    ['a row that was changed with its digest', (db) => forge(db, 3, { actor_id: 'otro' }), 'unlinked', 4],
    ['the last row, changed with its digest', (db) => forge(db, 6, { actor_id: 'otro' }), 'changed', 6],
    ['a row that was removed', (db) => sql`delete from audit where n = 3`.execute(db.q), 'removed', 3],
    ['the first row, removed', (db) => sql`delete from audit where n = 1`.execute(db.q), 'removed', 1],
    ['a tail that was cut off', (db) => sql`delete from audit where n > 4`.execute(db.q), 'cut', 5],
    ['everything, removed', (db) => sql`delete from audit`.execute(db.q), 'cut', 1],
    [
      'a tail that was cut off with the end moved back',
      async (db) => {
        await sql`delete from audit where n > 4`.execute(db.q)
        await sql`update audit_head set n = 4, digest = (select digest from audit where n = 4)`.execute(db.q)
      },
      'seal',
      4,
    ],
    [
      'a row that was put in after the last',
      async (db) => {
        const last = await db.q.selectFrom('audit').selectAll().where('n', '=', 6).executeTakeFirstOrThrow()
        const { previous: _p, digest: _d, ...link } = { ...last, n: 7 }
        await db.q
          .insertInto('audit')
          .values({ ...link, previous: last.digest, digest: digestOf(link, last.digest) })
          .execute()
      },
      'inserted',
      7,
    ],
    ['a row that was put in before the first', (db) => sql`update audit set n = 0 where n = 1`.execute(db.q), 'inserted', 0],
    [
      'an entry of the ledger that was changed',
      (db) => sql`update sync_mutation set args = '{}' where name = 'form.edit'`.execute(db.q),
      'ledger',
      6,
    ],
    ['an entry of the ledger that was removed', (db) => sql`delete from sync_mutation where name = 'form.edit'`.execute(db.q), 'ledger', 6],
  ]
  test.each(blow)('[AU7] %s is found, and named', async (_, work, kind, n) => {
    const server = await start()
    for (let act = 0; act < 5; act += 1) await server.db.write((tx) => noteAct(tx, { ...evaluator, detail: { act } }))
    await server.call('PUT', 'form/tiny', { token: await server.token('root'), body: { name: 'Nombre', description: '' } })
    const before = await verifyChain(server.db)
    expect([before.finding, before.head.n]).toEqual([null, 6])
    await tamper(server.db, work)
    const { finding } = await verifyChain(server.db)
    expect([finding?.kind, finding?.n]).toEqual([kind, n])
  })

  test('[AU7] a chain that somebody made anew with the server’s secret is found out by an end that was noted elsewhere, and by nothing else', async () => {
    const server = await start()
    for (let act = 0; act < 4; act += 1) await server.db.write((tx) => noteAct(tx, { ...evaluator, detail: { act } }))
    const noted = (await verifyChain(server.db)).head
    await tamper(server.db, async (db) => {
      const rows = await actsIn(db)
      let previous = ''
      for (const row of rows) {
        const { previous: _p, digest: _d, ...link } = { ...row, actor_id: row.n === 2 ? 'otro' : row.actor_id }
        const digest = digestOf(link, previous)
        await db.q.updateTable('audit').set({ actor_id: link.actor_id, previous, digest }).where('n', '=', row.n).execute()
        previous = digest
      }
      const { value } = await db.q.selectFrom('meta').select('value').where('key', '=', 'server_secret').executeTakeFirstOrThrow()
      await db.q
        .updateTable('audit_head')
        .set({ digest: previous, seal: sealOf(value, 4, previous) })
        .execute()
    })
    expect((await verifyChain(server.db)).finding).toBeNull()
    expect((await verifyChain(server.db, noted)).finding).toMatchObject({ kind: 'noted', n: 4 })
    expect((await verifyChain(server.db, { n: 9, digest: noted.digest })).finding).toMatchObject({ kind: 'noted', n: 9 })
  })

  test('[AU7] a chain of more rows than are held at one time is walked to its end', async () => {
    const server = await start()
    await server.db.write(async (tx) => {
      for (let act = 0; act < 1_100; act += 1) await noteAct(tx, { ...evaluator, detail: { act } })
    })
    expect(await verifyChain(server.db)).toMatchObject({ to: { n: 1_100 }, head: { n: 1_100 }, finding: null })
    await tamper(server.db, (db) => sql`delete from audit where n = 1000`.execute(db.q))
    expect((await verifyChain(server.db)).finding).toMatchObject({ kind: 'removed', n: 1_000 })
  })

  test('[AU7] all that is wrong is found, not the first of it alone', async () => {
    const server = await start()
    for (let act = 0; act < 8; act += 1) await server.db.write((tx) => noteAct(tx, { ...evaluator, detail: { act } }))
    await tamper(server.db, async (db) => {
      await sql`update audit set actor_id = 'otro' where n = 2`.execute(db.q)
      await sql`delete from audit where n = 4`.execute(db.q)
      await sql`update audit set detail = '{"act":9}' where n = 7`.execute(db.q)
    })
    const { findings, isWhole } = await verifyChain(server.db)
    expect(findings.map(({ kind, n }) => [kind, n])).toEqual([
      ['changed', 2],
      ['removed', 4],
      ['changed', 7],
    ])
    expect(isWhole).toBe(true)
  })

  test('[AU10] what is wrong with an act is acknowledged by name and reason in the chain, and another change of it is a finding again', async () => {
    const server = await start()
    for (let act = 0; act < 6; act += 1) await server.db.write((tx) => noteAct(tx, { ...evaluator, detail: { act } }))
    await tamper(server.db, async (db) => {
      await sql`update audit set actor_id = 'otro' where n = 3`.execute(db.q)
      await sql`update audit set actor_id = 'otro' where n = 5`.execute(db.q)
    })
    const before = await verifyChain(server.db)
    expect(before.findings.map(({ n }) => n)).toEqual([3, 5])
    const by = await acknowledge(
      server.db,
      before.findings.filter(({ n }) => n === 3),
      'Avería del 3 de marzo',
      evaluator.at,
    )
    expect(by).toBe(7)
    expect(detailOf((await actsIn(server.db)).at(-1))).toMatchObject({ act: 3, finding: 'changed', reason: 'Avería del 3 de marzo' })
    const after = await verifyChain(server.db)
    expect(after.findings.map(({ n }) => n)).toEqual([5])
    expect(after.known).toMatchObject([{ finding: { kind: 'changed', n: 3 }, acknowledged: { by: 7, reason: 'Avería del 3 de marzo' } }])
    await tamper(server.db, (db) => sql`update audit set actor_id = 'tercero' where n = 3`.execute(db.q))
    expect((await verifyChain(server.db)).findings.map(({ n }) => n)).toEqual([3, 5])
    // Of the end of the chain no act can be acknowledged.
    await tamper(server.db, (db) => sql`delete from audit where n = 7`.execute(db.q))
    const cut = (await verifyChain(server.db)).findings.filter(({ kind }) => kind === 'cut')
    await expect(acknowledge(server.db, cut, 'No', evaluator.at)).rejects.toThrow('cannot be acknowledged')
  })

  test('[AU11] what is digested is what is stored, whatever characters a call brought', async () => {
    const server = await start()
    const broken = 'a\ud800b\0c'
    const act = { kind: broken, actorId: broken, onBehalfOf: broken, formId: broken, institutionId: broken, subjectId: broken }
    await server.db.write((tx) => noteAct(tx, { ...act, detail: { broken }, at: evaluator.at }))
    expect((await verifyChain(server.db)).findings).toEqual([])
  })

  test('[AU8] another life of the database is in the audit once, whoever sees first that it was put back, and the chain goes on', async () => {
    const server = await start()
    const { value } = await server.db.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow()
    await server.db.write((tx) => noteAct(tx, evaluator))
    const began = await Promise.all([1, 2].map(() => server.db.write((tx) => beginEpoch(tx, value, evaluator.at))))
    expect(began.filter(Boolean)).toEqual([true])
    const rows = await actsIn(server.db)
    expect(rows.map((row) => row.kind)).toEqual(['session.signIn', 'platform.putBack'])
    expect(detailOf(rows[1])).toEqual({ from: value })
    expect(rows[1]?.epoch).not.toBe(value)
    expect((await verifyChain(server.db)).finding).toBeNull()
  })
})

async function urlOf({ db }: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string; port: string; host: string; user: string }>`
    select current_database() as name, current_setting('port') as port, current_setting('unix_socket_directories') as host, current_user as user`.execute(
    db.q,
  )
  const [row] = rows
  return `postgres://iip:iip@localhost:${row?.port}/${row?.name}`
}
