import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { unzipSync } from 'fflate'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { read } from 'sheetjs-ce'
import { expect, test, vi } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import { sweep } from '../../jobs/sweep.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { calculate, cycleForm, goTo, publish, withCycle } from '../../testing/cycle.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { readPdf } from '../../testing/documents/read-text.ts'
import { openDiskStore } from '../../files/disk.ts'
import { nodeDisk, type FileDisk } from '../../files/file-disk.ts'
import { filesOf as filesIn } from '../../files/store.ts'
import { ReportJobs } from './jobs.ts'

const wish = { kind: 'Answers', formId: 'tiny', institutionId: null, format: 'xlsx', layout: 'long' }
let asked = 0

onEachDatabase((start) => {
  const ask = async (server: TestApp, userId: string, given: object = {}): Promise<Called<ReportJob>> => {
    const body = { ...wish, id: `report-${(asked += 1)}`, ...given }
    // The reply's own schema was checked by the app of the tests.
    return (await server.call('POST', 'reports/jobs', { token: await server.token(userId), body })) as Called<ReportJob>
  }
  const list = async (server: TestApp, userId: string): Promise<readonly ReportJob[]> =>
    (await server.call('GET', 'reports/jobs', { token: await server.token(userId) })).data as readonly ReportJob[]
  const fetched = async (server: TestApp, userId: string, id: string, form = 'tiny'): Promise<Response> =>
    server.app.fetch(
      new Request(`http://localhost/api/v1/reports/${form}/jobs/${id}/file`, {
        headers: { Authorization: `Bearer ${await server.token(userId)}` },
      }),
    )
  /** What is there of reports, finished or begun. */
  const filesOf = ({ dataDir }: TestApp): readonly string[] => ['reports', 'tmp'].flatMap((each) => readdirSync(join(dataDir, each)))
  const another = (server: TestApp): ReportJobs => new ReportJobs({ ...server.app.server, db: server.db, dataDir: server.dataDir })
  const claimed = async (jobs: ReportJobs) => must(await jobs.claim(), 'nothing waits')

  test('[RE8] a report that was asked for is made apart, says how far it is, and is fetched whole', async () => {
    const server = await start()
    const { data } = await ask(server, 'root')
    expect([data.state, data.ahead, data.expiresAt]).toEqual(['waiting', 0, null])
    await server.app.server.reports.work()
    const [made] = await list(server, 'root')
    expect([made?.state, made?.done, made?.total, made?.name]).toEqual(['ready', 2, 2, 'respuestas_tiny.xlsx'])
    const response = await fetched(server, 'root', data.id)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([response.status, bytes.length, response.headers.get('content-length')]).toEqual([200, made?.size, String(made?.size)])
    expect(read(bytes, { type: 'array' }).SheetNames).toEqual(['Datos', 'Columnas', 'Preguntas', 'Opciones'])
    const zip = await ask(server, 'root', { format: 'zip', kind: 'AnswersHistory', institutionId: 'norte' })
    await server.app.server.reports.work()
    const files = unzipSync(new Uint8Array(await (await fetched(server, 'root', zip.data.id)).arrayBuffer()))
    expect(Object.keys(files)).toEqual(['', '_columnas', '_preguntas', '_opciones'].map((part) => `historial_tiny_norte${part}.csv`))
  })

  test('[RE8] of several processes one makes it; when that one ends another does, and what the first still brings is not taken', async () => {
    const server = await start()
    const [one, other] = [another(server), another(server)]
    const { data } = await ask(server, 'root')
    const job = await claimed(one)
    expect(await other.claim()).toBeUndefined()
    server.clock.advance(61_000)
    const again = await claimed(other)
    expect([again.id, again.begun]).toEqual([data.id, 2])
    // Whose claim was lost brings nothing, neither while the other makes it nor afterwards.
    await one.carryOut(job)
    expect([(await list(server, 'root')).map(({ state }) => state), filesOf(server)]).toEqual([['running'], []])
    await other.carryOut(again)
    const files = filesOf(server)
    await one.carryOut(job)
    expect([filesOf(server), files.length]).toEqual([files, 1])
    expect((await list(server, 'root')).map(({ state }) => state)).toEqual(['ready'])
    expect((await fetched(server, 'root', data.id)).status).toBe(200)
  })

  test('[RE8] a file that takes longer than a claim stays the process’s that makes it, until somebody takes it away', async () => {
    const server = await start()
    const { files } = server.app.server
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      /** Keeps a file for two minutes, of which nobody hears anything but by the clock. */
      const slowly = (during: (seconds: number) => Promise<unknown>) =>
        new ReportJobs({
          ...server.app.server,
          dataDir: server.dataDir,
          files: {
            ...files,
            reports: {
              ...files.reports,
              put: async (name, pieces) => {
                for (let seconds = 0; seconds < 120; seconds += 20) {
                  const before = await untilOf()
                  server.clock.advance(20_000)
                  vi.advanceTimersByTime(20_000)
                  await expect.poll(untilOf).not.toBe(before)
                  await during(seconds)
                }
                return files.reports.put(name, pieces)
              },
            },
          },
        })
      const untilOf = async (): Promise<string | null | undefined> =>
        (await server.db.q.selectFrom('report_job').select('claimed_until').executeTakeFirst())?.claimed_until
      await ask(server, 'root')
      const slow = slowly(async () => expect(await another(server).claim()).toBeUndefined())
      await slow.carryOut(await claimed(slow))
      expect((await list(server, 'root')).map(({ state }) => state)).toEqual(['ready'])
      await server.db.q.deleteFrom('report_job').execute()
      await ask(server, 'root')
      const written = filesOf(server)
      const robbed = slowly(async (seconds) => {
        if (seconds === 100) {
          await server.db.q.updateTable('report_job').set({ claim: 'other' }).execute()
          vi.advanceTimersByTime(20_000)
        }
      })
      await robbed.carryOut(await claimed(robbed))
      expect([(await list(server, 'root')).map(({ state }) => state), filesOf(server)]).toEqual([['running'], written])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('[RE8] a server that stops leaves a report for the next one, and one that keeps ending its process is given up', async () => {
    const server = await start()
    const stopping = another(server)
    await ask(server, 'root')
    const job = await claimed(stopping)
    stopping.stop()
    await stopping.carryOut(job)
    expect([(await list(server, 'root')).map(({ state }) => state), filesOf(server)]).toEqual([['waiting'], []])
    for (let begun = 0; begun < 3; begun += 1) {
      await claimed(another(server))
      server.clock.advance(61_000)
    }
    await server.app.server.reports.work()
    expect((await list(server, 'root')).map(({ state, code }) => [state, code])).toEqual([['failed', 'internal_error']])
  })

  test('[RE8] two are made at one time and one for each person, and who had one longest ago comes first', async () => {
    const server = await start()
    const jobs = another(server)
    const of = async (userId: string): Promise<string> => (await ask(server, userId, { kind: 'FormResults' })).data.id
    const mine = [await of('root'), await of('root')]
    const theirs = await of('eva')
    const [first, second] = [await claimed(jobs), await claimed(jobs)]
    expect([first.id, second.id]).toEqual([mine[0], theirs])
    // Of a third person, of whom none is being made.
    const third = { ...first, id: 'report-third', user_id: 'otro', state: 'waiting', claim: null, claimed_until: null } as const
    await server.db.q.insertInto('report_job').values(third).execute()
    expect(await jobs.claim()).toBeUndefined()
    await server.db.q.deleteFrom('report_job').where('id', '=', third.id).execute()
    await jobs.carryOut(second)
    // Of whom one is being made no second one is begun.
    expect(await jobs.claim()).toBeUndefined()
    await jobs.carryOut(first)
    const late = await of('eva')
    const next = [await claimed(jobs), await claimed(jobs)]
    expect(next.map(({ id }) => id)).toEqual([mine[1], late])
  })

  test('[RE8] what is taken back while it is made is not finished, and nothing of it is left', async () => {
    const server = await start()
    const jobs = another(server)
    const { data } = await ask(server, 'root')
    const token = await server.token('root')
    const job = await claimed(jobs)
    expect((await server.call('DELETE', `reports/jobs/${data.id}`, { token: await server.token('eva') })).status).toBe(404)
    expect((await server.call('DELETE', `reports/jobs/${data.id}`, { token })).status).toBe(200)
    await jobs.carryOut(job)
    expect([await list(server, 'root'), filesOf(server)]).toEqual([[], []])
    const ready = (await ask(server, 'root')).data.id
    await jobs.work()
    expect(filesOf(server)).toHaveLength(1)
    expect((await server.call('DELETE', `reports/jobs/${ready}`, { token })).status).toBe(200)
    expect(filesOf(server)).toEqual([])
  })

  test('[RE8] a disk that is full ends a report with the reason, once what was written of it is off the disk', async () => {
    const server = await start()
    let isFull = false
    const full = () => Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    const filling = async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        yield piece
        isFull = true
        throw full()
      }
    }
    const disk: FileDisk = { ...nodeDisk, write: (path, pieces) => nodeDisk.write(path, filling(pieces)) }
    const files = filesIn(await openDiskStore(server.dataDir, disk))
    const q = new Proxy(server.db.q, {
      get(of, name) {
        if (isFull && name === 'updateTable' && filesOf(server).length > 0) throw full()
        const value: unknown = Reflect.get(of, name)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
    const jobs = new ReportJobs({ ...server.app.server, db: { ...server.db, q }, files, dataDir: server.dataDir })
    await ask(server, 'root')
    await jobs.carryOut(await claimed(jobs))
    expect(isFull).toBe(true)
    expect([await list(server, 'root'), filesOf(server)]).toMatchObject([[{ state: 'failed', code: 'no_space' }], []])
  })

  test('[RE8] the same id asks once, nobody takes another’s, and nobody has more than so many', async () => {
    const server = await start()
    const { data } = await ask(server, 'root')
    expect((await ask(server, 'root', { id: data.id })).data.id).toBe(data.id)
    expect((await ask(server, 'eva', { id: data.id, kind: 'FormResults' })).status).toBe(404)
    expect(await list(server, 'root')).toHaveLength(1)
    for (let more = 1; more < 20; more += 1) {
      server.clock.advance(2_000)
      expect((await ask(server, 'root')).status).toBe(200)
    }
    server.clock.advance(2_000)
    const refused = await ask(server, 'root')
    expect([refused.status, refused.error.code]).toEqual([409, 'reports_many'])
  })

  test('[RE9] nobody else fetches a report, nor asks for one that they may not take', async () => {
    const server = await start()
    const { data } = await ask(server, 'root')
    expect((await fetched(server, 'root', data.id)).status).toBe(404)
    await server.app.server.reports.work()
    for (const userId of ['eva', 'ana', 'otro']) expect((await fetched(server, userId, data.id)).status, userId).toBe(404)
    const refusals = [
      [await ask(server, 'ana'), 'forbidden'],
      [await ask(server, 'eva', { kind: 'Configuracion' }), 'administrators_only'],
      [await ask(server, 'otro'), 'not_found'],
      [await ask(server, 'root', { kind: 'AnswersHistory' }), 'malformed'],
      [await ask(server, 'root', { kind: 'FormResults', layout: 'wide' }), 'malformed'],
    ] as const
    expect(refusals.map(([refused]) => refused.error.code)).toEqual(refusals.map(([, code]) => code))
  })

  test('[RE9] an evaluator who lost an institution fetches nothing that tells of it, and who was deactivated gets none made', async () => {
    const server = await start()
    const { data } = await ask(server, 'eva')
    await server.app.server.reports.work()
    expect((await fetched(server, 'eva', data.id)).status).toBe(200)
    const participant = await server.db.read(
      async (tx) => must(await server.app.server.worlds.readOnce(tx, { institutionId: 'sur', formId: 'tiny' }), 'no world').participant,
    )
    const row = { ...participant, evaluatorId: 'otro' }
    const change = { scope: instScope('sur', 'tiny'), part: '', table: 'participant', id: 'sur', row } as const
    await server.db.write((tx) => writeChanges(tx, [change], server.clock.now()))
    expect((await fetched(server, 'eva', data.id)).status).toBe(403)
    await ask(server, 'eva', { kind: 'FormResults' })
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'eva').execute()
    await server.app.server.reports.work()
    const states = await server.db.q.selectFrom('report_job').select(['state', 'code']).where('kind', '=', 'FormResults').execute()
    expect(states).toEqual([{ state: 'failed', code: 'forbidden' }])
  })

  test('[RE9] a day after it was made a report and its file are gone, and so is what a process left half written', async () => {
    const server = await start()
    const { data } = await ask(server, 'root')
    await server.app.server.reports.work()
    server.clock.advance(24 * 3_600_000)
    const token = await server.token('root')
    expect((await server.call('GET', 'reports/jobs', { token })).data).toEqual([])
    expect((await fetched(server, 'root', data.id)).status).toBe(404)
    expect(filesOf(server)).toHaveLength(1)
    await server.app.server.reports.work()
    expect(filesOf(server)).toEqual([])
    await ask(server, 'root')
    await server.app.server.reports.work()
    await server.db.q.deleteFrom('report_job').execute()
    await sweep(server.app.server)
    expect(filesOf(server)).toHaveLength(1)
    expect(await server.app.server.reports.sweep(Date.now() + 7_200_000)).toBe(1)
    expect(filesOf(server)).toEqual([])
  })

  test('[RE9] whoever goes away while fetching leaves no file open', async () => {
    const server = await start()
    const { data } = await ask(server, 'root')
    await server.app.server.reports.work()
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    const before = openFiles()
    const response = await fetched(server, 'root', data.id)
    const reader = must(response.body, 'no body').getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
  })

  test('[RE10] the reports of a form come in a zip, one PDF for each institution of which a result was kept, what is not published as a draft', async () => {
    const server = await start()
    await withCycle(server)
    goTo(server, 'CalculateResults')
    const of = { formId: cycleForm, format: 'zip' }
    const empty = await ask(server, 'root', { ...of, kind: 'PreliminaryReports' })
    await server.app.server.reports.work()
    expect((await list(server, 'root')).map(({ id, state, code }) => [id, state, code])).toEqual([
      [empty.data.id, 'failed', 'results_none_kept'],
    ])
    await calculate(server, 'preliminary', { institutionIds: ['norte', 'sur'] })
    await publish(server, 'preliminary', ['norte'])
    const { data } = await ask(server, 'root', { ...of, kind: 'PreliminaryReports' })
    await server.app.server.reports.work()
    const [made] = await list(server, 'root')
    expect([made?.state, made?.done, made?.total, made?.name]).toEqual(['ready', 4, 4, 'informe_preliminar_ciclo.zip'])
    const files = unzipSync(new Uint8Array(await (await fetched(server, 'root', data.id, cycleForm)).arrayBuffer()))
    expect(Object.keys(files)).toEqual(['informe_preliminar_ciclo_NORTE.pdf', 'informe_preliminar_ciclo_SUR.pdf'])
    const [north, south] = await Promise.all(Object.values(files).map(readPdf))
    expect(north?.text).toContain('Servicio norte')
    expect(north?.text).not.toContain('BORRADOR')
    expect(south?.pages.filter((page) => !page.includes('BORRADOR'))).toEqual([])
  })

  test('[RE10] an evaluator has those of their own institutions, nobody of an institution any, and no other format is given', async () => {
    const server = await start()
    await withCycle(server)
    goTo(server, 'CalculateResults')
    await calculate(server, 'preliminary')
    const of = { formId: cycleForm, format: 'zip', kind: 'PreliminaryReports' }
    expect((await ask(server, 'ana', of)).error.code).toBe('forbidden')
    expect((await ask(server, 'root', { ...of, format: 'csv' })).error.code).toBe('malformed')
    const { data } = await ask(server, 'eva', of)
    await server.app.server.reports.work()
    const files = unzipSync(new Uint8Array(await (await fetched(server, 'eva', data.id, cycleForm)).arrayBuffer()))
    expect(Object.keys(files)).toEqual(['informe_preliminar_ciclo_NORTE.pdf', 'informe_preliminar_ciclo_SUR.pdf'])
  })
})
