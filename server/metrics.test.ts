import { instantOf, epochMs } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startJobs } from './jobs/schedule.ts'
import { wire, type TestApp, type TestAppOptions } from './testing/app.ts'
import { onEachDatabase } from './testing/databases.ts'

const textOf = async (server: TestApp): Promise<string> =>
  (await server.app.fetch(new Request('http://localhost/metrics'), { address: '127.0.0.1' })).text()
const valueOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

/** What Prometheus itself says of figures, where its tool is installed. */
const tool = 'promtool'
const hasTool = spawnSync(tool, ['--version']).status === 0

const spans = { ended: () => undefined, sent: () => 1, dropped: () => 0, close: async () => undefined }

onEachDatabase((start, kind) => {
  test('the figures tell requests by route, what became of pushes, and what waits, in the text that Prometheus reads', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'answer.set', { unit: 'q1', value: 'x' }),
      wire(2, 'answer.set', { unit: 'no-such', value: 'x' }),
    ])
    await server.call('GET', 'nothing-at-all')
    const reply = await server.app.fetch(new Request('http://localhost/metrics'), { address: '127.0.0.1' })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const text = await reply.text()
    const lines = text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'iip_ready 1',
        'iip_requests_total{route="sync.push",status="2xx"} 1',
        'iip_requests_total{route="unknown",status="4xx"} 1',
        'iip_request_seconds_bucket{route="sync.push",le="+Inf"} 1',
        'iip_request_seconds_count{route="sync.push"} 1',
        'iip_mutations_total{disposition="applied"} 1',
        'iip_mutations_total{disposition="refused"} 1',
        'iip_letters{state="waiting"} 0',
        'iip_letter_oldest_seconds 0',
        'iip_report_jobs{state="waiting"} 0',
        'iip_sessions 1',
        'iip_uploads_open 0',
        'iip_waiting_mutations 0',
        'iip_devices_waiting{age="7d"} 0',
        'iip_files_ready 1',
        'iip_database_listening 1',
        'iip_job_runs_total{job="letters"} 0',
        'iip_log_dropped_total 0',
        'iip_event_streams 0',
      ]),
    )
    expect(lines.some((line) => line.startsWith('iip_database_connections{state="total"} '))).toBe(kind === 'postgres')
    expect(text).toMatch(/^iip_build_info\{version="\d{4}\.\d+\.\d+",schema="\d+"\} 1$/m)
    for (const name of [
      'iip_disk_free_bytes',
      'iip_heap_used_bytes',
      'process_cpu_seconds_total',
      'process_open_fds',
      'process_max_fds',
      'iip_event_loop_delay_seconds{quantile="0.99"}',
      'process_resident_memory_bytes',
    ]) {
      expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true)
    }
    expect(lines.some((line) => line.startsWith('iip_wal_bytes '))).toBe(kind === 'sqlite')
    wellFormed(lines)
    expect(text).not.toMatch(/norte|ana|q1/)
  })

  test('[OX5] what devices said is waiting, and for how long nothing was heard of them, is told without a name', async () => {
    const server = await start()
    const at = (hours: number): string => instantOf(epochMs(server.clock.now()) - hours * 3_600_000)
    const device = (id: string, pending: number, hours: number, revoked: string | null = null) => ({
      user_id: 'ana',
      id,
      last_seq: 0,
      app: 'test',
      schema_version: 1,
      pending,
      contact_at: null,
      created_at: at(999),
      last_seen_at: at(hours),
      revoked_at: revoked,
    })
    const rows = [device('now', 3, 0), device('today', 4, 5), device('away', 5, 30), device('lost', 6, 200), device('idle', 0, 200)]
    await server.db.q
      .insertInto('sync_device')
      .values([...rows, device('revoked', 9, 200, at(1))])
      .execute()
    const text = await textOf(server)
    expect(['1h', '1d', '7d'].map((age) => valueOf(text, `iip_devices_waiting{age="${age}"}`))).toEqual([3, 2, 1])
    expect(valueOf(text, 'iip_waiting_mutations')).toBe(18)
    expect(text).not.toMatch(/ana|lost/)
  })

  test('[OX5] letters and reports that wait are told with the age of the oldest, and copies with their moment', async () => {
    const server = await start()
    const now = server.clock.now()
    const ago = (seconds: number): string => instantOf(epochMs(now) - seconds * 1_000)
    const letter = (id: string, state: 'waiting' | 'dead', created: string, next: string) => ({
      id,
      template: 'passwordChanged',
      to_user: 'ana',
      data: '{}',
      state,
      attempts: 0,
      next_at: next,
      created_at: created,
    })
    await server.db.q
      .insertInto('letter')
      // One is written to leave later: it is not late.
      .values([
        letter('a', 'waiting', ago(600), ago(60)),
        letter('b', 'waiting', ago(9_000), instantOf(epochMs(now) + 9e6)),
        letter('c', 'dead', ago(9), now),
      ])
      .execute()
    await server.db.q
      .insertInto('meta')
      .values([
        { key: 'backup_at', value: '2026-03-09T03:30:00.000Z' },
        { key: 'drill_at', value: 'never' },
      ])
      .execute()
    const text = await textOf(server)
    expect([valueOf(text, 'iip_letters{state="waiting"}'), valueOf(text, 'iip_letters{state="dead"}')]).toEqual([2, 1])
    expect(Math.round(valueOf(text, 'iip_letter_oldest_seconds') ?? 0)).toBe(600)
    expect(valueOf(text, 'iip_copy_timestamp_seconds{kind="backup"}')).toBe(Date.parse('2026-03-09T03:30:00.000Z') / 1_000)
    expect(text).not.toContain('iip_copy_timestamp_seconds{kind="drill"}')
  })

  test('[OX6] however often somebody asks the database is counted once in ten seconds, and what it does not tell leaves the rest', async () => {
    let ms = 0
    const server = await start({ elapsed: () => ms })
    const dead = async (): Promise<number | undefined> => valueOf(await textOf(server), 'iip_letters{state="dead"}')
    expect(await dead()).toBe(0)
    const row = { id: 'a', template: 'passwordChanged', to_user: 'ana', data: '{}', state: 'dead', attempts: 9 } as const
    await server.db.q
      .insertInto('letter')
      .values({ ...row, next_at: server.clock.now(), created_at: server.clock.now() })
      .execute()
    ms = 9_999
    expect(await dead()).toBe(0)
    ms = 10_000
    expect(await dead()).toBe(1)
    await sql`alter table letter rename to letter_gone`.execute(server.db.q)
    ms = 20_000
    const text = await textOf(server)
    expect(text).not.toContain('iip_letters')
    expect(text).toContain('iip_event_streams 0')
    await sql`alter table letter_gone rename to letter`.execute(server.db.q)
    expect(await dead()).toBe(1)
  })

  test.skipIf(!hasTool)('Prometheus’ own tool has nothing to say of the figures', async () => {
    const server = await busy(start)
    const { status, stdout, stderr } = spawnSync(tool, ['check', 'metrics'], { input: await textOf(server), encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  test('[OX7] every figure that the alerts and the dashboard ask for is served', async () => {
    const text = await textOf(await busy(start))
    const served = new Set([...text.matchAll(/^(\w+)(?:\{|\s)/gm)].map((match) => match[1]))
    // Each database has a few of its own.
    const ofOther = kind === 'sqlite' ? 'iip_database_connections' : 'iip_wal_bytes'
    const missing = askedFor().filter((name) => !served.has(name) && name !== ofOther)
    expect(missing).toEqual([])
    expect(served.has(ofOther)).toBe(false)
  })

  test('the figures are read from this machine, or with the token, and by nobody else', async () => {
    const open = await start()
    const statusAt = async (server: typeof open, address: string, headers: Record<string, string> = {}): Promise<number> =>
      (await server.app.fetch(new Request('http://localhost/metrics', { headers }), { address })).status
    expect(await statusAt(open, '127.0.0.1')).toBe(200)
    expect(await statusAt(open, '::ffff:127.0.0.1')).toBe(200)
    expect(await statusAt(open, '10.0.0.7')).toBe(404)
    expect(await statusAt(open, '')).toBe(404)
    expect(await statusAt(open, '127.0.0.1', { 'X-Forwarded-For': '10.0.0.7' })).toBe(404)
    const byAnotherName = await open.app.fetch(new Request('http://rebound.example/metrics'), { address: '127.0.0.1' })
    expect(byAnotherName.status).toBe(404)
    // Behind a proxy that tells nothing everybody seems to be on this machine.
    expect(await statusAt(await start({ publicUrl: 'https://indice.example' }), '127.0.0.1')).toBe(404)
    const guarded = await start({ metricsToken: 'a-token-of-the-test' })
    expect(await statusAt(guarded, '127.0.0.1')).toBe(404)
    expect(await statusAt(guarded, '10.0.0.7', { Authorization: 'Bearer a-token-of-the-tesT' })).toBe(404)
    expect(await statusAt(guarded, '10.0.0.7', { Authorization: 'Bearer a-token-of-the-test' })).toBe(200)
  })
})

/** A server of which every figure has something to tell. */
async function busy(start: (options?: Omit<TestAppOptions, 'databaseUrl'>) => Promise<TestApp>): Promise<TestApp> {
  const server = await start({ spans })
  await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'x' })])
  const value = server.clock.now()
  await server.db.q
    .insertInto('meta')
    .values([
      { key: 'backup_at', value },
      { key: 'drill_at', value },
    ])
    .execute()
  const from = { name: 'IIP', address: 'iip@lab.example' }
  await (
    await startJobs(server.app.server, { smtpUrl: undefined, from, dataDir: server.dataDir })
  )()
  return server
}

const deployed = (name: string): string => readFileSync(new URL(`../.github/deploy/${name}`, import.meta.url), 'utf8')

/** Names of figures in every question that the files for Prometheus and Grafana ask. */
function askedFor(): readonly string[] {
  const rules = [...deployed('alerts.yml').matchAll(/^\s+expr: (.+)$/gm)].map((match) => match[1] ?? '')
  const panels = [...deployed('grafana-dashboard.json').matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '')
  expect([rules.length, panels.length].every((count) => count > 20)).toBe(true)
  const names = [...rules, ...panels].flatMap((expr) => expr.match(/\b(?:iip|process)_[a-z_]+/g) ?? [])
  return [...new Set(names)].toSorted()
}

/** The rules of the format: each family is told once, before its samples, counters end in _total, and every value is a number. */
function wellFormed(lines: readonly string[]): void {
  const types = new Map<string, string>()
  for (const line of lines.filter((each) => each !== '')) {
    const [, told, kind] = line.match(/^# TYPE (\w+) (counter|gauge|histogram|summary)$/) ?? []
    if (told !== undefined && kind !== undefined) {
      expect(types.has(told), told).toBe(false)
      types.set(told, kind)
      if (kind === 'counter') expect(told).toMatch(/_total$/)
    } else if (!line.startsWith('# HELP ')) {
      const [, name = '', value] = line.match(/^(\w+)(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)+\})? (\S+)$/) ?? []
      expect(types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, '')), line).toBe(true)
      expect(Number.isFinite(Number(value)), line).toBe(true)
    }
  }
}
