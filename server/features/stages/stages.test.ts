import { instScope } from '#shared/protocol/scope.ts'
import { addDays, dayAt } from '#shared/kernel/instant.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import type { Stage } from '#shared/stages/model.ts'
import { expect, test } from 'vitest'
import { tickStages } from '../../jobs/stages.ts'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

type Listed = Stage & { readonly _id: string; readonly state: string }
const rows = (data: unknown): readonly Listed[] => data as readonly Listed[]
const bodyOf = (stages: readonly Partial<Listed>[]) => ({
  stages: stages.map(({ _id, kind, name, start, end }) => ({ _id, kind, name, start, end })),
})

onEachDatabase((start) => {
  const participantOf = async (server: TestApp, institutionId: string): Promise<Participant> => {
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', instScope(institutionId, 'tiny'))
      .where('tbl', '=', 'participant')
      .executeTakeFirstOrThrow()
    return JSON.parse(row.data)
  }

  test('[TM16] stages are listed, added, moved and deleted by calls, all or none, each on record, and by nobody else', async () => {
    const server = await start()
    const token = await server.token('root')
    const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
    const id = String((made.data as { _id: string })._id)
    const put = (stages: readonly Partial<Listed>[], headers = {}) =>
      server.call('PUT', `form/${id}/stage/upsert`, { token, body: bodyOf(stages), headers })
    const plan = [
      { kind: 'FirstRevision', name: 'Revisión', start: '2027-04-01', end: '2027-04-30' },
      { kind: 'NormalInput', name: 'Ingreso', start: '2027-03-01', end: '2027-03-31' },
    ] as const
    const saved = await put(plan, { 'Idempotency-Key': 'plan-once' })
    expect(saved.data).toMatchObject({
      msg: 'Se han actualizado las etapas correctamente',
      stages: [{ name: 'Ingreso', state: 'next' }, { name: 'Revisión' }],
    })
    await put(plan, { 'Idempotency-Key': 'plan-once' })
    const listed = rows((await server.call('GET', `form/${id}/stage`, { token })).data)
    expect(listed.map((each) => each.name)).toEqual(['Ingreso', 'Revisión'])
    const [input, revision] = listed
    const overlap = await put([{ ...input, end: '2027-04-01' }])
    expect([overlap.error.code, overlap.error.message]).toEqual(['stage_overlap', 'Los periodos de las etapas no se pueden solapar'])
    expect((await put([{ ...input, start: '2027-04-01' }])).error.message).toBe('La fecha desde no puede ser mayor a la fecha hasta')
    expect((await put([{ ...input, kind: 'Otra' as 'NormalInput' }])).error.code).toBe('stage_kind_missing')
    expect(
      (
        await put([
          { ...input, name: 'ab' },
          { ...revision, end: '2027-05-01' },
        ])
      ).error.code,
    ).toBe('stage_name_length')
    expect(rows((await server.call('GET', `form/${id}/stage`, { token })).data)).toEqual(listed)
    expect((await put([{ ...revision, end: '2027-05-01' }])).status).toBe(200)
    const gone = await server.call('DELETE', `form/${id}/stage/${input?._id}`, { token })
    expect(gone.data).toEqual({ msg: 'Se ha eliminado la etapa correctamente' })
    expect((await server.call('DELETE', `form/${id}/stage/${input?._id}`, { token })).error.code).toBe('not_found')
    const { data } = await server.call('GET', `form/${id}/history`, { token })
    expect((data as HistoryPage).events).toMatchObject([
      { action: 'Elimina etapa', element: input?._id, text: 'Ingreso' },
      { action: 'Cambia etapa', changed: [{ field: 'end', from: '"2027-04-30"', to: '"2027-05-01"' }] },
      { action: expect.stringMatching('Agrega etapa') },
      { action: 'Agrega etapa' },
      { action: 'Crea formulario' },
    ])
    for (const who of ['ana', 'eva']) {
      const other = await server.token(who)
      expect((await server.call('GET', `form/${id}/stage`, { token: other })).error.code).toBe('administrators_only')
      const theirs = await server.call('PUT', 'form/tiny/stage/upsert', { token: other, body: { stages: [] } })
      expect(theirs.error.code).toBe('administrators_only')
    }
    await server.close()
  })

  test('[TM17] a stage that runs is given more time: nobody is locked on the former last day, and its past stays', async () => {
    const server = await start()
    const token = await server.token('root')
    const today = dayAt(server.clock.now())
    const [input, ...rest] = rows((await server.call('GET', 'form/tiny/stage', { token })).data)
    expect(input).toMatchObject({ state: 'current', end: addDays(today, 30) })
    const later = rest.map((each) => ({ ...each, start: addDays(each.start, 5), end: addDays(each.end, 5) }))
    const moved = await server.call('PUT', 'form/tiny/stage/upsert', {
      token,
      body: bodyOf([{ ...input, end: addDays(today, 35) }, ...later]),
    })
    expect(moved.status).toBe(200)
    await tickStages(server.app.server)
    server.clock.advance(32 * 86_400_000)
    await tickStages(server.app.server)
    expect((await participantOf(server, 'norte')).locked).toBe(false)
    server.clock.advance(5 * 86_400_000)
    await tickStages(server.app.server)
    expect(await participantOf(server, 'norte')).toMatchObject({
      locked: true,
      lockReason: 'stageEnd',
      closedStageIds: ['e1'],
      openedStageId: 'e2',
    })
    const over = await server.call('PUT', 'form/tiny/stage/upsert', {
      token: await server.token('root'),
      body: bodyOf([{ ...input, end: addDays(today, 36) }]),
    })
    expect(over.error.code).toBe('stage_past')
    await server.close()
  })

  test('[TM20] who was locked when a stage ended goes on where they stood in the input stage that is added after it', async () => {
    const server = await start()
    const save = async (answer: string) =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', { token: await server.token('ana'), body: { questionId: 'q1', answer } })
    await tickStages(server.app.server)
    expect((await save('antes del término')).status).toBe(200)
    const today = dayAt(server.clock.now())
    const listed = rows((await server.call('GET', 'form/tiny/stage', { token: await server.token('root') })).data)
    for (const stage of listed.slice(1)) await server.call('DELETE', `form/tiny/stage/${stage._id}`, { token: await server.token('root') })
    server.clock.advance(31 * 86_400_000)
    await tickStages(server.app.server)
    expect((await save('tarde')).status).not.toBe(200)
    const added = { kind: 'NormalInput', name: 'Ingreso, otra vez', start: addDays(today, 31), end: addDays(today, 40) } as const
    expect((await server.call('PUT', 'form/tiny/stage/upsert', { token: await server.token('root'), body: bodyOf([added]) })).status).toBe(
      200,
    )
    await tickStages(server.app.server)
    expect(await participantOf(server, 'norte')).toMatchObject({ locked: false, lockReason: null, incomplete: false })
    expect((await save('en la etapa nueva')).status).toBe(200)
    await server.close()
  })

  test('[TM16] a year that was typed by half is refused with its own sentence, and every form is still listed', async () => {
    const server = await start()
    const token = await server.token('root')
    const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
    const id = String((made.data as { _id: string })._id)
    for (const [first, last] of [
      ['0026-03-01', '2026-03-20'],
      ['2026-03-01', '9999-12-31'],
    ] as const) {
      const body = bodyOf([{ kind: 'NormalInput', name: 'Ingreso', start: first, end: last }])
      expect((await server.call('PUT', `form/${id}/stage/upsert`, { token, body })).error.code).toBe('stage_day_far')
    }
    expect((await server.call('GET', 'form', { token })).status).toBe(200)
    await server.close()
  })

  test('[TM21] an administrator has those told who still have to send, each once for one last day', async () => {
    const server = await start()
    const token = await server.token('root')
    await tickStages(server.app.server)
    const tell = () => server.call('POST', 'form/tiny/stage/e1/extended', { token, body: {} })
    const letters = async () =>
      (await server.db.q.selectFrom('letter').select(['to_user', 'template', 'data']).orderBy('to_user').execute()).filter(
        (each) => each.template === 'remainingTimeExtended',
      )
    const other = await server.call('POST', 'form/tiny/stage/e1/extended', { token, body: { end: '2030-01-01' } })
    expect(other.error.code).toBe('changed_meanwhile')
    expect(await letters()).toEqual([])
    expect((await tell()).data).toEqual({ institutions: 2 })
    await tell()
    expect((await letters()).map((each) => each.to_user)).toEqual(['ana', 'sur-lider'])
    const [input] = rows((await server.call('GET', 'form/tiny/stage', { token })).data)
    expect(JSON.parse(must((await letters())[0], 'a letter').data)).toEqual({
      form: 'Formulario de prueba',
      stage: 'Ingreso',
      end: input?.end,
    })
    expect((await server.call('POST', 'form/tiny/stage/e2/extended', { token, body: {} })).error.code).toBe('stage_closed')
    expect((await server.call('POST', 'form/tiny/stage/none/extended', { token, body: {} })).error.code).toBe('not_found')
    const ana = await server.token('ana')
    expect((await server.call('POST', 'form/tiny/stage/e1/extended', { token: ana, body: {} })).error.code).toBe('administrators_only')
    await server.close()
  })
})
