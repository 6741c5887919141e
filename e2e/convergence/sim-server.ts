import { createApp, type App } from '#server/app.ts'
import { openSqlite, type Database } from '#server/db/open.ts'
import { hashOfSecret, openSession } from '#server/http/session.ts'
import { migrate } from '#server/migrations/run.ts'
import { writeChanges } from '#server/sync/changes.ts'
import { must } from '#shared/kernel/assert.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Change } from '#shared/world.ts'
import { sql } from 'kysely'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groundChanges, lay } from './ground.ts'

export const startMs = Date.parse('2026-03-10T12:00:00.000Z')

let template: Promise<string> | null = null

/** A migrated database with the ground laid, made once and copied for every run. */
async function templateFile(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'iip-sim-')), 'ground.sqlite')
  const db = openSqlite(path)
  await migrate(db)
  await lay(db, instantOf(startMs))
  await db.close()
  return path
}

/** Something that the server did by itself, to be done again when its ledger is replayed. */
export interface OwnAct {
  /** How many mutations the ledger held then. */
  readonly after: number
  readonly changes: readonly Change[]
}

/** The real server over a SQLite file, which can be killed, started again, and put back to an older copy of itself. */
export class SimServer {
  readonly #now: () => number
  readonly #dir = mkdtempSync(join(tmpdir(), 'iip-run-'))
  readonly logged: string[] = []
  #app: App | null = null
  #db: Database | null = null
  #busy: Promise<unknown> = Promise.resolve()
  #copy: { readonly acts: readonly OwnAct[] } | null = null
  #last = 0
  #files: (() => Promise<void>)[] = []
  acts: OwnAct[] = []
  epochs = 1

  constructor(now: () => number) {
    this.#now = now
  }

  get #file(): string {
    return join(this.#dir, 'iip.sqlite')
  }

  get db(): Database {
    return must(this.#db, 'the server is not running')
  }

  get app(): App {
    return must(this.#app, 'the server is not running')
  }

  /** Server time: strictly later at each look, so that no two moments are one. */
  now(): Instant {
    this.#last = Math.max(this.#last + 1, this.#now())
    return instantOf(this.#last)
  }

  async create(): Promise<void> {
    template ??= templateFile()
    copyFileSync(await template, this.#file)
    await this.start()
  }

  async start(): Promise<void> {
    this.#db = openSqlite(this.#file)
    // Power loss is not what is simulated, and two hundred runs must fit in two minutes.
    await sql`pragma synchronous = off`.execute(this.#db.q)
    const note = (data: object): void => void this.logged.push(describe(data))
    this.#app = await createApp({
      config: { dataDir: this.#dir, publicUrl: 'http://localhost:8080', rehearsal: false },
      db: this.#db,
      log: { info: () => undefined, error: (data, message) => void (/put back/.test(message) || note(data)) },
      now: () => this.now(),
      passwordCost: { memoryKib: 8, passes: 1 },
    })
  }

  async stop(): Promise<void> {
    await this.#busy.catch(() => undefined)
    await this.#app?.settled()
    this.#app?.drain()
    await this.#db?.close()
    this.#app = null
    this.#db = null
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async backUp(): Promise<void> {
    await this.stop()
    copyFileSync(this.#file, `${this.#file}.copy`)
    this.#copy = { acts: [...this.acts] }
    await this.start()
  }

  /** False when there is no copy to go back to. */
  async restore(): Promise<boolean> {
    if (!this.#copy) return false
    await this.stop()
    copyFileSync(`${this.#file}.copy`, this.#file)
    this.acts = [...this.#copy.acts]
    this.epochs += 1
    await this.start()
    return true
  }

  /** The rows with which every run begins. */
  ground(): Promise<readonly Change[]> {
    return Promise.resolve(groundChanges(instantOf(startMs)))
  }

  /** One request after another: the order in which they came is the order in which they count. */
  fetch(input: string, init: RequestInit): Promise<Response> {
    const run = this.#busy.then(async () => {
      if (!this.#app) throw new TypeError('network')
      return this.#app.fetch(new Request(`http://localhost${input}`, init))
    })
    this.#busy = run.catch(() => undefined)
    return run
  }

  /**
   * A request about a file, which touches the disk and so takes no telling how many turns: it is kept until
   * `letFilesThrough`, when nothing else is under way, so that a seed stays the same history.
   */
  fetchFile(input: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#files.push(() => this.fetch(input, init).then(resolve, reject))
    })
  }

  async letFilesThrough(rest: () => Promise<void>): Promise<void> {
    for (;;) {
      await rest()
      const next = this.#files.shift()
      if (!next) return
      await next()
    }
  }

  /** Writes rows as an administrator's screen would, beside the ledger. */
  async write(changes: readonly Change[]): Promise<void> {
    await this.#busy.catch(() => undefined)
    const after = await this.ledgerLength()
    await this.db.write(async (tx) => void (await writeChanges(tx, changes, this.now())))
    // Rows written past the store are read again by whoever holds an older version of their scope.
    this.acts.push({ after, changes })
  }

  async execute(userId: string, mid: string, n: string, s: string, a: unknown): Promise<void> {
    await this.#busy.catch(() => undefined)
    const t = this.now()
    await this.app.execute({
      device: { id: `door-${userId}`, app: 'sim', schema: 1, pending: 0 },
      userId,
      asked: [{ mid, n, v: 1, s, a, t }],
      door: 'rest',
    })
  }

  async tick(): Promise<void> {
    await this.#busy.catch(() => undefined)
    await this.app.tick()
  }

  async ledgerLength(): Promise<number> {
    const row = await this.db.q
      .selectFrom('sync_mutation')
      .select((each) => each.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(row.n)
  }

  async signIn(userId: string): Promise<string> {
    return this.db.write((tx) => openSession(tx, { userId }, this.now()))
  }

  async expire(token: string): Promise<void> {
    await this.db.q.deleteFrom('session').where('token_hash', '=', hashOfSecret(token)).execute()
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

function describe(data: object): string {
  const error: unknown = Reflect.get(data, 'err')
  return error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.stack ?? ''}` : (error.stack ?? '')}`
    : JSON.stringify(data)
}
