import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { proxiesOf } from '../http/peer.ts'
import { wire, type Called, type CallOptions, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  const ok = (called: Called): unknown => {
    expect(called.error).toBeUndefined()
    return called.data
  }

  test('the form of the caller comes with dimensions, questions and counters', async () => {
    const server = await start()
    const token = await server.token('ana')
    const data = ok(await server.call('GET', 'form/tiny', { token }))
    expect(data).toMatchObject({
      form: { stageKind: 'NormalInput' },
      dimensions: ['d1', 'd2'],
      dimensionsById: { s21: { pending: { total: 1, pendent: 1 }, notAssigned: 1 } },
      questionById: { q1: { number: '1.1.1' } },
    })
    expect(ok(await server.call('GET', 'form/tiny/privilegies', { token }))).toContain('replyQuestion')
    expect(ok(await server.call('GET', 'form/tiny/dimensions', { token }))).toHaveLength(5)
    expect(ok(await server.call('GET', 'form/tiny/institution/norte/survey', { token }))).toMatchObject({
      sendSurvey: false,
      questions: [{ _id: 'e1' }],
    })
    expect(ok(await server.call('POST', 'form/getFormInstitutional', { token, body: { formId: 'tiny' } }))).toMatchObject({
      observedQuestions: 0,
    })
    expect(ok(await server.call('GET', 'form/tiny/getStatusParticipant/norte', { token }))).toMatchObject({ locked: false })
    expect(ok(await server.call('POST', 'form/tiny/pendings/InstitutionalLeader', { token }))).toMatchObject({
      role: 'InstitutionalLeader',
    })
  })

  test('[RS11] that results can be seen is told who leads the institution, once its own were published and their stage has come', async () => {
    const server = await start()
    const token = await server.token('ana')
    const held = async (): Promise<unknown> => ok(await server.call('GET', 'form/tiny/privilegies', { token }))
    const row = { form_id: 'tiny', number: 1, version: 1, definition_id: 'tiny-v1', category: 'p', orientation: 'Institucional' } as const
    const figures = { points: 1, max: 2, maturity: 'Inicial', figures: '{"dimensions":{},"questions":{}}', at: server.clock.now() } as const
    const published = { published_at: server.clock.now() }
    const values = [
      { ...row, ...figures, ...published, institution_id: 'norte', kind: 'preliminary' },
      { ...row, ...figures, published_at: null, institution_id: 'norte', kind: 'final' },
      { ...row, ...figures, ...published, institution_id: 'este', kind: 'final' },
    ] as const
    await server.db.q.insertInto('result_snapshot').values(values).execute()
    expect(await held()).not.toContain('canSeePremilinaryResults')
    server.clock.advance(3000 * dayMs)
    const later = ok(await server.call('GET', 'form/tiny/privilegies', { token: await server.token('ana') }))
    expect(later).toContain('canSeePremilinaryResults')
    expect(later).not.toContain('canSeeFinalResults')
  })

  test('a version of a form is only for who takes part in it, and no cache keeps it for somebody else', async () => {
    const server = await start()
    const called = await server.call('GET', 'forms/tiny-v1', { token: await server.token('ana') })
    expect(called.headers.get('cache-control')).toBe('no-store')
    expect(called.headers.get('vary')).toContain('Authorization')
    expect(called.data).toMatchObject({ versionId: 'tiny-v1' })
    expect((await server.call('GET', 'forms/tiny-v1', { token: await server.token('otro') })).error.code).toBe('not_found')
  })

  test('an answer saved by REST is the mutation that a push would bring', async () => {
    const server = await start()
    const token = await server.token('ana')
    const save = (questionId: string, answer: unknown) =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body: { questionId, answer } })
    expect(ok(await save('q5', { value: 'B', extraValue: 'detalle' }))).toMatchObject({
      answer: { actual: { value: 'B', extraValue: 'detalle' } },
    })
    expect(ok(await save('q6', ['A', 'B']))).toMatchObject({ answer: { actual: ['A', 'B'] } })
    expect(ok(await save('q4', 'Sí'))).toMatchObject({ answer: { actual: true } })
    expect(ok(await save('q41', 'porque sí'))).toMatchObject({ dependentDelete: [] })
    expect(ok(await save('q4', 'No'))).toMatchObject({ dependentDelete: ['q41'] })
    expect((await save('q3', 'doce')).error).toMatchObject({ code: 'needs_review' })
    const names = await server.db.q.selectFrom('sync_mutation').select('name').distinct().execute()
    expect(names).toEqual([{ name: 'answer.set' }])
    expect(ok(await server.call('POST', 'form/tiny/calculated', { token, body: {} }))).toMatchObject({
      total: { pendent: expect.any(Number) },
    })
  })

  test('a block is resized from its end and its rows are named by position', async () => {
    const server = await start()
    const token = await server.token('ana')
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer/block/parent', { token, body: { questionId: 'q8', answer: 2 } }))
    const row = { token, body: { questionId: 'q81', answer: 'fila dos' } }
    expect(ok(await server.call('POST', 'form/tiny/saveQuestionAnswer/block/child/1', row))).toMatchObject({
      answer: { index: 1, actual: 'fila dos' },
    })
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer/block/child/7', row)).error.code).toBe('question_retired')
    const smaller = await server.call('PATCH', 'form/tiny/resizeQuestionAnswer', { token, body: { questionId: 'q8', size: 1 } })
    expect(ok(smaller)).toMatchObject({ answer: { actual: 1 }, dependentDelete: [expect.stringContaining('q81@')] })
  })

  test('[AP7] a call with the same Idempotency-Key has one effect', async () => {
    const server = await start()
    const token = await server.token('ana')
    const request = { token, body: { questionId: 'q1', answer: 'una vez' }, headers: { 'Idempotency-Key': 'key-0001' } }
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', request))
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', request))
    expect(await server.db.q.selectFrom('history').select('id').where('action', '=', 'Responde').execute()).toHaveLength(1)
  })

  test("[OU1] another institution's form, answers and history are not found", async () => {
    const server = await start()
    const token = await server.token('sur-lider')
    for (const path of [
      'form/tiny/institution/norte/questions',
      'evaluator/evaluations/form/tiny/institution/norte',
      'questionTraceability/form/tiny/institution/norte/question/q1/child/-1',
    ]) {
      expect((await server.call('GET', path, { token })).status, path).toBe(404)
    }
    const body = { questionId: 'q1', answer: 'x', institution: 'norte' }
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body })).status).toBe(404)
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswerAdmin', { token, body })).error.code).toBe('administrators_only')
  })

  test('assignment refuses in the words of the specification', async () => {
    const server = await start()
    const token = await server.token('ana')
    const assign = (elements: unknown[], language: string) =>
      server.call('POST', 'form/tiny/responsable/assign', {
        token,
        body: { elements, user: { _id: 'carlos' } },
        headers: { 'Accept-Language': language },
      })
    expect((await assign([], 'es')).error.message).toBe('Seleccione al menos una pregunta.')
    expect((await assign([{ element: 'q1', level: 'Question' }], 'es')).error.message).toBe('No ha indicado responsable de subdimensión')
    expect((await assign([{ element: 's11', level: 'Subdimension' }], 'es')).error.message).toBe(
      'Debe asignar primero a un líder de dimensión',
    )
    expect((await assign([{ element: 's11', level: 'Subdimension' }], 'en')).error.message).toBe('You must first assign a dimension leader')
    ok(await assign([{ element: 'd1', level: 'Dimension' }], 'es'))
  })

  test('a delegate is assigned, not replaced, and removed', async () => {
    const server = await start()
    const token = await server.token('ana')
    const delegate = (kind: string, user?: string) => server.call('POST', `form/tiny/${kind}/delegate`, { token, body: { user } })
    expect(ok(await delegate('Assign', 'berta'))).toEqual({ msg: 'Delegado asignado con éxito' })
    expect((await delegate('Assign', 'carlos')).error.code).toBe('delegate_exists')
    expect(ok(await delegate('Remove'))).toEqual({ msg: 'Delegado eliminado con éxito' })
  })

  test('a comment is created, replied to and resolved, and the history tells it', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const carlos = await server.token('carlos')
    const elements = [
      { element: 'd1', level: 'Dimension' },
      { element: 's11', level: 'Subdimension' },
      { element: 'q1', level: 'Question' },
    ]
    for (const each of elements)
      ok(await server.call('POST', 'form/tiny/responsable/assign', { token: ana, body: { elements: [each], user: { _id: 'carlos' } } }))
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: carlos, body: { questionId: 'q1', answer: 'hola' } }))
    const path = 'form/tiny/answer/q1/comment'
    expect(ok(await server.call('POST', path, { token: ana, body: { msg: '¿Seguro?' } }))).toEqual({ msg: 'Comentario creado' })
    expect((await server.call('POST', path, { token: ana, body: { msg: 'Otra' } })).error.code).toBe('thread_open')
    expect(ok(await server.call('PUT', path, { token: carlos, body: { msg: 'Sí', willReply: false } }))).toEqual({
      msg: 'Respuesta a comentario creado',
    })
    expect(ok(await server.call('DELETE', `${path}/-1/index`, { token: ana }))).toEqual({ msg: 'Comentario resuelto con éxito' })
    const answers = ok(await server.call('POST', 'form/tiny/getAnswers', { token: ana, body: { questionIds: ['q1'] } }))
    expect(answers).toMatchObject([
      { comment: { state: 'resolved', content: '¿Seguro?', extra: [{ content: 'Sí', user: 'carlos Prueba' }] } },
    ])
    const trace = ok(await server.call('GET', 'questionTraceability/form/tiny/institution/norte/question/q1/child/-1', { token: ana }))
    expect(trace).toMatchObject([
      { action: 'Resuelve' },
      { action: 'Responde comentario' },
      { action: 'No aplicado', text: 'Otra' },
      { action: 'Comenta' },
      { action: 'Responde', value: 'hola', userName: 'carlos Prueba', role: 'DimensionLeader' },
      { action: 'Asigna' },
    ])
  })

  test('[TF2] [TF4] answers are handed out as CSV and as a workbook, with their numbers as numbers', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const path = 'http://localhost/api/v1/form/tiny/institution/norte/answers/export'
    const asked = (query: string) => server.app.fetch(new Request(`${path}${query}`, { headers: { Authorization: `Bearer ${ana}` } }))
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q1', answer: '=1+1 <fin>' } }))
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q3', answer: 1.5 } }))
    const csv = await (await asked('')).text()
    expect(csv).toContain(`"'=1+1 <fin>"`)
    expect(csv).toContain('"",1.5,""')
    const workbook = await asked('?format=xlsx')
    expect(workbook.headers.get('content-disposition')).toContain('respuestas_norte.xlsx')
    const sheet = strFromU8(unzipSync(new Uint8Array(await workbook.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('>=1+1 &lt;fin&gt;<')
    expect(sheet).toContain('<v>1.5</v>')
    expect((await asked('?format=pdf')).status).toBe(400)
  })

  test('who asks for export after export is asked to wait', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const path = 'http://localhost/api/v1/form/tiny/institution/norte/answers/export'
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1) {
      const reply = await server.app.fetch(new Request(path, { headers: { Authorization: `Bearer ${ana}` } }))
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  test('[AN18] the history of a question is read in pages, newest first; what was refused to one person between two lines is one of them', async () => {
    // However slow the machine is: what a push has no time for is not what is looked at.
    const server = await start({ elapsed: () => 0 })
    const ana = await server.token('ana')
    const tried = async (who: string, from: number, to: number): Promise<void> => {
      const tries = Array.from({ length: to - from }, (_, at) =>
        wire(from + at, 'answer.set', { unit: 'q1', value: `intento ${from + at}` }, { mid: `of-${who}-${from + at}` }),
      )
      expect((await server.push(await server.token(who), `dev-${who}`, tries)).status).toBe(200)
    }
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q1', answer: 'la primera' } }))
    await tried('berta', 1, 601)
    await tried('dina', 1, 10)
    await tried('berta', 601, 701)
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q1', answer: 'la segunda' } }))
    await tried('berta', 701, 703)
    const path = 'questionTraceability/form/tiny/institution/norte/question/q1/child/-1'
    const page = async (query: string): Promise<{ _id: string; action: string; value: unknown; more?: number }[]> =>
      ok(await server.call('GET', `${path}${query}`, { token: ana })) as { _id: string; action: string; value: unknown; more?: number }[]
    const all = await page('')
    expect(all.map(({ action, value, more }) => [action, value, more])).toEqual([
      ['No aplicado', 'intento 702', 1],
      ['Modifica', 'la segunda', undefined],
      ['No aplicado', 'intento 700', 699],
      ['No aplicado', 'intento 9', 8],
      ['Asigna', null, undefined],
      ['Responde', 'la primera', undefined],
    ])
    const seen: unknown[] = []
    let last = ''
    for (let rows = await page('?limit=2'); rows.length > 0; rows = await page(`?limit=2&after=${encodeURIComponent(last)}`)) {
      seen.push(...rows)
      last = must(rows.at(-1), 'a line')._id
    }
    expect(seen).toEqual(all)
    expect((await server.call('GET', `${path}?limit=0`, { token: ana })).status).toBe(400)
    expect((await server.call('GET', `${path}?limit=9999`, { token: ana })).status).toBe(400)
    expect(await page('?after=nothing-such')).toEqual([])
  })

  test('a send lists what is missing, and the evaluator decides once it is locked', async () => {
    const server = await start()
    let ana = await server.token('ana')
    let eva = await server.token('eva')
    expect(ok(await server.call('GET', 'form/send/tiny', { token: ana }))).toMatchObject({ err: true })
    expect((await server.call('POST', 'form/send/tiny', { token: ana })).error.code).toBe('precheck_failed')
    ok(await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body: { questionId: 'q1', answer: 'hola' } }))
    const evaluate = 'evaluator/evaluate/form/tiny/institution/norte'
    expect((await server.call('POST', `${evaluate}/question/q1`, { token: eva, body: { decision: 'Accepted' } })).status).toBe(423)
    server.clock.advance(32 * dayMs)
    await server.app.tick()
    // Nobody has used a session for 32 days.
    ana = await server.token('ana')
    eva = await server.token('eva')
    const observe = { token: eva, body: { decision: 'Observed', comment: 'Falta respaldo' } }
    expect(ok(await server.call('POST', `${evaluate}/question/q1`, observe))).toEqual({ msg: 'Observación creada' })
    expect(ok(await server.call('GET', 'evaluator/evaluations/form/tiny/institution/norte', { token: eva }))).toMatchObject([
      { questionId: 'q1', decision: 'Observed' },
    ])
    const trace = 'questionTraceability/form/tiny/institution/norte/question/q1/child/-1'
    expect(ok(await server.call('GET', 'evaluator/evaluations/form/tiny/institution/norte', { token: ana }))).toEqual([])
    expect(JSON.stringify(ok(await server.call('GET', trace, { token: ana })))).not.toContain('Falta respaldo')
    expect(ok(await server.call('POST', `${evaluate}/all`, { token: eva }))).toEqual({ msg: 'Éxito.' })
    expect(ok(await server.call('POST', 'evaluator/send/form/tiny/institution/norte', { token: eva }))).toEqual({ msg: 'Éxito.' })
    expect(JSON.stringify(ok(await server.call('GET', trace, { token: ana })))).toContain('Falta respaldo')
  })

  test('an evaluator sees how far an institution is before its drafts are shown, and nobody else does', async () => {
    const server = await start()
    ok(
      await server.call('POST', 'form/tiny/saveQuestionAnswer', {
        token: await server.token('ana'),
        body: { questionId: 'q1', answer: 'borrador' },
      }),
    )
    const rows = ok(await server.call('GET', 'evaluator/overview/form/tiny', { token: await server.token('eva') }))
    expect(rows).toMatchObject([{ institutionId: 'norte', state: 'inInput', locked: false }, { institutionId: 'sur' }])
    expect(JSON.stringify(rows)).not.toContain('borrador')
    expect(ok(await server.call('GET', 'evaluator/overview/form/tiny', { token: await server.token('otro') }))).toEqual([])
    expect((await server.call('GET', 'evaluator/overview/form/tiny', { token: await server.token('ana') })).status).toBe(404)
  })

  test('[TM4] a rehearsal moves one form to its next stage, on record, and only where rehearsals are on', async () => {
    const server = await start()
    const here = { from: '127.0.0.1' }
    const rehearse = (of: TestApp, options: object) =>
      of.call('POST', 'publicReports/state/simulator', { body: { formId: 'tiny' }, ...options })
    expect((await server.call('GET', 'publicReports/state/simulator', here)).data).toEqual({
      on: true,
      forms: [{ formId: 'tiny', name: 'Formulario de prueba', stage: 'Ingreso' }],
    })
    expect((await server.call('POST', 'publicReports/state/simulator', { body: {}, ...here })).error.code).toBe('malformed')
    expect(ok(await rehearse(server, here))).toEqual([{ formId: 'tiny', stageKind: 'FirstRevision' }])
    const status = await server.call('GET', 'form/tiny/getStatusParticipant/norte', { token: await server.token('ana') })
    expect(status.data).toMatchObject({ locked: true, lockReason: 'stageEnd' })
    expect(ok(await rehearse(server, { token: await server.token('root'), from: '6.6.6.6' }))).toEqual([
      { formId: 'tiny', stageKind: 'CorrectionInput' },
    ])
    const record = await server.db.q
      .selectFrom('history')
      .select(['user_id', 'role', 'action', 'text'])
      .where('scope', '=', 'form:tiny')
      .orderBy('received_at')
      .execute()
    expect(record).toEqual([
      { user_id: 'system', role: 'System', action: 'Adelanta etapa', text: 'Ingreso → Comentarios' },
      { user_id: 'root', role: 'Administrator', action: 'Adelanta etapa', text: 'Comentarios → Ajustes' },
    ])
    const entered = await server.db.q
      .selectFrom('sync_mutation')
      .select(['author_id', 'disposition'])
      .where('name', '=', 'stage.advance')
      .execute()
    expect(entered.map((entry) => entry.author_id).toSorted()).toEqual(['root', 'system'])
    const strict = await start({ rehearsal: false })
    expect((await rehearse(strict, here)).error.code).toBe('rehearsal_off')
    expect((await rehearse(strict, { token: await strict.token('root') })).error.code).toBe('rehearsal_off')
    expect((await strict.call('GET', 'publicReports/state/simulator', here)).data).toEqual({ on: false, forms: [] })
  })

  test('[TM4] nobody moves stages from a network, from behind a proxy, of a published server, or by a push', async () => {
    const server = await start({ trustedProxies: must(proxiesOf('127.0.0.1'), 'proxies') })
    const body = { formId: 'tiny' }
    const tries: CallOptions[] = [
      { body, from: '6.6.6.6' },
      { body },
      { body, from: '127.0.0.1', headers: { 'X-Forwarded-For': '6.6.6.6' } },
      { body, from: '127.0.0.1', headers: { 'X-Forwarded-For': '127.0.0.1' } },
      { body, from: '127.0.0.1', headers: { Forwarded: 'for=127.0.0.1' } },
      { body, from: '6.6.6.6', headers: { 'X-Forwarded-For': '127.0.0.1' } },
      { body, from: '6.6.6.6', token: await server.token('ana') },
      { body, from: '6.6.6.6', token: await server.token('eva') },
    ]
    for (const options of tries) {
      expect((await server.call('POST', 'publicReports/state/simulator', options)).error.code).toBe('administrators_only')
      expect((await server.call('GET', 'publicReports/state/simulator', { ...options, body: undefined })).data).toEqual({
        on: false,
        forms: [],
      })
    }
    const rebound = await server.app.fetch(
      new Request('http://evil.example/api/v1/publicReports/state/simulator', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
      { address: '127.0.0.1' },
    )
    expect(rebound.status).toBe(403)
    const published = await start({ publicUrl: 'https://indice.example' })
    expect((await published.call('POST', 'publicReports/state/simulator', { body, from: '127.0.0.1' })).error.code).toBe(
      'administrators_only',
    )
    for (const who of ['root', 'ana', 'eva']) {
      const pushed = await server.push(await server.token(who), `dev-${who}`, [
        wire(1, 'stage.advance', {}, { s: 'form:tiny', mid: `mid-${who}-1` }),
        wire(2, 'person.rename', { userId: 'ana', name: 'X', surname: 'Y' }, { s: 'org:norte', mid: `mid-${who}-2` }),
        wire(
          3,
          'person.create',
          { name: 'X', surname: 'Y', email: 'x@lab.example', kind: 'Administrator' },
          { s: 'catalog', mid: `mid-${who}-3` },
        ),
      ])
      expect(pushed.data.results.map((each) => each.code)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    }
    expect(await server.db.q.selectFrom('user').select('id').where('surname', '=', 'Y').execute()).toEqual([])
    expect(await server.db.q.selectFrom('history').select('id').where('action', '=', 'Adelanta etapa').execute()).toEqual([])
  })
})
