import { serve, type ServerType } from '@hono/node-server'
import { existsSync, mkdirSync } from 'node:fs'
import { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createApp } from './app.ts'
import { configOf, type Config } from './config.ts'
import type { Database } from './db/open.ts'
import { startJobs } from './jobs/schedule.ts'
import { openMigrated } from './migrations/run.ts'
import { accountsTable } from './seeds/accounts-table.ts'
import { hasDemoAccounts, seedDemo } from './seeds/demo.ts'

/** How long requests in flight may take once the server was asked to stop. */
const stopMs = 10_000
const idleCheckMs = 50
/** A part of a file is 2 MB and may come over a slow line: reliability 1.7 says 30 s, which would ask for 560 kbit/s. */
const requestMs = 60_000

const clientDir = fileURLToPath(new URL('../client/dist', import.meta.url))

try {
  await start(configOf(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const log = pino({ enabled: config.log, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  mkdirSync(config.dataDir, { recursive: true })
  const db = await openMigrated(config)
  const app = await createApp({ config, db, log, clientDir: existsSync(clientDir) ? clientDir : undefined })
  const seeding = config.seed === 'demo' && (await isEmpty(db))
  if ((seeding || (await hasDemoAccounts(db))) && !config.loopback && !config.allowDemoAccountsOnNetwork) {
    throw new Error(
      `The demonstration's accounts have a public password, and HOST is ${config.host}: ` +
        'use an empty database with SEED=none, or say ALLOW_DEMO_ACCOUNTS_ON_NETWORK=yes.',
    )
  }
  if (seeding) {
    const { blobs, passwords, now } = app.server
    await seedDemo({ db, blobs, passwords, log, now: now() })
  }
  const demo = await hasDemoAccounts(db)
  const stopJobs = await startJobs(app.server, { smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir })
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
    setTimeout(() => process.exit(1), stopMs).unref()
    app.drain()
    await closed(http)
    await stopJobs()
    await app.settled()
    await db.close()
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

/** Whether nobody has an account yet. */
async function isEmpty(db: Database): Promise<boolean> {
  return (await db.q.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined
}
