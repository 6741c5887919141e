import { serve, type ServerType } from '@hono/node-server'
import { existsSync, mkdirSync } from 'node:fs'
import { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { createClock, machineSources } from './clock.ts'
import { configOf, type Config } from './config.ts'
import { ReportThreads } from './features/reports/threads.ts'
import { startJobs } from './jobs/schedule.ts'
import { keepAssets } from './http/former-assets.ts'
import { openLog } from './log.ts'
import { openMigrated } from './migrations/run.ts'
import { openSpans } from './spans.ts'
import { programVersion } from './version.ts'
import { SharedTime } from './shared-time.ts'
import { openRenderer, rawViews } from './site/renderer.ts'
import { accountsTable } from './seeds/accounts-table.ts'
import { seedSiteWhenEmpty } from './seeds/first-site.ts'
import { demoOf, hasAccounts, seedWhenEmpty } from './seeds/first-start.ts'

/** How long requests in flight may take once the server was asked to stop. */
const stopMs = 10_000
const idleCheckMs = 50
/** A part of a file is 2 MB and may come over a slow line: in 30 s it would need 560 kbit/s. */
const requestMs = 60_000

/** How often PostgreSQL is asked what time it is. */
const timeMs = 30_000
const timeSentence = "the time is PostgreSQL's, from which this machine's clock is away"

const clientDir = fileURLToPath(new URL('../client/dist', import.meta.url))
const rendererPath = fileURLToPath(new URL('../client/dist-server/render.mjs', import.meta.url))

try {
  await start(configOf(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  // Where these go may be full or gone, and a stream's error that nobody hears ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const log = openLog(config.log)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const spans = config.spans && openSpans({ config: config.spans, version: programVersion })
  const db = await openMigrated(config, { log })
  const time = new SharedTime()
  await time.look(db)
  const clock = createClock(machineSources(() => time.nowMs()))
  if (time.aheadMs !== 0) log.info({ aheadMs: Math.round(time.aheadMs) }, timeSentence)
  const app = await createApp({
    config,
    db,
    log,
    now: clock.now,
    jump: clock.jump,
    metricsToken: config.metricsToken,
    droppedLines: log.dropped,
    spans,
    reportsApart: new ReportThreads(process.env),
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    // Whoever develops has pages drawn from the sources (client/build/config.ts): the server says what they show.
    renderer: process.env['IIP_DEV_VIEWS'] === 'yes' ? rawViews : existsSync(clientDir) ? await openRenderer(rendererPath) : undefined,
  })
  if (existsSync(clientDir)) {
    // Before the first page goes out: whatever server its browser asks next has the files that it names.
    await app.assets.keep(clientDir, clock.now())
  }
  const found = await demoOf(db)
  const seeding = config.seed === 'demo' && !(await hasAccounts(db))
  const demo = seeding || found !== 'none'
  if (demo && !config.loopback && !config.allowDemoAccountsOnNetwork) {
    throw new Error(
      `The demonstration's accounts have a public password, and HOST is ${config.host}: ` +
        'use an empty database with SEED=none, or say ALLOW_DEMO_ACCOUNTS_ON_NETWORK=yes.',
    )
  }
  if (seeding) {
    const { files, passwords } = app.server
    await seedWhenEmpty({ db, files, passwords, log, now: clock.now() })
  }
  await seedSiteWhenEmpty(app.server)
  if (found === 'half') {
    process.stderr.write(
      'The demonstration in this database was left half-made by a first start that was interrupted: ' +
        'stop the server, empty the database, and start again.\n',
    )
  }
  const looking = setInterval(() => {
    time
      .look(db)
      .then((moved) => {
        if (moved) log.info({ aheadMs: Math.round(time.aheadMs) }, timeSentence)
      })
      // While the database is away readiness tells of it, and the time goes on as it did.
      .catch(() => undefined)
  }, timeMs)
  looking.unref()
  const stopJobs = await startJobs(app.server, {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    keepBuild: async () => {
      // By a clock that may be wrong what is served today would be gone tomorrow.
      if (!existsSync(clientDir) || clock.jump()) return
      await app.assets.keep(clientDir, clock.now())
      await keepAssets(clientDir, config.dataDir, clock.now())
    },
  })
  const http = serve({
    fetch: (request, env) => app.fetch(request, { address: env.incoming.socket?.remoteAddress ?? '' }),
    port: config.port,
    hostname: config.host,
    serverOptions: { requestTimeout: requestMs, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
  })
  http.on('error', (error) => {
    const taken = 'code' in error && error.code === 'EADDRINUSE'
    process.stderr.write(taken ? `Port ${config.port} is taken: stop what listens there, or set PORT.\n` : `${error.message}\n`)
    process.exit(1)
  })
  http.on('listening', () => process.stdout.write(`IIP: ${config.publicUrl}\n${demo ? accountsTable() : ''}`))

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    clearInterval(looking)
    setTimeout(() => process.exit(1), stopMs).unref()
    app.drain()
    await closed(http)
    await stopJobs()
    await app.server.signs.leave()
    await app.settled()
    await db.close()
    await spans?.close()
    await log.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Takes no new connection and resolves when the last one has had its reply. */
async function closed(http: ServerType): Promise<void> {
  // A connection whose reply ends only now, an event stream's above all, would stay open for the next request.
  const idle = setInterval(() => {
    if (http instanceof HttpServer) http.closeIdleConnections()
  }, idleCheckMs)
  await new Promise<void>((resolve) => http.close(() => resolve()))
  clearInterval(idle)
}
