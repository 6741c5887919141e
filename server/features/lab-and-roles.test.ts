import { dayMs } from '#shared/kernel/instant.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import type { Called, TestApp } from '../testing/app.ts'
import { actFor, testClock } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  const ok = (called: Called): unknown => {
    expect(called.error).toBeUndefined()
    return called.data
  }
  const assign = async (server: TestApp, body: object, who = 'ana'): Promise<Called> =>
    server.call('POST', 'form/tiny/responsable/assign', { token: await server.token(who), body })
  const holders = async (server: TestApp): Promise<Record<string, string | null>> => {
    const rows = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', instScope('norte', 'tiny'))
      .where('tbl', '=', 'assignment')
      .orderBy('id')
      .execute()
    return Object.fromEntries(rows.map((row) => JSON.parse(row.data)).map((row) => [row.element, row.userId]))
  }
  const branch = [
    { element: 'q1', level: 'Question', user: { _id: 'dina' } },
    { element: 's11', level: 'Subdimension', user: { _id: 'carlos' } },
    { element: 'd1', level: 'Dimension', user: { _id: 'berta' } },
  ]

  test('[AP2] assigning gives each element to its own user, and the others to the one named for all', async () => {
    const server = await start()
    ok(await assign(server, { elements: [...branch, { element: 'q2', level: 'Question' }], user: { _id: 'carlos' } }))
    expect(await holders(server)).toEqual({ d1: 'berta', s11: 'carlos', q1: 'dina', q2: 'carlos' })
    ok(await assign(server, { elements: [{ element: 'q2', level: 'Question', user: null }], user: { _id: 'dina' } }))
    expect(await holders(server)).toMatchObject({ q1: 'dina', q2: null })
  })

  test('[AP2] when one of the elements cannot be given, none is', async () => {
    const server = await start()
    const called = await assign(server, { elements: [...branch, { element: 'q20', level: 'Question', user: { _id: 'dina' } }] })
    expect(called.error.code).toBe('needs_subdimension_responsible')
    expect(await holders(server)).toEqual({})
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([])
  })

  test('[AP2] the same person invited for two elements is one person, and one call repeated has one effect', async () => {
    const server = await start()
    const guest = { name: 'Gabriela', surname: 'Vera', email: 'gabriela@norte.example' }
    const elements = [
      { element: 'd1', level: 'Dimension', user: guest },
      { element: 'd2', level: 'Dimension', user: { ...guest, email: 'Gabriela@norte.example' } },
    ]
    ok(await assign(server, { elements }))
    const { d1, d2 } = await holders(server)
    expect([d1, d1 === d2]).toEqual([expect.stringMatching(/^u-/), true])
  })

  test('[AP2] level Institution needs no element', async () => {
    const server = await start()
    ok(await assign(server, { elements: [{ level: 'Institution', user: { _id: 'berta' } }] }))
    expect(ok(await server.call('GET', 'auth/me', { token: await server.token('berta') }))).toMatchObject({ leader: true })
    expect((await assign(server, { elements: [{ level: 'Institution' }, ...branch], user: { _id: 'ana' } }, 'berta')).error.code).toBe(
      'malformed',
    )
  })

  test('[AP3] the pending of a role are those of that role only, and of a role not held none are told', async () => {
    const server = await start()
    ok(await assign(server, { elements: [...branch, { element: 's12', level: 'Subdimension' }], user: { _id: 'dina' } }))
    const token = await server.token('dina')
    const pending = (role: string): Promise<Called> => server.call('POST', `form/tiny/pendings/${role}`, { token, body: {} })
    const total = async (role: string): Promise<unknown> => Object(ok(await pending(role))).total
    expect([await total('Professional'), await total('SubdimensionLeader')]).toMatchObject([
      { total: 1, pendent: 1 },
      { total: 41, pendent: 41 },
    ])
    expect((await pending('DimensionLeader')).error.code).toBe('no_role')
    expect((await pending('Evaluator')).error.code).toBe('no_role')
    expect((await pending('otra-cosa')).status).toBe(400)
  })

  test('[AP3] the lab’s people read the form as such, and the pending of an institution that they name', async () => {
    const server = await start()
    ok(
      await server.call('POST', 'form/tiny/saveQuestionAnswer', {
        token: await server.token('ana'),
        body: { questionId: 'q1', answer: 'x' },
      }),
    )
    for (const who of ['eva', 'root']) {
      const token = await server.token(who)
      const form = ok(await server.call('GET', 'form/tiny', { token }))
      expect(form).toMatchObject({
        dimensions: ['d1', 'd2'],
        dimensionsById: { s21: { pending: { total: 2, pendent: 2 }, assignment: { user: null } } },
      })
      expect(ok(await server.call('GET', 'form/tiny/dimensions', { token }))).toHaveLength(5)
      const norte = ok(await server.call('GET', 'form/tiny/dimensions?institution=norte', { token }))
      expect(norte).toContainEqual(expect.objectContaining({ _id: 's21', pending: { total: 1, pendent: 1, inQuestionLevel: 0 } }))
      const role = who === 'eva' ? 'Evaluator' : 'Administrator'
      const pending = ok(await server.call('POST', `form/tiny/pendings/${role}?institution=norte`, { token, body: {} }))
      expect(pending).toMatchObject({ role, subDimensions: [{ _id: 's11', pending: { total: 8, pendent: 7 } }, {}, {}] })
      // What nobody has sent is the institution's own: an evaluator learns how much is missing, not what.
      expect(Object(pending).subDimensions[2].units).toEqual(who === 'eva' ? [] : ['q20'])
    }
    expect((await server.call('GET', 'form/tiny', { token: await server.token('otro') })).error.code).toBe('not_found')
    expect((await server.call('GET', 'form/tiny?institution=norte', { token: await server.token('otro') })).error.code).toBe('not_found')
    expect((await server.call('GET', 'form/tiny?institution=norte', { token: await server.token('sur-lider') })).error.code).toBe(
      'not_found',
    )
    const unnamed = await server.call('POST', 'form/tiny/pendings/Evaluator', { token: await server.token('eva'), body: {} })
    expect([unnamed.status, unnamed.error.params]).toEqual([400, { field: 'institution' }])
  })

  test('[EV14] the evaluator’s pre-check lists what keeps a round from being sent, of one institution or of all, and the send follows it', async () => {
    const clock = testClock()
    const server = await start({ clock })
    const ana = await server.token('ana')
    for (const questionId of ['q1', 'q2']) {
      ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId, answer: 'uno dos' } }))
    }
    const eva = async (): Promise<string> => server.token('eva')
    expect((await server.call('GET', 'form/send/tiny', { token: await eva() })).error.code).toBe('stage_closed')
    clock.advance(35 * dayMs)
    await server.app.tick()
    const token = await eva()
    const check = (institution: string): Promise<Called> => server.call('GET', `form/send/tiny${institution}`, { token })
    expect(ok(await check('?institution=norte'))).toMatchObject({
      err: true,
      data: [
        { name: '1.1.1 Pregunta q1', errorplaceholder: 'undecided', userName: 'eva Prueba', blocking: true },
        { name: '1.1.2 Pregunta q2' },
      ],
    })
    expect(ok(await check(''))).toMatchObject({
      data: [{ name: 'Servicio norte · 1.1.1 Pregunta q1' }, { name: 'Servicio norte · 1.1.2 Pregunta q2' }],
    })
    expect((await server.call('POST', 'form/send/tiny?institution=norte', { token })).error.code).toBe('evaluation_incomplete')
    ok(await server.call('POST', 'evaluator/evaluate/form/tiny/institution/norte/all', { token }))
    expect(ok(await check('?institution=norte'))).toMatchObject({ err: false, data: [] })
    ok(await server.call('POST', 'form/send/tiny?institution=norte', { token }))
    expect((await check('?institution=norte')).error.code).toBe('evaluation_sent')
    expect((await server.call('GET', 'form/send/tiny?institution=norte', { token: await server.token('otro') })).error.code).toBe(
      'not_found',
    )
  })

  test('[AP4] an administrator reads the leader’s pre-check and marks files for the institution; an evaluator marks none', async () => {
    const server = await start()
    const token = await server.token('root')
    expect(ok(await server.call('GET', 'form/send/tiny?institution=norte', { token }))).toMatchObject({ err: true })
    const send = () => server.call('POST', 'form/send/tiny?institution=norte', { token })
    expect((await send()).error.code).toBe('impersonation_missing')
    await actFor(server, token, 'norte')
    // What keeps its leader from sending keeps who acts for it.
    expect((await send()).error.code).toBe('precheck_failed')
    ok(
      await server.call('POST', 'form/tiny/saveQuestionAnswerAdmin', {
        token,
        body: { questionId: 'q9', answer: 'x', institution: 'norte' },
      }),
    )
    const decline = 'form/tiny/unattach/questionId/q9/index/-1/false'
    expect(ok(await server.call('GET', `${decline}?institution=norte`, { token }))).toMatchObject({ answer: { noAttachment: true } })
    expect((await server.call('GET', decline, { token })).error.params).toEqual({ field: 'institution' })
    const evaluator = await server.call('GET', `${decline}?institution=norte`, { token: await server.token('eva') })
    expect([evaluator.status, evaluator.error.code]).toEqual([403, 'no_role'])
  })

  test('[SE6] a send that is turned away says by REST how many points are left, and a survey that is not one’s own whose it is', async () => {
    const server = await start()
    const token = await server.token('ana')
    const check = Object(ok(await server.call('GET', 'form/send/tiny', { token })))
    const n = check.data.filter((row: { blocking: boolean }) => row.blocking).length
    const called = await server.call('POST', 'form/send/tiny', { token, headers: { 'Accept-Language': 'es' } })
    expect([called.error.code, called.error.message]).toEqual(['precheck_failed', `Puntos por resolver antes de enviar: ${n}.`])
    const survey = await server.call('POST', 'form/tiny/survey/send', {
      token: await server.token('dina'),
      headers: { 'Accept-Language': 'es' },
    })
    expect([survey.status, survey.error.message]).toEqual([403, 'La encuesta la responden y envían el líder institucional y su delegado.'])
  })

  test('[VI7] through no door does an institution’s person receive a criterion or points; the lab’s people receive them', async () => {
    const server = await start()
    const doors = ['forms/tiny-v1', 'form/tiny', 'form/tiny/institution/norte/questions', 'form/tiny/institution/norte/survey']
    const told = async (who: string): Promise<string> => {
      const token = await server.token(who)
      const replies = await Promise.all(doors.map((path) => server.call('GET', path, { token })))
      return JSON.stringify(replies.map((reply) => ok(reply)))
    }
    for (const who of ['ana', 'dina']) {
      const text = await told(who)
      expect([text.includes('Criterio de la evaluación'), /"points":\[\{/.test(text)]).toEqual([false, false])
    }
    expect((await told('ana')).includes('Cómo se llena')).toBe(true)
    for (const who of ['eva', 'root']) expect((await told(who)).match(/Criterio de la evaluación/g)).toHaveLength(3)
  })

  test('[VA6] by REST "Ninguna" is an answer, told apart from none', async () => {
    const server = await start()
    const token = await server.token('ana')
    const save = (questionId: string, answer: unknown): Promise<Called> =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body: { questionId, answer } })
    const actual = async (questionId: string): Promise<unknown> => {
      const list = ok(await server.call('POST', 'form/tiny/getAnswers', { token, body: { questionIds: [questionId] } }))
      return Array.isArray(list) ? list.map((each) => each.actual) : list
    }
    expect(await actual('q8')).toEqual([])
    ok(await save('q8', 0))
    expect(await actual('q8')).toEqual([0])
    ok(await save('q8', 2))
    ok(await save('q8', 'Ninguna'))
    expect(await actual('q8')).toEqual([0])
    ok(await save('q6', ['Ninguna']))
    expect(await actual('q6')).toEqual([['Ninguna']])
    ok(await save('q6', []))
    expect(await actual('q6')).toEqual([[]])
    ok(await server.call('POST', 'form/tiny/deleteQuestionAnswer', { token, body: { questionId: 'q8' } }))
    expect(await actual('q8')).toEqual([null])
  })
})
