import type { Database } from '#server/db/open.ts'
import { openSession } from '#server/http/session.ts'
import { must } from '#shared/kernel/assert.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentGround, startMs } from '../simulators/ground.ts'
import { MemoryDisk } from '../simulators/memory-disk.ts'
import { appOn, describe, requestOf } from '../simulators/server.ts'
import { sqliteStore } from '../simulators/store.ts'
import { writeChanges } from '#server/sync/changes.ts'

/** A request as it is on the wire; one object for each content. */
export interface Request {
  readonly id: number
  readonly path: string
  readonly method: string
  readonly authorization: string | null
  readonly body: string | null
}

/** One object for each content. */
export interface Response {
  readonly id: number
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Gives what is equal one object and one number. */
class Alike<T extends object> {
  readonly #known = new Map<string, T & { readonly id: number }>()

  one(content: T): T & { readonly id: number } {
    const key = JSON.stringify(content)
    const known = this.#known.get(key) ?? { ...content, id: this.#known.size + 1 }
    this.#known.set(key, known)
    return known
  }
}

export interface LedgerLine {
  readonly mid: string
  readonly device: string
  readonly seq: number
  readonly author: string
  readonly name: string
  readonly args: string
  readonly base: string | null
  readonly disposition: string
  readonly code: string
}

/** Everything that the server holds at one moment of some history, told by its content. */
export interface ServerState {
  readonly id: number
  /** In the order in which it was decided. */
  readonly ledger: readonly LedgerLine[]
  /** Devices, each with its last sequence and those that the ledger holds of it. */
  readonly devices: readonly { readonly id: string; readonly lastSeq: number; readonly seqs: readonly number[] }[]
  /** Lines of the history, each as mutation, unit and action. */
  readonly history: readonly string[]
  /** Mutations that somebody's card tells of. */
  readonly carded: ReadonlySet<string>
  readonly file: string
}

type Row = Readonly<Record<string, unknown>>
const orNull = (row: Row, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}
const text = (row: Row, column: string): string => must(orNull(row, column), `no text in ${column}`)

/**
 * The real server, one request at a time: each runs over a copy of the database in which a history left it, in a process's
 * first moments. What a request does to a database is done once; whichever history comes by the same way is told the same.
 */
export class SmallServer {
  readonly #dir = mkdtempSync(join(tmpdir(), 'iip-small-'))
  readonly #states = new Map<string, ServerState>()
  readonly #done = new Map<string, { readonly state: ServerState; readonly response: Response }>()
  readonly #requests = new Alike<Omit<Request, 'id'>>()
  readonly #responses = new Alike<Omit<Response, 'id'>>()
  #ground: ServerState | undefined
  readonly tokens: { readonly userId: string; readonly token: string }[] = []
  readonly faults: string[] = []
  /** Requests that the server really carried out. */
  executed = 0

  /** With every person signed in, on as many devices. */
  static async begun(people: readonly string[], { sent = false }: { readonly sent?: boolean } = {}): Promise<SmallServer> {
    const server = new SmallServer()
    const path = join(server.#dir, 'ground.sqlite')
    const store = sqliteStore(path)
    await store.create()
    const db = await store.open()
    if (sent) await db.write((tx) => writeChanges(tx, sentGround(instantOf(startMs)), instantOf(startMs)))
    for (const userId of people) {
      const token = await db.write((tx) => openSession(tx, { userId }, instantOf(startMs)))
      server.tokens.push({ userId, token })
    }
    server.#ground = await server.#keep(db, path)
    return server
  }

  /** The server before anything happened. */
  get ground(): ServerState {
    return must(this.#ground, 'the server has not begun')
  }

  request(content: Omit<Request, 'id'>): Request {
    return this.#requests.one(content)
  }

  async ask(from: ServerState, request: Request): Promise<{ readonly state: ServerState; readonly response: Response }> {
    const key = `${from.id} ${request.id}`
    const known = this.#done.get(key)
    if (known) return known
    const result = await this.#carryOut(from, request)
    this.#done.set(key, result)
    return result
  }

  end(): void {
    rmSync(this.#dir, { recursive: true, force: true })
  }

  async #carryOut(from: ServerState, request: Request): Promise<{ readonly state: ServerState; readonly response: Response }> {
    this.executed += 1
    const path = join(this.#dir, `${this.executed}.sqlite`)
    copyFileSync(from.file, path)
    const db = await sqliteStore(path).open()
    // Time is what the ledger holds: it moves with every mutation, and is the same whichever way led here.
    const now = (): string => instantOf(startMs + 1 + from.ledger.length)
    const app = await appOn(db, {
      dataDir: this.#dir,
      disk: new MemoryDisk(),
      now,
      error: (data, message) => void this.faults.push(`${message} ${describe(data)}`),
    })
    const { method, authorization, body } = request
    const headers = { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) }
    const reply = await app.fetch(requestOf(request.path, { method, headers, body }))
    const response = this.#responses.one({
      status: reply.status,
      type: reply.headers.get('content-type') ?? '',
      body: await reply.text(),
    })
    await app.settled()
    // What watches its event loop would go on to the end of the run.
    app.drain()
    return { state: await this.#keep(db, path), response }
  }

  async #keep(db: Database, path: string): Promise<ServerState> {
    const tables = await contentOf(db)
    await db.close()
    const key = createHash('sha256')
      .update(JSON.stringify([...tables]))
      .digest('base64')
    const known = this.#states.get(key)
    if (known) {
      rmSync(path)
      return known
    }
    const state = { id: this.#states.size, file: path, ...seenIn(tables) }
    this.#states.set(key, state)
    return state
  }
}

async function contentOf(db: Database): Promise<Map<string, readonly Row[]>> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`.execute(db.q)
  const tables = new Map<string, readonly Row[]>()
  for (const { name } of rows) tables.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db.q)).rows)
  return tables
}

function seenIn(tables: ReadonlyMap<string, readonly Row[]>): Omit<ServerState, 'id' | 'file'> {
  const rows = (name: string): readonly Row[] => must(tables.get(name), `no table ${name}`)
  const entered = rows('sync_mutation').toSorted(
    (a, b) => text(a, 'received_at').localeCompare(text(b, 'received_at')) || Number(a['seq']) - Number(b['seq']),
  )
  const numbered = [...entered, ...rows('sync_alias')]
  return {
    ledger: entered.map((row) => ({
      mid: text(row, 'mid'),
      device: text(row, 'device_id'),
      seq: Number(row['seq']),
      author: text(row, 'author_id'),
      name: text(row, 'name'),
      args: text(row, 'args'),
      base: orNull(row, 'base'),
      disposition: text(row, 'disposition'),
      code: text(row, 'code'),
    })),
    devices: rows('sync_device').map((row) => ({
      id: text(row, 'id'),
      lastSeq: Number(row['last_seq']),
      seqs: numbered
        .filter((one) => one['device_id'] === row['id'] && one['author_id'] === row['user_id'])
        .map((one) => Number(one['seq']))
        .toSorted((a, b) => a - b),
    })),
    history: rows('history').map((row) => `${text(row, 'mid')} ${text(row, 'unit')} ${text(row, 'action')}`),
    carded: new Set(
      rows('sync_row')
        .filter((row) => row['tbl'] === 'conflict')
        .flatMap((row) => midsIn(JSON.parse(text(row, 'data')))),
    ),
  }
}

interface CardData {
  readonly mine: { readonly mid: string } | null
  readonly theirs: { readonly mid: string } | null
  readonly chain: readonly { readonly mid: string }[]
}
const midsIn = (card: CardData): string[] => [card.mine, card.theirs, ...card.chain].flatMap((side) => side?.mid ?? [])
