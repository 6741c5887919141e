import * as v from 'valibot'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { configOf } from './config.ts'
import { openSpans, type Span } from './spans.ts'
import { freePort } from './testing/port.ts'
import { startServer } from './testing/process.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** OTLP/HTTP in JSON: ids are hexadecimal, integers of 64 bits are decimal digits, enums are numbers. */
const attributes = v.array(
  v.strictObject({
    key: v.pipe(v.string(), v.nonEmpty()),
    value: v.union([
      v.strictObject({ stringValue: v.string() }),
      v.strictObject({ intValue: v.pipe(v.string(), v.regex(/^-?\d+$/)) }),
      v.strictObject({ doubleValue: v.number() }),
    ]),
  }),
)
const nanos = v.pipe(v.string(), v.regex(/^\d{19}$/))
const spanSchema = v.strictObject({
  traceId: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
  parentSpanId: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))),
  name: v.string(),
  kind: v.picklist([1, 2]),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: v.union([v.strictObject({ code: v.literal(2) }), v.strictObject({})]),
})
const exported = v.strictObject({
  resourceSpans: v.tuple([
    v.strictObject({
      resource: v.strictObject({ attributes }),
      scopeSpans: v.tuple([
        v.strictObject({ scope: v.strictObject({ name: v.string(), version: v.string() }), spans: v.array(spanSchema) }),
      ]),
    }),
  ]),
})
type Exported = v.InferOutput<typeof spanSchema>

interface Collector {
  readonly url: string
  readonly got: readonly Exported[]
  readonly asked: readonly { readonly path: string | undefined; readonly key: string | string[] | undefined }[]
  /** What it answers from now on; 0 for nothing at all. */
  answer(status: number): void
}

let servers: Server[] = []
afterEach(() => {
  for (const each of servers) {
    each.closeAllConnections()
    each.close()
  }
  servers = []
})

/** A collector that reads what it is sent as the protocol says, and breaks on anything else. */
async function collector(): Promise<Collector> {
  const got: Exported[] = []
  const asked: { path: string | undefined; key: string | string[] | undefined }[] = []
  let status = 200
  const port = await freePort()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      asked.push({ path: request.url, key: request.headers['x-key'] })
      if (status === 0) return
      if (status === 200) {
        const read = v.safeParse(exported, JSON.parse(body))
        if (!read.success || request.headers['content-type'] !== 'application/json') {
          response.writeHead(400).end(v.getDotPath(read.issues?.[0] ?? ({ kind: 'schema' } as never)))
          return
        }
        got.push(...read.output.resourceSpans[0].scopeSpans[0].spans)
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, got, asked, answer: (next) => void (status = next) }
}

const spanAt = (n: number): Span => ({
  step: { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: n.toString(16).padStart(16, '0') },
  parent: '00f067aa0ba902b7',
  name: 'POST sync.push',
  kind: 'server',
  startMs: 1_790_000_000_000.25,
  endMs: 1_790_000_000_012.5,
  failed: n % 2 === 0,
  attributes: { 'http.route': 'sync.push', 'http.response.status_code': 200 },
})

test('[OX10] spans go to a collector as OTLP over HTTP in JSON, together, with the headers that it asks for', async () => {
  const there = await collector()
  const spans = openSpans({ config: { endpoint: there.url, headers: { 'x-key': 'k' } }, version: '2026.11.0' })
  for (let n = 1; n <= 3; n += 1) spans.ended(spanAt(n))
  await spans.close()
  expect(there.asked).toEqual([{ path: '/v1/traces', key: 'k' }])
  expect(there.got.map(({ spanId, status }) => [spanId, 'code' in status])).toEqual([
    ['0000000000000001', false],
    ['0000000000000002', true],
    ['0000000000000003', false],
  ])
  expect(there.got[0]).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
    startTimeUnixNano: '1790000000000250000',
    endTimeUnixNano: '1790000000012500000',
    kind: 2,
  })
  expect([spans.sent(), spans.dropped()]).toEqual([3, 0])
})

test('[OX10] what a collector refuses, or does not answer, is dropped and counted, and nothing waits for it', async () => {
  const there = await collector()
  there.answer(503)
  const refused = openSpans({ config: { endpoint: there.url, headers: {} }, version: '1' })
  refused.ended(spanAt(1))
  await refused.close()
  expect([refused.sent(), refused.dropped()]).toEqual([0, 1])
  // It answers nothing: what comes meanwhile waits up to a bound, and the end of the server waits no longer than it does for anything.
  there.answer(0)
  const silent = openSpans({ config: { endpoint: there.url, headers: {} }, version: '1' })
  for (let n = 1; n <= 10_000; n += 1) silent.ended(spanAt(n))
  expect(silent.dropped()).toBeGreaterThan(5_000)
  const before = there.asked.length
  await silent.close()
  expect([silent.sent(), silent.dropped()]).toEqual([0, 10_000])
  // One that says nothing is asked once, and not for each lot that waits.
  expect(there.asked.length - before).toBeLessThanOrEqual(2)
  const gone = openSpans({ config: { endpoint: `http://127.0.0.1:${await freePort()}`, headers: {} }, version: '1' })
  gone.ended(spanAt(1))
  await gone.close()
  expect([gone.sent(), gone.dropped()]).toEqual([0, 1])
})

test('[OX10] a running server sends its steps where the settings say, and they name nobody', async () => {
  const there = await collector()
  const dataDir = mkdtempSync(join(tmpdir(), 'iip-spans-'))
  const server = await startServer({
    DATA_DIR: dataDir,
    SEED: 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${there.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
  })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const body = JSON.stringify({ email: 'ana@norte.example', password: 'a secret of ana' })
  await fetch(`${server.origin}/api/v1/auth`, { method: 'POST', headers: { traceparent, 'content-type': 'application/json' }, body })
  expect(await server.end('SIGTERM')).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
  const own = there.got.filter(({ traceId }) => traceId === '4bf92f3577b34da6a3ce929d0e0e4736')
  expect(own).toMatchObject([{ name: expect.stringMatching(/^POST /), parentSpanId: '00f067aa0ba902b7', kind: 2 }])
  expect(there.asked[0]?.key).toBe('a key')
  expect(JSON.stringify(there.got)).not.toMatch(/ana|secret/)
})

test('[OX10] headers are read as OpenTelemetry writes them, and without an address nothing is sent', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://otel.example/'
  expect(configOf({}).spans).toBeUndefined()
  expect(configOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20eA==, x-scope = a' }).spans).toEqual({
    endpoint: 'https://otel.example',
    headers: { authorization: 'Basic eA==', 'x-scope': 'a' },
  })
  for (const bad of ['nothing', 'a=b c', 'a=%zz', 'a=%ff', '=b'])
    expect(() => configOf({ OTEL_EXPORTER_OTLP_HEADERS: bad }), bad).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS must be .*, and is not\.$/)
  expect(() => configOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:pass@otel.example' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be')
})
