import { createApp, type App } from '#server/app.ts'
import type { Database } from '#server/db/open.ts'
import { Publishing } from '#server/jobs/publishing.ts'
import { hashOfSecret, openSession } from '#server/http/session.ts'
import { writeWithOverviews } from '#server/sync/overviews.ts'
import { must } from '#shared/kernel/assert.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Change } from '#shared/world.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryDisk } from './memory-disk.ts'
import { postgresStore, sqliteStore, type SimStore } from './store.ts'

/** Loops that wait for their next turn. */
let turning = 0

/**
 * Lets everything that waits for nothing but the machine go on for so many turns, or until nothing but such loops waits for another: then
 * all that is left are turns in which nothing happens.
 */
async function settle(turns: number): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) {
    turning += 1
    await new Promise((resolve) => setImmediate(resolve))
    turning -= 1
    // Asking costs half as much as a turn.
    if (turn % 4 === 0 && process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate').length <= turning) return
  }
}

/** Turns after which a device that a request came from has nothing left to do but wait for its reply. */
const turnsBetween = 120

/** Something that the server did by itself, to be done again when its ledger is replayed. */
export interface OwnAct {
  /** How many mutations the ledger held then. */
  readonly after: number
  readonly changes: readonly Change[]
}

/** A moment of the server to which it can be put back. */
interface Copy {
  readonly acts: readonly OwnAct[]
  readonly files: ReadonlyMap<string, Buffer>
}

interface AppOrder {
  readonly dataDir: string
  readonly disk: MemoryDisk
  readonly now: () => Instant
  readonly error: (data: object, message: string) => void
}

/** The whole server but its socket, for whom no time passes by itself, with files in memory. */
export const appOn = (db: Database, { dataDir, disk, now, error }: AppOrder): Promise<App> =>
  createApp({
    config: { dataDir, publicUrl: 'http://localhost:8080', rehearsal: false },
    db,
    log: { info: () => undefined, error },
    now,
    disk,
    elapsed: () => 0,
    passwordCost: { memoryKib: 8, passes: 1 },
  })

export const requestOf = (path: string, init: RequestInit): Request => new Request(`http://localhost${path}`, init)

/** The real server, which can be killed, started again, and put back to an older copy of itself. */
export class SimServer {
  readonly #now: () => number
  readonly #dir = mkdtempSync(join(tmpdir(), 'iip-run-'))
  readonly #store: SimStore
  /** Its database answers when it can, not in a number of turns that is always the same. */
  readonly #slow: boolean
  readonly disk = new MemoryDisk()
  readonly logged: string[] = []
  #app: App | null = null
  #db: Database | null = null
  #publishing = new Publishing()
  readonly #ended = new WeakSet<Database>()
  #busy: Promise<unknown> = Promise.resolve()
  #copy: Copy | null = null
  #last = 0
  #turns: (() => Promise<void>)[] = []
  acts: OwnAct[] = []
  epochs = 1
  /** How often it found out that it had been put back. */
  noticed = 0

  constructor(now: () => number, database: 'sqlite' | 'postgres' = 'sqlite') {
    this.#now = now
    this.#slow = database === 'postgres'
    this.#store = this.#slow ? postgresStore() : sqliteStore(join(this.#dir, 'iip.sqlite'))
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
    await this.#store.create()
    await this.start()
  }

  async start(): Promise<void> {
    const db = await this.#store.open()
    this.#db = db
    this.#publishing = new Publishing()
    this.#app = await appOn(db, {
      dataDir: this.#dir,
      disk: this.disk,
      now: () => this.now(),
      error: (data, message) => {
        if (/put back/.test(message)) this.noticed += 1
        // A process that was ended under its work says nothing any more.
        else if (!this.#ended.has(db)) this.logged.push(describe(data))
      },
    })
  }

  async stop(): Promise<void> {
    // Whoever comes from now on finds nobody.
    const app = this.#app
    this.#app = null
    await this.#busy.catch(() => undefined)
    await app?.settled()
    app?.drain()
    if (this.#db) this.#ended.add(this.#db)
    await this.#db?.close()
    this.#db = null
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async backUp(): Promise<void> {
    await this.stop()
    await this.#store.copy()
    this.#copy = { acts: [...this.acts], files: this.disk.image }
    await this.start()
  }

  /** Puts the database back, and the files with it or not. False when there is no copy to go back to. */
  async restore(withFiles: boolean): Promise<boolean> {
    if (!this.#copy) return false
    await this.stop()
    await this.#store.putBack()
    if (withFiles) this.disk.putBack(this.#copy.files)
    this.acts = [...this.#copy.acts]
    this.epochs += 1
    await this.start()
    return true
  }

  /** One request after another: the order in which they came is the order in which they count. */
  fetch(input: string, init: RequestInit): Promise<Response> {
    const run = this.#busy.then(async () => {
      if (!this.#app) throw new TypeError('network')
      return this.#app.fetch(requestOf(input, init))
    })
    this.#busy = run.catch(() => undefined)
    return run
  }

  /**
   * Work that asks the server something. Where nobody knows how many turns an answer takes, it is done when every device
   * has come to rest, so that a seed stays the same history.
   */
  turn<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#slow) return work()
    return new Promise((resolve, reject) => {
      this.#turns.push(() => work().then(resolve, reject))
    })
  }

  /** Lets what waits for nothing but the machine go on, this server's answers included. */
  async settle(turns: number): Promise<void> {
    await settle(turns)
    if (!this.#slow) return
    for (;;) {
      await settle(turnsBetween)
      const next = this.#turns.shift()
      if (!next) return
      await next()
    }
  }

  /**
   * What somebody waits for, as far as it comes about while no time passes; null when it does not. Nothing of it goes on beside what
   * comes next: two who let others go on at once would do so in an order that is nobody's.
   */
  async meanwhile<T>(work: Promise<T>, turns: number): Promise<T | null> {
    if (!this.#slow) return Promise.race([work, settle(turns).then(() => null)])
    let over = false
    const end = (): void => void (over = true)
    work.then(end, end)
    for (let turn = 0; turn < turns && !over; turn += 1) await settle(1)
    if (!over) await this.settle(0)
    return over ? work : null
  }

  /** Writes rows as an administrator's screen would, beside the ledger. */
  async write(changes: readonly Change[]): Promise<void> {
    await this.#busy.catch(() => undefined)
    const after = await this.ledgerLength()
    await this.db.write((tx) => writeWithOverviews(tx, { get: () => undefined }, changes, [], this.now()))
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

  /** Looks whether what administrators changed of forms has rested long enough to be published. */
  async publish(): Promise<void> {
    await this.#busy.catch(() => undefined)
    await this.#publishing.run(this.app.server)
  }

  /** A call to one of the server's doors by somebody who is signed in; what it answers, or the code of its refusal. */
  async call(userId: string, path: string, body: unknown): Promise<string> {
    const response = await this.fetch(`/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await this.signIn(userId)}` },
      body: JSON.stringify(body),
    })
    const { error }: { error?: { code: string } } = await response.json()
    return error?.code ?? 'ok'
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
    await this.#store.remove()
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

/** What went wrong, of a line of the log. */
export function describe(data: object): string {
  const error: unknown = Reflect.get(data, 'err')
  return error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.stack ?? ''}` : (error.stack ?? '')}`
    : JSON.stringify(data)
}
