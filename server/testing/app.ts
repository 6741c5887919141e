import type { Person } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import { newParticipant, type Institution } from '#shared/institutions/model.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import type { PushReply, WireMutation } from '#shared/protocol/push.ts'
import { catalogScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App } from '../app.ts'
import { apiBase } from '#shared/contract/route.ts'
import { usualKeeping, type Config, type Keeping, type SsoConfig } from '../config.ts'
import type { Jump } from '../clock.ts'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import type { FileDisk } from '../files/file-disk.ts'
import type { FilesConfig } from '../files/open.ts'
import type { S3Patience } from '../files/s3.ts'
import { noProxies, type Proxies } from '../http/peer.ts'
import { openSession } from '../http/session.ts'
import type { Renderer } from '../site/renderer.ts'
import type { SpanWriter } from '../spans.ts'
import { writeChanges } from '../sync/changes.ts'
import { changeDirectory } from '../sync/perform.ts'
import { breachOf } from './contract.ts'
import { seedTiny, testClock, tinyInstant, type TestClock } from './tiny-world.ts'
import { layImage, type Content } from './world-image.ts'

export { testClock, type TestClock }

/** The machine's clock, and as far ahead of it as a test says. */
export function runningClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => instantOf(Date.now() + aheadMs),
    advance: (by) => {
      aheadMs += by
    },
  }
}

export interface TestApp {
  readonly app: App
  readonly db: Database
  readonly clock: TestClock
  readonly dataDir: string
  /** Its PostgreSQL database; undefined on SQLite. */
  readonly databaseUrl: string | undefined
  /** Lines of the log. */
  readonly logged: object[]
  /** Signed in without a password, as somebody of the tiny world. */
  token(userId: string): Promise<string>
  /** JSON call; the envelope's data or error with the status. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  push(token: string, deviceId: string, mutations: readonly unknown[], rest?: Partial<PushOptions>): Promise<Called<PushReply>>
  pull(
    token: string,
    deviceId: string,
    cursor: string | null,
    rest?: { limit?: number; ackedThrough?: number; pending?: number; groups?: boolean; open?: readonly string[] },
  ): Promise<Called<PullReply>>
  close(): Promise<void>
}

export interface CallOptions {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string> | undefined
  /** Address of the other end of the connection; nothing connects unless it is said. */
  readonly from?: string | undefined
}

interface PushOptions {
  readonly epoch: string | null
  readonly ackedThrough: number
  readonly schema: number
  readonly protocol: number
  readonly pending: number
  readonly cursor: string | null
  readonly after: string
}

export interface Called<T = unknown> {
  readonly status: number
  readonly headers: Headers
  /** Only of a success. */
  readonly data: T
  readonly error: { readonly code: string; readonly message: string; readonly params?: Record<string, string | number> }
}

/** A PostgreSQL database that a test has to itself. */
export interface OwnPostgres {
  readonly url: string
  /** Opens it with nothing in it but that. */
  open(content: Content): Promise<Database>
}

export interface TestAppOptions {
  /** A server with whose database, files and clock this one goes on: what one has laid is there for the other. */
  readonly beside?: TestApp | undefined
  /** A data folder that its own begins as a copy of, in the place of the tiny world. */
  readonly image?: string | undefined
  /** Migrations that it knows; all of them unless it is said. */
  readonly knows?: number | undefined
  /** A PostgreSQL database to use; a SQLite file otherwise. */
  readonly postgres?: OwnPostgres | undefined
  readonly clock?: TestClock | undefined
  readonly rehearsal?: boolean | undefined
  readonly labPasswordMin?: number | undefined
  readonly labFactor?: Config['labFactor'] | undefined
  readonly publicUrl?: string | undefined
  readonly chatUrl?: string | undefined
  readonly helpEmail?: string | undefined
  readonly sso?: SsoConfig | undefined
  readonly keeping?: Keeping | undefined
  readonly trustedProxies?: Proxies | undefined
  /** What files are kept with; the machine's disk otherwise. */
  readonly disk?: FileDisk | undefined
  /** Where they are kept; on the disk otherwise. */
  readonly files?: FilesConfig | undefined
  readonly s3Patience?: S3Patience | undefined
  readonly elapsed?: (() => number) | undefined
  /** A jump of the clock that stands. */
  readonly jump?: (() => Jump | undefined) | undefined
  readonly metricsToken?: string | undefined
  /** What draws the public site; without it there is none. */
  readonly renderer?: Renderer | undefined
  readonly clientDir?: string | undefined
  readonly spans?: SpanWriter | undefined
}

/** A new database with the tiny world in it, whose stages go by the instant. */
async function openTiny(dataDir: string, now: Instant, postgres: OwnPostgres | undefined): Promise<Database> {
  const isAsImage = now === tinyInstant
  const content = isAsImage ? 'tiny' : 'migrated'
  const db = postgres ? await postgres.open(content) : await layImage(content, join(dataDir, 'iip.sqlite'))
  if (!isAsImage) await seedTiny(db, now)
  return db
}

/** A data folder as an image has it. */
function openImage(dataDir: string, image: string): Database {
  cpSync(image, dataDir, { recursive: true })
  return openSqlite(join(dataDir, 'iip.sqlite'))
}

/** The database that another server goes on with. */
const openBeside = ({ dataDir, databaseUrl }: TestApp): Database =>
  databaseUrl === undefined ? openSqlite(join(dataDir, 'iip.sqlite')) : openPostgres(databaseUrl)

/** A whole server over a database of its own, with the tiny world in it unless it begins as an image. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside, image } = options
  const dataDir = beside?.dataDir ?? mkdtempSync(join(tmpdir(), 'iip-'))
  const clock = options.clock ?? beside?.clock ?? testClock()
  const opened = (): Promise<Database> | Database => {
    if (beside) return openBeside(beside)
    return image === undefined ? openTiny(dataDir, clock.now(), options.postgres) : openImage(dataDir, image)
  }
  const db = await opened()
  const logged: object[] = []
  const log = { info: (data: object) => logged.push(data), error: (data: object) => logged.push(data) }
  const served = await createApp({
    config: {
      dataDir,
      publicUrl: options.publicUrl ?? 'http://localhost:8080',
      fileStore: options.files ?? { kind: 'disk', s3: undefined },
      rehearsal: options.rehearsal ?? true,
      labFactor: options.labFactor ?? [],
      chatUrl: options.chatUrl,
      helpEmail: options.helpEmail,
      sso: options.sso,
      keeping: options.keeping ?? usualKeeping,
      ...(options.labPasswordMin === undefined ? {} : { labPasswordMin: options.labPasswordMin }),
      trustedProxies: options.trustedProxies ?? noProxies,
    },
    db,
    log: { info: (data) => void log.info(data), error: (data) => void log.error(data) },
    now: clock.now,
    elapsed: options.elapsed,
    jump: options.jump,
    metricsToken: options.metricsToken,
    knows: options.knows,
    renderer: options.renderer,
    clientDir: options.clientDir,
    spans: options.spans,
    passwordCost: { memoryKib: 8, passes: 1 },
    disk: options.disk,
    s3Patience: options.s3Patience,
  })
  // Whatever a test asks for, the reply is held against what its route declares.
  const app: App = {
    ...served,
    fetch: async (request, connection) => {
      const response = await served.fetch(request, connection)
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith(apiBase)) return response
      const requestId = response.headers.get('x-request-id')
      const line = logged.findLast(
        (each): each is { route?: string } => 'requestId' in each && each.requestId === requestId && 'route' in each,
      )
      const route = served.server.routes.find((each) => each.name === line?.route)
      const breach = await breachOf(route, request, response)
      if (breach !== undefined) throw new Error(`${route?.name ?? pathname} does not declare ${breach}`)
      return response
    },
  }

  const call = async (method: string, path: string, { token, body, headers, from }: CallOptions = {}): Promise<Called> => {
    const request = new Request(`http://localhost/api/v1/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await app.fetch(request, from === undefined ? undefined : { address: from })
    const envelope = await response.json()
    return { status: response.status, headers: response.headers, data: envelope.data, error: envelope.error }
  }

  return {
    app,
    db,
    clock,
    dataDir,
    databaseUrl: beside ? beside.databaseUrl : options.postgres?.url,
    logged,
    call,
    token: async (userId) => {
      return db.write((tx) => openSession(tx, { userId }, clock.now()))
    },
    push: async (token, deviceId, mutations, rest = {}) => {
      const body = {
        protocol: protocolVersion,
        schema: schemaVersion,
        app: 'test',
        deviceId,
        epoch: null,
        ackedThrough: 0,
        pending: 0,
        mutations,
        ...rest,
      }
      // The reply's shape is the contract's.
      return (await call('POST', 'sync/push', { token, body })) as Called<PushReply>
    },
    pull: async (token, deviceId, cursor, rest = {}) => {
      const body = { protocol: protocolVersion, schema: schemaVersion, deviceId, cursor, ...rest }
      return (await call('POST', 'sync/pull', { token, body })) as Called<PullReply>
    },
    close: async () => {
      app.drain()
      await app.settled()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Mutations numbered from `seq`, as a device would send them. */
export function wire(seq: number, n: string, a: unknown, rest: Partial<WireMutation> = {}): WireMutation {
  return {
    seq,
    mid: `mid-${must(n.split('.')[0], n)}-${seq}`,
    n,
    v: 1,
    s: instScope('norte', 'tiny'),
    a,
    t: '2026-03-10T12:00:00.000Z',
    ...rest,
  }
}

/** Has an administrator act for an institution of the tiny world from now on. */
export async function actFor({ call }: TestApp, token: string, institutionId: string): Promise<void> {
  const begun = await call('POST', 'impersonation', { token, body: { formId: 'tiny', institutionId, reason: 'Lo pidió su líder' } })
  if (begun.status !== 200) throw new Error(begun.error.code)
}

/** The session of an administrator beside `root`. */
export async function anotherAdministrator({ app, db, token }: TestApp): Promise<string> {
  const args = { name: 'Rita', surname: 'Rojas', email: 'rita@laboratorio.example', kind: 'Administrator' }
  const made = await changeDirectory(app.server, { userId: systemActor.id, scope: catalogScope, name: 'person.create', args })
  if (!made.ok) throw new Error(made.failure.code)
  const { id } = await db.q.selectFrom('user').select('id').where('email', '=', args.email).executeTakeFirstOrThrow()
  return token(id)
}

/** A third institution of the tiny world, led by one of its own, in the same form. */
export async function withEste(server: TestApp): Promise<void> {
  const row: Institution = {
    id: 'este',
    name: 'Servicio este',
    code: 'ESTE',
    abbreviation: 'ESTE',
    category: 'Pilares',
    orientation: 'Institucional',
    domains: ['este.example'],
  }
  const leader: Person = {
    id: 'este-lider',
    name: 'este-lider',
    surname: 'Prueba',
    email: 'este-lider@este.example',
    kind: 'Institutional',
    institutionId: 'este',
    active: true,
    joined: true,
  }
  const participant = newParticipant({
    institutionId: 'este',
    formId: 'tiny',
    leaderId: leader.id,
    evaluatorId: 'eva',
    openedStageId: 'e1',
  })
  await server.db.write((tx) =>
    writeChanges(
      tx,
      [
        { scope: orgScope('este'), part: '', table: 'institution', id: 'este', row },
        { scope: orgScope('este'), part: '', table: 'person', id: leader.id, row: leader },
        { scope: instScope('este', 'tiny'), part: '', table: 'participant', id: 'este', row: participant },
      ],
      server.clock.now(),
    ),
  )
}
