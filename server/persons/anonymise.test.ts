import { personSchema } from '#shared/accounts/model.ts'
import type { Person } from '#shared/accounts/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LedgerDigest, ledgerPages, ledgerRow, ledgerUntil } from '../archives/ledger.ts'
import { accountsIn, People } from '../archives/people.ts'
import { archiveTables } from '../archives/tables.ts'
import { noteActs } from '../audit/acts.ts'
import { verifyChain } from '../audit/verify.ts'
import { examine } from '../cli/examine.ts'
import type { Database } from '../db/open.ts'
import { createCarrier, type Mail } from '../email/carrier.ts'
import { endedByHand } from '../email/outbox.ts'
import { carryLetters } from '../jobs/letters.ts'
import { anotherAdministrator, wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

const agent = 'Mozilla/5.0 (Canario; rv:99.7) Quiltrahuefox/7'
const address = '198.51.100.77'
/** Words that nothing may say any more. Each is found in what is kept before, or the test tells nothing. */
const canaries = ['Zenobia', 'Quiltrahue', 'zenobia.q@', '11.222.333-4', '198.51.100', 'Canario', 'Zenovia', 'z.vieja@']

/** Every row of every table, as text. */
async function dumpOf(db: Database): Promise<string> {
  const tables =
    db.kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db.q)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db.q)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.ref(name)}`.execute(db.q)
    for (const row of rows) found.push(`${name} ${JSON.stringify(row)}`)
  }
  return found.join('\n')
}

/** Every file below a folder, with its bytes as text: of SQLite the database itself, its log and what is left in its pages. */
function filesIn(dir: string): [name: string, bytes: string][] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, string][] => {
    const path = join(dir, name)
    return statSync(path).isFile() ? [[name, readFileSync(path, 'latin1')]] : []
  })
}

const linesWith = (text: string, word: string): string[] => text.split('\n').filter((line) => line.includes(word))

/** Somebody who was invited by a leader under another name and address, was corrected, joined, and worked; with all that this leaves. */
async function withZenobia(server: TestApp): Promise<{ readonly id: string; readonly token: string }> {
  const { db, clock } = server
  const ana = await server.token('ana')
  const root = await server.token('root')
  const invite = { name: 'Zenovia', surname: 'Quiltrahue', email: 'z.vieja@norte.example' }
  const invited = await server.push(ana, 'dev-ana', [
    wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension', seen: 0 }], who: { invite } }),
  ])
  expect([invited.status, invited.data.results]).toEqual([200, []])
  const { id } = await db.q.selectFrom('user').select('id').where('email', '=', invite.email).executeTakeFirstOrThrow()
  const edited = await server.call('PUT', `user/${id}`, {
    token: root,
    body: { name: 'Zenobia', surname: 'Quiltrahue', email: 'Zenobia.Q@norte.example' },
  })
  expect(edited.status).toBe(200)
  const carrier = await createCarrier({ smtpUrl: undefined, from: { name: 'IIP', address: 'iip@lab.example' }, dataDir: server.dataDir })
  clock.advance(3_600_000)
  await carryLetters(server.app.server, carrier)
  const letters = filesIn(join(server.dataDir, 'mail')).map(([, text]) => text.replace(/=\r\n/g, ''))
  const secret =
    must(
      letters.findLast((text) => text.includes('token=') && text.includes('enobia')),
      'no invitation went',
    ).match(/token=(?:3D)?([\w-]{20,})/)?.[1] ?? ''
  const password = 'una frase larga 9'
  const joined = await server.call('POST', 'auth/invite', {
    body: { token: secret, email: 'zenobia.q@norte.example', password, confirmPassword: password },
  })
  expect(joined.status).toBe(200)
  await server.call('POST', 'auth', { body: { email: 'zenobia.q@norte.example', password: 'no-es' }, from: address })
  await server.app.settled()
  const signedIn = await server.call('POST', 'auth', {
    body: { email: 'zenobia.q@norte.example', password },
    headers: { 'User-Agent': agent },
    from: address,
  })
  const { token } = v.parse(v.object({ token: v.string() }), signedIn.data)
  // What they write for the institution is the institution's, and what others wrote of them is theirs: both stay.
  await server.push(token, 'dev-zen', [
    wire(1, 'answer.set', { unit: 'q1', value: 'Lo que respondió' }, { mid: 'zen-1' }),
    wire(2, 'help.ask', { text: 'Necesito ayuda', page: '/' }, { mid: 'zen-2', s: `own:${id}` }),
  ])
  await server.push(ana, 'dev-ana', [wire(2, 'answer.set', { unit: 'q1', value: 'Otra' }, { mid: 'ana-2' })])
  await db.q
    .insertInto('sso_link')
    .values({ user_id: id, provider: 'claveunica', subject: '11.222.333-4', created_at: clock.now() })
    .execute()
  await mkdir(join(server.dataDir, 'reports'), { recursive: true })
  await writeFile(join(server.dataDir, 'reports', 'made'), 'Zenobia Quiltrahue')
  await db.q
    .insertInto('report_job')
    .values({
      id: 'job',
      user_id: 'root',
      kind: 'Configuracion',
      form_id: 'tiny',
      institution_id: null,
      format: 'csv',
      layout: 'long',
      state: 'ready',
      done: 1,
      total: 1,
      begun: 1,
      claim: null,
      claimed_until: null,
      created_at: clock.now(),
      started_at: clock.now(),
      expires_at: '2027-01-01T00:00:00.000Z',
      file: 'made',
      name: 'r.csv',
      type: 'text/csv',
      size: 18,
      code: null,
      institutions: '["norte"]',
    })
    .execute()
  return { id, token }
}

const wanted = { confirm: 'zenobia  quiltrahue', reason: 'Lo pidió Zenobia Quiltrahue por escrito', letter: true }

onEachDatabase((start, kind) => {
  test('[LW3] once somebody is anonymised nothing that is kept says their name, address, identity, browser or network, and every record holds', async () => {
    const server = await start()
    const { id, token } = await withZenobia(server)
    const before = await dumpOf(server.db)
    expect(canaries.filter((word) => linesWith(before, word).length === 0)).toEqual([])
    const histories = await server.db.q.selectFrom('history').selectAll().orderBy('id').execute()
    const root = await server.token('root')
    const gone = await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })
    expect(gone.error ?? gone.data).toMatchObject({
      _id: id,
      name: 'Persona',
      surname: expect.stringMatching(/^[0-9A-F]{6}$/),
      active: false,
    })

    // The last letter goes to where they read, and forgets it.
    const mails: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void mails.push(mail), close: () => undefined })
    const last = mails.filter(({ to }) => to.address.toLowerCase() === 'zenobia.q@norte.example')
    expect(last.map(({ to, subject }) => [to.name, subject])).toEqual([['', 'Su nombre y su correo se eliminaron de la plataforma']])

    await server.db.tidy()
    const after = await dumpOf(server.db)
    for (const word of canaries) expect([word, linesWith(after, word)]).toEqual([word, []])
    for (const [name, text] of filesIn(server.dataDir))
      for (const word of canaries) expect([name, word, text.includes(word)]).toEqual([name, word, false])

    // What happened is all there, under the pseudonym.
    const still = await server.db.q.selectFrom('history').selectAll().orderBy('id').execute()
    const kept = new Set(still.map((row) => row.id))
    expect(histories.filter((row) => !kept.has(row.id))).toEqual([])
    expect(still.find((row) => row.mid === 'zen-1')).toMatchObject({ value: '"Lo que respondió"', user_id: id })
    const { surname } = v.parse(v.looseObject({ surname: v.string() }), gone.data)
    expect(still.find((row) => row.action === 'Cambia cuenta')?.text).toBe(`Persona ${surname} <persona-${surname.toLowerCase()}>`)
    expect(still.find((row) => row.action === 'Anonimiza cuenta')?.text).toBe(`Lo pidió Persona ${surname} por escrito`)
    expect((await verifyChain(server.db)).finding).toBeNull()
    const findings = await examine(server.db, server.app.server.files, Date.now())
    expect(findings).toEqual([])
    // Their device is told to remove what it holds, and nothing lets them in.
    expect((await server.call('GET', 'auth/me', { token })).error.code).toBe('revoked')
    expect(
      (await server.call('POST', 'auth', { body: { email: 'zenobia.q@norte.example', password: 'una frase larga 9' } })).error.code,
    ).toBe('login_failed')
  })

  test('[LW4] an act about a longer address that ends in theirs stays as it is', async () => {
    const { db, clock, call, token } = await start()
    const { email } = await db.q.selectFrom('user').select('email').where('id', '=', 'berta').executeTakeFirstOrThrow()
    const subjects = [`invitation:${email.toUpperCase()}`, `invitation:al${email}`, `invitation:${email}.ar`]
    await db.write((tx) =>
      noteActs(
        tx,
        subjects.map((subjectId) => ({ kind: 'session.ended', actorId: 'root', subjectId, at: clock.now() })),
      ),
    )
    const body = { confirm: 'berta Prueba', reason: 'Lo pidió', letter: false }
    expect((await call('POST', 'user/berta/anonymise', { token: await token('root'), body })).status).toBe(200)
    const acts = await db.q.selectFrom('audit').select('subject_id').where('kind', '=', 'session.ended').orderBy('n').execute()
    expect(acts.map(({ subject_id }) => subject_id).slice(0, 3)).toEqual(['person:berta', ...subjects.slice(1)])
    expect((await verifyChain(db)).finding).toBeNull()
  })

  test('[LW1] colleagues’ devices receive the pseudonym in every institution of theirs, and nothing can be done to the account any more', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    const sur = await server.token('sur-lider')
    expect((await server.call('PUT', `user/${id}/institution/sur`, { token: root })).status).toBe(200)
    const first = await server.pull(sur, 'dev-sur', null, { limit: 500 })
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const second = await server.pull(sur, 'dev-sur', first.data.cursor, { limit: 500 })
    const rows = JSON.stringify(second.data)
    expect(rows).toContain('"anonymised":true')
    expect(rows).not.toContain('enobia')
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', orgScope('norte'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const person: Person = v.parse(personSchema, JSON.parse(row.data))
    const tries = [
      await server.call('PUT', `user/${id}`, { token: root, body: { name: 'Otra', surname: 'Vez', email: 'otra@norte.example' } }),
      await server.call('POST', `user/${id}/toggle`, { token: root, body: { active: true } }),
      await server.call('PUT', `user/${id}/profile`, { token: root, body: { name: 'Otra', surname: 'Vez' } }),
      await server.call('PUT', `user/${id}/institution/sur`, { token: root }),
      await server.call('POST', `user/${id}/anonymise`, { token: root, body: { ...wanted, confirm: `Persona ${person.surname}` } }),
    ]
    expect(tries.map(({ error }) => error.code)).toEqual(['not_found', 'not_found', 'not_found', 'not_found', 'not_found'])
  })

  test('[LW2] who leads or evaluates, whose devices hold something, who asks for themselves and the last administrator keep their names, and are told what to do first', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    const ask = async (who: string, confirm: string, rest: object = {}) =>
      (await server.call('POST', `user/${who}/anonymise`, { token: root, body: { ...wanted, confirm, ...rest } })).error
    expect(await ask('ana', 'ana Prueba')).toMatchObject({
      code: 'person_in_charge',
      params: { places: 'Servicio norte · Formulario de prueba' },
    })
    expect((await ask('eva', 'eva Prueba')).code).toBe('person_in_charge')
    expect((await ask('root', 'root Prueba')).code).toBe('own_account')
    expect((await ask(id, 'Zenobia')).code).toBe('person_name')
    expect((await ask(id, 'Zenobia Quiltrahue', { reason: ' ' })).code).toBe('anonymise_reason_empty')
    await server.db.q.updateTable('sync_device').set({ pending: 3 }).where('user_id', '=', id).where('id', '=', 'dev-zen').execute()
    expect(await ask(id, 'Zenobia Quiltrahue')).toMatchObject({ code: 'person_waits', params: { n: 3 } })
    // Nobody outside the administration asks for it.
    const ana = await server.token('ana')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: ana, body: wanted })).error.code).toBe('administrators_only')
    // A device of which nothing was heard for as long as a session lasts is lost, with what it holds.
    server.clock.advance(32 * dayMs)
    const later = await server.token('root')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: later, body: wanted })).status).toBe(200)
    const rita = await anotherAdministrator(server)
    expect((await server.call('POST', `user/root/anonymise`, { token: rita, body: { ...wanted, confirm: 'root Prueba' } })).status).toBe(
      200,
    )
  })

  test('[KV4] an archive that was made before a name left the ledger still proves it, and does not prove one that was changed', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const digestsOf = async (): Promise<ReadonlyMap<unknown, unknown>> => {
      const people = new People(await server.db.read(accountsIn), undefined)
      const column = archiveTables.libro.fields.findIndex(({ name }) => name === 'argumentos_sha256')
      const found = new Map<unknown, unknown>()
      for await (const entries of ledgerPages(server.db, 'tiny'))
        for (const each of entries) found.set(each.mid, ledgerRow(each, people)[column])
      return found
    }
    const made = new LedgerDigest()
    for await (const entries of ledgerPages(server.db, 'tiny')) for (const each of entries) made.take(each)
    const { sha256, ultima, entradas } = made.end()
    const digests = await digestsOf()
    expect(entradas).toBe(digests.size)
    server.clock.advance(1000)
    const root = await server.token('root')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const ofForm = server.db.q.selectFrom('sync_mutation').select('mid').where('said', 'is not', null).where('scope', 'like', '%:tiny')
    const { mid } = await ofForm.executeTakeFirstOrThrow()
    // That they are responsible for nothing any more is an entry that came later.
    expect(await ledgerUntil(server.db, 'tiny', ultima)).toEqual({ sha256, later: 1 })
    expect([...(await digestsOf())].filter(([each]) => digests.has(each))).toEqual([...digests])
    // What a row says of what came is part of what is proved.
    await server.db.q
      .updateTable('sync_mutation')
      .set({ said: '0'.repeat(64) })
      .where('mid', '=', mid)
      .execute()
    expect((await ledgerUntil(server.db, 'tiny', ultima)).sha256).not.toBe(sha256)
  })

  test('[LW4] a name that left is told from a change: whoever alters what stands, or what proves it, is found out', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })
    const { n, detail } = await server.db.q
      .selectFrom('audit')
      .select(['n', 'detail'])
      .where('kind', '=', 'data.redacted')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toMatchObject({ why: 'person', entries: expect.any(Number), acts: 2 })
    const entry = await server.db.q.selectFrom('sync_mutation').selectAll().where('name', '=', 'user.edit').executeTakeFirstOrThrow()
    expect(entry.said).toMatch(/^[\da-f]{64}$/)
    // What a device sends again is what it sent, whatever is kept of it.
    const again = await server.push(await server.token('ana'), 'dev-ana', [
      wire(1, 'assignment.set', {
        elements: [{ element: 'd1', level: 'Dimension', seen: 0 }],
        who: { invite: { name: 'Zenovia', surname: 'Quiltrahue', email: 'z.vieja@norte.example' } },
      }),
    ])
    expect(again.status).toBe(200)
    // An act is changed by nobody, and one that stands in the table of what left only in what it says of somebody.
    await expect(sql`update audit set detail = '{}' where n = ${n}`.execute(server.db.q)).rejects.toThrow('audit is never changed')
    const signIn = await server.db.q
      .selectFrom('audit')
      .select('n')
      .where('kind', '=', 'session.signIn')
      .orderBy('n')
      .executeTakeFirstOrThrow()
    await expect(sql`update audit set kind = 'x' where n = ${signIn.n}`.execute(server.db.q)).rejects.toThrow('audit is never changed')
    await server.db.q.updateTable('sync_mutation').set({ args: '{"other":1}' }).where('mid', '=', entry.mid).execute()
    expect((await verifyChain(server.db)).finding).toMatchObject({ kind: 'ledger' })
    await server.db.q.updateTable('sync_mutation').set({ args: entry.args }).where('mid', '=', entry.mid).execute()
    expect((await verifyChain(server.db)).finding).toBeNull()
    await server.db.q.updateTable('audit').set({ detail: '{"network":"203.0.113"}' }).where('n', '=', signIn.n).execute()
    expect((await verifyChain(server.db)).finding).toMatchObject({ kind: 'changed', n: signIn.n })
    await server.db.q.deleteFrom('redaction').where('place', '=', 'ledger').execute()
    expect((await verifyChain(server.db)).finding).not.toBeNull()
    expect(kind).toBe(server.db.kind)
  })

  test('[LW3] of two who are called the same only what is theirs for sure changes its name', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    const twin = await server.call('POST', 'user', {
      token: root,
      body: { name: 'Zenobia', surname: 'Quiltrahue', email: 'otra.zenobia@norte.example', institution: 'norte' },
    })
    const { _id: twinId } = v.parse(v.looseObject({ _id: v.string() }), twin.data)
    const given = await server.push(await server.token('ana'), 'dev-ana', [
      wire(3, 'assignment.set', { elements: [{ element: 'd2', level: 'Dimension', seen: 0 }], who: { userId: twinId } }, { mid: 'ana-3' }),
    ])
    expect(given.data.results).toEqual([])
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const assigned = await server.db.q.selectFrom('history').select(['mid', 'text']).where('action', '=', 'Asigna').orderBy('mid').execute()
    expect(assigned.map(({ mid, text }) => [mid, text?.includes('Zenobia Quiltrahue')])).toEqual([
      ['ana-3', true],
      ['mid-assignment-1', false],
      ['zen-1', false],
    ])
    const user = await server.db.q.selectFrom('user').select(['name', 'email']).where('id', '=', twinId).executeTakeFirstOrThrow()
    expect(user).toEqual({ name: 'Zenobia', email: 'otra.zenobia@norte.example' })
  })

  test('[LW3] who, and what, has the name inside a longer one keeps it in histories, letters and notices, also one of before', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    const made = await server.call('POST', 'user', {
      token: root,
      body: { name: 'María Zenobia', surname: 'Quiltrahue Soto', email: 'mariazenobia.q@norte.example', institution: 'norte' },
    })
    const { _id: other } = v.parse(v.looseObject({ _id: v.string() }), made.data)
    const given = await server.push(await server.token('ana'), 'dev-ana', [
      wire(3, 'assignment.set', { elements: [{ element: 'd2', level: 'Dimension', seen: 0 }], who: { userId: other } }, { mid: 'ana-3' }),
    ])
    expect(given.data.results).toEqual([])
    // Called otherwise since: what was written then means her still.
    const renamed = { name: 'María', surname: 'Soto', email: 'mariazenobia.q@norte.example' }
    expect((await server.call('PUT', `user/${other}`, { token: root, body: renamed })).status).toBe(200)
    const norte = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', orgScope('norte'))
      .where('tbl', '=', 'institution')
      .executeTakeFirstOrThrow()
    const name = 'Fundación Zenobia Quiltrahue'
    const institution = JSON.stringify({ ...JSON.parse(norte.data), name })
    await server.db.q
      .updateTable('sync_row')
      .set({ data: institution })
      .where('scope', '=', orgScope('norte'))
      .where('tbl', '=', 'institution')
      .execute()
    const at = server.clock.now()
    const letter = {
      template: 'belongs',
      to_user: 'ana',
      state: 'sent',
      attempts: 0,
      next_at: at,
      created_at: at,
      sent_at: at,
      error: null,
    } as const
    await server.db.q
      .insertInto('letter')
      .values({ ...letter, id: 'hers', data: JSON.stringify({ institution: name }) })
      .execute()
    const asked = { confirm: 'Zenobia Quiltrahue', reason: 'Lo pidió', letter: false }
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: asked })).status).toBe(200)
    const lines = await server.db.q.selectFrom('history').select('text').where('mid', '=', 'ana-3').execute()
    expect(lines.map(({ text }) => text?.includes('María Zenobia Quiltrahue Soto'))).toEqual([true])
    const hers = await server.db.q.selectFrom('letter').select('data').where('id', '=', 'hers').executeTakeFirstOrThrow()
    expect(JSON.parse(hers.data)).toEqual({ institution: name })
    const own = await server.db.q.selectFrom('history').select('text').where('mid', '=', 'mid-assignment-1').executeTakeFirstOrThrow()
    expect(own.text).not.toContain('Quiltrahue')
  })

  test('[LW3] a name leaves the letters and notices of administrators, in whatever case and form they wrote it', async () => {
    const server = await start()
    const root = await server.token('root')
    const made = await server.call('POST', 'user', {
      token: root,
      body: { name: 'Ángela Ñusta', surname: 'Núñez Groß', email: 'angela.n@norte.example', institution: 'norte' },
    })
    const { _id: id } = v.parse(v.looseObject({ _id: v.string() }), made.data)
    const name = 'Ángela Ñusta Núñez Groß'
    const written = [
      name,
      name.toUpperCase(),
      name.toLowerCase(),
      name.normalize('NFD'),
      name.toUpperCase().normalize('NFD'),
      name.replaceAll(' ', '  '),
    ]
    const body = { option: '3', template: 'NotificationSent', institutionIds: ['norte'] }
    for (const words of written) {
      const sent = await server.call('POST', 'notifications', {
        token: root,
        body: { ...body, subject: `Sobre ${words}`, body: `Escriban a ${words}.` },
      })
      expect([sent.status, sent.error]).toEqual([200, undefined])
    }
    // Hers, who is called otherwise.
    await server.call('POST', 'notifications', {
      token: root,
      body: { ...body, subject: 'Sobre Ángela Ñusta Núñez Groß-Ruiz', body: 'Ella.' },
    })
    // What the ledger keeps is what the administrator wrote; letters and notices are what was made of it for others.
    const dump = async (): Promise<string> => {
      const lines = (await dumpOf(server.db)).split('\n').filter((line) => !line.startsWith('sync_mutation '))
      return lines.join('\n').normalize('NFC').toLowerCase().replaceAll(/ +/g, ' ')
    }
    const before = await dump()
    for (const each of ['sobre ángela ñusta núñez groß', 'sobre ángela ñusta núñez gross']) expect(before).toContain(each)
    const asked = { confirm: name, reason: 'Lo pidió', letter: false }
    const gone = await server.call('POST', `user/${id}/anonymise`, { token: root, body: asked })
    expect([gone.status, gone.error]).toEqual([200, undefined])
    const left = (await dump()).split('núñez gro').slice(1)
    expect(left.filter((each) => !each.startsWith('ß-ruiz'))).toEqual([])
    expect(left).not.toEqual([])
    expect((await verifyChain(server.db)).finding).toBeNull()
  })

  test('[LW5] what goes is gone from the file of the database, too', async () => {
    const server = await start()
    const word = 'SecretoQueSeVa'
    await server.db.q
      .insertInto('meta')
      .values({ key: 'x', value: word.repeat(500) })
      .execute()
    await server.db.tidy()
    const holds = (): boolean => filesIn(server.dataDir).some(([, text]) => text.includes(word))
    expect(holds()).toBe(kind === 'sqlite')
    await server.db.q.deleteFrom('meta').where('key', '=', 'x').execute()
    await server.db.tidy()
    expect(holds()).toBe(false)
  })

  test('[LW6] the last letter forgets where it went, also when a mail server would not have it', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const letter = () =>
      server.db.q.selectFrom('letter').select(['state', 'data', 'error']).where('template', '=', 'anonymised').executeTakeFirstOrThrow()
    expect(await letter()).toMatchObject({ state: 'waiting', data: '{"mailbox":"zenobia.q@norte.example"}' })
    const refusal = Object.assign(new Error('no such mailbox: zenobia.q@norte.example'), { responseCode: 550, command: 'RCPT TO' })
    const refusesTheirs = ({ to }: { readonly to: { readonly address: string } }) =>
      to.address.startsWith('zenobia.q@') ? Promise.reject(refusal) : Promise.resolve()
    await carryLetters(server.app.server, { carry: refusesTheirs, close: () => undefined })
    expect(await letter()).toEqual({ state: 'dead', data: '{"mailbox":""}', error: 'nobody to write to' })
    expect(linesWith(await dumpOf(server.db), 'zenobia.q@')).toEqual([])
  })

  test('[LW6] the last letter forgets where it went when an administrator gives it up, too', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    const root = await server.token('root')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const letter = () =>
      server.db.q
        .selectFrom('letter')
        .select(['id', 'state', 'data', 'error'])
        .where('template', '=', 'anonymised')
        .executeTakeFirstOrThrow()
    const given = await server.call('POST', `platform/letters/${(await letter()).id}/give-up`, { token: root, body: {} })
    expect(given.data).toEqual({ givenUp: 1 })
    expect(await letter()).toMatchObject({ state: 'dead', data: '{"mailbox":""}', error: endedByHand.error })
    expect(linesWith(await dumpOf(server.db), 'zenobia.q@')).toEqual([])
  })

  test('[LW3] a report that is being made is made anew, and that is none of the times that it may fail', async () => {
    const server = await start()
    const { id } = await withZenobia(server)
    await server.db.q.updateTable('report_job').set({ state: 'running', begun: 3, claim: 'x' }).where('id', '=', 'job').execute()
    const root = await server.token('root')
    expect((await server.call('POST', `user/${id}/anonymise`, { token: root, body: wanted })).status).toBe(200)
    const job = await server.db.q.selectFrom('report_job').select(['state', 'begun', 'claim']).where('id', '=', 'job').executeTakeFirst()
    expect(job).toEqual({ state: 'waiting', begun: 0, claim: null })
  })
})
