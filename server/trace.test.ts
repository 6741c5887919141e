import { createCarrier } from './email/carrier.ts'
import { carryLetters } from './jobs/letters.ts'
import { startJobs } from './jobs/schedule.ts'
import { writeLetter } from './email/outbox.ts'
import type { Span } from './spans.ts'
import type { TestApp } from './testing/app.ts'
import { onEachDatabase } from './testing/databases.ts'
import { currentTrace, inTrace } from './trace.ts'
import { expect, test } from 'vitest'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'
const from = { name: 'IIP', address: 'iip@lab.example' }

onEachDatabase((start) => {
  const called = (server: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    server.app.fetch(new Request(`http://localhost${path}`, { headers }))
  const lineOf = ({ logged }: TestApp): object | undefined => logged.findLast((each) => 'route' in each)
  /** The span of a test's server that ended last. */
  const spansOf = (): { ended: Span[]; writer: { ended(span: Span): void; sent(): number; dropped(): number; close(): Promise<void> } } => {
    const ended: Span[] = []
    return {
      ended,
      writer: { ended: (each) => void ended.push(each), sent: () => ended.length, dropped: () => 0, close: async () => undefined },
    }
  }

  test('[OX8] a request is a step of the trace that it names, is called by it, and its line says so', async () => {
    const { ended, writer } = spansOf()
    const server = await start({ spans: writer })
    const reply = await called(server, '/api/v1/nothing', { traceparent: `00-${trace}-${span}-01` })
    expect(reply.headers.get('x-request-id')).toBe(trace)
    expect((await reply.json()).error.requestId).toBe(trace)
    expect(lineOf(server)).toMatchObject({ requestId: trace, trace, span: expect.stringMatching(/^[\da-f]{16}$/) })
    expect(ended.at(-1)).toMatchObject({ step: { trace }, parent: span, kind: 'server', failed: false })
    expect(ended.at(-1)?.step.span).not.toBe(span)
    const named = await called(server, '/api/v1/nothing', { traceparent: `00-${trace}-${span}-01`, 'X-Request-Id': 'of-the-proxy' })
    expect(named.headers.get('x-request-id')).toBe('of-the-proxy')
    expect(lineOf(server)).toMatchObject({ requestId: 'of-the-proxy', trace })
    const before = ended.length
    for (const path of ['/healthz', '/readyz', '/metrics']) await called(server, path)
    expect(ended.length).toBe(before)
  })

  test('[OX8] what is not well formed is no trace: the request is the first step of a new one', async () => {
    const server = await start()
    for (const traceparent of [
      '',
      'x',
      `00-${trace}`,
      `00-${trace}-${span}-01-x`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
    ]) {
      const reply = await called(server, '/api/v1/nothing', { traceparent })
      expect(reply.headers.get('x-request-id'), traceparent).toMatch(/^[\da-f]{32}$/)
      expect(reply.headers.get('x-request-id'), traceparent).not.toBe(trace)
    }
  })

  test('[OX8] letters and reports keep the trace of the request that caused them, and the job that deals with them says it', async () => {
    const { ended, writer } = spansOf()
    const server = await start({ spans: writer })
    const headers = { traceparent: `00-${trace}-${span}-01` }
    await server.call('POST', 'auth/recovery', { body: { email: 'ana@norte.example' }, headers })
    await server.app.settled()
    const token = await server.token('root')
    const wish = { id: 'report-traced', kind: 'Answers', formId: 'tiny', institutionId: null, format: 'csv', layout: 'long' }
    expect((await server.call('POST', 'reports/jobs', { token, body: wish, headers })).status).toBe(200)
    expect(await server.db.q.selectFrom('letter').select(['template', 'trace']).execute()).toEqual([{ template: 'recovery', trace }])
    expect(await server.db.q.selectFrom('report_job').select('trace').execute()).toEqual([{ trace }])
    const carrier = await createCarrier({ smtpUrl: undefined, from, dataDir: server.dataDir })
    expect(await carryLetters(server.app.server, carrier)).toBe(1)
    await server.app.server.reports.work()
    expect(server.logged).toContainEqual(expect.objectContaining({ job: 'letters', trace, ms: expect.any(Number) }))
    expect(server.logged).toContainEqual(
      expect.objectContaining({ job: 'reports', report: 'report-traced', trace, ms: expect.any(Number) }),
    )
    expect(ended.filter(({ kind }) => kind === 'internal').map(({ name, step, failed }) => [name, step.trace, failed])).toEqual([
      ['letter', trace, false],
      ['report', trace, false],
    ])
    expect(JSON.stringify(ended)).not.toMatch(/ana@|norte\.example/)
  })

  test('[OX8] letters of mutations, work after a reply and pokes belong to it, too', async () => {
    const server = await start()
    const told: (string | undefined)[] = []
    const { pokes } = server.app.server
    const leave = pokes.subscribe({
      moved: () => void told.push(currentTrace()?.trace),
      ended: () => undefined,
      regained: () => undefined,
      stopped: () => undefined,
    })
    await inTrace(trace, async () => {
      server.app.server.later(async () => {
        await server.db.q.selectFrom('meta').select('key').execute()
        told.push(currentTrace()?.trace)
      })
      pokes.moved({ versions: { x: 1 }, people: [] })
      await server.db.write((tx) => writeLetter(tx, 'passwordChanged', 'ana', {}, server.clock.now()))
    })
    await expect.poll(() => told).toEqual([trace, trace])
    leave()
    expect(await server.db.q.selectFrom('letter').select('trace').execute()).toEqual([{ trace }])
  })

  test('[OX8] each run of a job is a trace of its own, its figures are kept, and one that breaks says its name', async () => {
    const server = await start()
    const { signs, reports } = server.app.server
    reports.work = () => Promise.reject(new Error('broken on purpose'))
    const stop = await startJobs(server.app.server, { smtpUrl: undefined, from, dataDir: server.dataDir })
    await stop()
    const figures = signs.runs.figures()
    expect(figures.get('reports')).toMatchObject({ runs: 2, failures: 2, lastSuccess: undefined })
    expect(figures.get('letters')).toMatchObject({ runs: 1, failures: 0, lastSeconds: expect.any(Number), lastSuccess: expect.any(Number) })
    const broke = server.logged.filter((each): each is { job: string; trace: string } => 'job' in each && each.job === 'reports')
    expect(broke).toHaveLength(2)
    expect(new Set(broke.map((each) => each.trace)).size).toBe(2)
  })
})
