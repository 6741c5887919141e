import { must } from '#shared/kernel/assert.ts'
import { digestText } from '#shared/results/mutations.ts'
import { createHash } from 'node:crypto'
import type { Evaluation } from '#shared/evaluations/model.ts'
import { evalScope, instScope, orgScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import type { InformView, ResultLine, ResultView, WhatIf } from '#shared/results/routes.ts'
import { expect, test } from 'vitest'
import type { ResultSnapshotTable } from '../../db/schema.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import { sweep } from '../../jobs/sweep.ts'
import { anotherAdministrator, type TestApp } from '../../testing/app.ts'
import {
  answerChange,
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
import { storeOwnDefinition } from '../../world/definitions.ts'
import { onEachDatabase, type Start } from '../../testing/databases.ts'

const begun = async (start: Start, header: Parameters<typeof withCycle>[1] = {}): Promise<TestApp> => {
  const server = await start()
  await withCycle(server, header)
  goTo(server, 'CalculateResults')
  return server
}
const viewOf = async (server: TestApp, who: string, kind: 'preliminary' | 'final' = 'preliminary', rest = '') => {
  const reply = await server.call('GET', `form/${cycleForm}/institution/norte/results/${kind}${rest}`, { token: await server.token(who) })
  return { ...reply, data: reply.data as ResultView }
}
const inform = `form/${cycleForm}/institution/norte/inform/preliminary`
const informOf = async (server: TestApp, who: string) => {
  const reply = await server.call('GET', inform, { token: await server.token(who) })
  return { ...reply, data: reply.data as InformView }
}
const write = async (server: TestApp, who: string, from: object, to: object, path = inform) =>
  server.call('POST', path, { token: await server.token(who), body: { from, to } })
const stored = async (server: TestApp): Promise<number> =>
  (await server.db.q.selectFrom('result_snapshot').select('number').execute()).length
const draftOf = async (server: TestApp, institutionId: string, unit: string): Promise<Evaluation> => {
  const { data } = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', evalScope(institutionId, cycleForm))
    .where('id', '=', unit)
    .executeTakeFirstOrThrow()
  return JSON.parse(data)
}
/** Adds a form of the year before, with a final result of `norte` that was published. */
async function earlierForm(
  server: TestApp,
  result: Pick<ResultSnapshotTable, 'definition_id' | 'points' | 'max' | 'figures'>,
): Promise<void> {
  const earlier = { ...(await headerOf(server)), id: 'antes', name: 'Antes', enabled: false }
  const moved = cycleStages.map((stage) => ({ ...stage, start: '2025-03-01', end: '2025-03-02' }))
  const participant = { ...(await participantOf(server)), formId: 'antes' }
  await put(server, [
    { scope: 'form:antes', part: '', table: 'form', id: 'antes', row: { ...earlier, stages: moved } },
    { scope: instScope('norte', 'antes'), part: '', table: 'participant', id: 'norte', row: participant },
  ])
  await server.db.q
    .insertInto('result_snapshot')
    .values({
      form_id: 'antes',
      institution_id: 'norte',
      kind: 'final',
      number: 1,
      version: 1,
      category: 'Pilares',
      orientation: 'Institucional',
      maturity: 'Madura',
      at: '2025-04-01T12:00:00.000Z',
      published_at: '2025-04-01T12:00:00.000Z',
      ...result,
    })
    .execute()
}
const lettersOf = async (server: TestApp) =>
  (
    await server.db.q.selectFrom('letter').select(['to_user', 'data']).where('template', '=', 'resultsPublished').orderBy('id').execute()
  ).map((row) => ({ to: row.to_user, ...JSON.parse(row.data) }))

onEachDatabase((start) => {
  test('[RS4] with one decision missing in one institution none is calculated, and the answers are named', async () => {
    const server = await begun(start)
    await put(server, [answerChange('sur', 'r1', { rev: 2 }), decisionChange('sur', 'r5', 'Accepted', { withdrawn: true })])
    const { status, data } = await calculate(server, 'preliminary')
    expect(status).toBe(200)
    expect(data).toMatchObject({ calculated: 0, unchanged: 0, more: 0, pointsMissing: [] })
    const { undecided } = data as { undecided: { institution: string; number: string; code: string }[] }
    expect(undecided.map(({ institution, number, code }) => [institution, number, code])).toEqual([
      ['Servicio sur', '1.1.1', 'outdated'],
      ['Servicio sur', '2.1.1', 'undecided'],
    ])
    expect(await stored(server)).toBe(0)
    expect((await calculate(server, 'preliminary', { institutionIds: ['norte'] })).data).toMatchObject({ calculated: 1 })
  })

  test('[EV19] [EV20] what was left undecided is decided by an administrator with a reason, and publishing releases what was not sent', async () => {
    const server = await begun(start)
    await put(server, [decisionChange('sur', 'r5', 'Accepted', { withdrawn: true })])
    const { data } = await calculate(server, 'preliminary')
    const [missing] = (data as { undecided: { unit: string; answerRev: number; answer: string }[] }).undecided
    expect(missing?.answer).not.toBe('')
    const settle = async (who: string, more: object = {}) =>
      server.call('POST', `form/${cycleForm}/institution/sur/results/preliminary/settle`, {
        token: await server.token(who),
        body: { unit: missing?.unit, answerRev: missing?.answerRev, decision: 'Rejected', comment: 'Quedó sin decidir', ...more },
      })
    expect((await settle('eva')).status).toBe(403)
    expect((await settle('root', { comment: '  ' })).error.code).toBe('decision_reason_empty')
    expect((await settle('root', { answerRev: 7 })).error.code).toBe('evaluated_old_revision')
    expect((await settle('root')).status).toBe(200)
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ undecided: [] })
    await publish(server, 'preliminary')
    const [stage] = cycleStages.filter(({ kind }) => kind === 'SecondRevision')
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', instScope('sur', cycleForm))
      .where('tbl', '=', 'participant')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.data).releasedStageIds).toContain(stage?.id)
    const told = await server.db.q.selectFrom('history').select(['action', 'text', 'role']).where('unit', '=', 'r5').execute()
    expect(told).toContainEqual({ action: 'Rechaza', text: 'Quedó sin decidir', role: 'Administrator' })
  })

  test('[EV19] [RS11] what an administrator settled is told to no institution before its decision comes to it, nor who did it', async () => {
    const server = await begun(start)
    await put(server, [decisionChange('norte', 'r2', 'Accepted', { withdrawn: true })])
    const { status } = await server.call('POST', `form/${cycleForm}/institution/norte/results/preliminary/settle`, {
      token: await server.token('root'),
      body: { unit: 'r2', answerRev: 1, decision: 'Rejected', comment: 'Quedó sin decidir' },
    })
    expect(status).toBe(200)
    const traced = async (who: string) => {
      const path = `questionTraceability/form/${cycleForm}/institution/norte/question/r2/child/-1`
      const { data } = await server.call('GET', path, { token: await server.token(who) })
      return (data as { action: string; role: string }[]).filter(({ action }) => action === 'Rechaza')
    }
    expect(await traced('eva')).toMatchObject([{ role: 'Administrator' }])
    expect(await traced('ana')).toEqual([])
    const row = await draftOf(server, 'norte', 'r2')
    await put(server, [{ scope: instScope('norte', cycleForm), part: 's11', table: 'evaluation', id: 'r2', row }])
    goTo(server, 'ReplicaInput')
    expect(await traced('ana')).toMatchObject([{ role: 'Administrator' }])
  })

  test('[RS12] calculating twice keeps once; publishing twice publishes once and writes once to who leads', async () => {
    const server = await begun(start)
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ calculated: 4, unchanged: 0, undecided: [] })
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ calculated: 0, unchanged: 4 })
    expect(await stored(server)).toBe(4)
    expect((await publish(server, 'preliminary')).data).toEqual({ published: 4, unchanged: 0, differences: [], more: 0 })
    expect((await publish(server, 'preliminary')).data).toEqual({ published: 0, unchanged: 4, differences: [], more: 0 })
    const letters = await lettersOf(server)
    expect(letters.filter(({ institution }) => institution === 'Servicio norte').map(({ to }) => to)).toEqual(['ana', 'berta'])
    expect(letters[0]).toMatchObject({ form: 'Ciclo completo', kind: 'preliminary', version: 1, from: cycleStages[5]?.start })
    expect(JSON.stringify(letters)).not.toContain(String(northPoints))
  })

  test('[RS12] the same call with the same key is one, and with another body none', async () => {
    const server = await begun(start)
    const token = await server.token('root')
    const ask = (body: object) =>
      server.call('POST', `form/${cycleForm}/results/preliminary/calculate`, {
        token,
        body,
        headers: { 'Idempotency-Key': 'calcula-una-vez' },
      })
    expect((await ask({ institutionIds: ['norte'] })).data).toMatchObject({ calculated: 1 })
    expect((await ask({ institutionIds: ['norte'] })).data).toMatchObject({ calculated: 0, unchanged: 1 })
    expect((await ask({ institutionIds: ['norte'], reason: 'Otra' })).error.code).toBe('key_reused')
    expect(await stored(server)).toBe(1)
  })

  test('[RS13] a decision, an answer or points that changed since keep everything from being published, and are named', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await put(server, [decisionChange('sur', 'r5', 'Rejected')])
    expect((await publish(server, 'preliminary')).data).toMatchObject({
      published: 0,
      differences: [{ institution: 'Servicio sur', unit: 'r5', number: '2.1.1', before: 54.4321, after: 0 }],
    })
    await put(server, [decisionChange('sur', 'r5', 'Accepted'), answerChange('este', 'r3', { value: 5, mid: 'm-otro' })])
    expect((await publish(server, 'preliminary')).data).toMatchObject({ differences: [{ institution: 'Servicio este', unit: 'r3' }] })
    await put(server, [answerChange('este', 'r3', {})])
    await pointsChanged(server)
    const { data } = await publish(server, 'preliminary')
    expect(data).toMatchObject({ published: 0 })
    expect((data as { differences: unknown[] }).differences).toHaveLength(4)
    expect((await server.db.q.selectFrom('result_snapshot').select('number').where('published_at', 'is not', null).execute()).length).toBe(
      0,
    )
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ calculated: 4 })
    expect((await publish(server, 'preliminary')).data).toMatchObject({ published: 4 })
    expect((await viewOf(server, 'root')).data).toMatchObject({ number: 2, version: 1, state: 'published', points: northPoints - 1 })
  })

  test('[RS12] a publication takes a reason to be replaced, prints a higher version, keeps its texts, and the former stays readable', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    expect((await write(server, 'eva', { introduction: null }, { introduction: '<p>Nuevo</p>' })).status).toBe(200)
    expect((await publish(server, 'preliminary', ['norte'])).error.code).toBe('results_republish')
    await put(server, [decisionChange('norte', 'r2', 'Accepted')])
    expect((await calculate(server, 'preliminary', { institutionIds: ['norte'] })).error.code).toBe('results_reason_missing')
    const reason = 'Se corrigió una decisión'
    expect((await calculate(server, 'preliminary', { institutionIds: ['norte'], reason })).data).toMatchObject({ calculated: 1 })
    expect((await viewOf(server, 'root')).data).toMatchObject({ state: 'calculated', number: 2, version: 2, points: 84, reason })
    expect((await publish(server, 'preliminary', ['norte'])).data).toMatchObject({ published: 1 })
    goTo(server, 'ReplicaInput')
    expect((await viewOf(server, 'ana')).data).toMatchObject({ version: 2, points: 84, reason, introduction: '<p>Nuevo</p>' })
    expect((await viewOf(server, 'ana', 'preliminary', '?version=1')).data).toMatchObject({
      version: 1,
      points: northPoints,
      introduction: '<p>Inicio</p>',
    })
    const letters = (await lettersOf(server)).filter(({ institution, version }) => institution === 'Servicio norte' && version === 2)
    expect(letters).toHaveLength(2)
  })

  test('[RS9] points that a table brought are kept through the same snapshots, and one institution without them keeps all out', async () => {
    const server = await begun(start, { calculatedBy: 2 })
    expect((await calculate(server, 'preliminary')).data).toMatchObject({
      calculated: 0,
      pointsMissing: ['Servicio este', 'Servicio norte', 'Servicio oeste', 'Servicio sur'],
    })
    expect((await viewOf(server, 'root')).error.code).toBe('results_points_missing')
    const sheet = { id: 'p1', name: 'puntos.csv', sha256: 'a'.repeat(64), sizeBytes: 1, at: server.clock.now(), by: 'root', turn: 1 }
    const points = { r1: 10, r2: 10, r3: 1.25, r5: 0, r6: 5.5679 }
    await put(server, [
      {
        scope: `points:${cycleForm}`,
        part: '',
        table: 'pointsSheet',
        id: 'p1',
        row: { ...sheet, rows: 20, institutions: 4 },
      },
      ...['norte', 'sur', 'este', 'oeste'].map(
        (id) => ({ scope: `points:${cycleForm}`, part: '', table: 'manualPoints', id, row: { sheetId: 'p1', points } }) as const,
      ),
    ])
    expect((await calculate(server, 'preliminary')).data).toMatchObject({ calculated: 4 })
    expect((await viewOf(server, 'root')).data).toMatchObject({
      calculatedBy: 2,
      points: 26.8179,
      questions: [{ units: [] }, {}, {}, {}, {}],
    })
  })

  test('[RS8] outside its stages a result is neither calculated nor published', async () => {
    const server = await begun(start)
    expect((await calculate(server, 'final')).error.code).toBe('results_closed')
    await calculate(server, 'preliminary')
    goTo(server, 'ReplicaInput')
    expect((await calculate(server, 'preliminary')).error.code).toBe('results_closed')
    expect((await publish(server, 'preliminary')).error.code).toBe('results_closed')
  })

  test('[RS12] who was taken out is not calculated, and nothing of theirs is read', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    goTo(server, 'ReplicaInput')
    expect((await viewOf(server, 'ana')).status).toBe(200)
    await changeParticipant(server, 'norte', { removedAt: server.clock.now() })
    expect((await viewOf(server, 'ana')).status).toBe(404)
    expect((await viewOf(server, 'root')).status).toBe(404)
    expect((await calculate(server, 'preliminary', { institutionIds: ['norte'] })).error.code).toBe('results_closed')
  })

  test('[PA4] what went with who was taken out and cannot come back is no result any more: nobody reads it when they are put in anew', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    expect((await write(server, 'root', { introduction: null }, { introduction: '<p>Propia</p>' })).status).toBe(200)
    await changeParticipant(server, 'norte', { removedAt: '2026-02-01T12:00:00.000Z' })
    await sweep(server.app.server)
    const left = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', resultsScope('norte', cycleForm))
      .where('deleted', '=', 0)
      .execute()
    expect(left).toEqual([])
    expect(await server.db.q.selectFrom('result_snapshot').select('number').where('institution_id', '=', 'norte').execute()).toEqual([])
    expect(await stored(server)).toBe(3)
    const row = newParticipant({ institutionId: 'norte', formId: cycleForm, leaderId: 'ana', evaluatorId: 'eva' })
    await put(server, [{ scope: instScope('norte', cycleForm), part: '', table: 'participant', id: 'norte', row }])
    goTo(server, 'ReplicaInput')
    expect((await viewOf(server, 'ana')).error.code).toBe('results_none')
    expect((await viewOf(server, 'root')).data).toMatchObject({ state: 'live', number: 0 })
  })

  test('[RS12] two administrators at once calculate and publish once', async () => {
    const server = await begun(start)
    const [root, rita] = [await server.token('root'), await anotherAdministrator(server)]
    const both = (action: string, body: object) =>
      Promise.all([root, rita].map((token) => server.call('POST', `form/${cycleForm}/results/preliminary/${action}`, { token, body })))
    const made = await both('calculate', {})
    const sum = (key: string) => made.reduce((total, { data }) => total + ((data as Record<string, number>)[key] ?? 0), 0)
    expect([sum('calculated'), sum('unchanged')]).toEqual([4, 4])
    expect(await stored(server)).toBe(4)
    const snapshots = Object.fromEntries(['norte', 'sur', 'este', 'oeste'].map((id) => [id, 'preliminary-1']))
    const published = await both('publish', { snapshots })
    expect(published.map(({ status }) => status)).toEqual([200, 200])
    expect(published.reduce((total, { data }) => total + (data as { published: number }).published, 0)).toBe(4)
    expect(await lettersOf(server)).toHaveLength(5)
  })

  test('[RS17] of two who write the same text the second is told, and hostile rich text is kept without what could run', async () => {
    const server = await begun(start)
    const hostile =
      '<p onclick="x()">Hola <script>alert(1)</script><a href="javascript:alert(1)">enlace</a><a href="https://lab.example">bien</a></p>'
    const saved = await write(server, 'eva', { introduction: null, 'dimension:d1': null }, { introduction: hostile, 'dimension:d1': null })
    expect(saved.status).toBe(200)
    const { data } = await informOf(server, 'eva')
    const [first] = data.texts
    // Who writes on goes on from what was kept.
    expect(saved.data).toMatchObject({ texts: { introduction: first?.own, 'dimension:d1': null } })
    expect(first).toMatchObject({ field: 'introduction', usual: '<p>Inicio</p>', by: 'eva Prueba' })
    expect(first?.own).not.toMatch(/script|onclick|javascript/)
    expect(first?.own).toContain('href="https://lab.example"')
    expect((await write(server, 'root', { introduction: null }, { introduction: '<p>Otro</p>' })).error.code).toBe('changed_meanwhile')
    expect((await write(server, 'root', { introduction: first?.own }, { introduction: null })).status).toBe(200)
    expect((await informOf(server, 'root')).data.texts[0]).toMatchObject({ own: null, by: 'root Prueba' })
    expect((await write(server, 'eva', { conclusion: null }, { conclusion: 'x'.repeat(60_000) })).error.code).toBe('text_limit')
    expect((await write(server, 'eva', { 'dimension:zz': null }, { 'dimension:zz': 'x' })).error.code).toBe('not_found')
    goTo(server, 'ReplicaInput')
    expect((await write(server, 'eva', { conclusion: null }, { conclusion: '<p>Tarde</p>' })).error.code).toBe('inform_closed')
    expect((await informOf(server, 'eva')).data.editable).toBe(false)
    expect((await informOf(server, 'root')).data.editable).toBe(true)
    for (const who of ['otro', 'ana', 'dina', 'sur-lider']) {
      expect((await informOf(server, who)).status, who).toBe(404)
      expect((await write(server, who, { conclusion: null }, { conclusion: 'x' })).status, who).toBe(404)
    }
  })

  test('[RS14] a mean is of one’s own category, of three or more, and counts nobody who is hidden or was taken out', async () => {
    const server = await begun(start)
    await put(server, [decisionChange('sur', 'r5', 'Rejected')])
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary', ['norte', 'sur'])
    goTo(server, 'CalculateResults', 'after')
    expect((await viewOf(server, 'root')).data).toMatchObject({ categoryCount: 2, categoryMean: null })
    expect((await viewOf(server, 'root')).data.dimensions.map((each) => each.categoryMean)).toEqual([null, null, null, null, null])
    await publish(server, 'preliminary', ['este'])
    goTo(server, 'ReplicaInput')
    const { data } = await viewOf(server, 'ana')
    expect(data).toMatchObject({ categoryCount: 3, categoryMean: 55.856 })
    expect(data.dimensions.map(({ id, categoryMean }) => [id, categoryMean])).toEqual([
      ['d1', 14],
      ['s11', 4],
      ['s12', 10],
      ['d2', 41.856],
      ['s21', 41.856],
    ])
    const { data: row } = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', orgScope('este'))
      .where('tbl', '=', 'institution')
      .executeTakeFirstOrThrow()
    await put(server, [{ scope: orgScope('este'), part: '', table: 'institution', id: 'este', row: { ...JSON.parse(row), hide: true } }])
    expect((await viewOf(server, 'ana')).data).toMatchObject({ categoryCount: 2, categoryMean: null })
  })

  test('[RS11] a result is told down to the answer and its decision, in the reader’s language, and without the lab’s own', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    goTo(server, 'ReplicaInput')
    const { data } = await viewOf(server, 'ana')
    expect(data).toMatchObject({ state: 'published', points: northPoints, max: 100, maturity: 'Madura', receipt: 'IIP-1', undecided: 0 })
    expect(data.dimensions[0]).toMatchObject({ id: 'd1', name: 'Recursos', points: 14, max: 40, level: 'med', text: '<p>Regular</p>' })
    const units = data.questions.flatMap((question) => question.units)
    const unitAt = (unit: string) =>
      must(
        units.find((each) => each.unit === unit),
        unit,
      )
    expect(unitAt('r1')).toMatchObject({
      own: 4,
      why: 'earned',
      answer: 'Algo',
      decision: { decision: 'Accepted', by: 'Laboratorio de Gobierno' },
      choices: [
        { text: 'Algo', points: 4, chosen: true },
        { text: 'Todo', points: 10, chosen: false },
      ],
    })
    expect(unitAt('r2')).toMatchObject({ why: 'not_accepted', answer: 'Un texto largo', decision: { comment: 'Falta el acta' } })
    expect(unitAt('r3')).toMatchObject({ own: 10, divisor: { number: '1.2.2', value: 20 } })
    expect(unitAt('r6')).toMatchObject({ own: 5.5679, answer: null, choices: [] })
    const lab = (await viewOf(server, 'eva')).data.questions.flatMap((question) => question.units)
    expect(lab.find(({ unit }) => unit === 'r1')?.decision?.by).toBe('eva Prueba')
    expect(lab.find(({ unit }) => unit === 'r6')?.answer).toBe('3')
    const english = await server.call('GET', `form/${cycleForm}/institution/norte/results/preliminary`, {
      token: await server.token('ana'),
      headers: { 'Accept-Language': 'en' },
    })
    const [first] = (english.data as ResultView).questions
    expect(first).toMatchObject({ text: 'How much?', units: [{ answer: 'Some', decision: { by: 'Government Laboratory' } }] })
  })

  test('[RS15] what a replica would add is told and changes nothing', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    const path = `form/${cycleForm}/institution/norte/results/preliminary/whatif`
    const ask = async (who: string, body: object = {}) => server.call('POST', path, { token: await server.token(who), body })
    expect((await ask('ana')).error.code).toBe('results_none')
    goTo(server, 'ReplicaInput')
    const before = await server.db.q.selectFrom('sync_scope').select(['id', 'version']).orderBy('id').execute()
    const { data } = (await ask('ana')) as { data: WhatIf }
    expect(data).toMatchObject({ points: northPoints, would: northPoints + 10, allowed: 1, maturity: 'Modelo' })
    expect(data.subDimensions).toMatchObject([
      { id: 's11', points: 4, max: 20, would: 14, units: [{ unit: 'r2', number: '1.1.2', adds: 10 }] },
    ])
    expect((await ask('ana', { units: [] })).data).toMatchObject({ would: northPoints })
    expect((await ask('ana', { units: ['r5', 'r6', 'nada'] })).data).toMatchObject({ would: northPoints })
    expect((await ask('dina')).error.code).toBe('forbidden')
    expect((await ask('sur-lider')).status).toBe(404)
    expect(await server.db.q.selectFrom('sync_scope').select(['id', 'version']).orderBy('id').execute()).toEqual(before)
    // What was decided since is not published: an institution counts from what it was told.
    await put(server, [decisionChange('norte', 'r1', 'Rejected')])
    const since = (await ask('ana')).data as WhatIf
    expect(since).toMatchObject({ points: northPoints, would: northPoints + 10 })
    expect(since.subDimensions).toMatchObject([{ id: 's11', points: 4, would: 14, units: [{ unit: 'r2' }] }])
    goTo(server, 'ReplicaRevision')
    expect((await ask('ana')).data).toMatchObject({ points: northPoints, would: northPoints, allowed: null, subDimensions: [] })
  })

  test('[RS18] beside a result stands what was published in the end of the form before, by line and by place', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    const figures = { dimensions: { d1: [20, 40], x: [1, 2] }, questions: { r1: [9, 10] }, thresholds: { med: 0.3, good: 0.6 } }
    await earlierForm(server, { definition_id: 'ciclo-v1', points: 61.5, max: 100, figures: JSON.stringify(figures) })
    goTo(server, 'ReplicaInput')
    const { data } = await viewOf(server, 'ana')
    expect(data.former).toEqual({ form: 'Antes', points: 61.5, max: 100 })
    expect(data.dimensions.map(({ former }) => former)).toEqual([{ points: 20, max: 40 }, null, null, null, null])
    expect(data.questions.map(({ former }) => former?.points ?? null)).toEqual([9, null, null, null, null])
    const own = await server.call('GET', 'institution/norte/results', { token: await server.token('ana') })
    expect(own.data).toMatchObject({
      noteOnly: false,
      results: [{ form: 'Ciclo completo', kind: 'preliminary', points: northPoints }, { form: 'Antes' }],
    })
  })

  test('[RS21] the points of an earlier form are not compared where their rule or maximum was another, and the whole says so', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    // Worth the same at most, and earned in another way.
    const questions = cycleDefinition.questions.map((each) => (each.id === 'r1' ? { ...each, administrative: true } : each))
    const definition = { ...cycleDefinition, versionId: 'antes-v1', questions }
    await server.db.write((tx) => storeOwnDefinition(tx, definition, server.clock.now()))
    const figures = { dimensions: { d1: [20, 40] }, questions: { r1: [9, 10], r2: [3, 8] }, thresholds: { med: 0.3, good: 0.6 } }
    await earlierForm(server, { definition_id: 'antes-v1', points: 61.5, max: 100, figures: JSON.stringify(figures) })
    goTo(server, 'ReplicaInput')
    const { data } = await viewOf(server, 'ana')
    expect(data.former).toEqual({ form: 'Antes', points: 61.5, max: 100, broken: 'rule' })
    expect(data.dimensions[0]?.former).toEqual({ points: 20, max: 40, broken: 'rule' })
    expect(data.questions.flatMap(({ id, former }) => (former ? [{ id, ...former }] : []))).toEqual([
      { id: 'r1', points: 9, max: 10, broken: 'rule' },
      { id: 'r2', points: 3, max: 8, broken: 'max' },
    ])
  })

  test('[RS22] over a declared break nothing is compared, and the reason comes with the result in the language of its reader', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    await publish(server, 'preliminary')
    const figures = { dimensions: {}, questions: {}, thresholds: { med: 0.3, good: 0.6 } }
    await earlierForm(server, { definition_id: 'ciclo-v1', points: 61.5, max: 100, figures: JSON.stringify(figures) })
    const declare = async (body: object, who = 'root') =>
      server.call('PUT', `form/${cycleForm}/apart`, { token: await server.token(who), body })
    const apart = { es: 'Las preguntas se renovaron.', en: 'Questions were renewed.' }
    expect((await declare({ apart: { ...apart, en: ' ' } })).error.code).toBe('apart_reason_empty')
    expect((await declare({ apart }, 'ana')).status).toBe(403)
    expect((await declare({ apart })).data).toEqual({ apart })
    goTo(server, 'ReplicaInput')
    expect((await viewOf(server, 'ana')).data.former).toEqual({ form: 'Antes', points: 61.5, max: 100, declared: apart.es })
    const own = async (): Promise<unknown> => {
      const { data } = await server.call('GET', 'institution/norte/results', { token: await server.token('ana') })
      return (data as { results: readonly ResultLine[] }).results.map(({ form, declared }) => [form, declared])
    }
    expect(await own()).toEqual(
      expect.arrayContaining([
        ['Ciclo completo', apart.es],
        ['Antes', undefined],
      ]),
    )
    expect((await declare({ apart: null, seen: null })).error.code).toBe('changed_meanwhile')
    expect((await declare({ apart: null })).status).toBe(200)
    expect((await viewOf(server, 'ana')).data.former).toEqual({ form: 'Antes', points: 61.5, max: 100 })
  })

  test('[RS20] a result is taken away as a table with its codebook, and by the calls of the specification', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    const token = await server.token('eva')
    const csv = await server.app.fetch(
      new Request(`http://localhost/api/v1/reports/${cycleForm}/institution/norte/results/preliminary/export`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
    expect(csv.headers.get('content-disposition')).toContain('resultados_preliminares_ciclo_NORTE.csv')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer()).replaceAll('"', '')
    expect(text.startsWith('\uFEFFId institución,Institución,Código,Informe,Versión,Estado')).toBe(true)
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(1 + 1 + 5 + 5)
    expect(lines[1]).toContain(',Total,,,,Ciclo completo,74,100,Madura,')
    const body = { formId: cycleForm, institutionId: 'norte' }
    expect((await server.call('POST', 'result', { token, body })).data).toMatchObject({
      data: { kind: 'preliminary', version: 1, result: northPoints, max: 100, maturity: 'Madura' },
      resultByDimensionId: { s12: { parent: 'd1', result: 10, max: 20, level: 'med' } },
    })
    expect((await server.call('POST', 'result/answers', { token, body })).data).toContainEqual({
      questionId: 'r1',
      number: '1.1.1',
      text: 'Pregunta r1',
      answer: 'Algo',
      decision: 'Accepted',
      result: 4,
      max: 10,
    })
    const path = `form/${cycleForm}/institution/norte/report/final`
    const root = await server.token('root')
    expect(
      (await server.call('POST', path, { token: root, body: { finalConclusion: '<p>Fin</p>', dimensions: { d1: '<p>Propio</p>' } } }))
        .status,
    ).toBe(200)
    expect((await server.call('GET', path, { token: root })).data).toMatchObject({
      preliminaryIntroduction: '<p>Inicio</p>',
      finalIntroduction: '<p>Final</p>',
      finalConclusion: '<p>Fin</p>',
      dimensions: { d1: { parent: null, level: 'med', result: 14, text: '<p>Propio</p>' } },
    })
  })

  test('[RE7] reports of a form tell the points of the newest result that was kept, and of which report', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary', { institutionIds: ['norte', 'sur'] })
    await publish(server, 'preliminary', ['norte'])
    const linesOf = async (path: string) => {
      const reply = await server.app.fetch(
        new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${await server.token('root')}` } }),
      )
      return (await reply.text())
        .replaceAll('"', '')
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
    }
    const told = ([heading = [], ...lines]: readonly (readonly string[])[], names: readonly string[]) =>
      lines.map((line) => names.map((name) => line[heading.indexOf(name)]))
    const whole = await linesOf(`reports/${cycleForm}/results/export`)
    expect(told(whole, ['Código', 'Puntaje obtenido', 'Estado del puntaje', 'Informe', 'Versión', 'Madurez'])).toEqual([
      ['ESTE', '', 'Sin calcular', '', '', ''],
      ['NORTE', '74', 'Publicado', 'Preliminar', '1', 'Madura'],
      ['OESTE', '', 'Sin calcular', '', '', ''],
      ['SUR', '74', 'Calculado', 'Preliminar', '1', 'Madura'],
    ])
    const byQuestion = await linesOf(`result/${cycleForm}/questions/export`)
    expect(told(byQuestion, ['Código', 'Id pregunta', 'Puntaje obtenido', 'Informe', 'Nivel']).slice(5, 8)).toEqual([
      ['NORTE', 'r1', '4', 'Preliminar', 'Regular'],
      ['NORTE', 'r2', '0', 'Preliminar', 'Malo'],
      ['NORTE', 'r3', '10', 'Preliminar', 'Regular'],
    ])
    // The institution is another one today: its points stay in the group in which they were worked out.
    const token = await server.token('root')
    const then = told(whole, ['Código', 'Categoría', 'Orientación'])[1]
    const made = await server.call('POST', 'category', { token, body: { name: 'Regionales', shortDescription: 'a', longDescription: 'b' } })
    const category = (made.data as { readonly _id: string })._id
    for (const id of ['norte', 'este'])
      await server.call('PUT', `institution/${id}`, { token, body: { category, orientation: 'Ciudadana con Foco Social' } })
    for (const path of [`reports/${cycleForm}/results/export`, `result/${cycleForm}/questions/export`]) {
      const lines = told(await linesOf(path), ['Código', 'Categoría', 'Orientación', 'Categoría hoy', 'Orientación hoy'])
      expect(lines.find(([code]) => code === 'NORTE')).toEqual([...(then ?? []), 'Regionales', 'Ciudadana con Foco Social'])
      expect(lines.find(([code]) => code === 'ESTE')).toEqual([
        'ESTE',
        'Regionales',
        'Ciudadana con Foco Social',
        'Regionales',
        'Ciudadana con Foco Social',
      ])
    }
    const list = await server.call('GET', `form/${cycleForm}/results/preliminary`, { token })
    const { institutions } = list.data as { readonly institutions: readonly { readonly code: string; readonly category: string }[] }
    expect(institutions.map((each) => [each.code, each.category])).toEqual([
      ['ESTE', 'Regionales'],
      ['NORTE', then?.[1]],
      ['OESTE', then?.[1]],
      ['SUR', then?.[1]],
    ])
  })

  test('[RS20] a report comes as PDF under its own name, and a preview of it with texts that are not saved', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    const ask = async (who: string, method: string, path: string, body?: object) =>
      server.app.fetch(
        new Request(`http://localhost/api/v1/${path}`, {
          method,
          headers: { Authorization: `Bearer ${await server.token(who)}`, 'Content-Type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      )
    const paper = await ask('eva', 'GET', `reports/${cycleForm}/institution/norte/preliminary/export?language=en`)
    expect(paper.headers.get('content-disposition')).toContain('informe_preliminar_ciclo_NORTE.pdf')
    expect(new TextDecoder('latin1').decode(await paper.arrayBuffer()).slice(0, 5)).toBe('%PDF-')
    const texts = { introduction: '<p>Borrador<script>x()</script></p>', conclusion: null }
    const preview = await ask('eva', 'POST', `${inform}/preview`, { texts })
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await informOf(server, 'eva')).data.texts[0]?.own).toBeNull()
    expect((await ask('ana', 'POST', `${inform}/preview`, { texts })).status).toBe(404)
    expect((await ask('ana', 'GET', `reports/${cycleForm}/institution/norte/preliminary/export`)).status).toBe(409)
    expect((await ask('sur-lider', 'GET', `reports/${cycleForm}/institution/norte/preliminary/export`)).status).toBe(404)
  })

  test('[RS11] an administrator’s list tells how far each institution has come, and an evaluator’s only theirs', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary', { institutionIds: ['norte', 'este'] })
    await publish(server, 'preliminary', ['norte'])
    const list = async (who: string) => {
      const reply = await server.call('GET', `form/${cycleForm}/results/preliminary`, { token: await server.token(who) })
      return reply as { status: number; data: { institutions: { institutionId: string; state: string }[] } }
    }
    const { data } = await list('root')
    expect(data).toMatchObject({ open: true, visibleFrom: cycleStages[5]?.start, calculatedBy: 1 })
    expect(data.institutions.map(({ institutionId, state }) => [institutionId, state])).toEqual([
      ['este', 'calculated'],
      ['norte', 'published'],
      ['oeste', 'none'],
      ['sur', 'none'],
    ])
    expect((await list('eva')).data.institutions.map(({ institutionId }) => institutionId)).toEqual(['norte', 'sur'])
    expect((await list('ana')).status).toBe(404)
    await changeCycle(server, { enabled: false })
    expect((await list('eva')).status).toBe(404)
    expect((await list('root')).status).toBe(200)
  })

  test('[RS13] a snapshot is never changed: what stands in the scope is what its digest is of', async () => {
    const server = await begun(start)
    await calculate(server, 'preliminary')
    const rows = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', resultsScope('norte', cycleForm))
      .where('tbl', '=', 'snapshot')
      .execute()
    const { digest, ...rest } = JSON.parse(must(rows[0], 'no snapshot').data)
    expect(digest).toBe(createHash('sha256').update(digestText(rest)).digest('hex'))
    expect((await viewOf(server, 'root')).data.digest).toBe(digest)
  })
})

/** An administrator makes the first question worth one less, and it is not published yet. */
async function pointsChanged(server: TestApp): Promise<void> {
  const row = await server.db.q
    .selectFrom('sync_row')
    .select(['scope', 'part', 'data'])
    .where('scope', '=', questionnaireScope(cycleForm))
    .where('tbl', '=', 'question')
    .where('id', '=', 'r1')
    .executeTakeFirstOrThrow()
  const points = [
    { key: 'Algo', value: 3 },
    { key: 'Todo', value: 10 },
  ]
  await put(server, [{ scope: row.scope, part: row.part, table: 'question', id: 'r1', row: { ...JSON.parse(row.data), points } }])
}

const headerOf = async (server: TestApp) =>
  JSON.parse(
    (
      await server.db.q
        .selectFrom('sync_row')
        .select('data')
        .where('scope', '=', `form:${cycleForm}`)
        .where('tbl', '=', 'form')
        .executeTakeFirstOrThrow()
    ).data,
  )
const participantOf = async (server: TestApp) =>
  JSON.parse(
    (
      await server.db.q
        .selectFrom('sync_row')
        .select('data')
        .where('scope', '=', instScope('norte', cycleForm))
        .where('tbl', '=', 'participant')
        .executeTakeFirstOrThrow()
    ).data,
  )
