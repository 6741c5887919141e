import { Pace } from './http/pace.ts'
import { apiBase } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { traceIn } from '#shared/kernel/trace.ts'
import { protocolVersion } from '#shared/protocol/version.ts'
import * as sync from '#shared/protocol/routes.ts'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { randomUUID } from 'node:crypto'
import { jumpSentence, type Jump } from './clock.ts'
import { usualKeeping, type Config } from './config.ts'
import { passwordMinLength } from '#shared/accounts/model.ts'
import type { Database } from './db/open.ts'
import { discreet } from './discreet-log.ts'
import { createFactorKeys } from './features/accounts/factor-keys.ts'
import { IdentityProvider } from './features/accounts/identity-provider.ts'
import { createPasswords, type PasswordCost } from './features/accounts/passwords.ts'
import { mountAccounts } from './features/accounts/routes.ts'
import { noteDevice } from './features/accounts/user-devices.ts'
import { mountUsers } from './features/accounts/users.ts'
import { mountPersons } from './features/accounts/persons.ts'
import { mountImpersonation } from './features/impersonation/routes.ts'
import { mountAudit } from './features/audit/routes.ts'
import { mountPrinted } from './features/answers/printed.ts'
import { mountAnswers } from './features/answers/routes.ts'
import { mountAssignments } from './features/assignments/routes.ts'
import { PublicResults } from './features/dashboards/public-results.ts'
import { mountDashboards } from './features/dashboards/routes.ts'
import { mountComments } from './features/comments/routes.ts'
import { mountEvaluations } from './features/evaluations/routes.ts'
import { mountForms } from './features/forms/routes.ts'
import { mountInstitutionDirectory } from './features/institutions/directory.ts'
import { mountNotifications } from './features/notifications/routes.ts'
import { mountInstitutions } from './features/institutions/routes.ts'
import { mountAdministrative } from './features/questionnaires/administrative.ts'
import { mountManualPoints } from './features/questionnaires/manual-points.ts'
import { mountFormFiles } from './features/questionnaires/files.ts'
import { mountClosing } from './features/questionnaires/closing.ts'
import { mountQuestionnaires } from './features/questionnaires/routes.ts'
import { OpenDatasets } from './features/open-data/datasets.ts'
import { mountOpenData } from './features/open-data/routes.ts'
import { createOptOutLinks } from './features/reminders/opt-outs.ts'
import { mountReminders } from './features/reminders/routes.ts'
import { mountVisits } from './features/visits/routes.ts'
import { Presence } from './features/presence/presence.ts'
import { mountPresence } from './features/presence/routes.ts'
import { ProcessSigns } from './features/platform/processes.ts'
import { mountPlatform } from './features/platform/routes.ts'
import { mountRehearsals } from './features/rehearsals/routes.ts'
import { ReportJobs } from './features/reports/jobs.ts'
import { mountReports } from './features/reports/routes.ts'
import type { ReportThreads } from './features/reports/threads.ts'
import { mountReplica } from './features/replica/routes.ts'
import { mountResults } from './features/results/routes.ts'
import { mountSends } from './features/sends/routes.ts'
import { mountSite } from './features/site/routes.ts'
import { mountStages } from './features/stages/routes.ts'
import { mountAttachments } from './features/attachments/routes.ts'
import { createCopyKeys } from './features/unsent/copy-keys.ts'
import { mountSiteFiles } from './features/site/files.ts'
import { mountUnsent } from './features/unsent/routes.ts'
import type { FileDisk } from './files/file-disk.ts'
import { openFiles } from './files/open.ts'
import { originOf, type S3Patience } from './files/s3.ts'
import { watchFiles } from './files/watch.ts'
import { serverGauges } from './gauges.ts'
import { createApiPage } from './http/api-page.ts'
import { jsonReply } from './http/body.ts'
import { WorkbookReader } from './workbooks/workbook-reader.ts'
import { Downloads } from './http/downloads.ts'
import { createPasses } from './http/passes.ts'
import { failureOfThrown, languageOf } from './http/failures.ts'
import { secure } from './http/headers.ts'
import { failed, mount, type Api, type Bindings } from './http/mount.ts'
import { openApiOf } from './http/openapi.ts'
import { callerOf, noProxies, type Proxies } from './http/peer.ts'
import { createReadiness } from './http/readiness.ts'
import { newSecret } from './http/session.ts'
import { mayWatch } from './http/watchers.ts'
import { tickStages } from './jobs/stages.ts'
import { migrations } from './migrations/index.ts'
import { noSpans, spanNow, type Span, type SpanWriter, type Spans } from './spans.ts'
import { currentTrace, inTrace, stepOf, traced } from './trace.ts'
import { programVersion } from './version.ts'
import { MetricsBoard, type Metrics } from './metrics.ts'
import { BuildAssets } from './http/build-assets.ts'
import { formerAssetsDir } from './http/former-assets.ts'
import { createStatic } from './http/static.ts'
import type { Log, Server } from './server.ts'
import { siteData } from './site/data.ts'
import { Editions } from './site/edition.ts'
import type { Renderer } from './site/renderer.ts'
import { Published } from './site/published.ts'
import { createSite, type PublicSite } from './site/serve.ts'
import { Epochs } from './sync/epoch.ts'
import { eventStream, OpenStreams } from './sync/events.ts'
import { createExecute, type Execute } from './sync/execute.ts'
import { fillOverviews } from './sync/overviews.ts'
import { noteKnown } from './sync/known-mutations.ts'
import { createPokes } from './sync/pokes.ts'
import { pull } from './sync/pull.ts'
import { fillQuestionnaires } from './sync/questionnaires.ts'
import { push } from './sync/push.ts'
import { endIdleImpersonations } from './world/impersonations.ts'
import { WorldStore } from './world/store.ts'

/** Characters of JSON that one person may bring at once, and in each further hour: a device that was away for weeks brings a tenth of it. */
const workAtOnce = 50_000_000
const workAnHour = 50_000_000

export interface AppDeps {
  readonly config: Pick<Config, 'dataDir' | 'publicUrl' | 'rehearsal'> &
    Partial<
      Pick<
        Config,
        | 'fileStore'
        | 'trustedProxies'
        | 'worldBytes'
        | 'smtpUrl'
        | 'labPasswordMin'
        | 'labFactor'
        | 'chatUrl'
        | 'helpEmail'
        | 'sso'
        | 'keeping'
      >
    >
  /** Migrated. */
  readonly db: Database
  readonly log: Log
  readonly now?: (() => Instant) | undefined
  /** Milliseconds that only go forward, for what a push may take. */
  readonly elapsed?: (() => number) | undefined
  /** OWASP's floor for argon2id unless said otherwise. */
  readonly passwordCost?: PasswordCost | undefined
  /** What uploaded files are kept with, unless it is this machine's disk as it is. */
  readonly disk?: FileDisk | undefined
  /** How long a store of files elsewhere may take; usual times unless something else is said. */
  readonly s3Patience?: S3Patience | undefined
  /** Folder of the built client; without one only the API is served. */
  readonly clientDir?: string | undefined
  /** What draws the pages of the public site, and the files of the client that they name; without it the application is at every address. */
  readonly renderer?: Renderer | undefined
  /** A jump of the machine's clock that stands; without it the clock is believed. */
  readonly jump?: (() => Jump | undefined) | undefined
  /** What opens /metrics from elsewhere. */
  readonly metricsToken?: string | undefined
  /** Migrations that this program knows; its own unless a test says otherwise. */
  readonly knows?: number | undefined
  /** Lines of the log that were dropped. */
  readonly droppedLines?: (() => number) | undefined
  /** Sends what each step took to a collector. */
  readonly spans?: SpanWriter | undefined
  /** Makes reports apart from this thread; in it, unless it is said. */
  readonly reportsApart?: ReportThreads | undefined
}

export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** The one path of every change, for jobs, seeds and tests. */
  readonly execute: Execute
  readonly server: Server
  /** Files of builds that servers on one database have for each other. */
  readonly assets: BuildAssets
  /** Lets time do its work: stages that began or ended. */
  tick(): Promise<void>
  /** Resolves when the work that replies did not wait for is done. */
  settled(): Promise<void>
  /** From now on /readyz says that no new work should come, and event streams end. */
  drain(): void
}

/** The other end of a connection, as the HTTP server knows it: a proxy's, where there is one. */
export interface Connection {
  readonly address: string
}

/** The text format of Prometheus. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'
const owaspCost: PasswordCost = { memoryKib: 19_456, passes: 2 }

/** The whole server but its socket: every route mounted on one fetch function. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { db } = deps
  const log = traced(discreet(deps.log))
  const spans: Spans = deps.spans ?? noSpans
  const now = deps.now ?? ((): Instant => instantOf(Date.now()))
  const { epoch, secret } = await identityOf(db)
  const copyKeys = createCopyKeys(secret)
  const worlds = new WorldStore(deps.config.worldBytes)
  const elapsed = deps.elapsed ?? ((): number => performance.now())
  const editions = new Editions({ db, now, elapsed })
  const published = new Published({ db, editions, log })
  const changed = (): void => {
    worlds.forget()
    published.forget()
    site?.forget()
    server.publicResults.forget()
  }
  const epochs = new Epochs({ db, log, now, changed }, epoch)
  const pokes = await createPokes(db, log)
  await db.write((tx) => noteKnown(tx))
  await fillQuestionnaires(db, now)
  // Before anybody is served: a list tells of every institution, whichever program wrote it. Nobody listens here yet.
  await fillOverviews(db, now, unmade(log))
  const carryOut = createExecute({
    volume: new Pace(workAtOnce, workAnHour / 3600),
    db,
    worlds,
    now,
    log,
    poke: (moved) => pokes.moved(moved),
    behind: () => server.later(() => fillBehind({ db, now, log, pokes })),
    published: () => editions.moved(),
    helpMailbox: deps.config.helpEmail,
    elapsed,
  })
  const execute: Execute = async (batch) => {
    // A push has looked already. Worlds of a database that was put back must not decide for the other doors either.
    if (batch.door !== 'sync') await epochs.in(db)
    const done = await carryOut(batch)
    if (done.ok) board.decided(done.value.results.map((result) => result.d))
    return done
  }
  const jump = deps.jump ?? ((): undefined => undefined)
  const waiting = new Set<Promise<void>>()
  // Paths of callers may end with a slash. The router that Hono would choose for these paths, which it finds out by trying another first.
  const api: Api = new Hono<{ Bindings: Bindings }>({ strict: false, router: new TrieRouter() })
  const { dataDir, publicUrl } = deps.config
  const where = deps.config.fileStore ?? { kind: 'disk', s3: undefined }
  const files = await openFiles(where, { dataDir, db, disk: deps.disk, s3Patience: deps.s3Patience })
  const workbooks = new WorkbookReader()
  const open = new OpenStreams()
  const signs = new ProcessSigns({
    db,
    now,
    log,
    jump,
    dataDir,
    mail: deps.config.smtpUrl === undefined ? 'folder' : 'server',
    files: () => files.kind,
    streams: () => open.size,
    unready: async () => (await readiness())?.reason ?? null,
  })
  const server: Server = {
    api,
    db,
    now,
    routes: [],
    worlds,
    execute,
    pokes,
    passwords: createPasswords(deps.passwordCost ?? owaspCost),
    log,
    files,
    signs,
    passes: createPasses(secret),
    downloads: new Downloads(log),
    reports: new ReportJobs({ db, worlds, now, log, files, dataDir, publicUrl: deps.config.publicUrl, spans, apart: deps.reportsApart }),
    spans,
    workbooks,
    openData: new OpenDatasets({ db, files, workbooks, log, elapsed }),
    publicResults: new PublicResults({ db, worlds, now, elapsed, editions }),
    publicUrl: deps.config.publicUrl,
    dataDir: deps.config.dataDir,
    keeping: deps.config.keeping ?? usualKeeping,
    optOuts: createOptOutLinks(secret, deps.config.publicUrl),
    rehearsal: deps.config.rehearsal,
    labPasswordMin: deps.config.labPasswordMin ?? passwordMinLength,
    chatUrl: deps.config.chatUrl,
    factorKeys: createFactorKeys(secret),
    identities: deps.config.sso && new IdentityProvider({ config: deps.config.sso, publicUrl: deps.config.publicUrl, log }),
    factorRequired: new Set(deps.config.labFactor),
    jump,
    later: (work) => {
      const running = work().catch((error: unknown) => log.error({ err: error }, 'work after a reply failed'))
      const tracked = running.finally(() => waiting.delete(tracked))
      waiting.add(tracked)
    },
  }

  const assets = new BuildAssets(db)
  const built =
    deps.clientDir === undefined
      ? undefined
      : createStatic(deps.clientDir, { former: formerAssetsDir(dataDir), elsewhere: (name) => assets.find(name) })
  const site: PublicSite | undefined =
    deps.renderer &&
    createSite({ server, published, ...deps.renderer, data: siteData(server), files: built ?? (async () => undefined), elapsed })

  mount(server, sync.push, ({ session, body }) => push({ db, execute, epochs, secret, now }, session, body), { bodyInParts: true })
  mount(server, sync.pull, async ({ session, body }) => {
    await noteDevice(db, session, body.deviceId)
    return pull({ db, worlds, epochs, secret, now, sealFor: copyKeys.sealFor }, session, body)
  })
  let draining = false
  const presence = await Presence.create({ db, worlds, pokes, now, elapsed, log })
  mountPresence(server, presence)
  mount(server, sync.events, async ({ session, request }) =>
    // A stream that begins now would keep the server from ending.
    draining ? fail('unavailable', { seconds: 2 }) : eventStream({ db, pokes, now, log, open, presence }, session, request),
  )
  mountAccounts(server)
  mountUsers(server)
  mountPersons(server)
  // Before the calls that take any word for a form's id.
  mountSiteFiles(server, published)
  mountReplica(server)
  mountEvaluations(server)
  mountForms(server)
  mountAnswers(server)
  mountPrinted(server)
  mountReports(server)
  mountDashboards(server, { site })
  mountResults(server)
  mountAssignments(server)
  mountComments(server)
  const uploads = mountAttachments(server)
  mountSends(server)
  mountStages(server)
  mountQuestionnaires(server)
  mountClosing(server)
  // Before what reads `institution/:form`, which would take their words for a form.
  mountInstitutionDirectory(server)
  mountInstitutions(server)
  mountNotifications(server)
  mountFormFiles(server)
  mountAdministrative(server)
  mountManualPoints(server)
  mountRehearsals(server)
  mountOpenData(server)
  mountUnsent(server, copyKeys, uploads)
  mountReminders(server)
  mountVisits(server)
  mountAudit(server)
  mountPlatform(server)
  mountImpersonation(server)
  mountSite(server, { site, published, elapsed })

  let document: string | undefined
  api.get(`${apiBase}/openapi.json`, async (context) => {
    context.env.route = 'openapi'
    document ??= JSON.stringify(openApiOf(server.routes, String(protocolVersion)))
    const { body, headers } = await jsonReply(document, context.req.header('accept-encoding') ?? null)
    return new Response(body, { headers })
  })
  const apiPage = createApiPage(server.routes, String(protocolVersion))
  api.get(`${apiBase}/docs`, (context) => {
    context.env.route = 'docs'
    const wanted = context.req.query('lang')
    const language = wanted === 'es' || wanted === 'en' ? wanted : languageOf(context.req.header('accept-language'))
    return apiPage(context.req.raw, language)
  })

  const readiness = createReadiness({
    db,
    files,
    now,
    log,
    monotonicMs: () => performance.now(),
    knows: deps.knows,
    known: () => {
      if (draining) return { reason: 'stopping' }
      const jumped = jump()
      return jumped && { reason: 'clock', hint: jumpSentence(jumped, now()) }
    },
  })
  const board = new MetricsBoard(
    Math.round(performance.timeOrigin / 1_000),
    serverGauges({
      db,
      dataDir,
      now,
      elapsed,
      version: programVersion,
      schema: migrations.length,
      jobs: signs.runs,
      spans: deps.spans,
      droppedLines: deps.droppedLines ?? (() => 0),
      streams: () => open.size,
      worlds: () => worlds.figures(),
      ready: async () => (await readiness()) === undefined,
      filesReady: watchFiles({ files, log, monotonicMs: () => performance.now() }),
    }),
  )
  api.get('/healthz', (context) => {
    context.env.route = 'healthz'
    return context.json({ status: 'ok' })
  })
  api.get('/readyz', async (context) => {
    context.env.route = 'readyz'
    const unready = await readiness()
    return context.json(unready ? { status: 'unavailable', ...unready } : { status: 'ok' }, unready ? 503 : 200)
  })
  api.get('/metrics', async (context) => {
    context.env.route = 'metrics'
    const { address, requestId } = context.env
    const may = mayWatch({ request: context.req.raw, address, token: deps.metricsToken, publicUrl })
    if (!may) return failed(failure('not_found'), commonOf(context.req.raw, requestId))
    return context.body(await board.text(), 200, { 'Content-Type': metricsType, 'Cache-Control': 'no-store' })
  })
  api.all('/api/*', async (context) => {
    const path = new URL(context.req.url).pathname
    const methods = new Set(server.routes.filter((route) => matches(route.path, path)).map((route) => route.method))
    const common = commonOf(context.req.raw, context.env.requestId)
    if (methods.size === 0) return failed(failure('not_found'), common)
    const reply = await failed(failure('method_not_allowed'), common)
    reply.headers.set('Allow', [...methods].toSorted().join(', '))
    return reply
  })
  api.onError((error, context) => {
    const found = failureOfThrown(error)
    log.error({ err: error, requestId: context.env.requestId, route: context.env.route }, 'a request failed')
    return failed(found, commonOf(context.req.raw, context.env.requestId))
  })
  api.get('*', async ({ req, env }) => {
    const found = site ? await site.serve(req.raw) : await built?.(req.raw)
    if (found) return found
    const missing = await failed(failure('not_found'), commonOf(req.raw, env.requestId))
    // It may come yet: whatever stands between does not remember that it was not here.
    missing.headers.set('Cache-Control', 'no-store')
    return missing
  })

  api.notFound((context) => failed(failure('not_found'), commonOf(context.req.raw, context.env.requestId)))

  const https = deps.config.publicUrl.startsWith('https:')
  const filesAt = where.kind === 's3' && where.s3?.directReads === true ? originOf(where.s3) : undefined
  return {
    fetch: async (request, connection) => {
      const response = await answer(
        { api, log, board, spans, https, filesAt, proxies: deps.config.trustedProxies ?? noProxies },
        request,
        connection,
      )
      // Whoever keeps asking on one connection would keep the server from ending.
      if (draining) response.headers.set('Connection', 'close')
      return response
    },
    execute,
    server,
    assets,
    tick: async () => {
      await tickStages(server)
      if (!jump()) await db.write((tx) => endIdleImpersonations(tx, now()))
    },
    settled: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
    drain: () => {
      draining = true
      pokes.stop()
      board.close()
      signs.close()
    },
  }
}

const commonOf = (request: Request, requestId: string): { request: Request; language: 'es' | 'en'; requestId: string } => ({
  request,
  language: languageOf(request.headers.get('accept-language')),
  requestId,
})

/** What watches over the server asks for: no page has these addresses. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/** The one character of an address that is no text: half of a surrogate pair has no bytes in UTF-8, and is not decoded. */
const nulInAddress = '%00'
const wellFormedId = /^[\w-]{8,64}$/

interface Answering {
  readonly api: Api
  readonly log: Log
  readonly board: Metrics
  readonly spans: Spans
  readonly https: boolean
  readonly filesAt: string | undefined
  readonly proxies: Proxies
}

/** Runs one request as a step of the trace that it names, or of a new one (OX8). */
function answer(answering: Answering, request: Request, connection: Connection | undefined): Promise<Response> {
  const parent = traceIn(request.headers.get('traceparent'))
  return inTrace(parent?.trace, () => answerIn(answering, { request, connection, parent: parent?.span }))
}

/** With its id, headers and log line. Never logs a body. */
async function answerIn(
  { api, log, board, spans, proxies, ...pages }: Answering,
  { request, connection, parent }: { request: Request; connection: Connection | undefined; parent: string | undefined },
): Promise<Response> {
  const startedMs = performance.now()
  const startMs = spanNow()
  const step = currentTrace() ?? stepOf(null)
  const given = request.headers.get('x-request-id') ?? ''
  // What whoever calls has no name for is called as its trace.
  const requestId = wellFormedId.test(given) ? given : step.trace
  const bindings: Bindings = { requestId, address: callerOf(connection?.address ?? '', request.headers.get('x-forwarded-for'), proxies) }
  // What it holds goes out as it is: a reply that is made of another's body streams it.
  const response = request.url.includes(nulInAddress)
    ? await failed(failure('text_broken'), commonOf(request, requestId))
    : await api.fetch(request, bindings)
  const { pathname } = new URL(request.url)
  secure(response.headers, { api: pathname.startsWith('/api/') || probes.has(pathname), ...pages })
  response.headers.set('X-Request-Id', requestId)
  // A path that no route names may hold anything: that it was asked for is told, and not what it says.
  const { route = response.status < 400 ? 'client' : 'unknown', user } = bindings
  const ms = Math.round(performance.now() - startedMs)
  board.request(route, response.status, (performance.now() - startedMs) / 1_000)
  log.info({ requestId, method: request.method, route, status: response.status, ms, user: user?.id, kind: user?.kind }, 'request')
  // Those who watch ask every few seconds: what they ask for is no step of anybody's.
  if (!probes.has(pathname) && pathname !== '/metrics')
    spans.ended(spanOf({ step, parent, startMs, method: request.method, route, status: response.status, requestId }))
  return response
}

interface Answered extends Pick<Span, 'step' | 'parent' | 'startMs'> {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly requestId: string
}

const spanOf = ({ step, parent, startMs, method, route, status, requestId }: Answered): Span => ({
  step,
  parent,
  name: `${method} ${route}`,
  kind: 'server',
  startMs,
  endMs: spanNow(),
  failed: status >= 500,
  attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'iip.request': requestId },
})

/** Whether a path is one that a route's pattern names. */
function matches(pattern: string, path: string): boolean {
  const wanted = `${apiBase}/${pattern}`.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}

/** Epoch of this database, and the secret that its cursors are sealed with; made at the first start. */
const unmade =
  (log: Log) =>
  (key: object, error: unknown): void =>
    log.error({ ...key, err: error }, 'an overview could not be made')

/** Overviews that a commit left behind, because they are many: each some institutions at a time, and whoever lists them is told. */
async function fillBehind({ db, now, log, pokes }: Pick<Server, 'db' | 'now' | 'log' | 'pokes'>): Promise<void> {
  await fillOverviews(db, now, unmade(log), (versions) => pokes.moved({ versions: Object.fromEntries(versions), people: [] }))
}

async function identityOf(db: Database): Promise<{ epoch: string; secret: string }> {
  return db.write(async (tx) => {
    const values = [
      { key: 'epoch', value: randomUUID() },
      { key: 'server_secret', value: newSecret() },
    ]
    await tx.q
      .insertInto('meta')
      .values(values)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const rows = await tx.q.selectFrom('meta').select(['key', 'value']).where('key', 'in', ['epoch', 'server_secret']).execute()
    const found = new Map(rows.map((row) => [row.key, row.value]))
    return { epoch: found.get('epoch') ?? '', secret: found.get('server_secret') ?? '' }
  })
}
