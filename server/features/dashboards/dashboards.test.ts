import type { Configuration, ShowingReply } from '#shared/dashboards/routes.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { dayText } from '#shared/kernel/moment-words.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import type { SiteView } from '#shared/site/view.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { expect, test } from 'vitest'
import type { TestApp, TestAppOptions } from '../../testing/app.ts'
import {
  calculate,
  changeCycle,
  changeParticipant,
  cycleDefinition,
  cycleForm,
  cycleStages,
  decisionChange,
  goTo,
  northPoints,
  publish,
  put,
  withCycle,
} from '../../testing/cycle.ts'
import { rawViews, type Renderer } from '../../site/renderer.ts'
import { storeOwnDefinition } from '../../world/definitions.ts'
import { onEachDatabase, type Start } from '../../testing/databases.ts'

const path = (tab: string): string => `reports/${cycleForm}/publicreports/config/publicdashboard/${tab}`
const column = (part: object = {}) => ({
  _id: 'c1',
  name: 'Presupuesto',
  subtitle: 'Pregunta 1.2.1',
  calcType: 'value',
  questionId: 'r3',
  questionIdDiv: null,
  preDecoration: '$',
  postDecoration: 'M',
  isPercentual: false,
  isBouble: false,
  ...part,
})
const general = { overallResultId: 'r4', questionreports: [column()] }

const withoutReplica = cycleStages.filter(({ kind }) => kind !== 'ReplicaInput' && kind !== 'ReplicaRevision')

const configure = async (server: TestApp, tab: string, body: object, who = 'root') =>
  server.call('POST', path(tab), { token: await server.token(who), body })
const read = async (server: TestApp, query = '', headers: Record<string, string> = {}): Promise<PublicResultsView> => {
  const reply = await server.call('GET', `publicReports/results${query}`, { headers })
  expect(reply.status).toBe(200)
  // The reply's shape is the contract's, which the app of the tests holds it against.
  return reply.data as PublicResultsView
}
const institution = async (server: TestApp, id: string, part: Partial<Institution>): Promise<void> => {
  const { data } = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', orgScope(id))
    .where('tbl', '=', 'institution')
    .executeTakeFirstOrThrow()
  const stands: Institution = JSON.parse(data)
  await put(server, [{ scope: orgScope(id), part: '', table: 'institution', id, row: { ...stands, ...part } }])
}

/** The cycle's form without a replica, oeste in a category of its own, before anything is worked out. */
async function begun(start: Start, options: TestAppOptions = {}): Promise<TestApp> {
  let ms = 0
  // Rows are put past the doors that begin an edition: nothing that was read is believed any longer.
  const server = await start({ rehearsal: false, elapsed: () => (ms += 61_000), ...options })
  await withCycle(server, { stages: withoutReplica })
  await institution(server, 'oeste', { category: 'Nuevas' })
  goTo(server, 'CalculateResults')
  return server
}
const showingPath = `reports/${cycleForm}/publicreports/showing`
const showing = async (server: TestApp): Promise<ShowingReply> =>
  // The reply's shape is the contract's.
  (await server.call('GET', showingPath, { token: await server.token('root') })).data as ShowingReply
/** Shows the form as it stands, as an administrator who looked at it. */
const show = async (server: TestApp) => {
  const { seen } = await showing(server)
  return server.call('POST', showingPath, { token: await server.token('root'), body: { seen } })
}
/** The same, configured, published and shown, in the stage that shows results. */
async function published(start: Start, options: TestAppOptions = {}): Promise<TestApp> {
  const server = await begun(start, options)
  expect((await configure(server, 'general', general)).status).toBe(200)
  expect((await calculate(server, 'final')).data).toMatchObject({ calculated: 4 })
  expect((await publish(server, 'final')).status).toBe(200)
  expect((await show(server)).status).toBe(200)
  goTo(server, 'ShowResults')
  await server.app.tick()
  return server
}
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

/** Puts a form of another year beside the public one, with a final result of `norte` that was published. */
async function earlierForm(
  server: TestApp,
  result: { readonly points: number; readonly max: number; readonly definition_id?: string },
): Promise<{ readonly header: FormHeader; readonly scope: string }> {
  const before = 'antes'
  const { data } = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('tbl', '=', 'form')
    .where('id', '=', cycleForm)
    .executeTakeFirstOrThrow()
  const header: FormHeader = { ...JSON.parse(data), id: before, name: 'Antes' }
  const scope = `form:${before}`
  await put(server, [{ scope, part: '', table: 'form', id: before, row: header }])
  const participant = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', instScope('norte', cycleForm))
    .where('tbl', '=', 'participant')
    .executeTakeFirstOrThrow()
  await put(server, [
    {
      scope: instScope('norte', before),
      part: '',
      table: 'participant',
      id: 'norte',
      row: { ...JSON.parse(participant.data), formId: before },
    },
  ])
  const snapshot = await server.db.q
    .selectFrom('result_snapshot')
    .selectAll()
    .where('institution_id', '=', 'norte')
    .where('form_id', '=', cycleForm)
    .where('kind', '=', 'final')
    .executeTakeFirstOrThrow()
  await server.db.q
    .insertInto('result_snapshot')
    .values({ ...snapshot, form_id: before, ...result })
    .execute()
  goTo(server, 'ShowResults', 'after')
  const beside = { asociatedForms: [before], asociatedFormsData: { [before]: { txt: '2023', order: 0 } } }
  expect((await configure(server, 'institution', beside)).status).toBe(200)
  expect((await show(server)).status).toBe(200)
  return { header, scope }
}

onEachDatabase((start) => {
  test('[DB2] an administrator configures a tab, reads it again, and who was slower is told who was faster', async () => {
    const server = await begun(start)
    const token = await server.token('root')
    expect((await server.call('GET', path('general'), { token })).data).toMatchObject({
      stamp: null,
      by: null,
    })
    const saved = await configure(server, 'general', general)
    expect(saved.data).toMatchObject({
      content: { id: 'general', overallResultId: 'r4', questionreports: [{ questionId: 'r3' }] },
      by: 'root Prueba',
    })
    const late = await configure(server, 'general', { ...general, questionreports: [], seen: null })
    expect([late.status, late.error.code, late.error.params?.['by']]).toEqual([409, 'changed_meanwhile', 'root'])
    // The specification's bare call says what is to stand.
    expect((await configure(server, 'general', { ...general, questionreports: [] })).status).toBe(200)
    const history = (await server.call('GET', `form/${cycleForm}/history`, { token })).data
    expect(JSON.stringify(history)).toContain('Configura tableros')
    expect(JSON.stringify((await server.call('GET', 'audit', { token })).data)).toContain('dashboards.configure')
    await server.close()
  })

  test('[DB2] nobody else configures or reads a configuration, and in its last stages nobody does', async () => {
    const server = await begun(start)
    for (const who of ['ana', 'eva']) {
      expect((await configure(server, 'general', general, who)).error.code).toBe('administrators_only')
      expect((await server.call('GET', path('general'), { token: await server.token(who) })).error.code).toBe('administrators_only')
    }
    expect((await server.call('POST', path('general'), { body: general })).status).toBe(401)
    goTo(server, 'ShowResults')
    await server.app.tick()
    expect((await configure(server, 'general', general)).error.code).toBe('dashboards_closed')
    await server.close()
  })

  test('[DB3] [DB4] what is missing or does not fit is refused in words, and nothing is written', async () => {
    const server = await begun(start)
    const codes = async (body: object): Promise<string> => (await configure(server, 'general', body)).error.code
    expect(await codes({ questionreports: [column()] })).toBe('dashboards_incomplete')
    expect(await codes({ ...general, questionreports: [column({ name: '' })] })).toBe('dashboards_incomplete')
    expect(await codes({ ...general, questionreports: [column({ questionId: 'r1' })] })).toBe('dashboards_question_unfit')
    expect(await codes({ ...general, questionreports: [1, 2, 3, 4, 5].map((n) => column({ _id: `c${n}` })) })).toBe(
      'dashboards_columns_many',
    )
    const said = await configure(server, 'general', { questionreports: [column()] })
    expect(said.error.message).toBe('Completa los campos requeridos antes de guardar la configuración.')
    expect((await server.call('GET', path('general'), { token: await server.token('root') })).data).toMatchObject({ stamp: null })
    await server.close()
  })

  test('[DB6] an icon is drawn anew whatever it was, and what is no picture is refused', async () => {
    const server = await begun(start)
    const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')
    const withIcon = (icon: string) => configure(server, 'institution', { iconIniciative: { type: 'image/svg+xml', base64: icon } })
    const hostile =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)"><script>alert(2)</script><circle r="9"/></svg>'
    const saved = await withIcon(base64(hostile))
    expect(saved.status).toBe(200)
    const { content } = saved.data as Configuration
    const icon = content.id === 'institution' ? content.iconIniciative : null
    expect(icon?.type).toBe('image/webp')
    const bytes = Buffer.from(icon?.base64 ?? '', 'base64')
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect(bytes.toString('latin1')).not.toContain('script')
    for (const wrong of ['<html>', 'GIF89a', '<svg']) expect((await withIcon(base64(wrong))).error.code, wrong).toBe('icon_unreadable')
    expect((await withIcon(base64(Buffer.alloc(200_001)))).error.code).toBe('icon_too_large')
    // What is kept already comes back as it went out, and is not drawn again.
    const again = await configure(server, 'institution', { iconIniciative: icon })
    expect(again.data).toMatchObject({ stamp: (saved.data as Configuration).stamp })
    await server.close()
  })

  test('[DB11] a copy of a form is configured as the form is, with its own questions', async () => {
    const server = await begun(start)
    await configure(server, 'general', general)
    const token = await server.token('root')
    const copy = (await server.call('GET', `form/clone/${cycleForm}`, { token })).data as { _id: string }
    const { data } = await server.call('GET', `reports/${copy._id}/publicreports/config/publicdashboard/general`, { token })
    const { content } = data as Configuration
    const asked = content.id === 'general' ? [content.overallResultId, content.questionreports[0]?.questionId ?? ''] : []
    expect(asked).toHaveLength(2)
    const form = (await server.call('GET', `form/${copy._id}`, { token })).data as { questionById: Record<string, unknown> }
    for (const id of asked) {
      expect(['r3', 'r4']).not.toContain(id)
      expect(Object.keys(form.questionById)).toContain(id)
    }
    await server.close()
  })

  test('[DB1] a visitor reads nothing of a form until it is published, shown and in its stage', async () => {
    const server = await begun(start)
    const forms = async (): Promise<string[]> => ids((await read(server)).forms)
    await calculate(server, 'final')
    await publish(server, 'final')
    expect(await forms()).toEqual([])
    await configure(server, 'general', general)
    expect(await forms()).toEqual([])
    await show(server)
    expect(await forms()).toEqual([])
    goTo(server, 'ShowResults')
    await server.app.tick()
    expect(await forms()).toEqual([cycleForm])
    await server.close()
  })

  test('[DB15] saving a configuration, publishing to institutions and the stage of results show visitors nothing: one act does', async () => {
    const server = await begun(start)
    await configure(server, 'general', general)
    await calculate(server, 'final')
    await publish(server, 'final')
    goTo(server, 'ShowResults')
    await server.app.tick()
    expect(await read(server)).toMatchObject({ formId: null, forms: [] })
    expect((await server.call('POST', 'publicReports', { body: { formId: cycleForm } })).error.code).toBe('results_not_public')
    expect((await exported(server, 'result', `form=${cycleForm}`)).status).toBe(404)
    expect(await showing(server)).toMatchObject({ shown: false, public: false, told: true, current: false, configured: true, visitors: [] })
    const shown = await show(server)
    expect(shown.data).toMatchObject({ shown: true, public: true, current: true, by: 'root Prueba' })
    expect((shown.data as ShowingReply).visitors.map(({ _id }) => _id)).toEqual(['este', 'norte', 'oeste', 'sur'])
    expect(ids((await read(server)).forms)).toEqual([cycleForm])
    const token = await server.token('root')
    const told = JSON.stringify((await server.call('GET', `form/${cycleForm}/history`, { token })).data)
    expect(told).toContain('Muestra resultados')
    expect(told).toContain('Servicio norte')
    await server.close()
  })

  test('[DB15] visitors go on seeing what they were shown: an institution that is published later, a column that is saved later, need the act', async () => {
    const server = await begun(start)
    await configure(server, 'general', general)
    await calculate(server, 'final')
    await publish(server, 'final', ['norte'])
    expect((await show(server)).status).toBe(200)
    await publish(server, 'final')
    await configure(server, 'general', { ...general, questionreports: [] })
    goTo(server, 'ShowResults')
    await server.app.tick()
    const view = await read(server, '?institutions=norte,sur')
    expect([ids(view.institutions), ids(view.general)]).toEqual([['norte'], ['g-c1']])
    const stands = await showing(server)
    expect([stands.current, stands.visitors.length, stands.institutions.length]).toEqual([false, 1, 4])
    const token = await server.token('root')
    // What was looked at before the later ones were published shows nothing.
    const stale = await server.call('POST', showingPath, { token, body: { seen: 'another' } })
    expect([stale.status, stale.error.code]).toEqual([409, 'dashboards_moved'])
    await show(server)
    const now = await read(server, '?institutions=norte,sur')
    expect([ids(now.institutions), ids(now.general)]).toEqual([['este', 'norte', 'sur'], []])
    await server.close()
  })

  test('[DB15] a copy of a form that is shown is shown to nobody', async () => {
    const server = await published(start)
    const token = await server.token('root')
    const copy = (await server.call('GET', `form/clone/${cycleForm}`, { token })).data as { _id: string }
    const { data } = await server.call('GET', `reports/${copy._id}/publicreports/showing`, { token })
    expect(data).toMatchObject({ shown: false, configured: true, visitors: [], institutions: [] })
    await server.close()
  })

  test('[DB15] one press takes a form away from visitors at once, in a stage in which nothing is configured', async () => {
    const server = await published(start)
    expect(ids((await read(server)).forms)).toEqual([cycleForm])
    const token = await server.token('root')
    const taken = await server.call('DELETE', showingPath, { token })
    expect(taken.data).toMatchObject({ shown: false, public: false, configured: true })
    expect((await read(server)).forms).toEqual([])
    expect((await server.call('DELETE', showingPath, { token })).status).toBe(200)
    expect(JSON.stringify((await server.call('GET', 'audit', { token })).data)).toContain('dashboards.hide')
    await server.close()
  })

  test('[DB15] who shows it looks first at the pages as visitors will see them; nobody else looks or shows', async () => {
    const drawn: SiteView[] = []
    const renderer: Renderer = {
      siteAssets: { styles: [], script: '', islands: {}, late: {} },
      renderDocument: (view) => {
        drawn.push(view)
        return '<p>page</p>'
      },
    }
    const server = await begun(start, { renderer })
    const token = await server.token('root')
    const preview = (body: object, who = token) => server.call('POST', `${showingPath}/preview`, { token: who, body })
    expect((await preview({ at: 'results' })).error.code).toBe('dashboards_unconfigured')
    await configure(server, 'general', general)
    expect((await preview({ at: 'results' })).error.code).toBe('dashboards_unpublished')
    expect((await show(server)).error.code).toBe('dashboards_unpublished')
    await calculate(server, 'final')
    await publish(server, 'final')
    const reply = await server.app.fetch(
      new Request(`http://localhost/api/v1/${showingPath}/preview`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ at: 'institutionResults', institution: 'norte' }),
      }),
    )
    expect([reply.status, await reply.text()]).toEqual([200, '<p>page</p>'])
    expect(drawn.at(-1)).toMatchObject({ kind: 'results', preview: true, data: { formId: cycleForm, chosen: [{ id: 'norte' }] } })
    expect((await read(server)).forms).toEqual([])
    for (const who of ['ana', 'eva']) {
      const theirs = await server.token(who)
      const calls = [
        preview({ at: 'results' }, theirs),
        server.call('GET', showingPath, { token: theirs }),
        server.call('POST', showingPath, { token: theirs, body: { seen: 'x' } }),
        server.call('DELETE', showingPath, { token: theirs }),
      ]
      for (const { error } of await Promise.all(calls)) expect(error.code).toBe('administrators_only')
    }
    await server.close()
  })

  test('[DB17] what is shown says its version and its day: a correction of an institution that is shown makes another, seen at once', async () => {
    const server = await begun(start)
    await configure(server, 'general', general)
    await calculate(server, 'final')
    await publish(server, 'final')
    await show(server)
    const corrected = server.clock.now()
    await put(server, [decisionChange('norte', 'r3', 'Rejected')])
    await calculate(server, 'final', { institutionIds: ['norte'], reason: 'Se corrigió una decisión.' })
    await publish(server, 'final', ['norte'])
    goTo(server, 'ShowResults')
    await server.app.tick()
    const after = await read(server, '?category=Pilares&institutions=norte&lang=en')
    expect(after.edition).toEqual({ version: 2, day: dayText(corrected, 'en', 'short') })
    expect(after.chosen[0]?.points).not.toBe(northPoints)
    // Of another category nothing was corrected.
    expect((await read(server, '?category=Nuevas')).edition?.version).toBe(1)
    const letters = await server.db.q.selectFrom('letter').select('data').where('template', '=', 'resultsPublished').execute()
    const reasons = new Set(letters.map(({ data }) => (JSON.parse(data) as { reason: string }).reason))
    expect(reasons).toEqual(new Set(['', 'Se corrigió una decisión']))
    await server.close()
  })

  test('[DB1] what was calculated and not published is nobody’s', async () => {
    const server = await begun(start)
    await configure(server, 'general', general)
    await calculate(server, 'final')
    goTo(server, 'ShowResults')
    await server.app.tick()
    expect((await read(server)).forms).toEqual([])
    await server.close()
  })

  test('[DB1] hidden, deleted, taken out: an institution is found by nobody, whatever is asked; the others stay', async () => {
    const server = await published(start)
    const found = async (): Promise<readonly [string[], string[]]> => {
      const view = await read(server, '?category=Pilares&institutions=norte,sur')
      return [ids(view.institutions), ids(view.chosen)]
    }
    expect(await found()).toEqual([
      ['este', 'norte', 'sur'],
      ['norte', 'sur'],
    ])
    const without = [['este', 'sur'], ['sur']]
    await institution(server, 'norte', { hide: true })
    expect(await found()).toEqual(without)
    const asked = { body: { institutions: ['norte'] } }
    expect(JSON.stringify((await server.call('POST', 'publicReports/byInstitution', asked)).data)).not.toContain('norte')
    expect(JSON.stringify((await server.call('POST', 'publicReports/institutions', asked)).data)).not.toContain('norte')
    expect(await (await exported(server, 'result', 'institutions=norte')).text()).toContain('results_not_public')
    await institution(server, 'norte', { hide: false, removed: true })
    expect(await found()).toEqual(without)
    await institution(server, 'norte', { removed: false })
    expect((await found())[1]).toEqual(['norte', 'sur'])
    await changeParticipant(server, 'norte', { removedAt: server.clock.now() })
    expect(await found()).toEqual(without)
    await server.close()
  })

  test('[DB1] a form that is a rehearsal, deleted or switched off in its stages is nobody’s; one that is over stays when it is switched off', async () => {
    const server = await published(start)
    const isThere = async (): Promise<boolean> => (await read(server)).forms.length > 0
    await changeCycle(server, { enabled: false })
    expect(await isThere()).toBe(false)
    await changeCycle(server, { enabled: true, removed: true })
    expect(await isThere()).toBe(false)
    await changeCycle(server, { removed: false, rehearsal: { ofFormId: 'tiny', date: '2026-03-10' } as never })
    expect(await isThere()).toBe(false)
    await changeCycle(server, { rehearsal: undefined })
    expect(await isThere()).toBe(true)
    goTo(server, 'ShowResults', 'after')
    await changeCycle(server, { enabled: false })
    expect(await isThere()).toBe(true)
    await server.close()
  })

  test('[DB10] only institutions of one category stand beside each other, whatever is asked', async () => {
    const server = await published(start)
    const view = await read(server, '?category=Nuevas&institutions=norte,oeste,nadie')
    expect([view.category, ids(view.institutions), ids(view.chosen)]).toEqual(['Nuevas', ['oeste'], ['oeste']])
    expect(ids(view.categories)).toEqual(['Nuevas', 'Pilares'])
    // Who asks for an institution alone means its category.
    expect((await read(server, '?institutions=norte')).category).toBe('Pilares')
    expect((await read(server, '?form=&category=gone')).formId).toBe(cycleForm)
    expect((await server.call('GET', 'publicReports/categories')).data).toEqual([
      { _id: 'Nuevas', name: 'Nuevas' },
      { _id: 'Pilares', name: 'Pilares' },
    ])
    await server.close()
  })

  test('[DB10] junk makes no page and no figures of its own; what is published anew is shown at once', async () => {
    const drawn: string[] = []
    const renderer: Renderer = {
      siteAssets: { styles: [], script: '', islands: {}, late: {} },
      renderDocument: (view) => {
        if (view.kind === 'results') drawn.push(`${view.path}${view.query}`)
        return JSON.stringify(view)
      },
    }
    const server = await published(start, { elapsed: () => 0, renderer })
    const get = async (path: string): Promise<string> => (await server.app.fetch(new Request(`http://localhost${path}`))).text()
    const junk = Array.from({ length: 30 }, (_, at) => [`category=a${at}`, 'form=', `institutions=x${at},y`, 'category=Nuevas'][at % 4])
    const pages = new Set(await Promise.all(['', ...junk.map((query) => `?${query}`)].map((query) => get(`/results${query}`))))
    expect([pages.size, drawn]).toEqual([1, ['/results']])
    const two = [
      '?institutions=norte,sur',
      '?institutions=norte,oeste,sur',
      `?form=${cycleForm}&category=Pilares&institutions=norte,nadie,sur`,
    ]
    for (const query of two) await get(`/results${query}`)
    expect(drawn).toEqual(['/results', `/results?form=${cycleForm}&category=Pilares&institutions=norte,sur`])

    const gone = new Set(
      await Promise.all(['form=gone', 'form=f1&institutions=norte', 'form=%3Cb%3E'].map((query) => get(`/results?${query}`))),
    )
    expect([gone.size, drawn.slice(2)]).toEqual([1, ['/results?form=-']])

    const { publicResults } = server.app.server
    const asked = (institutions: readonly string[], category: string | null = null) => ({ form: null, category, institutions })
    const view = await publicResults.view(asked(['norte']), 'es')
    expect(await publicResults.view(asked(['nadie', 'norte'], 'gone'), 'es')).toBe(view)
    expect(await publicResults.view(asked(['norte']), 'en')).not.toBe(view)
    const token = await server.token('root')
    const hidden = await server.call('PUT', 'institution/norte/hide', { token })
    expect(hidden.status).toBe(200)
    expect(ids((await publicResults.view(asked(['norte', 'sur']), 'es')).chosen)).toEqual(['sur'])
    await server.close()
  })

  test('[DB10] a form that was taken from the public is told of no other: not by a call, not by a page, which says so and which are public', async () => {
    const server = await published(start)
    const code = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
      const { status, error } = await server.call(method, `publicReports${path}`, { body })
      return [status, error?.code]
    }
    const refused = [404, 'results_not_public']
    for (const form of ['gone', '%3Cscript%3E']) {
      expect(await code('GET', `/results?form=${form}`)).toEqual(refused)
      expect(await code('GET', `/categories?form=${form}`)).toEqual(refused)
      expect(await code('GET', `/byInstitution/general/export?form=${form}`)).toEqual(refused)
    }
    for (const path of ['', '/institutions', '/byInstitution']) expect(await code('POST', path, { formId: 'gone' })).toEqual(refused)

    const view = await server.app.server.publicResults.view({ form: 'gone', category: null, institutions: ['norte'] }, 'es')
    expect([view.formId, ids(view.forms), view.chosen, view.mean]).toEqual([null, [cycleForm], [], null])
    const site = await published(start, { renderer: rawViews })
    const status = async (query: string): Promise<number> => (await site.app.fetch(new Request(`http://localhost/results${query}`))).status
    expect([await status(''), await status(`?form=${cycleForm}`), await status('?form=gone')]).toEqual([200, 200, 404])
    await site.close()
    await server.close()
  })

  test('[DB9] means are of three or more, and of two nothing is told', async () => {
    const server = await published(start)
    const view = await read(server, '?category=Pilares&institutions=norte')
    expect(view.mean).toMatchObject({ points: northPoints, figures: { 'g-c1': 10 } })
    expect((await read(server, '?category=Nuevas')).mean).toBeNull()
    await institution(server, 'sur', { hide: true })
    const two = await read(server, '?category=Pilares&institutions=norte')
    expect(two.mean).toBeNull()
    expect(ids(two.chosen)).toEqual(['norte'])
    await server.close()
  })

  test('[DB8] a figure is of an answer that was accepted; a rejected one is none', async () => {
    const server = await begun(start)
    await put(server, [decisionChange('norte', 'r3', 'Rejected')])
    await configure(server, 'general', { overallResultId: 'r6', questionreports: [column(), column({ _id: 'c2', questionId: 'r6' })] })
    await calculate(server, 'final')
    await publish(server, 'final')
    await show(server)
    goTo(server, 'ShowResults')
    await server.app.tick()
    const { chosen } = await read(server, '?institutions=norte,sur')
    expect(chosen.map(({ id, figures, workers }) => [id, figures['g-c1'], figures['g-c2'], workers])).toEqual([
      ['norte', null, 3, 3],
      ['sur', 10, 3, 3],
    ])
    await server.close()
  })

  test('[DB12] years beside are the institution’s final results there, unless nobody may read them', async () => {
    const server = await published(start)
    const { chosen } = await read(server, '?institutions=norte')
    expect(chosen[0]?.evolution).toEqual([{ label: 'Ciclo completo', points: northPoints, max: 100 }])
    const { header, scope } = await earlierForm(server, { points: 50, max: 100 })
    const years = async () => (await read(server, '?institutions=norte')).chosen[0]?.evolution
    expect(await years()).toEqual([
      { label: '2023', points: 50, max: 100 },
      { label: 'Ciclo completo', points: northPoints, max: 100 },
    ])
    // Of what is published there after this form was shown nothing was looked at.
    const publishAt = (at: string) =>
      server.db.q.updateTable('result_snapshot').set({ published_at: at }).where('form_id', '=', 'antes').execute()
    await publishAt('2999-01-01T00:00:00.000Z')
    expect(await years()).toHaveLength(1)
    await publishAt('2000-01-01T00:00:00.000Z')
    expect(await years()).toHaveLength(2)
    await put(server, [{ scope, part: '', table: 'form', id: 'antes', row: { ...header, removed: true } }])
    expect(await years()).toHaveLength(1)
    await server.close()
  })

  test('[DB16] years of another worth, or of another rule, are shares of what was possible in the call and in the file', async () => {
    const server = await published(start)
    await earlierForm(server, { points: 67.6, max: 80 })
    const years = async () => (await read(server, '?institutions=norte')).chosen[0]?.evolution
    expect(await years()).toEqual([
      { label: '2023', points: 67.6, max: 80 },
      { label: 'Ciclo completo', points: northPoints, max: 100, broken: 'max' },
    ])
    const lines = async (): Promise<string[]> =>
      (await (await exported(server, 'institution', 'category=Pilares&institutions=norte')).text()).trimEnd().split('\r\n')
    const [head, first, second] = await lines()
    expect(head).toContain(
      '"Medición","Índice (% de lo posible)","Puntos obtenidos","Puntos posibles","Comparación con la medición anterior","Iniciativas"',
    )
    expect([first, second]).toEqual([
      expect.stringContaining('"2023",84.5,67.6,80,"",'),
      expect.stringContaining(`"Ciclo completo",${northPoints},${northPoints},100,"Los puntos no se comparan: cambió el máximo.",`),
    ])
    const questions = cycleDefinition.questions.map((each) => (each.id === 'r1' ? { ...each, administrative: true } : each))
    await server.db.write((tx) => storeOwnDefinition(tx, { ...cycleDefinition, versionId: 'otra', questions }, server.clock.now()))
    await server.db.q
      .updateTable('result_snapshot')
      .set({ definition_id: 'otra', points: 84.5, max: 100 })
      .where('form_id', '=', 'antes')
      .execute()
    expect((await years())?.[1]).toMatchObject({ broken: 'rule' })
    expect((await lines())[2]).toContain('"Los puntos no se comparan: cambió la regla de puntaje."')
    await server.close()
  })

  test('[DB16] [RS22] a declared break stands at its year in the call and in the file, in the language of who asks', async () => {
    const server = await published(start)
    await earlierForm(server, { points: 50, max: 100 })
    const apart = { es: 'Se renovó.', en: 'It was renewed.' }
    const declared = await server.call('PUT', `form/${cycleForm}/apart`, { token: await server.token('root'), body: { apart } })
    expect(declared.status).toBe(200)
    const { chosen } = await read(server, '?institutions=norte')
    expect(chosen[0]?.evolution).toEqual([
      { label: '2023', points: 50, max: 100 },
      { label: 'Ciclo completo', points: northPoints, max: 100, declared: apart.es },
    ])
    const file = await (await exported(server, 'institution', 'category=Pilares&institutions=norte&lang=en')).text()
    expect(file).toContain('"Not compared: It was renewed."')
    await server.close()
  })

  test('[DB16] the index of a form of 80 points is told up to 80', async () => {
    const server = await published(start)
    await server.db.q.updateTable('result_snapshot').set({ points: 60, max: 80 }).execute()
    const { chosen, mean } = await read(server, '?institutions=norte')
    expect([chosen[0], mean]).toMatchObject([
      { points: 60, max: 80 },
      { points: 60, max: 80 },
    ])
    expect(await (await exported(server, 'result', 'category=Pilares&institutions=norte')).text()).toContain('"Índice (0 a 80)"')
    // Where an institution was measured by another version the category is one of shares.
    await server.db.q.updateTable('result_snapshot').set({ points: 60, max: 100 }).where('institution_id', '=', 'sur').execute()
    expect((await read(server, '?institutions=norte')).mean).toMatchObject({ max: 100 })
    expect(await (await exported(server, 'result', 'category=Pilares&institutions=norte')).text()).toContain('"Índice (% de lo posible)"')
    await server.close()
  })

  test('[DB13] what is taken away is what is shown, and the signs of a formula are no formula', async () => {
    const server = await published(start)
    await institution(server, 'norte', { name: '=cmd|1' })
    const lines = async (table: string, query: string): Promise<string[]> =>
      (await (await exported(server, table, query)).text()).trimEnd().split('\r\n')
    const shown = Math.round(northPoints * 10) / 10
    // What the page shows: its index, who works there and its columns, in one file.
    const [head, norte, , mean] = await lines('general', 'category=Pilares&institutions=norte,sur')
    expect(head).toContain('"Índice (0 a 100)","Madurez","Personas que trabajan en ella","Presupuesto ($ M)"')
    expect(norte).toBe(`"Ciclo completo","Pilares","'=cmd|1",${shown},"Madura",20,10`)
    expect(mean).toBe(`"Ciclo completo","Pilares","Media de la categoría",${shown},"","",10`)
    const [result = '', own] = await lines('result', 'category=Pilares&institutions=norte&lang=en')
    expect(result).toContain('"Index (0 to 100)"')
    expect(own).toContain(`,${shown},"Mature"`)
    // Points by dimension stand in the file of the page that shows them.
    expect((await lines('dimension', 'category=Pilares&institutions=norte'))[0]).toMatch(/\(de \d+/)
    const xlsx = await exported(server, 'dimension', 'format=xlsx')
    expect(xlsx.headers.get('content-disposition')).toContain('.xlsx')
    const posted = await server.app.fetch(
      new Request('http://localhost/api/v1/publicReports/byInstitution/institution/export', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ institutions: ['sur'] }),
      }),
    )
    expect(await posted.text()).toContain('"Servicio sur","Ciclo completo"')
    expect((await exported(server, 'result', 'form=gone')).status).toBe(404)
    expect((await exported(server, 'result', 'category=Nuevas&institutions=norte')).status).toBe(404)
    await server.close()
  })

  test('[DB3] a column is seen with its figures before it is saved, and nothing is written', async () => {
    const server = await published(start)
    const preview = (part: object) =>
      server
        .token('root')
        .then((token) => server.call('POST', path('preview/column'), { token, body: { column: column(part), overallResultId: 'r4' } }))
    expect((await preview({ calcType: 'average', isPercentual: true })).data).toMatchObject({
      figures: [{ value: 50 }, { value: 50 }, { value: 50 }, { value: 50 }],
      mean: 50,
      missing: 0,
      of: 'published',
    })
    expect((await preview({ questionId: 'r1' })).error.code).toBe('dashboards_question_unfit')
    expect((await preview({ questionId: '' })).error.code).toBe('dashboards_incomplete')
    await server.close()
  })

  test('[DB10] whatever a visitor sends is read within bounds', async () => {
    const server = await published(start)
    const post = (body: object) => server.call('POST', 'publicReports', { body })
    expect((await post({ institutions: Array.from({ length: 5 }, (_, at) => `i${at}`) })).error.code).toBe('malformed')
    expect((await post({ institutions: ['norte', '<script>'] })).status).toBe(200)
    expect((await post({ formId: 'x'.repeat(200) })).error.code).toBe('malformed')
    expect((await server.call('GET', `publicReports/results?institutions=${'a,'.repeat(1000)}`)).error.code).toBe('malformed')
    expect((await post({})).data).toMatchObject({ formId: cycleForm, chosen: [] })
    await server.close()
  })
})

const exported = (server: TestApp, table: string, query: string): Promise<Response> =>
  Promise.resolve(server.app.fetch(new Request(`http://localhost/api/v1/publicReports/byInstitution/${table}/export?${query}`)))
