import type { Institution } from '#shared/institutions/model.ts'
import type { Me } from '#shared/accounts/routes.ts'
import type { UserView } from '#shared/accounts/user-routes.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import { beforeEach, expect, test } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import { examine } from '../../cli/examine.ts'
import { anotherAdministrator, wire, withEste, type Called, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  let server: TestApp
  beforeEach(async () => {
    server = await start()
    await withEste(server)
  })

  const asRoot = async (method: string, path: string, body?: unknown): Promise<Called> =>
    server.call(method, path, { token: await server.token('root'), body })
  const add = (who: string, institution: string): Promise<Called> => asRoot('PUT', `user/${who}/institution/${institution}`)
  const remove = (who: string, institution: string): Promise<Called> => asRoot('DELETE', `user/${who}/institution/${institution}`)
  const meOf = async (token: string): Promise<Me> => (await server.call('GET', 'auth/me', { token })).data as Me
  const rowOf = async (institution: string, id: string): Promise<unknown> => {
    const scope = orgScope(institution)
    const row = await server.db.q.selectFrom('sync_row').select('data').where('scope', '=', scope).where('id', '=', id).executeTakeFirst()
    return row && JSON.parse(row.data)
  }
  /** Has este's leader give carlos a sub-dimension and one of its questions there. */
  const givenInEste = async (): Promise<void> => {
    const s = instScope('este', 'tiny')
    const { data } = await server.push(await server.token('este-lider'), 'dev-e', [
      wire(
        1,
        'assignment.set',
        { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'carlos' } },
        { s, mid: 'of-este-lider-1' },
      ),
    ])
    expect(data.results).toEqual([])
  }
  const answerIn = (institution: string, seq: number, value: string) =>
    wire(seq, 'answer.set', { unit: 'q1', value }, { s: instScope(institution, 'tiny'), mid: `of-carlos-${institution}-${seq}` })
  const answeredIn = async (institution: string): Promise<unknown> => {
    const scope = instScope(institution, 'tiny')
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'answer')
      .where('id', '=', 'q1')
      .executeTakeFirst()
    return row && JSON.parse(row.data).value
  }

  test('[SM1] somebody of two institutions receives both and acts in each by what they are there, whichever is in front; of a third nothing', async () => {
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'carlos' } }),
    ])
    expect((await add('carlos', 'este')).status).toBe(200)
    await givenInEste()
    const carlos = await server.token('carlos')
    expect((await meOf(carlos)).institutionId).toBe('norte')
    const { rows } = (await server.pull(carlos, 'dev-c', null)).data
    const received = new Set(rows.map((row) => row.s))
    expect(['org:norte', 'org:este', 'inst:norte:tiny', 'inst:este:tiny'].filter((scope) => !received.has(scope))).toEqual([])
    expect([...received].filter((scope) => scope.includes('sur'))).toEqual([])

    expect((await server.call('POST', 'auth/institution', { token: carlos, body: { institution: 'este' } })).status).toBe(200)
    const { data } = await server.push(carlos, 'dev-c', [
      answerIn('norte', 1, 'de norte'),
      answerIn('este', 2, 'de este'),
      answerIn('sur', 3, 'de nadie'),
    ])
    expect(data.results.map((each) => [each.seq, each.d, each.code])).toEqual([[3, 'refused', 'no_role']])
    expect([await answeredIn('norte'), await answeredIn('este'), await answeredIn('sur')]).toEqual(['de norte', 'de este', undefined])

    // By route: the one in front where none is named, another of theirs by name, a stranger's not at all.
    const body = { questionId: 'q1', answer: 'desde delante' }
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: carlos, body })).status).toBe(200)
    expect(await answeredIn('este')).toBe('desde delante')
    for (const [institution, status] of [
      ['norte', 200],
      ['este', 200],
      ['sur', 404],
    ] as const)
      expect((await server.call('GET', `form/tiny/institution/${institution}/questions`, { token: carlos })).status).toBe(status)
  })

  test('[SM2] a name, an address and a closed account are the same in every institution of a person, also after one of them was left', async () => {
    await add('carlos', 'este')
    expect(await rowOf('norte', 'carlos')).toMatchObject({ institutionId: 'norte', elsewhere: true })
    expect(await rowOf('este', 'carlos')).toMatchObject({ institutionId: 'este', elsewhere: true })
    const renamed = { name: 'Carlos', surname: 'Nuevo' }
    await server.call('PUT', 'user/carlos/profile', { token: await server.token('carlos'), body: renamed })
    const body = { ...renamed, email: 'carlos.nuevo@norte.example' }
    expect((await asRoot('PUT', 'user/carlos', body)).status).toBe(200)
    for (const institution of ['norte', 'este']) expect(await rowOf(institution, 'carlos')).toMatchObject({ ...body, active: true })
    await asRoot('POST', 'user/carlos/toggle', { active: false })
    for (const institution of ['norte', 'este']) expect(await rowOf(institution, 'carlos')).toMatchObject({ active: false })
    await asRoot('POST', 'user/carlos/toggle', { active: true })
    await remove('carlos', 'este')
    await asRoot('PUT', 'user/carlos', { ...body, name: 'Otro' })
    expect(await rowOf('norte', 'carlos')).toMatchObject({ name: 'Otro', active: true })
    expect(await rowOf('norte', 'carlos')).not.toHaveProperty('elsewhere')
    expect(await rowOf('este', 'carlos')).toMatchObject({ name: 'Carlos', active: false, left: true })
    const found = await examine(server.db, server.app.server.files, Date.parse(server.clock.now()))
    expect(found.filter((each) => each.check === 'mirror')).toEqual([])
  })

  test('[SM3] an account is made with several institutions or is given another one, which its person is told by letter; the lab’s people have none', async () => {
    const nora = { name: 'Nora', surname: 'Vera', email: 'nora@norte.example', institution: ['norte', 'este'] }
    const made = (await asRoot('POST', 'user', nora)).data as UserView
    expect(made.institutions.map((each) => each.name)).toEqual(['Servicio este', 'Servicio norte'])
    expect(made.institution).toBe('norte')
    expect((await asRoot('POST', 'user', { ...nora, email: 'otra@norte.example', institution: ['norte', 'ninguna'] })).error.code).toBe(
      'not_found',
    )
    const given = (await add('carlos', 'este')).data as UserView
    expect(given.institutions.map(({ _id }) => _id)).toEqual(['este', 'norte'])
    const letters = await server.db.q.selectFrom('letter').select(['template', 'to_user', 'data']).orderBy('created_at').execute()
    expect(letters.filter((each) => each.to_user === 'carlos')).toEqual([
      { template: 'belongs', to_user: 'carlos', data: JSON.stringify({ institution: 'Servicio este' }) },
    ])
    expect((await add('carlos', 'este')).status).toBe(200)
    for (const [who, institution] of [
      ['eva', 'este'],
      ['carlos', 'ninguna'],
      ['nadie', 'este'],
    ] as const)
      expect((await add(who, institution)).error.code).toBe('not_found')
    const history = (await asRoot('GET', 'user/carlos/history')).data as { action: string; text: string }[]
    expect(history.map(({ action, text }) => [action, text])).toEqual([['Agrega a institución', 'carlos Prueba: Servicio este']])
    for (const who of ['ana', 'eva', 'carlos'])
      for (const method of ['PUT', 'DELETE'])
        expect((await server.call(method, 'user/carlos/institution/sur', { token: await server.token(who) })).error.code).toBe(
          'administrators_only',
        )
  })

  test('[SM3] who is named as the leader of an institution by an address that has an account elsewhere belongs to both; nobody of the lab does, nor a closed account', async () => {
    const texts = { name: 'Regionales', shortDescription: 'Corta', longDescription: 'Larga' }
    const category = ((await asRoot('POST', 'category', texts)).data as { _id: string })._id
    const oeste = {
      name: 'Servicio Oeste',
      code: 'OESTE',
      abbreviation: 'OESTE',
      category,
      orientation: 'Institucional',
      domains: ['norte.example', 'laboratorio.example'],
    }
    const named = (email: string) => ({ name: 'Otro', surname: 'Nombre', email })
    for (const email of ['eva@laboratorio.example', 'dina@norte.example']) {
      await asRoot('POST', 'user/dina/toggle', { active: false })
      expect((await asRoot('POST', 'institution', { ...oeste, leader: named(email) })).error.code).toBe('email_taken')
    }
    const made = await asRoot('POST', 'institution', { ...oeste, leader: named('carlos@norte.example') })
    expect(made.data).toMatchObject({ leaderName: 'carlos Prueba', leaderEmail: 'carlos@norte.example' })
    const { _id } = made.data as { _id: string }
    expect(await rowOf(_id, 'carlos')).toMatchObject({ name: 'carlos', institutionId: _id, elsewhere: true, joined: true })
    const carlos = await server.token('carlos')
    expect((await meOf(carlos)).institutions.map((each) => each.name)).toEqual(['Servicio norte', 'Servicio Oeste'])
    const letters = await server.db.q.selectFrom('letter').select('template').where('to_user', '=', 'carlos').execute()
    expect(letters).toEqual([{ template: 'belongs' }])
    // And of one that there is, with its form's leadership.
    await asRoot('PUT', 'institution/este', { category, domains: ['este.example', 'norte.example'] })
    const led = await asRoot('PUT', 'institution/este/leader', { who: { invite: named('berta@norte.example') } })
    expect(led.data).toMatchObject({ leaderEmail: 'berta@norte.example' })
    const taking = server.db.q.selectFrom('participant').select('leader_id').where('institution_id', '=', 'este')
    expect(await taking.execute()).toEqual([{ leader_id: 'berta' }])
  })

  test('[AC7] of two who give one address at the same moment, in institutions that share nothing, one does and the other is told', async () => {
    const somebody = { name: 'Nora', surname: 'Paz' }
    const other = await anotherAdministrator(server)
    for (const turn of Array.from({ length: 8 }, (_, at) => at)) {
      const email = `nora${turn}@norte.example`
      const ofLab = { ...somebody, email, kind: 'Evaluator', originInstitution: 'Laboratorio' }
      const made = await Promise.all([
        asRoot('POST', 'user', { ...somebody, email, institution: 'norte' }),
        server.call('POST', 'user', { token: other, body: ofLab }),
      ])
      expect(made.map(({ error }) => error?.code ?? 'ok').toSorted((left, right) => left.localeCompare(right))).toEqual([
        'email_taken',
        'ok',
      ])
    }
  })

  test('[SM3] whoever is named by the address of an account elsewhere belongs to both: invited with others, as leader of one that comes into a form or of one that is there', async () => {
    const named = (email: string) => ({ name: 'Otro', surname: 'Nombre', email })
    const belonging = async (id: string): Promise<string[]> =>
      (
        await server.db.q.selectFrom('membership').select('institution_id').where('user_id', '=', id).orderBy('institution_id').execute()
      ).map((row) => row.institution_id)
    const people = [named('nueva@este.example'), named('carlos@norte.example')]
    const preview = await asRoot('POST', 'user/invitations', { institution: 'este', people, preview: true })
    expect(preview.data).toMatchObject({
      rows: [
        { code: null, userId: null },
        { code: null, userId: 'carlos' },
      ],
      invited: 0,
    })
    expect(await belonging('carlos')).toEqual(['norte'])
    expect((await asRoot('POST', 'user/invitations', { institution: 'este', people })).data).toMatchObject({ invited: 2 })
    expect(await belonging('carlos')).toEqual(['este', 'norte'])
    // Nobody of the lab is, nor a closed account.
    for (const email of ['eva@laboratorio.example', 'dina@norte.example']) {
      await asRoot('POST', 'user/dina/toggle', { active: false })
      const { data } = await asRoot('POST', 'user/invitations', { institution: 'este', people: [named(email)], preview: true })
      expect(data).toMatchObject({ rows: [{ code: 'email_other_institution' }] })
    }
    // The leadership of a form, by an administrator; whoever leads the institution may not.
    const elements = (email: string) => ({ institution: 'este', elements: [{ level: 'Institution', user: named(email) }] })
    const leader = await server.token('este-lider')
    const asked = await server.call('POST', 'form/tiny/responsable/assign', { token: leader, body: elements('berta@norte.example') })
    expect(asked.error.code).toBe('person_unknown')
    expect((await asRoot('POST', 'form/tiny/responsable/assign', elements('berta@norte.example'))).status).toBe(200)
    const taking = server.db.q.selectFrom('participant').select('leader_id').where('institution_id', '=', 'este')
    expect(await taking.execute()).toEqual([{ leader_id: 'berta' }])
    expect(await belonging('berta')).toEqual(['este', 'norte'])
    // And one that comes into a form.
    const standing = (await asRoot('GET', 'form/tiny/participant')).data as Record<string, { evaluator: string | null }>
    const institutions = Object.entries(standing).map(([institutionId, each]) => ({ institutionId, evaluatorId: each.evaluator }))
    const out = institutions.filter(({ institutionId }) => institutionId !== 'este')
    expect(
      (await asRoot('POST', 'form/tiny/participant', { institutions: out, removed: [{ institutionId: 'este', name: 'Servicio este' }] }))
        .status,
    ).toBe(200)
    const back = [...out, { institutionId: 'este', evaluatorId: 'eva', who: { invite: named('ana@norte.example') } }]
    expect((await asRoot('POST', 'form/tiny/participant', { institutions: back, removed: [] })).status).toBe(200)
    expect(await taking.execute()).toEqual([{ leader_id: 'ana' }])
    expect(await belonging('ana')).toEqual(['este', 'norte'])
  })

  test('[SM4] an institution that is taken from somebody leaves their devices alone: what waited for it is refused with its words kept, the other goes on', async () => {
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'carlos' } }),
    ])
    await add('carlos', 'este')
    await givenInEste()
    const carlos = await server.token('carlos')
    const first = (await server.pull(carlos, 'dev-c', null)).data
    expect((await remove('carlos', 'este')).status).toBe(200)
    const after = (await server.pull(carlos, 'dev-c', first.cursor)).data
    expect(new Set(after.drop.map((each) => each.scope))).toEqual(new Set(['inst:este:tiny', 'org:este', 'before:este:tiny']))
    const { data } = await server.push(carlos, 'dev-c', [answerIn('este', 1, 'tarde'), answerIn('norte', 2, 'de norte')])
    expect(data.results.map((each) => [each.seq, each.d, each.code])).toEqual([[1, 'refused', 'no_role']])
    expect(await answeredIn('norte')).toBe('de norte')
    const cards = (await server.pull(carlos, 'dev-c', null)).data.rows.filter((row) => row.t === 'conflict')
    expect(cards.map((row) => row.r)).toMatchObject([{ institutionId: 'este', ownerId: 'carlos', mine: { value: 'tarde' } }])
    // What they were given there is nobody's, and colleagues go on reading the name.
    const este = (await server.pull(await server.token('este-lider'), 'dev-e', null)).data.rows
    expect(este.find((row) => row.t === 'assignment' && row.i === 'd1')?.r).toMatchObject({ userId: null })
    expect(este.find((row) => row.t === 'person' && row.i === 'carlos')?.r).toMatchObject({ name: 'carlos', active: false })
    // And back again, with what the row says of the account now.
    expect((await add('carlos', 'este')).status).toBe(200)
    expect(await rowOf('este', 'carlos')).toMatchObject({ active: true, elsewhere: true })
    expect(await rowOf('este', 'carlos')).not.toHaveProperty('left')
  })

  test('[SM4] the last institution is not taken away, nor one that somebody leads; the home of an account that left moves on', async () => {
    expect((await remove('carlos', 'norte')).error.code).toBe('last_institution')
    await add('este-lider', 'norte')
    expect((await remove('este-lider', 'este')).error.code).toBe('user_leads')
    expect((await meOf(await server.token('este-lider'))).institutions).toHaveLength(2)
    await add('carlos', 'este')
    expect((await remove('carlos', 'norte')).status).toBe(200)
    const carlos = await server.token('carlos')
    expect(await meOf(carlos)).toMatchObject({ institutionId: 'este', institution: 'Servicio este' })
    const renamed = await server.call('PUT', 'user/carlos/profile', { token: carlos, body: { name: 'Carlos', surname: 'Este' } })
    expect(renamed.data).toMatchObject({ name: 'Carlos', institutionId: 'este' })
    const history = (await asRoot('GET', 'user/carlos/history')).data as { action: string }[]
    expect(history.map((each) => each.action)).toEqual(['Cambia nombre', 'Quita de institución', 'Agrega a institución'])
    expect((await asRoot('POST', 'user/carlos/toggle', { active: false })).data).toMatchObject({ active: false })
  })

  test('[SM5] who leads one of a person’s institutions does not get the account that opens the others by correcting its invitation', async () => {
    const made = (
      await asRoot('POST', 'user', { name: 'Nora', surname: 'Vera', email: 'nora@norte.example', institution: ['norte', 'este'] })
    ).data as UserView
    const { data } = await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'invitation.correct', { userId: made._id, name: 'Ana', surname: 'Mía', email: 'mia@norte.example' }),
      wire(2, 'invitation.withdraw', { userId: made._id }),
      wire(3, 'invitation.resend', { userId: made._id }),
    ])
    expect(data.results.map((each) => each.code)).toEqual(['no_permission_assign', 'no_permission_assign', 'no_permission_assign'])
    expect(await rowOf('este', made._id)).toMatchObject({ email: 'nora@norte.example', active: true })
  })

  test('[SM6] a deactivated institution shuts out of itself alone who belongs to another; whoever has no other is shut out', async () => {
    await add('carlos', 'este')
    const carlos = await server.token('carlos')
    const alone = await server.token('este-lider')
    const first = (await server.pull(carlos, 'dev-c', null)).data
    const row = { ...((await rowOf('este', 'este')) as Institution), deactivated: true }
    const change = { scope: orgScope('este'), part: '', table: 'institution', id: 'este', row } as const
    await server.db.write((tx) => writeChanges(tx, [change], server.clock.now()))
    expect((await server.call('GET', 'auth/me', { token: alone })).error.code).toBe('revoked')
    expect(await meOf(carlos)).toMatchObject({ institutionId: 'norte', institutions: [{ _id: 'norte' }] })
    const after = (await server.pull(carlos, 'dev-c', first.cursor)).data
    expect(new Set(after.drop.map((each) => each.scope))).toEqual(new Set(['inst:este:tiny', 'org:este', 'before:este:tiny']))
    expect((await server.call('POST', 'auth/institution', { token: carlos, body: { institution: 'este' } })).error.code).toBe('not_found')
  })

  test('[SM7] a session has one of its person’s institutions in front, others of theirs keep their own, and the next begins with the one chosen last', async () => {
    await add('carlos', 'este')
    const [one, two] = [await server.token('carlos'), await server.token('carlos')]
    expect((await server.call('POST', 'auth/institution', { token: one, body: { institution: 'este' } })).data).toMatchObject({
      institutionId: 'este',
      institution: 'Servicio este',
    })
    expect((await server.call('POST', 'auth/institution', { token: two, body: { institution: 'norte' } })).status).toBe(200)
    expect([(await meOf(one)).institutionId, (await meOf(two)).institutionId]).toEqual(['este', 'norte'])
    expect((await meOf(await server.token('carlos'))).institutionId).toBe('norte')
    expect((await server.call('POST', 'auth/institution', { token: one, body: { institution: 'sur' } })).error.code).toBe('not_found')
    const colleagues = (await server.call('GET', 'user/institutional-roles', { token: one })).data as { _id?: string; id: string }[]
    expect(colleagues.map((each) => each.id).toSorted()).toEqual(['carlos', 'este-lider'])
  })
})
