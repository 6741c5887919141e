import { instantOf } from '#shared/kernel/instant.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '../db/open.ts'
import { openSession } from '../http/session.ts'
import type { DatabaseKind } from './databases.ts'
import { newDatabase } from './own-postgres.ts'
import { freePort } from './port.ts'
import { seedTiny } from './tiny-world.ts'
import { layImage } from './world-image.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A database with the tiny world of now in it, which nobody has open. */
export interface Laid {
  /** With which a server starts on it. */
  readonly settings: Readonly<Record<string, string>>
  readonly databaseUrl: string | undefined
  /** Of a session of somebody in it. */
  readonly token: string
}

/** Lays the tiny world into a folder, or into a new database of PostgreSQL, with somebody signed in: a start that seeds takes seconds. */
export async function layTiny(kind: DatabaseKind, dataDir: string, userId: string): Promise<Laid> {
  const databaseUrl = kind === 'postgres' ? await newDatabase('migrated') : undefined
  const db = databaseUrl === undefined ? await layImage('migrated', join(dataDir, 'iip.sqlite')) : openPostgres(databaseUrl)
  const now = instantOf(Date.now())
  await seedTiny(db, now)
  const token = await db.write((tx) => openSession(tx, { userId }, now))
  await db.close()
  const settings = { DATA_DIR: dataDir, SEED: 'none', ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  return { settings, databaseUrl, token }
}

/** The program itself, as `npm start` runs it. */
export interface ServerProcess {
  readonly origin: string
  /** Resolves to its exit code: null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** What it has written to its standard streams. */
  said(): string
  /** Signals it and resolves to its exit code once it has ended: null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface LaunchOptions {
  /** File descriptor that its standard output goes to, in place of being read. */
  readonly stdout?: number | undefined
}

/** Starts the server with settings, whatever becomes of it. Without PORT it takes a free one. */
export async function launchServer(settings: Readonly<Record<string, string>>, options: LaunchOptions = {}): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG: 'off', ...settings, PORT: port },
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-maxSaid)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    ended,
    said: () => said,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
const maxSaid = 100_000

/** Starts the server and resolves once it answers. */
export async function startServer(settings: Readonly<Record<string, string>>, options: LaunchOptions = {}): Promise<ServerProcess> {
  const server = await launchServer(settings, options)
  let code: number | null | undefined
  void server.ended.then((found) => {
    code = found
  })
  while (code === undefined) {
    const reply = await fetch(`${server.origin}/healthz`).catch(() => undefined)
    if (reply?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server ended with ${code} before it listened: ${server.said()}`)
}
