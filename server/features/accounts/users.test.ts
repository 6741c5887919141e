import type { UserList, UserView } from '#shared/accounts/user-routes.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import type { Mail } from '../../email/carrier.ts'
import { carryLetters } from '../../jobs/letters.ts'
import { anotherAdministrator, testClock, wire, type Called, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const iris = {
  name: 'Iris',
  surname: 'Soto',
  email: 'iris@laboratorio.example',
  kind: 'Evaluator',
  originInstitution: 'Laboratorio de Gobierno',
}
const nora = { name: 'Nora', surname: 'Vera', email: 'nora@norte.example', institution: 'norte' }

onEachDatabase((start) => {
  const asRoot = async (server: TestApp, method: string, path: string, body?: unknown): Promise<Called> =>
    server.call(method, path, { token: await server.token('root'), body })
  const list = async (server: TestApp, kind: string): Promise<UserView[]> => {
    const { data } = (await asRoot(server, 'GET', `user?kind=${kind}`)) as Called<UserList>
    return data.userIds.flatMap((id) => data.userById[id] ?? [])
  }
  const mailed = async (server: TestApp): Promise<Mail[]> => {
    await server.app.settled()
    const letters: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void letters.push(mail), close: () => undefined })
    return letters
  }
  const secretIn = (letter: Mail | undefined): string => /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const accept = (server: TestApp, token: string, email: string): Promise<Called> =>
    server.call('POST', 'auth/invite', { body: { token, email, password: 'entro hoy 1', confirmPassword: 'entro hoy 1' } })

  test('[AC6] the lab’s people and those of institutions are two lists, with what each does and where they come from', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } }),
    ])
    await server.pull(await server.token('berta'), 'dev-b', null, { pending: 3 })
    const external = await list(server, 'external')
    expect(external.map((each) => [each._id, each.institutionName, each.role])).toEqual([
      ['ana', 'Servicio norte', ['InstitutionalLeader']],
      ['berta', 'Servicio norte', ['DimensionLeader']],
      ['carlos', 'Servicio norte', []],
      ['dina', 'Servicio norte', []],
      ['sur-lider', 'Servicio sur', ['InstitutionalLeader']],
    ])
    expect((await list(server, 'internal')).map((each) => [each._id, each.kind])).toEqual([
      ['eva', 'Evaluator'],
      ['otro', 'Evaluator'],
      ['root', 'Administrator'],
    ])
    for (const who of ['ana', 'eva'])
      expect((await server.call('GET', 'user', { token: await server.token(who) })).error.code).toBe('administrators_only')
  })

  test('[AC6] an account that was made gets its letter, accepts with it, signs in, and is told when it last did', async () => {
    const server = await start()
    const made = await asRoot(server, 'POST', 'user', iris)
    expect([made.status, made.data]).toMatchObject([200, { ...iris, joined: false, active: true, lastSignInAt: null }])
    const [letter] = await mailed(server)
    expect(letter?.to).toMatchObject({ address: iris.email })
    expect((await accept(server, secretIn(letter), iris.email)).status).toBe(200)
    const entered = await server.call('POST', 'auth', { body: { email: iris.email, password: 'entro hoy 1' } })
    expect(entered.data).toMatchObject({ user: { kind: 'Evaluator' } })
    const [view] = (await list(server, 'internal')).filter((each) => each.email === iris.email)
    expect(view).toMatchObject({ joined: true, invitedAt: null, lastSignInAt: expect.any(String) })
    const external = await asRoot(server, 'POST', 'user', { ...nora, kind: 'Administrator' })
    expect(external.data).toMatchObject({ kind: 'Institutional', institution: 'norte', originInstitution: null })
    for (const [body, code] of [
      [{ ...iris, email: 'x@laboratorio.example', kind: undefined }, 'role_required'],
      [{ ...iris, email: 'x@laboratorio.example', kind: 'Chief' }, 'role_required'],
      [{ ...iris, email: 'x@laboratorio.example', kind: 'Institutional' }, 'role_required'],
      [{ ...iris, email: 'x@laboratorio.example', originInstitution: '' }, 'origin_empty'],
      [{ ...nora, email: 'x@sur.example' }, 'email_other_institution'],
      [{ ...nora, email: 'x@norte.example', institution: 'nadie' }, 'not_found'],
      [{ ...nora, email: 'sin arroba' }, 'email_invalid'],
    ] as const)
      expect((await asRoot(server, 'POST', 'user', body)).error.code).toBe(code)
  })

  test('[AC7] an address that somebody has, anywhere and in any writing, makes no second account', async () => {
    const server = await start()
    for (const email of ['SUR-LIDER@sur.example', 'eva@laboratorio.example', 'Ana@norte.example'])
      expect((await asRoot(server, 'POST', 'user', { ...iris, email })).error.code).toBe('email_taken')
    const seen = { name: 'berta', surname: 'Prueba', kind: 'Institutional' }
    const moved = await asRoot(server, 'PUT', 'user/berta', { ...seen, email: 'ana@norte.example' })
    expect(moved.error.code).toBe('email_taken')
    expect((await asRoot(server, 'PUT', 'user/berta', { ...seen, email: 'berta@norte.example', surname: 'Díaz' })).data).toMatchObject({
      surname: 'Díaz',
    })
  })

  test('[AC8] of two administrators who change the same field the second is told, and other fields of both stand', async () => {
    const server = await start()
    const other = await anotherAdministrator(server)
    const seen = { name: 'eva', surname: 'Prueba', email: 'eva@laboratorio.example', kind: 'Evaluator', originInstitution: null }
    const first = await asRoot(server, 'PUT', 'user/eva', { ...seen, surname: 'Rojas', seen })
    expect(first.data).toMatchObject({ surname: 'Rojas' })
    const second = await server.call('PUT', 'user/eva', { token: other, body: { ...seen, surname: 'Ríos', seen } })
    expect([second.error.code, second.error.params]).toEqual(['changed_meanwhile', { field: 'surname' }])
    const third = await server.call('PUT', 'user/eva', { token: other, body: { ...seen, name: 'Evelyn', seen } })
    expect(third.data).toMatchObject({ name: 'Evelyn', surname: 'Rojas' })
    const history = await asRoot(server, 'GET', 'user/eva/history')
    expect(history.data).toMatchObject([
      { action: 'Cambia cuenta', by: 'Rita Rojas' },
      { action: 'Cambia cuenta', by: 'root Prueba' },
    ])
  })

  test('[AC8] whose address an administrator changes is told where they read until now, and at no address that is not theirs yet', async () => {
    const server = await start()
    const eva = { name: 'eva', surname: 'Prueba', kind: 'Evaluator' }
    expect((await asRoot(server, 'PUT', 'user/eva', { ...eva, email: 'eva.nueva@laboratorio.example' })).status).toBe(200)
    const [letter, ...others] = await mailed(server)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ to: { address: 'eva@laboratorio.example' }, subject: 'El correo de su cuenta cambió' })
    expect(letter?.text).not.toContain('eva.nueva')
    // Another field moves, and nobody is written to; who has not joined gets the invitation alone.
    expect((await asRoot(server, 'PUT', 'user/eva', { ...eva, surname: 'Otra', email: 'eva.nueva@laboratorio.example' })).status).toBe(200)
    expect(await mailed(server)).toEqual([])
    const made = await asRoot(server, 'POST', 'user', nora)
    await mailed(server)
    const { _id } = made.data as { _id: string }
    const corrected = { name: nora.name, surname: nora.surname, kind: 'Institutional', email: 'nora.paz@norte.example' }
    expect((await asRoot(server, 'PUT', `user/${_id}`, corrected)).status).toBe(200)
    expect((await mailed(server)).map(({ to, subject }) => [to.address, subject])).toEqual([
      ['nora.paz@norte.example', 'Invitación al Índice de Innovación Pública'],
    ])
  })

  test('[AC9] nobody closes their own account or takes away their own role; who is of another kind now begins anew', async () => {
    const server = await start()
    expect((await asRoot(server, 'POST', 'user/root/toggle', { active: false })).error.code).toBe('own_account')
    const own = { name: 'root', surname: 'Prueba', email: 'root@laboratorio.example' }
    expect((await asRoot(server, 'PUT', 'user/root', { ...own, kind: 'Evaluator' })).error.code).toBe('own_account')
    const other = await anotherAdministrator(server)
    const { id } = await server.db.q
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'rita@laboratorio.example')
      .executeTakeFirstOrThrow()
    const rita = { name: 'Rita', surname: 'Rojas', email: 'rita@laboratorio.example', kind: 'Evaluator' }
    expect((await asRoot(server, 'PUT', `user/${id}`, rita)).data).toMatchObject({ kind: 'Evaluator' })
    expect((await server.call('GET', 'user', { token: other })).error.code).toBe('unauthenticated')
    expect((await server.call('GET', 'user', { token: await server.token(id) })).error.code).toBe('administrators_only')
  })

  test('[AC10] a closed account opens nothing from the next call on, tells its devices why, and begins anew when it is opened again', async () => {
    const server = await start()
    const given = wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } })
    await server.push(await server.token('ana'), 'dev-1', [given])
    const berta = await server.token('berta')
    expect((await server.push(berta, 'dev-b', [wire(1, 'answer.set', { unit: 'q1', value: 'antes' })])).status).toBe(200)
    const closed = await asRoot(server, 'POST', 'user/berta/toggle', { active: false })
    expect(closed.data).toMatchObject({ active: false })
    const late = [wire(2, 'answer.set', { unit: 'q3', value: 'después' })]
    expect((await server.push(berta, 'dev-b', late)).error.code).toBe('revoked')
    expect((await server.pull(berta, 'dev-b', null)).error.code).toBe('revoked')
    expect((await asRoot(server, 'POST', 'user/berta/toggle', {})).data).toMatchObject({ active: true })
    // The former token does not come to life again; what waits on the device goes on once its person signs in there.
    expect((await server.push(berta, 'dev-b', late)).error.code).toBe('unauthenticated')
    expect((await server.push(await server.token('berta'), 'dev-b', late)).data.lastSeq).toBe(2)
    const { data } = await server.pull(await server.token('ana'), 'dev-a', null)
    const answers = data.rows.filter((row) => row.t === 'answer').map((row) => [row.i, Object(row.r).value])
    expect(answers.find(([unit]) => unit === 'q1')).toEqual(['q1', 'antes'])
  })

  test('[AC10] the secrets of letters to a closed account, or to a former address of it, open nothing', async () => {
    const server = await start()
    const letterOf = async (email: string): Promise<string> => {
      await server.call('POST', 'auth/recovery', { body: { email } })
      return secretIn((await mailed(server))[0])
    }
    const reset = (token: string, email: string): Promise<Called> =>
      server.call('POST', 'auth/reset', { body: { token, email, password: 'nueva clave 1', confirmPassword: 'nueva clave 1' } })
    const secret = await letterOf('dina@norte.example')
    await asRoot(server, 'POST', 'user/dina/toggle', { active: false })
    await asRoot(server, 'POST', 'user/dina/toggle', { active: true })
    expect((await reset(secret, 'dina@norte.example')).error.code).toBe('token_invalid')
    server.clock.advance(4_000_000)
    const stray = await letterOf('dina@norte.example')
    expect(stray).not.toBe('')
    const moved = { name: 'dina', surname: 'Prueba', email: 'dina.diaz@norte.example' }
    expect((await asRoot(server, 'PUT', 'user/dina', moved)).status).toBe(200)
    for (const email of ['dina@norte.example', moved.email]) expect((await reset(stray, email)).error.code).toBe('token_invalid')
  })

  test('[AC11] an administrator sends an invitation again by its person or its address, and withdraws it', async () => {
    const server = await start()
    const { data: made } = (await asRoot(server, 'POST', 'user', nora)) as Called<UserView>
    expect(await mailed(server)).toHaveLength(1)
    expect((await asRoot(server, 'POST', `user/${made._id}/invite`)).status).toBe(200)
    expect(await mailed(server)).toEqual([])
    server.clock.advance(400_000)
    expect((await asRoot(server, 'POST', 'auth/invite', { email: 'Nora@norte.example' })).status).toBe(200)
    const [again] = await mailed(server)
    expect((await asRoot(server, 'POST', `user/${made._id}/toggle`, { active: false })).data).toMatchObject({ active: false })
    expect((await accept(server, secretIn(again), nora.email)).error.code).toBe('token_invalid')
    for (const body of [{ userId: 'berta' }, { email: 'eva@laboratorio.example' }])
      expect((await asRoot(server, 'POST', 'auth/invite', body)).error.code).toBe('invitation_accepted')
    const history = await asRoot(server, 'GET', `user/${made._id}/history`)
    expect((history.data as { action: string }[]).map((each) => each.action)).toEqual([
      'Retira invitación',
      'Reenvía invitación',
      'Crea cuenta',
    ])
  })

  test('[AC12] closing the account of who leads an institution is refused as a whole; of anybody else what they were given is nobody’s', async () => {
    const server = await start()
    const ana = await server.token('ana')
    await server.push(ana, 'dev-1', [
      wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } }),
      wire(2, 'delegate.set', { who: { userId: 'berta' } }),
    ])
    const refused = await asRoot(server, 'POST', 'user/ana/toggle', { active: false })
    expect([refused.error.code, refused.error.message.includes('Formulario de prueba')]).toEqual(['user_leads', true])
    expect((await server.call('GET', 'auth/me', { token: ana })).status).toBe(200)
    expect((await asRoot(server, 'POST', 'user/berta/toggle', { active: false })).status).toBe(200)
    const { rows } = (await server.pull(ana, 'dev-1', null)).data
    expect(rows.find((row) => row.t === 'assignment' && row.i === 'd1')?.r).toMatchObject({ userId: null })
    expect(rows.find((row) => row.t === 'participant')?.r).toMatchObject({ delegateId: null })
    expect(rows.find((row) => row.t === 'person' && row.i === 'berta')?.r).toMatchObject({ active: false, name: 'berta' })
  })

  test('[SI6] an administrator is told where somebody is signed in and what waits there, and ends the session; what waits goes on after the next sign-in', async () => {
    const server = await start()
    const berta = await server.token('berta')
    await server.pull(berta, 'dev-b', null)
    const waiting = [wire(1, 'answer.set', { unit: 'q1', value: 'uno' })]
    await server.push(berta, 'dev-b', waiting, { pending: 4 })
    await server.token('berta')
    const told = await asRoot(server, 'GET', 'user/berta/sessions')
    const rows = told.data as { session: string | null; waiting: number | null; lastSeenAt: string | null }[]
    expect(new Set(rows.map((row) => row.waiting))).toEqual(new Set([4, null]))
    const there = rows.find((row) => row.waiting === 4)
    expect(there).toMatchObject({ session: expect.any(String), current: false, lastSeenAt: expect.any(String) })
    expect((await asRoot(server, 'DELETE', `user/ana/sessions/${there?.session ?? ''}`)).error.code).toBe('not_found')
    expect((await asRoot(server, 'DELETE', `user/berta/sessions/${there?.session ?? ''}`)).data).toEqual({ ended: 1 })
    expect((await server.push(berta, 'dev-b', waiting)).error.code).toBe('unauthenticated')
    // The device is told on, with what waits there, though nobody is signed in on it.
    const after = (await asRoot(server, 'GET', 'user/berta/sessions')).data as typeof rows
    expect(after.map((row) => [row.session === null, row.waiting])).toContainEqual([true, 4])
    expect(
      (await server.push(await server.token('berta'), 'dev-b', [wire(2, 'answer.set', { unit: 'q3', value: 'dos' })])).data.lastSeq,
    ).toBe(2)
    const acts = await server.db.q
      .selectFrom('audit')
      .select(['kind', 'actor_id', 'subject_id'])
      .where('kind', '=', 'session.ended')
      .execute()
    expect(acts).toEqual([{ kind: 'session.ended', actor_id: 'root', subject_id: 'berta' }])
    expect((await server.call('GET', 'user/berta/sessions', { token: await server.token('ana') })).error.code).toBe('administrators_only')
    expect((await asRoot(server, 'GET', 'user/nadie/sessions')).error.code).toBe('not_found')
  })

  test('[AC13] people are invited many at once, all or none, each row that cannot be with its reason', async () => {
    const server = await start()
    const person = (name: string, email: string) => ({ name, surname: 'Vera', email })
    const people = [
      person('Nora', 'Nora@Norte.example'),
      person('Nora', 'nora@norte.example'),
      person('', 'vacia@norte.example'),
      person('Otra', 'otra@sur.example'),
      person('Ana', 'ana@norte.example'),
      person('Mala', 'sin arroba'),
      person('Dos', 'dos@norte.example'),
      person('Tres', 'dos@norte.example'),
    ]
    const invite = (body: object): Promise<Called> => asRoot(server, 'POST', 'user/invitations', { institution: 'norte', ...body })
    const refused = (await invite({ people })).data as { rows: { name: string; code: string | null }[]; invited: number }
    expect(refused.invited).toBe(0)
    expect(refused.rows.map((row) => [row.name, row.code])).toEqual([
      ['Nora', null],
      ['', 'name_empty'],
      ['Otra', 'email_other_institution'],
      ['Ana', 'email_taken'],
      ['Mala', 'email_invalid'],
      ['Dos', 'email_taken'],
      ['Tres', 'email_taken'],
    ])
    expect(await mailed(server)).toEqual([])
    const good = [people[0], people[1], person('Dos', 'dos@norte.example')]
    expect((await invite({ people: good, preview: true })).data).toMatchObject({ invited: 0, rows: [{ code: null }, { code: null }] })
    expect(await mailed(server)).toEqual([])
    expect((await invite({ people: good })).data).toMatchObject({ invited: 2 })
    expect((await mailed(server)).map((letter) => letter.to.address).toSorted()).toEqual(['dos@norte.example', 'nora@norte.example'])
    expect((await invite({ people: good })).data).toMatchObject({ invited: 0, rows: [{ code: 'email_taken' }, { code: 'email_taken' }] })
    expect((await invite({ institution: 'nadie', people: good })).error.code).toBe('not_found')
  })

  test('[SI7] of the lab’s people longer passwords are asked for, by letter and in the settings, and of an institution’s as ever', async () => {
    const server = await start({ labPasswordMin: 12 })
    const chosen = async (email: string, password: string): Promise<Called> => {
      server.clock.advance(4_000_000)
      await server.call('POST', 'auth/recovery', { body: { email } })
      const token = secretIn((await mailed(server)).find((letter) => secretIn(letter) !== ''))
      return server.call('POST', 'auth/reset', { body: { token, email, password, confirmPassword: password } })
    }
    for (const email of ['eva@laboratorio.example', 'root@laboratorio.example']) {
      const short = await chosen(email, 'once signos')
      expect([short.error.code, short.error.params]).toEqual(['password_too_short', { n: 12 }])
      expect((await chosen(email, 'doce signos.')).status).toBe(200)
    }
    expect((await chosen('ana@norte.example', 'cinco')).status).toBe(200)
    const change = { password: 'doce signos.', newPassword: 'once signos', confirmNewPassword: 'once signos' }
    const short = await asRoot(server, 'PUT', 'user/change-password/root', change)
    expect([short.error.code, short.error.params]).toEqual(['password_too_short', { n: 12 }])
  })

  test('[AC12] an account is closed whatever its institution takes part in: forms that are switched off give back too, those that are over stay as they were', async () => {
    const clock = testClock()
    const server = await start({ clock })
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } }),
      wire(2, 'assignment.set', { elements: [{ element: 'd2', level: 'Dimension' }], who: { userId: 'dina' } }),
    ])
    expect((await asRoot(server, 'PUT', 'form/tiny/toggle', { enabled: false })).status).toBe(200)
    expect((await asRoot(server, 'POST', 'user/berta/toggle', { active: false })).data).toMatchObject({ active: false })
    const holder = async (element: string): Promise<unknown> => {
      const row = await server.db.q
        .selectFrom('sync_row')
        .select('data')
        .where('tbl', '=', 'assignment')
        .where('id', '=', element)
        .executeTakeFirstOrThrow()
      return JSON.parse(row.data).userId
    }
    expect(await holder('d1')).toBe(null)
    expect((await asRoot(server, 'PUT', 'form/tiny/toggle', { enabled: true })).status).toBe(200)
    clock.advance(200 * dayMs)
    await server.app.tick()
    for (const who of ['dina', 'ana'])
      expect((await asRoot(server, 'POST', `user/${who}/toggle`, { active: false })).data).toMatchObject({ active: false })
    expect(await holder('d2')).toBe('dina')
  })

  test('[AC7] of two who make an account for one address at the same moment one does, and the other is told', async () => {
    const server = await start()
    const made = await Promise.all([asRoot(server, 'POST', 'user', nora), asRoot(server, 'POST', 'user', { ...iris, email: nora.email })])
    expect(made.map((each) => each.error?.code ?? 'ok').toSorted((a, b) => a.localeCompare(b))).toEqual(['email_taken', 'ok'])
  })
})
