import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/databases.ts'
import type { TestApp } from '../../testing/app.ts'
import { ReportJobs } from './jobs.ts'
import { ReportThreads } from './threads.ts'

onEachDatabase((start) => {
  const settings = ({ dataDir, databaseUrl }: TestApp): NodeJS.ProcessEnv => ({
    ...process.env,
    DATA_DIR: dataDir,
    LOG: 'off',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  const asked = async (server: TestApp): Promise<void> => {
    const body = { id: 'report-apart', kind: 'Answers', formId: 'tiny', institutionId: null, format: 'csv', layout: 'long' }
    await server.call('POST', 'reports/jobs', { token: await server.token('root'), body })
  }
  const rowOf = (server: TestApp) =>
    server.db.q.selectFrom('report_job').select(['state', 'name', 'done', 'total', 'begun']).executeTakeFirstOrThrow()

  test('[RE8] a report is made in a thread of its own, which serves nobody', async () => {
    const server = await start()
    await asked(server)
    const apart = new ReportThreads(settings(server))
    await new ReportJobs({ ...server.app.server, db: server.db, dataDir: server.dataDir, apart }).work()
    expect(await rowOf(server)).toEqual({ state: 'ready', name: 'respuestas_tiny.csv', done: 2, total: 2, begun: 1 })
  })

  test('[RE8] a thread that ends before its report is made is told, and the report is begun again when its claim ends', async () => {
    const server = await start()
    await asked(server)
    const broken = new ReportThreads({ ...settings(server), PORT: 'none' })
    await expect(new ReportJobs({ ...server.app.server, db: server.db, dataDir: server.dataDir, apart: broken }).work()).rejects.toThrow(
      'PORT',
    )
    expect(await rowOf(server)).toMatchObject({ state: 'running', begun: 1 })
    server.clock.advance(61_000)
    const apart = new ReportThreads(settings(server))
    await new ReportJobs({ ...server.app.server, db: server.db, dataDir: server.dataDir, apart }).work()
    expect(await rowOf(server)).toMatchObject({ state: 'ready', begun: 2 })
  })

  test('[RE8] a report whose thread is told to stop waits for the next start', async () => {
    const server = await start()
    await asked(server)
    const apart = new ReportThreads(settings(server))
    const jobs = new ReportJobs({ ...server.app.server, db: server.db, dataDir: server.dataDir, apart })
    const work = jobs.work()
    await expect.poll(async () => (await rowOf(server)).state).toBe('running')
    jobs.stop()
    await work
    expect(await rowOf(server)).toMatchObject({ state: 'waiting', begun: 0 })
  })
})
