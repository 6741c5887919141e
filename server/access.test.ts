import type { Route } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { mutations, participationMutations } from '#shared/mutations.ts'
import type { WireMutation } from '#shared/protocol/push.ts'
import { catalogScope, evalScope, formScope, instScope, orgScope, questionnaireScope, userScope } from '#shared/protocol/scope.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { jsonSchemaOf } from './http/openapi.ts'
import { pdfOf } from './seeds/evidence.ts'
import { wire, withEste, type TestApp } from './testing/app.ts'
import { onEachDatabase, type Start } from './testing/databases.ts'

/** In everything that norte's people and evaluator wrote; in no reply to anybody else. */
const canary = 'CANARIO'
const fileId = 'file-canary-1'
const threadId = 'thread-canary-1'
const commentId = 'comment-canary-1'
const bytes = new Uint8Array(pdfOf(canary, [canary]))
const sha256 = createHash('sha256').update(bytes).digest('hex')

/** Norte with answers, a thread, a file, people and decisions that nobody else may read. */
async function filled(start: Start): Promise<TestApp> {
  const server = await start({ rehearsal: false })
  const ana = await server.token('ana')
  const profile = { name: canary, surname: canary }
  expect((await server.call('PUT', 'user/ana/profile', { token: ana, body: profile })).status).toBe(200)
  const file = { id: fileId, unit: 'q9', name: `${canary}.pdf`, sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
  const assigned = (seq: number, element: string, level: string, userId: string) =>
    wire(seq, 'assignment.set', { elements: [{ element, level }], who: { userId } })
  const pushed = async (who: string, batch: WireMutation[]): Promise<void> => {
    const { data } = await server.push(await server.token(who), `dev-${who}`, batch)
    expect(data.results).toEqual([])
  }
  await pushed('ana', [
    assigned(1, 'd1', 'Dimension', 'berta'),
    assigned(2, 's11', 'Subdimension', 'carlos'),
    assigned(3, 'q1', 'Question', 'carlos'),
    assigned(4, 'd2', 'Dimension', 'berta'),
    assigned(5, 's21', 'Subdimension', 'berta'),
    assigned(6, 'q20', 'Question', 'dina'),
    wire(7, 'answer.set', { unit: 'q9', value: canary }),
    wire(8, 'attachment.add', file),
  ])
  await pushed('carlos', [wire(1, 'answer.set', { unit: 'q1', value: canary }, { mid: 'of-carlos-1' })])
  // Somebody of two institutions is as much of an outsider to a third.
  await withEste(server)
  const added = await server.call('PUT', 'user/sur-lider/institution/este', { token: await server.token('root') })
  expect(added.status).toBe(200)
  await pushed('ana', [wire(9, 'comment.add', { id: commentId, unit: 'q1', threadId, body: canary })])
  return server
}

/** With the evaluator's drafts beside it, and the institution locked. */
async function evaluated(server: TestApp): Promise<void> {
  server.clock.advance(32 * dayMs)
  await server.app.tick()
  const token = await server.token('eva')
  const body = { decision: 'Observed', comment: canary }
  const path = 'evaluator/evaluate/form/tiny/institution/norte/question/q9'
  expect((await server.call('POST', path, { token, body })).status).toBe(200)
}

const own = [instScope('norte', 'tiny'), evalScope('norte', 'tiny'), orgScope('norte')]

/** Everything that norte has, as text to compare. */
async function stateOf(server: TestApp): Promise<string> {
  const { q } = server.db
  const rows = await q.selectFrom('sync_row').selectAll().where('scope', 'in', own).orderBy('scope').orderBy('tbl').orderBy('id').execute()
  const found = await q.selectFrom('user').selectAll().where('institution_id', '=', 'norte').orderBy('id').execute()
  // Whoever knows an address may guess its password, and guesses are counted.
  const users = found
  const uploads = await q.selectFrom('upload').selectAll().where('scope', 'in', own).orderBy('attachment_id').execute()
  return JSON.stringify([rows, users, uploads])
}

/** What the history tells, but for what did not stand: an evaluator who was replaced may come late (CF10). */
const entriesOf = (server: TestApp): Promise<{ id: string }[]> =>
  server.db.q.selectFrom('history').select('id').where('scope', 'in', own).where('action', '<>', 'No aplicado').orderBy('id').execute()

const entries: Readonly<Record<string, string>> = {
  form: 'tiny',
  institution: 'norte',
  question: 'q1',
  stage: 'e1',
  session: 'nadie',
  dimension: 's11',
  child: 'q81',
  index: '0',
  file: fileId,
  sheet: 'p1',
  job: 'report-0001',
  version: 'tiny-v1',
  kind: 'assign',
  role: 'InstitutionalLeader',
  canAttach: 'false',
  tab: 'general',
  report: 'result',
  isPublic: 'true',
  years: '2022',
  from: '2022',
  to: '2023',
  category: 'pilares',
  notification: 'none',
  code: 'Servicio',
  sha256: 'a'.repeat(64),
  pageName: 'home',
  number: '1',
  cu: 'claveunica',
  send: 'send-x',
}

const pathOf = (route: Route): string =>
  route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? (route.path.startsWith('user') ? 'ana' : fileId) : must(valuesFor(route)[name], `no example of ${name}`),
  )
/** What a kind is of depends on what the call is about. */
const valuesFor = ({ name }: Route): Readonly<Record<string, string>> =>
  name.startsWith('results.') ? { ...entries, kind: 'preliminary' } : entries
const ofReport = { from: { introduction: null }, to: { introduction: 'intruso' }, texts: { introduction: 'intruso' } }

/** What some calls take under names that others use otherwise. */
function besideFor({ name }: Route): object {
  if (name.startsWith('results.')) return ofReport
  return name.startsWith('passkeys.') ? { proof: { password: 'intruso-1' } } : {}
}

/** Fields of every call at once: each takes its own. */
const anyBody = {
  formId: 'tiny',
  institution: 'norte',
  questionId: 'q1',
  questionIds: ['q1', 'q9'],
  answer: 'intruso',
  index: -1,
  size: bytes.length,
  sha256,
  elements: [{ element: 'd1', level: 'Dimension' }],
  user: { _id: 'sur-lider' },
  msg: 'intruso',
  willReply: true,
  answerIndex: -1,
  decision: 'Accepted',
  comment: 'intruso',
  name: 'Intruso',
  surname: 'Intruso',
  email: 'ana@norte.example',
  userId: 'ana',
  token: 'x',
  secret: 'x',
  password: 'intruso-1',
  confirmPassword: 'intruso-1',
  newPassword: 'intruso-1',
  confirmNewPassword: 'intruso-1',
  id: 'report-0002',
  kind: 'Answers',
  institutionId: 'norte',
  format: 'csv',
  layout: 'long',
}

/** Arguments of every change of a form at once. */
const anyWork = {
  ...anyBody,
  id: 'q1',
  from: {},
  to: { name: 'Intruso', text: 'Intruso', hint: 'intruso' },
  after: null,
  dimensionId: 's11',
  parentId: null,
  enabled: false,
  institutionId: 'norte',
  evaluatorId: null,
  versionId: 'tiny-v1',
  structure: 'x',
  prefix: 'x',
  description: '',
  questions: [],
}

const takesInstitution = (route: Route): boolean =>
  route.body !== undefined && JSON.stringify(jsonSchemaOf(route.body)).includes('"institution"')

async function calledBy(server: TestApp, who: string | undefined, route: Route): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = who === undefined ? {} : { Authorization: `Bearer ${await server.token(who)}` }
  const init: RequestInit = { method: route.method, headers }
  if (route.name.startsWith('attachments.attach')) {
    const form = new FormData()
    form.set('file', new File([bytes], 'intruso.pdf'))
    form.set('questionId', 'q9')
    form.set('institution', 'norte')
    init.body = form
  } else if (route.name === 'attachments.uploadPart') {
    headers['Upload-Offset'] = '0'
    init.body = bytes
  } else if (route.method !== 'GET' && route.method !== 'HEAD') {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify({ ...anyBody, ...besideFor(route) })
  }
  const reply = await server.app.fetch(new Request(`http://localhost/api/v1/${pathOf(route)}`, init))
  return { status: reply.status, text: `${await reply.text()} ${JSON.stringify([...reply.headers])}` }
}

const apart = new Set(['sync.push', 'sync.pull', 'sync.events'])
const routesOf = (server: TestApp): Route[] => server.app.server.routes.filter((route) => !apart.has(route.name))
/** Calls that name something of norte's, in their path or body. */
const namesNorte = (route: Route): boolean =>
  /:(?:institution|id|file)\b/.test(route.path) || takesInstitution(route) || route.name.startsWith('attachments.attach')

/** Of two other institutions, of the laboratory but not of norte, or nobody. */
const outsiders = ['sur-lider', 'otro', undefined] as const

const argsOf: Readonly<Record<string, readonly object[]>> = {
  'answer.set': [{ unit: 'q1', value: 'intruso' }],
  'answer.clear': [{ unit: 'q1' }],
  'answer.keep': [{ unit: 'q1', justification: 'intruso' }],
  'assignment.set': [{ elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'sur-lider' } }],
  'team.write': [
    { userId: 'dina', text: 'intruso' },
    { userId: 'ana', text: 'intruso' },
  ],
  'delegate.set': [{ who: { userId: 'sur-lider' } }, { who: { userId: 'berta' } }, { who: null }],
  'leader.set': [{ who: { userId: 'sur-lider' } }, { who: { userId: 'berta' } }],
  'attachment.add': [{ id: fileId, unit: 'q9', name: 'x.pdf', sizeBytes: bytes.length, mime: '', sha256 }],
  'attachment.remove': [{ id: fileId }],
  'attachment.decline': [{ unit: 'q9', declined: true }],
  'attachment.ready': [{ id: fileId, sha256, sizeBytes: bytes.length }],
  'comment.add': [{ id: 'intruder-1', unit: 'q9', threadId: 'intruder-2', body: 'intruso' }],
  'comment.reply': [{ id: 'intruder-3', unit: 'q1', threadId, body: 'intruso', updateAnswer: true }],
  'comment.resolve': [{ unit: 'q1', threadId }],
  'comment.edit': [{ id: commentId, body: 'intruso' }],
  'comment.redact': [{ id: commentId }],
  'evaluation.decide': [{ unit: 'q1', decision: 'Accepted', comment: 'intruso', answerRev: 1 }],
  'evaluation.acceptRemaining': [{ units: [['q1', 1]] }],
  'evaluation.reopenAccepted': [{ batch: 'e-1' }],
  'evaluation.send': [{}],
  'evaluation.settle': [{ kind: 'preliminary', unit: 'q9', decision: 'Accepted', comment: 'intruso', answerRev: 1 }],
  'evaluation.release': [{ kind: 'preliminary' }],
  'evaluation.note': [{ unit: 'q1', text: 'intruso' }],
  'invitation.resend': [{ userId: 'carlos' }],
  'invitation.correct': [{ userId: 'carlos', name: 'Intruso', surname: 'Ajeno', email: 'intruso@norte.example' }],
  'invitation.withdraw': [{ userId: 'carlos' }, { userId: 'berta' }],
  'answers.send': [{ reviewed: null }],
  'answers.recall': [{ send: 'send-x' }],
  'answers.open': [{ send: 'send-x' }],
  'participant.askReopen': [{ reason: 'intruso' }],
  'participant.declineReopen': [{ request: 'x', reason: 'intruso' }],
  'survey.send': [{}],
  'participant.reopen': [{ closeAt: null, reason: 'intruso' }, {}],
  'participant.evaluator': [{ from: 'eva', to: null }],
  'administrative.set': [{ unit: 'q3', value: 3, file: 'planilla.csv' }],
  'person.release': [{ userId: 'berta' }],
  'participant.remove': [{ name: 'Servicio norte' }],
  'stage.tellExtension': [{ stageId: 'e1', end: '2026-03-12' }],
  'section.ready': [{ subDimensionId: 'd1.1', ready: true }],
  'replica.open': [{ subDimensionId: 'd1.1', open: true }],
  'replica.justify': [{ unit: 'q1', justification: 'intruso' }],
  'stage.tick': [{ stageId: 'e1', boundary: 'end' }, {}],
  'conflict.resolve': [{ id: 'x', choice: 'discard' }],
  'quarantine.raw': [{ raw: 'x' }],
  'unsent.adopt': [
    { mid: 'of-ana-1', authorId: 'ana', n: 'answer.set', v: 1, a: { unit: 'q1', value: 'intruso' }, at: '2026-03-10T11:00:00.000Z' },
  ],
}

onEachDatabase((start, _, testOnce) => {
  testOnce('[OU1] no route gives or changes anything of an institution to or for outsiders', async () => {
    const server = await filled(start)
    await evaluated(server)
    const before = await stateOf(server)
    for (const who of outsiders) {
      for (const route of routesOf(server)) {
        const { status, text } = await calledBy(server, who, route)
        const label = `${who ?? 'nobody'}: ${route.method} ${route.path} -> ${status} ${text}`
        expect(text, label).not.toContain(canary)
        expect(status, label).toBeLessThan(500)
        if (namesNorte(route)) expect([401, 403, 404], label).toContain(status)
      }
    }
    expect(await stateOf(server)).toBe(before)
  })

  test('[OU1] no mutation of an outsider changes an institution, and no pull or card shows it', async () => {
    expect(Object.keys(argsOf).toSorted()).toEqual([...participationMutations.keys()].toSorted())
    const server = await filled(start)
    await evaluated(server)
    const before = await stateOf(server)
    const history = await entriesOf(server)
    for (const who of ['sur-lider', 'otro']) {
      const token = await server.token(who)
      let seq = 0
      for (const scope of [...own, userScope('ana'), instScope('sur', 'tiny')]) {
        const batch = Object.entries(argsOf).flatMap(([name, all]) =>
          all.map((args) => wire((seq += 1), name, args, { s: scope, mid: `intruder-${who}-${seq}` })),
        )
        const { data, status } = await server.push(token, `dev-${who}`, batch)
        expect(status).toBe(200)
        if (scope !== instScope('sur', 'tiny')) {
          const standing = batch.filter((each) => !data.results.some((result) => result.seq === each.seq && result.d !== 'applied'))
          expect(standing.map((each) => each.n)).toEqual([])
        }
      }
      expect(await stateOf(server)).toBe(before)
      expect(JSON.stringify(await server.pull(token, `dev-${who}`, null, { limit: 5000 }))).not.toContain(canary)
    }
    expect(await entriesOf(server)).toEqual(history)
  })

  test('[OU1] an evaluator of one institution decides nothing about another, and that it exists is not told', async () => {
    const server = await filled(start)
    await evaluated(server)
    const token = await server.token('otro')
    const about = async (institution: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (const [method, path] of [
        ['GET', `evaluator/evaluations/form/tiny/institution/${institution}`],
        ['POST', `evaluator/evaluate/form/tiny/institution/${institution}/all`],
        ['POST', `evaluator/send/form/tiny/institution/${institution}`],
        ['GET', `form/tiny/institution/${institution}/questions`],
        ['GET', `form/tiny/file/${institution}/bulk-export`],
      ] as const) {
        const { status, error } = await server.call(method, path, { token })
        found.push([status, error.code, error.message])
      }
      return found
    }
    expect(await about('norte')).toEqual(await about('no-such-institution'))
  })

  testOnce('[OU3] nobody but administrators reads or changes what the lab works on, by route, mutation or pull', async () => {
    const server = await start()
    const root = await server.token('root')
    const made = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
      const { status, data, error } = await server.call(method, path, { token: root, body })
      expect(status, `${path} ${JSON.stringify(error)}`).toBe(200)
      return Object(data)
    }
    // Before anything that is not for them is written: a rehearsal is a copy, which its people read.
    const { form } = await made('POST', 'form/tiny/rehearsal', {})
    const rehearsal = String(Object(form)['id'])
    const draft = String((await made('POST', 'form', { name: canary, description: canary }))['_id'])
    await made('PUT', 'form/tiny/question/q1/helps', { questionHint: `<p>${canary}</p>`, fillingHint: `<p>${canary}</p>` })
    await made('POST', 'form/tiny/report', { preliminaryIntroduction: `<p>${canary}</p>` })
    const { versionId } = await made('POST', `form/${draft}/publish`, {})
    const table = `institutionCode,number,questionId,max,points\nNORTE,1.1.1,q1,2,1\nSUR,1.1.1,q1,2,2\n`
    const headers = { Authorization: `Bearer ${root}`, 'Content-Type': 'application/octet-stream' }
    const path = `http://localhost/api/v1/reports/tiny/uploadPointsConfigManual?name=${canary}.csv`
    const { data } = await (await server.app.fetch(new Request(path, { method: 'POST', headers, body: table }))).json()
    const sheet = String(data.sheet?._id)
    expect(JSON.stringify(await made('GET', 'form/tiny/history'))).toContain(`${canary}.csv`)

    const theWork = async (): Promise<string> => {
      const { q } = server.db
      const rows = q
        .selectFrom('sync_row')
        .selectAll()
        .where((each) => each.or([each('scope', 'like', 'questionnaire:%'), each('scope', 'like', 'form:%')]))
      const told = q.selectFrom('history').select(['id', 'text']).where('scope', 'like', 'questionnaire:%')
      const versions = q.selectFrom('form_version').select('id')
      return JSON.stringify([
        await rows.orderBy('scope').orderBy('tbl').orderBy('id').execute(),
        await told.orderBy('id').execute(),
        await versions.orderBy('id').execute(),
      ])
    }
    const rehearsed = await server.db.q.selectFrom('user').select(['id', 'kind']).where('rehearsal', '=', rehearsal).orderBy('id').execute()
    const invented = ['Institutional', 'Evaluator'].map(
      (kind) =>
        must(
          rehearsed.find((each) => each.kind === kind),
          kind,
        ).id,
    )
    const before = await theWork()

    const routes = routesOf(server).filter((route) => route.access !== 'public')
    for (const who of ['ana', 'dina', 'sur-lider', 'eva', 'otro', ...invented]) {
      // Some calls end sessions.
      let token = await server.token(who)
      for (const route of routes) {
        for (const id of ['tiny', draft, rehearsal]) {
          const values = { ...valuesFor(route), form: id, sheet, version: String(versionId) }
          const at = route.path.replace(/:(\w+)/g, (_, name: string) => must({ id: fileId, ...values }[name], name))
          const init: RequestInit = {
            method: route.method,
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          }
          if (route.method !== 'GET' && route.method !== 'HEAD') init.body = JSON.stringify({ ...anyBody, formId: id })
          const reply = await server.app.fetch(new Request(`http://localhost/api/v1/${at}`, init))
          const text = `${await reply.text()} ${JSON.stringify([...reply.headers])}`
          if (route.path.startsWith('auth/') || route.path.startsWith('user')) token = await server.token(who)
          const label = `${who}: ${route.method} ${at} -> ${reply.status} ${text}`
          expect(text, label).not.toContain(canary)
          expect(reply.status, label).toBeLessThan(500)
          if (route.access === 'administrator') expect(reply.status, label).toBe(403)
        }
      }
      const scopes = ['tiny', draft, rehearsal].flatMap((id) => [questionnaireScope(id), formScope(id)])
      const pulled = await server.pull(token, `dev-${who}`, null, { limit: 5000, open: scopes })
      expect(JSON.stringify(pulled)).not.toContain(canary)
      expect(pulled.data.rows.filter((each) => each.s.startsWith('questionnaire:'))).toEqual([])
      const names = [...mutations.values()].filter((each) => each.on !== 'participation').map((each) => each.name)
      const tries = names.flatMap((name, at) =>
        [...scopes, catalogScope].map((s, position) =>
          wire(at * 7 + position + 1, name, { ...anyWork, formId: 'tiny' }, { s, mid: `work-${who}-${at}-${position}` }),
        ),
      )
      for (let at = 0; at < tries.length; at += 100) {
        const some = tries.slice(at, at + 100)
        const { data: replied } = await server.push(token, `dev-${who}`, some)
        expect(replied.results.map((each) => each.d)).toEqual(some.map(() => 'refused'))
        expect(JSON.stringify(replied)).not.toContain(canary)
      }
    }
    expect(await theWork()).toBe(before)

    // An administrator's device sends what administrators write, and nothing that only the server's doors decide.
    const ofServer = [...mutations.values()].filter((each) => each.serverOnly === true)
    expect(ofServer.length).toBeGreaterThan(15)
    const sent = ofServer.map((each, at) =>
      wire(at + 1, each.name, anyWork, {
        s: each.on === 'participation' ? instScope('norte', 'tiny') : questionnaireScope('tiny'),
        mid: `of-root-${at}`,
      }),
    )
    const { data: replied } = await server.push(root, 'dev-root', sent)
    expect(replied.results.map((each) => [each.d, each.code])).toEqual(sent.map(() => ['refused', 'forbidden']))
    // Nor does one whose account was closed, or whose session is over, or whose kind was changed meanwhile.
    const change = (set: object) => server.db.q.updateTable('user').set(set).where('id', '=', 'root').execute()
    const ask = async (): Promise<unknown[]> => [
      (await server.call('GET', 'form/tiny/history', { token: root })).error?.code,
      (
        await server.push(root, 'dev-root', [
          wire(sent.length + 1, 'form.edit', { from: {}, to: { name: 'Intruso' } }, { s: questionnaireScope('tiny') }),
        ])
      ).error?.code,
      (await server.pull(root, 'dev-root', null, { open: [questionnaireScope('tiny')] })).error?.code,
    ]
    await change({ active: 0 })
    expect(await ask()).toEqual(['revoked', 'revoked', 'revoked'])
    await change({ active: 1, kind: 'Evaluator' })
    expect((await server.call('GET', 'form/tiny/history', { token: root })).error.code).toBe('administrators_only')
    const pulled = await server.pull(root, 'dev-root', null, { open: [questionnaireScope('tiny')] })
    expect(JSON.stringify(pulled)).not.toContain(canary)
    await change({ kind: 'Administrator' })
    server.clock.advance(dayMs)
    expect(await ask()).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated'])
    expect(await theWork()).toBe(before)
  })

  test('[OU2] a professional gains nothing by profile, REST or push, and the try is on record', async () => {
    const server = await filled(start)
    const before = await stateOf(server)
    const token = await server.token('dina')
    const tries = [
      wire(1, 'answer.set', { unit: 'q1', value: 'x' }),
      wire(2, 'assignment.set', { elements: [{ element: 'q1', level: 'Question' }], who: { userId: 'dina' } }),
      wire(3, 'delegate.set', { who: { userId: 'dina' } }),
      wire(4, 'leader.set', { who: { userId: 'dina' } }),
      wire(5, 'comment.add', { id: 'of-dina-1', unit: 'q1', threadId: 'of-dina-2', body: 'x' }),
      wire(6, 'comment.redact', { id: commentId }),
      wire(7, 'attachment.remove', { id: fileId }),
      wire(8, 'survey.send', {}),
      wire(9, 'participant.reopen', must(argsOf['participant.reopen']?.[0], 'no example')),
      wire(10, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 }),
    ].map((each) => ({ ...each, mid: `of-dina-${each.seq}` }))
    const { data } = await server.push(token, 'dev-dina', tries)
    expect(data.results.map((result) => result.seq)).toEqual(tries.map((each) => each.seq))
    for (const result of data.results) expect(['refused', 'lost'], JSON.stringify(result)).toContain(result.d)
    for (const [method, path] of [
      ['POST', 'form/tiny/saveQuestionAnswer'],
      ['POST', 'form/tiny/saveQuestionAnswerAdmin'],
      ['POST', 'form/tiny/deleteQuestionAnswer'],
      ['POST', 'form/tiny/responsable/assign'],
      ['POST', 'form/tiny/assign/delegate'],
      ['POST', 'form/tiny/answer/q1/comment'],
      ['DELETE', 'form/tiny/file/questionId/q9/index/-1'],
      ['POST', 'form/tiny/survey/send'],
      ['POST', 'evaluator/evaluate/form/tiny/institution/norte/all'],
    ] as const) {
      const body = { ...anyBody, user: { _id: 'dina' } }
      const { status } = await server.call(method, path, { token, ...(method === 'POST' ? { body } : {}) })
      expect([403, 404, 409, 423], `${method} ${path}: ${status}`).toContain(status)
    }
    expect(await stateOf(server)).toBe(before)
    const record = await server.db.q.selectFrom('sync_mutation').select('mid').where('device_id', '=', 'dev-dina').execute()
    expect(record).toHaveLength(tries.length)
    expect(JSON.stringify(await server.pull(token, 'dev-dina', null, { limit: 5000 }))).not.toContain(`"value":"${canary}"`)
  })

  test('[OU2] what the server returned, sent back changed, changes only what the call is for', async () => {
    const server = await filled(start)
    const token = await server.token('dina')
    const { data: me } = await server.call('GET', 'auth/me', { token })
    const stolen = { kind: 'Administrator', role: ['InstitutionalLeader'], maxRole: 'InstitutionalLeader', leader: true }
    const more = {
      institutionId: 'sur',
      institution: 'sur',
      formIdActive: 'other',
      evaluateActive: true,
      email: 'x@sur.example',
      active: false,
    }
    const body = { ...Object(me), ...stolen, ...more, _id: 'ana', id: 'ana', joined: false, password_hash: 'x', surname: 'Nueva' }
    const changed = await server.call('PUT', 'user/dina/profile', { token, body })
    expect(changed.data).toEqual({ ...Object(me), surname: 'Nueva' })
    expect((await server.call('GET', 'auth/me', { token })).data).toEqual({ ...Object(me), surname: 'Nueva' })
    const user = await server.db.q.selectFrom('user').selectAll().where('id', '=', 'dina').executeTakeFirstOrThrow()
    expect(user).toMatchObject({ kind: 'Institutional', institution_id: 'norte', email: 'dina@norte.example', active: 1, joined: 1 })
    const row = async () =>
      JSON.parse(
        (
          await server.db.q
            .selectFrom('sync_row')
            .select('data')
            .where('scope', '=', own[0] ?? '')
            .where('tbl', '=', 'answer')
            .where('id', '=', 'q20')
            .executeTakeFirstOrThrow()
        ).data,
      )
    const save = (answer: object) =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body: { ...answer, questionId: 'q20', answer: 'dos' } })
    await save({})
    const stood = await row()
    const forged = {
      level: 1,
      sent: true,
      authorId: 'ana',
      changeAnswer: true,
      rev: 99,
      mid: 'forged-mid',
      unit: 'q1',
      late: true,
      justification: 'x',
    }
    expect((await save({ ...stood, ...forged })).status).toBe(200)
    expect(await row()).toMatchObject({ unit: 'q20', level: stood.level, sent: stood.sent, authorId: 'dina' })
    const pushed = await server.push(token, 'dev-dina', [
      wire(1, 'answer.set', { ...stood, ...forged, unit: 'q20', value: 'tres' }, { b: (await row()).mid }),
    ])
    expect(pushed.data.results).toEqual([])
    expect(await row()).toMatchObject({ value: 'tres', level: stood.level, sent: stood.sent, authorId: 'dina', mid: 'mid-answer-1' })
  })
})
