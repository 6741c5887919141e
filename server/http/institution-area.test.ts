import { questionKinds } from '#shared/forms/model.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { privileges } from '#shared/privileges/model.ts'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/app.ts'

/** Names of the fields that the product's specification gives to what the institution area reads. */
const fields = {
  user: [
    '_id',
    'name',
    'surname',
    'email',
    'kind',
    'role',
    'roles',
    'userKinds',
    'maxRole',
    'formIdActive',
    'institutionId',
    'institution',
  ],
  userFlags: ['evaluateActive', 'leader', 'showOnBoarding'],
  form: ['_id', 'name', 'stageKind', 'stages'],
  formData: ['form', 'dimensions', 'dimensionsById', 'questionById', 'indexByQuestionId'],
  dimension: ['_id', 'name', 'parent', 'subDimensions', 'questions', 'assignment', 'notAssigned', 'pending'],
  pending: ['total', 'pendent', 'inQuestionLevel'],
  question: ['_id', 'text', 'dimension', 'parent', 'form', 'kind', 'options', 'allowNoneOption', 'required', 'administrative', 'allowFile'],
  questionTies: ['dependent', 'block', 'visibleIf', 'isDepententChildren', 'points', 'assignment'],
  answer: [
    'actual',
    'level',
    'comment',
    'commentBlockChild',
    'changeAnswer',
    'changeAnswerChild',
    'isAttachedFile',
    'attachedFiles',
    'fileHistory',
  ],
  comment: ['content', 'user', 'extra', 'userWillReply', 'userReplyComment', 'updateAnswer'],
  evaluation: ['decision', 'comment', 'changeEvaluation', 'user', 'block', 'index'],
  status: ['name', 'delegates', 'assignments', 'locked', 'replica', 'sendSurvey'],
  trace: ['date', '_id', 'action', 'value', 'userName', 'role'],
  precheck: ['name', 'text', 'errorplaceholder', 'errorMsg', 'userName'],
  stage: ['_id', 'kind', 'name', 'start', 'end'],
  fileEvent: ['date', 'user', 'value'],
} as const

const has = (value: unknown, names: readonly string[], what: string): void =>
  expect(Object.keys(Object(value)), what).toEqual(expect.arrayContaining([...names]))

type Row = Readonly<Record<string, unknown>>

async function onServer(work: (server: TestApp, as: (who: string) => Promise<Asked>) => Promise<void>): Promise<void> {
  const server = await createTestApp()
  const as = async (who: string): Promise<Asked> => {
    const token = await server.token(who)
    return async (call, body) => {
      const [method = '', path = ''] = call.split(' ')
      const called = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
      expect(called.error, call).toBeUndefined()
      return called.data as Row
    }
  }
  await work(server, as)
  await server.close()
}
type Asked = (call: string, body?: unknown) => Promise<Row>

test('[AP9] a person is told with their roles, kinds and institution', () =>
  onServer(async (_, as) => {
    const ana = await as('ana')
    const me = await ana('GET auth/me')
    has(me, [...fields.user, ...fields.userFlags], 'user')
    expect(me).toMatchObject({ kind: 'Institutional', role: ['InstitutionalLeader'], maxRole: 'InstitutionalLeader', leader: true })
    expect(me['roles']).toEqual({
      InstitutionalLeader: 'Líder Institucional',
      Delegate: 'Delegado',
      DimensionLeader: 'Líder de Área',
      SubdimensionLeader: 'Líder de Área',
      Professional: 'Profesional',
      NoAssigment: 'Sin asignación',
    })
    expect(me['userKinds']).toEqual(['Administrator', 'Evaluator', 'Institutional'])
    expect(await ana('GET user/getMaxRole')).toEqual({ maxRole: 'InstitutionalLeader' })
    const people = (await ana('GET user/institutional-roles')) as unknown as readonly Row[]
    has(people[0], ['name', 'surname', 'email', 'role'], 'a person of the institution')
    const profile = await ana('PUT user/ana/profile', { _id: 'ana', name: 'Ana', surname: 'Nueva' })
    expect(profile).toMatchObject({ _id: 'ana', surname: 'Nueva' })
    await ana('POST user/ana/onboard')
    expect((await ana('GET auth/me'))['showOnBoarding']).toBe(false)
  }))

test('[AP9] a form is told with its stages, its dimensions and questions by id, and the number of each question', () =>
  onServer(async (_, as) => {
    const ana = await as('ana')
    const data = await ana('GET form/tiny')
    has(data, fields.formData, 'form')
    has(data['form'], fields.form, 'form.form')
    const stages = (data['form'] as { stages: readonly Row[] }).stages
    for (const stage of stages) has(stage, fields.stage, 'stage')
    const dimensions = Object.values(data['dimensionsById'] as Row) as readonly Row[]
    for (const each of dimensions) {
      has(each, fields.dimension, `dimension ${String(each['_id'])}`)
      has(each['pending'], fields.pending, 'pending')
      has(each['assignment'], ['user'], 'assignment')
    }
    const byId = data['dimensionsById'] as Readonly<Record<string, Row>>
    expect([byId['d1']?.['parent'], byId['s11']?.['parent'], byId['d1']?.['subDimensions']]).toEqual(['', 'd1', ['s11', 's12']])
    const questions = data['questionById'] as Readonly<Record<string, Row>>
    for (const each of Object.values(questions)) has(each, [...fields.question, ...fields.questionTies], `question ${String(each['_id'])}`)
    const options = Object.values(questions).flatMap((each) => each['options'] as readonly Row[])
    expect(options.length).toBeGreaterThan(0)
    expect(options).toContainEqual({ value: 'B', allowExtra: true })
    for (const option of options) has(option, ['value', 'allowExtra'], 'an option')
    for (const each of Object.values(questions)) has(each['assignment'], ['user'], 'the assignment of a question')
    expect(questions['q41']).toMatchObject({
      form: 'tiny',
      dimension: 's11',
      parent: 'q4',
      visibleIf: { value: true },
      isDepententChildren: true,
    })
    expect(questions['q4']).toMatchObject({ parent: '', visibleIf: null, isDepententChildren: false, dependent: ['q41'] })
    expect(questions['q8']).toMatchObject({ kind: 'Block', isBlock: true, block: ['q81'] })
    expect(Object.values(questions).every(({ kind }) => questionKinds.some((known) => known === kind))).toBe(true)
    // What an answer is worth, and by what it is judged, is the lab's.
    expect(questions['q1']).toMatchObject({ points: { kind: 'SimpleText', list: [] }, fillingHint: '<p>Cómo se llena</p>' })
    const root = await as('root')
    const whole = (await root('GET form/tiny'))['questionById'] as Readonly<Record<string, Row>>
    expect(whole['q1']).toMatchObject({ points: { kind: 'SimpleText', list: [{ key: 'value', value: 2, _id: 'q1:value' }] } })
    expect(data['indexByQuestionId']).toMatchObject({ q1: '1.1.1', q41: '1.1.4.1', q20: '2.1.1' })
    const listed = (await ana('GET form/tiny/institution/norte/questions')) as unknown as readonly Row[]
    expect(new Set(listed.map(({ _id }) => _id))).toEqual(new Set(Object.keys(questions)))
    const dims = (await ana('GET form/tiny/institution/norte/dimensions')) as unknown as readonly Row[]
    expect(dims).toEqual(await ana('GET form/tiny/dimensions'))
    const survey = await ana('GET form/tiny/institution/norte/survey')
    has(survey, ['questions', 'sendSurvey'], 'survey')
    const held = (await ana('GET form/tiny/privilegies')) as unknown as readonly string[]
    expect(held.every((each) => privileges.some((known) => known === each))).toBe(true)
    const status = await ana('GET form/tiny/getStatusParticipant/norte')
    has(status, fields.status, 'status')
    expect(status).toMatchObject({ name: 'Servicio norte', delegates: [], assignments: [], replica: { subdimensions: [] } })
    const institutional = await ana('POST form/getFormInstitutional', { formId: 'tiny', userRole: 'InstitutionalLeader' })
    has(institutional, ['form', 'stages', 'events', 'observedQuestions'], 'getFormInstitutional')
  }))

test('[AP9] an answer, its file, its comment and its history are told under their names', () =>
  onServer(async (server, as) => {
    const ana = await as('ana')
    await ana('POST form/tiny/responsable/assign', {
      institution: 'norte',
      user: { _id: 'berta' },
      elements: [{ element: 'd1', level: 'Dimension', user: { _id: 'berta' } }],
    })
    expect(await ana('POST form/tiny/Assign/delegate', { user: { _id: 'dina' }, institution: 'norte' })).toEqual({
      msg: 'Delegado asignado con éxito',
    })
    expect((await ana('GET form/tiny/getStatusParticipant/norte'))['delegates']).toEqual(['dina'])
    const berta = await as('berta')
    const saved = await berta('POST form/tiny/saveQuestionAnswer', { questionId: 'q1', answer: 'una', institution: 'norte' })
    has(saved, ['answer', 'dependentDelete'], 'saved')
    has(saved['answer'], fields.answer, 'answer')
    await ana('POST form/tiny/saveQuestionAnswer/block/parent', { questionId: 'q8', answer: 2 })
    await ana('POST form/tiny/saveQuestionAnswer/block/child/1', { questionId: 'q81', answer: 'fila dos' })
    expect(await ana('POST form/tiny/answer/q1/comment', { questionId: 'q1', msg: '¿De qué año?', answerIndex: -1 })).toEqual({
      msg: 'Comentario creado',
    })
    expect(await berta('PUT form/tiny/answer/q1/comment', { questionId: 'q1', msg: 'De este.', willReply: true, answerIndex: -1 })).toEqual(
      {
        msg: 'Respuesta a comentario creado',
      },
    )
    const answers = (await ana('POST form/tiny/getAnswers', { institution: 'norte' })) as unknown as readonly Row[]
    const commented = answers.find(({ questionId }) => questionId === 'q1')?.['comment']
    has(commented, fields.comment, 'comment')
    expect(commented).toMatchObject({
      content: '¿De qué año?',
      extra: [{ content: 'De este.', user: 'berta Prueba' }],
      userReplyComment: true,
    })
    expect(answers.find(({ questionId }) => questionId === 'q8')).toMatchObject({
      commentBlockChild: { '0': {}, '1': {} },
      changeAnswerChild: { '1': { q81: true } },
    })
    expect(await ana('DELETE form/tiny/answer/q1/comment/-1/index')).toEqual({ msg: 'Comentario resuelto con éxito' })
    const traced = (await ana('GET questionTraceability/form/tiny/institution/norte/question/q1/child/-1')) as unknown as readonly Row[]
    expect(traced.length).toBeGreaterThan(2)
    for (const row of traced) has(row, fields.trace, 'a line of a history')
    expect(await ana('POST form/tiny/calculated', {})).toMatchObject({ total: { total: expect.any(Number), pendent: expect.any(Number) } })
    const declined = await ana('GET form/tiny/unattach/questionId/q9/index/-1/false')
    has(declined, ['idAnswer', 'answer'], 'unattach')
    const form = new FormData()
    form.set('file', new File(['%PDF-1.4 norma'], 'norma.pdf', { type: 'application/pdf' }))
    form.set('questionId', 'q9')
    form.set('indexAnswer', '-1')
    form.set('institution', 'norte')
    const sent = await server.app.fetch(
      new Request('http://localhost/api/v1/form/tiny/file', {
        method: 'POST',
        body: form,
        headers: { Authorization: `Bearer ${await server.token('ana')}` },
      }),
    )
    const uploaded = ((await sent.json()) as { data: Row }).data
    has(uploaded, ['uploadedFile', 'answer', 'idAnswer'], 'file')
    has(uploaded['uploadedFile'], ['id', 'name'], 'uploadedFile')
    const { fileHistory } = uploaded['answer'] as { fileHistory: readonly Row[] }
    expect(fileHistory.length).toBeGreaterThan(0)
    for (const event of fileHistory) has(event, fields.fileEvent, 'what became of a file')
    for (const { value } of fileHistory) has(value, ['action', 'fileName'], 'what was done with a file')
    const pendings = await ana('POST form/tiny/pendings/InstitutionalLeader')
    has(pendings, ['total', 'subDimensions'], 'pendings')
    expect(await ana('POST form/tiny/Remove/delegate', { institution: 'norte' })).toEqual({ msg: 'Delegado eliminado con éxito' })
    const precheck = await ana('GET form/send/tiny')
    has(precheck, ['msg', 'data', 'err'], 'pre-check')
    expect((precheck['data'] as readonly Row[]).length).toBeGreaterThan(0)
    for (const row of precheck['data'] as readonly Row[]) has(row, fields.precheck, 'a line of the pre-check')
  }))

test('[AP9] a decision is told under its names, that of a row with its block', () =>
  onServer(async (server, as) => {
    const ana = await as('ana')
    await ana('POST form/tiny/saveQuestionAnswer', { questionId: 'q1', answer: 'una' })
    await ana('POST form/tiny/saveQuestionAnswer/block/parent', { questionId: 'q8', answer: 1 })
    await ana('POST form/tiny/saveQuestionAnswer/block/child/0', { questionId: 'q81', answer: 'fila' })
    // The stage ends without a send: the evaluation begins with what there is.
    server.clock.advance(40 * dayMs)
    await server.app.tick()
    const eva = await as('eva')
    await eva('POST evaluator/evaluate/form/tiny/institution/norte/question/q1', { decision: 'Observed', comment: '¿De qué año?' })
    await eva('POST evaluator/evaluate/form/tiny/institution/norte/question/q8/index/0/question/q81', { decision: 'Accepted' })
    const decided = (await eva('GET evaluator/evaluations/form/tiny/institution/norte')) as unknown as readonly Row[]
    expect(decided).toHaveLength(2)
    for (const row of decided) has(row, fields.evaluation, 'decision')
    expect(decided.find(({ questionId }) => questionId === 'q81')).toMatchObject({ block: 'q8', index: 0, decision: 'Accepted' })
    expect(decided.find(({ questionId }) => questionId === 'q1')).toMatchObject({ block: null, index: -1, comment: '¿De qué año?' })
  }))
