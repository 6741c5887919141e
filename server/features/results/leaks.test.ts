import { bodyBytesOf, type Route } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import { evalScope, formScope, instScope, orgScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import { wire, type TestApp } from '../../testing/app.ts'
import {
  answerChange,
  calculate,
  changeCycle,
  changeParticipant,
  cycleForm,
  decisionChange,
  goTo,
  publish,
  put,
  withCycle,
} from '../../testing/cycle.ts'
import { onDefaultDatabase, type Start } from '../../testing/databases.ts'

/** What norte obtained before and after a decision, as no other figure of the form is written. */
const preliminaryFigure = '74.1234'
const finalFigure = '84.1234'
const canary = 'CANARIO'

const people = ['root', 'eva', 'otro', 'ana', 'berta', 'carlos', 'dina', 'sur-lider', 'este-lider', 'nadie'] as const
type Who = (typeof people)[number]
const lab: readonly Who[] = ['root', 'eva']
const leaders: readonly Who[] = ['ana', 'berta']

/** Of whom a session is asked for, and nobody. */
const tokenOf = (server: TestApp, who: Who): Promise<string | undefined> =>
  who === 'nadie' ? Promise.resolve(undefined) : server.token(who)

const valuesOf = (kind: string): Readonly<Record<string, string>> => ({
  form: cycleForm,
  institution: 'norte',
  kind,
  id: cycleForm,
  question: 'r1',
  child: 'r1',
  dimension: 's11',
  index: '-1',
  role: 'InstitutionalLeader',
  stage: 'c-ShowResults',
  version: 'ciclo-v1',
  code: 'NORTE',
  sheet: 'p1',
  job: 'report-0001',
  file: 'file-0001',
  fileId: 'file-0001',
  canAttach: 'false',
  tab: 'general',
  report: 'result',
  category: 'Pilares',
  notification: 'none',
  session: 'nadie',
  send: 'send-none',
  sha256: 'a'.repeat(64),
  years: '2024',
  from: '2023',
  to: '2024',
  isPublic: 'false',
  number: '1',
  pageName: 'home',
})
const body = {
  formId: cycleForm,
  form: cycleForm,
  institutionId: 'norte',
  institution: 'norte',
  from: {},
  to: {},
  texts: {},
  kind: undefined,
  format: 'csv',
  layout: 'long',
}
const isPdf = (route: Route): boolean => route.raw?.reply === 'application/pdf'
/** Calls that change nothing that this is about, and papers that are anybody’s. */
const apart =
  /^(?:siteFiles\.(?:questionnaire|glossary)$|sync\.|accounts\.(?:signOut|signOutAll)|results\.(?:calculate|publish|saveInform|saveFinalReport)$)/
const ofResults = (route: Route): boolean => /^(?:results\.|reports\.)/.test(route.name) && !apart.test(route.name)
const readsOnly = (route: Route): boolean => (route.method === 'GET' && !apart.test(route.name)) || ofResults(route)

async function ask(
  server: TestApp,
  token: string | undefined,
  route: Route,
  kind: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => must(valuesOf(kind)[name], `no example of ${name}`))
  const reply = await server.app.fetch(
    new Request(`http://localhost/api/v1/${path}`, {
      method: route.method,
      headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
      ...(bodyBytesOf(route) > 0
        ? { body: JSON.stringify({ ...body, ...(route.name === 'reports.askReport' ? { kind: 'FormResults' } : {}) }) }
        : {}),
    }),
  )
  return { status: reply.status, text: `${isPdf(route) ? '' : await reply.text()} ${JSON.stringify([...reply.headers])}` }
}

/** Figures of norte in a text: as a number of their own. */
const tells = (text: string): ('preliminary' | 'final' | 'words')[] => [
  ...(text.includes(preliminaryFigure) ? (['preliminary'] as const) : []),
  ...(text.includes(finalFigure) ? (['final'] as const) : []),
  ...(text.includes(canary) ? (['words'] as const) : []),
]

/** Who is told a figure of norte by some call, and papers that are handed out; of calls about results alone unless `all`. */
async function toldBy(
  server: TestApp,
  all = false,
): Promise<{ readonly preliminary: Who[]; readonly final: Who[]; readonly papers: string[] }> {
  const found = { preliminary: new Set<Who>(), final: new Set<Who>(), papers: new Set<string>() }
  for (const who of people) {
    const token = await tokenOf(server, who)
    for (const route of server.app.server.routes.filter(all && !lab.includes(who) ? readsOnly : ofResults)) {
      // What the lab may always have made is not made for each of its people at each stage.
      if (isPdf(route) && lab.includes(who)) continue
      // The same call is asked once.
      for (const kind of route.path.includes(':kind') ? ['preliminary', 'final'] : ['preliminary']) {
        const { status, text } = await ask(server, token, route, kind)
        expect(status, `${who} ${route.name}`).not.toBe(500)
        if (isPdf(route) && status === 200) found.papers.add(`${who} ${route.name}`)
        // A figure that the lab's reports tell of all is of the lab's own.
        for (const told of tells(text)) {
          if (told === 'words') expect(lab, `${who} ${route.name} ${text.slice(0, 400)}`).toContain(who)
          else found[told].add(who)
        }
      }
    }
  }
  return { preliminary: [...found.preliminary], final: [...found.final], papers: [...found.papers] }
}

/** What devices, notices and letters of norte's people and of others hold. */
async function nothingElsewhere(server: TestApp): Promise<void> {
  const open = [
    resultsScope('norte', cycleForm),
    evalScope('norte', cycleForm),
    instScope('norte', cycleForm),
    questionnaireScope(cycleForm),
    formScope(cycleForm),
    orgScope('norte'),
  ]
  for (const who of people) {
    const token = await tokenOf(server, who)
    if (token === undefined) continue
    const pulled = await server.pull(token, `dev-${who}`, null, { limit: 5000, open })
    expect(pulled.status, who).toBe(200)
    const { rows } = pulled.data
    expect(
      rows.filter((row) => row.s.startsWith('results:') || ['snapshot', 'inform', 'publication'].includes(row.t)),
      who,
    ).toEqual([])
    const own = rows.filter((row) => row.s.startsWith('own:'))
    expect(tells(JSON.stringify(own)), who).toEqual([])
    expect(JSON.stringify(rows), who).not.toContain(canary)
  }
  const letters = await server.db.q.selectFrom('letter').select('data').execute()
  for (const { data } of letters) expect(tells(data)).toEqual([])
  const told = await server.db.q.selectFrom('history').select(['scope', 'text', 'changed', 'value']).execute()
  for (const row of told) if (!row.scope.startsWith('questionnaire:')) expect(tells(JSON.stringify(row)), row.scope).toEqual([])
  const acts = await server.db.q.selectFrom('audit').select('detail').execute()
  for (const { detail } of acts) expect(detail).not.toContain(canary)
}

/** Nobody changes a result but by the calls that are there for it. */
async function nothingPushed(server: TestApp): Promise<void> {
  const rows = async (): Promise<unknown> =>
    server.db.q
      .selectFrom('sync_row')
      .select(['tbl', 'id', 'version', 'data'])
      .where('scope', '=', resultsScope('norte', cycleForm))
      .orderBy('tbl')
      .orderBy('id')
      .execute()
  const before = await rows()
  for (const [at, who] of people.entries()) {
    const token = await tokenOf(server, who)
    if (token === undefined) continue
    const asked: readonly (readonly [name: string, args: unknown])[] = [
      ['result.calculate', { kind: 'preliminary', reason: null }],
      ['result.publish', { kind: 'preliminary', snapshotId: 'preliminary-1' }],
      ['inform.edit', { kind: 'preliminary', from: {}, to: { introduction: 'intruso' } }],
    ]
    const sent = asked.map(([n, a], position) =>
      wire(position + 1, n, a, { s: resultsScope('norte', cycleForm), mid: `leak-${at}-${position}-0123456789` }),
    )
    const { data } = await server.push(token, `dev-${who}`, sent)
    expect(data.results.map(({ d, code }) => [d, code])).toEqual(sent.map(() => ['refused', 'forbidden']))
  }
  expect(await rows()).toEqual(before)
}

const begun = async (start: Start): Promise<TestApp> => {
  const server = await start()
  await withCycle(server)
  // A figure that nothing else is.
  await put(server, [answerChange('norte', 'r3', { value: 10.1234 })])
  return server
}
const saveText = async (server: TestApp, kind: 'preliminary' | 'final', who: Who): Promise<void> => {
  const texts = { from: { introduction: null }, to: { introduction: `<p>${canary} ${kind}</p>` } }
  const token = await tokenOf(server, who)
  const { status } = await server.call('POST', `form/${cycleForm}/institution/norte/inform/${kind}`, { token, body: texts })
  expect(status).toBe(200)
}

onDefaultDatabase((start) => {
  test('[RS11] nothing of a result is told before its stage, by any call, to anybody who may not read it', async () => {
    const server = await begun(start)
    // While answers are given and decided, who evaluates is not told before the second revision.
    goTo(server, 'CorrectionInput')
    expect(await toldBy(server)).toEqual({ preliminary: ['root'], final: [], papers: [] })
    goTo(server, 'SecondRevision')
    // What a replica would add is the lab's to ask for.
    expect(await toldBy(server)).toEqual({ preliminary: lab, final: lab, papers: [] })
    goTo(server, 'CalculateResults')
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ calculated: 4 })
    await saveText(server, 'preliminary', 'eva')
    expect(await toldBy(server, true)).toEqual({ preliminary: lab, final: lab, papers: [] })
    expect((await publish(server, 'preliminary')).data).toMatchObject({ published: 4 })
    expect(await toldBy(server, true)).toEqual({ preliminary: lab, final: lab, papers: [] })
    await nothingElsewhere(server)
    await nothingPushed(server)
    goTo(server, 'CalculateResults', 'after')
    expect(await toldBy(server)).toEqual({ preliminary: lab, final: lab, papers: [] })
  })

  test('[RS11] from its stage on who leads reads what was published, and the final result no earlier than its own', async () => {
    const server = await begun(start)
    goTo(server, 'CalculateResults')
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    goTo(server, 'ReplicaInput')
    const preliminaryPapers = leaders.map((who) => `${who} results.preliminaryPdf`)
    expect(await toldBy(server)).toEqual({
      preliminary: [...lab, ...leaders],
      // What the replica would add is told to who could ask for it.
      final: [...lab, ...leaders],
      papers: preliminaryPapers,
    })
    await put(server, [decisionChange('norte', 'r2', 'Accepted')])
    goTo(server, 'ReplicaRevision', 'after')
    expect((await calculate(server, 'final')).data).toMatchObject({ calculated: 4 })
    await saveText(server, 'final', 'root')
    expect((await publish(server, 'final')).data).toMatchObject({ published: 4 })
    const before = await toldBy(server, true)
    expect(before).toEqual({ preliminary: [...lab, ...leaders], final: lab, papers: preliminaryPapers })
    await nothingElsewhere(server)
    const note = await server.call('GET', 'institution/norte/results', { token: await server.token('dina') })
    expect(note.data).toEqual({ results: [], noteOnly: true })
    goTo(server, 'ShowResults')
    const read = async (who: Who) =>
      (await server.call('GET', `form/${cycleForm}/institution/norte/results/final`, { token: await tokenOf(server, who) })).status
    const statuses = async () => Object.fromEntries(await Promise.all(people.map(async (who) => [who, await read(who)] as const)))
    const all = {
      root: 200,
      eva: 200,
      otro: 404,
      ana: 200,
      berta: 200,
      carlos: 403,
      dina: 403,
      'sur-lider': 404,
      'este-lider': 404,
      nadie: 401,
    }
    expect(await statuses()).toEqual(all)
    goTo(server, 'ShowResults', 'after')
    expect(await statuses()).toEqual(all)
    // An archive does not vanish; who evaluated goes with the form.
    await changeCycle(server, { enabled: false })
    expect(await statuses()).toEqual({ ...all, eva: 404 })
    await changeParticipant(server, 'norte', { leaderId: 'dina', delegateId: null })
    // ana leads norte in another form that is enabled; berta leads nothing any more.
    expect(await statuses()).toEqual({ ...all, eva: 404, berta: 403, dina: 200 })
    await changeCycle(server, { removed: true })
    const gone = Object.fromEntries(people.map((who) => [who, who === 'nadie' ? 401 : 404]))
    expect(await statuses()).toEqual(gone)
    await changeCycle(server, { removed: false, enabled: true })
    await changeParticipant(server, 'norte', { removedAt: server.clock.now() })
    expect(await statuses()).toEqual(gone)
  })
})
