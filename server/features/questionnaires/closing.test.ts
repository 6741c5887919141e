import type { Closing } from '#shared/questionnaires/closing-routes.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { instScope, userScope } from '#shared/protocol/scope.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { dueParticipants } from '../../jobs/stages.ts'
import { ReportJobs } from '../reports/jobs.ts'
import { wire, type TestApp } from '../../testing/app.ts'
import { calculate, changeCycle, changeParticipant, cycleForm, cycleStages, goTo, withCycle } from '../../testing/cycle.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const places = ['norte', 'sur', 'este', 'oeste']

onEachDatabase((start, _, testOnce) => {
  /** The whole cycle on the day after its last, with everything decided and told. */
  const over = async (): Promise<TestApp> => {
    const server = await start()
    await withCycle(server)
    goTo(server, 'ShowResults', 'after')
    for (const id of places)
      await changeParticipant(server, id, {
        closedStageIds: cycleStages.map((stage) => stage.id),
        releasedStageIds: cycleStages.map((stage) => stage.id),
      })
    return server
  }
  const closing = async (server: TestApp): Promise<Closing> =>
    (await server.call('GET', `form/${cycleForm}/closing`, { token: await server.token('root') })).data as Closing
  let asked = 0
  const prepare = async (server: TestApp, kind = 'Archive'): Promise<ReportJob | undefined> => {
    const body = { id: `archive-${(asked += 1)}`, kind, formId: cycleForm, institutionId: null, format: 'zip', layout: 'long' }
    const reply = await server.call('POST', 'reports/jobs', { token: await server.token('root'), body })
    expect(reply.status).toBe(200)
    await server.app.server.reports.work()
    const list = (await server.call('GET', 'reports/jobs', { token: await server.token('root') })).data as readonly ReportJob[]
    return list.find(({ id }) => id === body.id)
  }
  const close = async (server: TestApp, archive: string, who = 'root') =>
    server.call('POST', `form/${cycleForm}/closing`, { token: await server.token(who), body: { archive } })
  const newest = async (server: TestApp): Promise<string> => (await closing(server)).archives[0]?.sha256 ?? ''
  const answer = (seq: number, value: string) =>
    wire(seq, 'answer.set', { unit: 'r2', value }, { s: instScope('norte', cycleForm), mid: `late-${seq}` })

  test('[FC1] a form is closed on its verified archive, told as closed, and read as before', async () => {
    const server = await over()
    expect(await closing(server)).toMatchObject({ over: true, closed: null, archives: [], unsent: { devices: 0, changes: 0 } })
    expect((await close(server, 'a'.repeat(64))).error.code).toBe('archive_missing')
    expect(await prepare(server)).toMatchObject({ state: 'ready', name: `archivo_${cycleForm}.zip` })
    const [archive] = (await closing(server)).archives
    expect(archive).toMatchObject({ current: true, waiting: 0, institutions: 4, by: 'root' })
    expect((await close(server, archive?.sha256 ?? '', 'eva')).status).toBe(403)
    expect((await close(server, archive?.sha256 ?? '')).status).toBe(200)
    expect(await closing(server)).toMatchObject({ closed: { by: 'root', archive: archive?.sha256 }, archives: [{ current: true }] })
    const read = await server.call('GET', `form/${cycleForm}/institution/norte/questions`, { token: await server.token('root') })
    expect(read.status).toBe(200)
    const acts = await server.db.q.selectFrom('audit').select(['kind', 'actor_id']).where('kind', '=', 'form.close').execute()
    expect(acts).toEqual(
      [
        { kind: 'form.close', actor_id: 'root' },
        { kind: 'form.close', actor_id: 'root' },
      ].slice(0, acts.length),
    )
  })

  testOnce('[FC1] a change after its archive asks for another one', async () => {
    const server = await over()
    await prepare(server)
    const former = await newest(server)
    await changeCycle(server, { description: 'Otra' })
    expect((await close(server, former)).error.code).toBe('archive_outdated')
    await prepare(server)
    expect((await close(server, await newest(server))).status).toBe(200)
  })

  testOnce('[FC1] an archive from before the end of the last stage, or from before that was applied, closes nothing', async () => {
    const server = await start()
    await withCycle(server)
    goTo(server, 'ShowResults')
    const stages = cycleStages.map((stage) => stage.id)
    for (const id of places)
      await changeParticipant(server, id, { openedStageId: 'c-ShowResults', closedStageIds: stages, releasedStageIds: stages })
    await prepare(server)
    const early = await newest(server)
    expect((await closing(server)).archives[0]?.current).toBe(true)
    goTo(server, 'ShowResults', 'after')
    expect([(await closing(server)).archives[0]?.current, (await close(server, early)).error.code]).toEqual([false, 'archive_outdated'])
    await changeParticipant(server, 'sur', { closedStageIds: stages.slice(0, -1) })
    await prepare(server)
    expect((await close(server, await newest(server))).error.code).toBe('archive_outdated')
    await server.app.tick()
    await prepare(server)
    expect((await close(server, await newest(server))).status).toBe(200)
    // Whatever time would have to do in it: of a closed form it is not asked.
    await changeParticipant(server, 'sur', { closedStageIds: [] })
    expect(await dueParticipants(server.app.server)).toEqual([])
  })

  test('[FC2] what waits in an institution is counted, and so is what devices hold', async () => {
    const server = await over()
    await changeParticipant(server, 'sur', { releasedStageIds: [] })
    await server.push(await server.token('ana'), 'dev-1', [], { pending: 3 })
    await server.push(await server.token('ana'), 'dev-1', [answer(1, 'tarde')], { pending: 3 })
    await prepare(server)
    expect(await closing(server)).toMatchObject({ archives: [{ waiting: 1 }], unsent: { devices: 1, changes: 3 } })
    const refused = await close(server, await newest(server))
    expect([refused.error.code, refused.error.params]).toEqual(['form_waits', { n: 1 }])
  })

  test('[FC3] nothing of a closed form changes by any door, and what a device brings late is kept in a card and in the ledger', async () => {
    const server = await over()
    await prepare(server)
    await close(server, await newest(server))
    const root = await server.token('root')
    const rowsOf = () =>
      server.db.q
        .selectFrom('sync_row')
        .select(['scope', 'tbl', 'id', 'version'])
        .where('scope', 'like', `%:${cycleForm}`)
        .orderBy('scope')
        .orderBy('tbl')
        .orderBy('id')
        .execute()
    const before = await rowsOf()
    const late = await server.push(await server.token('ana'), 'dev-1', [answer(1, 'lo que escribí sin conexión')])
    expect(late.data.results).toMatchObject([{ d: 'refused', code: 'form_closed' }])
    const { data } = await server.pull(await server.token('ana'), 'dev-1', null)
    const [card] = data.rows.filter((row) => row.t === 'conflict' && row.s === userScope('ana'))
    expect(card?.r).toMatchObject({ code: 'form_closed', mine: { value: 'lo que escribí sin conexión' } })
    const kept = await server.db.q.selectFrom('sync_mutation').select('args').where('mid', '=', 'late-1').executeTakeFirstOrThrow()
    expect(kept.args).toContain('lo que escribí sin conexión')
    // The card itself is put away as any other.
    const away = wire(2, 'conflict.resolve', { id: 'late-1:0', choice: 'dismiss' }, { s: instScope('norte', cycleForm) })
    expect((await server.push(await server.token('ana'), 'dev-1', [away])).data.results).toEqual([])
    const tried = [
      await server.call('PUT', `form/${cycleForm}`, { token: root, body: { name: 'Otro', description: '' } }),
      await server.call('PUT', `form/${cycleForm}/toggle`, { token: root, body: { enabled: false } }),
      await server.call('DELETE', `form/${cycleForm}`, { token: root }),
      await server.call('PUT', `form/${cycleForm}/levels`, { token: root, body: { med: 0.2, good: 0.9 } }),
      await calculate(server, 'final', {}),
    ]
    expect(tried.map(({ error }) => error?.code)).toEqual(tried.map(() => 'form_closed'))
    await server.app.tick()
    expect(await rowsOf()).toEqual(before)
    server.clock.advance(dayMs)
    await server.app.tick()
    expect(await rowsOf()).toEqual(before)
  })

  test('[FC4] it is opened again with a reason, and closed again on another archive', async () => {
    const server = await over()
    await prepare(server)
    const first = await newest(server)
    await close(server, first)
    const reopen = async (reason: string, who = 'root') =>
      server.call('POST', `form/${cycleForm}/reopening`, { token: await server.token(who), body: { reason } })
    expect((await reopen('  ')).error.code).toBe('reopening_reason_empty')
    expect((await reopen('x', 'eva')).status).toBe(403)
    expect((await reopen('Falta un informe')).status).toBe(200)
    const line = await server.db.q
      .selectFrom('history')
      .select(['text', 'user_id'])
      .where('action', '=', 'Reabre formulario')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ text: 'Falta un informe', user_id: 'root' })
    expect((await close(server, first)).error.code).toBe('archive_outdated')
    await prepare(server)
    expect((await close(server, await newest(server))).status).toBe(200)
  })

  testOnce('[FC1] until when the platform has the file of an archive is told, and that it has it no more', async () => {
    const server = await over()
    const job = await prepare(server)
    expect((await closing(server)).archives.map(({ hereUntil }) => hereUntil)).toEqual([job?.expiresAt])
    server.clock.advance(1000)
    await changeCycle(server, { description: 'Otra' })
    const second = await prepare(server)
    expect((await closing(server)).archives.map(({ hereUntil }) => hereUntil)).toEqual([second?.expiresAt, job?.expiresAt])
    await server.call('DELETE', `reports/jobs/${second?.id ?? ''}`, { token: await server.token('root') })
    expect((await closing(server)).archives.map(({ hereUntil }) => hereUntil)).toEqual([null, job?.expiresAt])
    server.clock.advance(dayMs)
    expect((await closing(server)).archives.map(({ hereUntil }) => hereUntil)).toEqual([null, null])
  })

  testOnce('[KV6] an archive that was not written as it should be is thrown away, and nothing is entered', async () => {
    const server = await over()
    // A disk that changes a byte on the way.
    const spoiling = (path: string): Writable => {
      const file = createWriteStream(path)
      return new Writable({
        write: (piece: Buffer, _encoding, done) => {
          const copy = Buffer.from(piece)
          if (copy.length > 1000) copy.writeUInt8(copy.readUInt8(500) ^ 1, 500)
          file.write(copy, done)
        },
        final: (done) => void file.end(done),
      })
    }
    const body = { id: 'archive-spoiled', kind: 'Archive', formId: cycleForm, institutionId: null, format: 'zip', layout: 'long' }
    await server.call('POST', 'reports/jobs', { token: await server.token('root'), body })
    await new ReportJobs({ ...server.app.server, dataDir: server.dataDir, written: spoiling }).work()
    const list = (await server.call('GET', 'reports/jobs', { token: await server.token('root') })).data as readonly ReportJob[]
    expect(list.map(({ state, code }) => [state, code])).toEqual([['failed', 'report_failed']])
    expect((await closing(server)).archives).toEqual([])
    expect(readdirSync(join(server.dataDir, 'archives'))).toEqual([])
  })

  testOnce('[KV5] no form is closed on a copy with pseudonyms', async () => {
    const server = await over()
    expect((await prepare(server, 'PseudonymArchive'))?.state).toBe('ready')
    expect((await closing(server)).archives).toEqual([])
  })
})
