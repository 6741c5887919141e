import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash } from 'node:crypto'
import { epochMs } from '#shared/kernel/instant.ts'
import { Redactions, redactionKind } from '../audit/redactions.ts'
import { examine } from '../cli/examine.ts'
import { oneOf } from '../db/dialect.ts'
import { openForReading, type Tx } from '../db/open.ts'
import { schemaVersionOf } from '../migrations/run.ts'
import { filesInFolder, inFolders } from './files-of.ts'
import { freePort } from './free-port.ts'
import type { Copy } from './copies-in.ts'
import { withCopy, type SourceTable } from './pieces.ts'
import { restore } from './restore.ts'
import { countOf, lineOf } from './rows.ts'
import { withScratchDatabase } from './scratch-database.ts'
import { within } from './within.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const clientDir = fileURLToPath(new URL('../../client/dist/index.html', import.meta.url))

export interface DrillOptions {
  readonly copy: Copy
  /** The running system, to see how much would be lost; undefined when there is none to ask. */
  readonly running: { readonly databaseUrl: string | undefined; readonly dataDir: string } | undefined
  /** Where a copy of PostgreSQL is put back: an empty database, or without one a new one beside another. */
  readonly scratch: { readonly given: string | undefined; readonly beside: string | undefined }
  /** What of this process's environment a server needs to find programs and temporary folders. */
  readonly environment: Readonly<Record<string, string>>
  readonly nowMs: () => number
}

/** What coming back from a copy would cost. */
export interface Behind {
  /** Age of the copy. */
  readonly minutes: number
  /** Entries of the running ledger that the copy does not hold: devices send their own again. */
  readonly mutations: number
}

export interface DrillReport {
  readonly copy: string
  readonly takenAt: string
  readonly at: string
  /** What was looked at and found well, in words for whoever reads the report. */
  readonly passed: readonly string[]
  /** What is off. A drill with any has failed. */
  readonly findings: readonly string[]
  readonly behind: Behind | null
  /** From the verification of the copy to a database that stands, and from there to a server that is ready. */
  readonly seconds: { readonly restore: number; readonly start: number; readonly total: number }
}

/**
 * Comes back from a copy beside the running system, which is only read: into a folder, or a database, of its own; has a server start on it
 * that nobody reaches and that sends no letter; compares; and removes it all again (BK5).
 */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const { copy, nowMs } = options
  const dir = await mkdtemp(join(tmpdir(), 'iip-drill-'))
  const course = new Course(options, dir)
  try {
    if (copy.manifest.database === 'postgres') await withScratchDatabase(options.scratch, (url) => course.run(url))
    else await course.run(undefined)
  } catch (error) {
    course.findings.push(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
  return course.report(nowMs())
}

class Course {
  readonly findings: string[] = []
  readonly #passed: string[] = []
  readonly #options: DrillOptions
  readonly #dir: string
  readonly #startedMs: number
  #restored: number | undefined
  #ready: number | undefined
  #behind: Behind | null = null

  constructor(options: DrillOptions, dir: string) {
    this.#options = options
    this.#dir = dir
    this.#startedMs = options.nowMs()
  }

  async run(databaseUrl: string | undefined): Promise<void> {
    const { copy, nowMs } = this.#options
    const { manifest } = copy
    const put = await restore(copy, { databaseUrl, dataDir: this.#dir, fileStore: inFolders })
    this.#restored = nowMs()
    const rows = Object.values(manifest.tables).reduce((sum, each) => sum + each, 0)
    this.#passed.push(
      `every piece and every file of the copy has the digest that its manifest says (${manifest.pieces.length} and ${manifest.files.count})`,
      `put back: ${rows} rows in ${Object.keys(manifest.tables).length} tables, as many as the manifest says`,
    )
    if (put.migrated.length > 0) this.#passed.push(`migrated by ${put.migrated.join(', ')}`)
    this.findings.push(...put.lost)
    await this.#look(databaseUrl)
    await this.#compare()
    await this.#start(databaseUrl)
  }

  report(nowMs: number): DrillReport {
    const { copy } = this.#options
    const seconds = (from: number, to: number | undefined): number => (to === undefined ? 0 : (to - from) / 1_000)
    return {
      copy: copy.folder,
      takenAt: copy.manifest.takenAt,
      at: new Date(nowMs).toISOString(),
      passed: this.#passed,
      findings: this.findings,
      behind: this.#behind,
      seconds: {
        restore: seconds(this.#startedMs, this.#restored),
        start: seconds(this.#restored ?? nowMs, this.#ready),
        total: seconds(this.#startedMs, nowMs),
      },
    }
  }

  /** The doctor over what was put back, before a server has touched it. */
  async #look(databaseUrl: string | undefined): Promise<void> {
    await within(openForReading(databaseUrl, this.#dir), async (db) => {
      const found = await examine(db, filesInFolder(this.#dir), Date.now())
      this.findings.push(...found.map(({ check, what }) => `${check}: ${what}`))
      if (found.length === 0) this.#passed.push('the doctor finds it sound: ledger, histories, audit chain and files')
      const head = await db.q.selectFrom('audit_head').select(['n', 'digest']).executeTakeFirst()
      const { audit } = this.#options.copy.manifest
      if (head?.n === audit.n && head.digest === audit.digest) this.#passed.push(`the audit ends with act ${audit.n}, as the manifest says`)
      else this.findings.push(`the audit ends with act ${head?.n ?? 'none'} and the manifest says ${audit.n}`)
    })
  }

  /** The copy must be a former state of what runs: all that it holds is there, and what is there besides would be lost. */
  async #compare(): Promise<void> {
    const { copy, running, nowMs } = this.#options
    const { manifest } = copy
    const minutes = Math.round((nowMs() - epochMs(manifest.takenAt)) / 60_000)
    if (!running) return
    await within(openForReading(running.databaseUrl, running.dataDir), (db) =>
      db.read(async (tx) => {
        const epoch = await tx.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
        if (epoch?.value !== manifest.epoch) {
          this.#passed.push('not compared with what runs: that was put back from a copy since, and leads another life')
          return
        }
        const there = await countOf(tx, 'sync_mutation')
        this.#behind = { minutes, mutations: there - manifest.ledger.entries }
        const missing = await withCopy(copy.folder, manifest, async (source) => {
          const entries = source.tables.find(({ shape }) => shape.name === 'sync_mutation')
          if (!entries) return []
          // A migration may have written an entry in another form: then that it is there is what can be told.
          const isSame = (await schemaVersionOf(tx)) === manifest.schema
          return otherwiseIn(tx, isSame ? entries.shape.columns.map(({ name }) => name) : ['mid'], entries, manifest.audit.n)
        })
        if (missing.length > 0)
          this.findings.push(`the running ledger does not hold what the copy holds: ${missing.length} entries, the first ${missing[0]}`)
        else this.#passed.push(`the running ledger holds all ${manifest.ledger.entries} entries of the copy, word for word`)
        if (manifest.audit.n === 0) return
        const act = await tx.q.selectFrom('audit').select('digest').where('n', '=', manifest.audit.n).executeTakeFirst()
        if (act?.digest === manifest.audit.digest) this.#passed.push(`the running audit goes on from the copy's last act`)
        else this.findings.push(`act ${manifest.audit.n} of the running audit is not the one with which the copy ends`)
      }),
    )
  }

  async #start(databaseUrl: string | undefined): Promise<void> {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = startServer({
      // Nothing of the running server's settings: no mail server, no store of files elsewhere, no provider of sign-in.
      ...this.#options.environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: this.#dir,
      SEED: 'none',
      REHEARSAL: 'off',
      LOG: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
    try {
      await server.ready(`${origin}/readyz`)
      this.#ready = this.#options.nowMs()
      this.#passed.push('a server starts on it and is ready')
      const path = existsSync(clientDir) ? '/' : '/api/v1/docs'
      const page = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(pageMs) })
      const text = await page.text()
      if (page.status === 200 && text.includes('<html')) this.#passed.push(`${path} is served to who has no account`)
      else this.findings.push(`${path} is answered with ${page.status}`)
    } finally {
      await server.stop()
    }
  }
}

/** What a name is taken out of; all else of an entry stays as it came. */
const redactedColumns: ReadonlySet<string> = new Set(['args', 'said', 'entity', 'params', 'answer'])

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Mids of a copy's entries that a running ledger has not, or has otherwise in one of the columns. Where names were taken out since the last
 * act of the copy, what says them may be otherwise, and what was asked for only by what acts of the chain prove (LW4).
 */
async function otherwiseIn(tx: Tx, compared: readonly string[], { shape, rows }: SourceTable, lastAct: number): Promise<string[]> {
  const placeOf = (name: string): number => shape.columns.findIndex((column) => column.name === name)
  const places = compared.map(placeOf)
  const [midPlace, argsPlace, saidPlace] = [placeOf('mid'), placeOf('args'), placeOf('said')]
  const stays = compared.filter((name) => !redactedColumns.has(name))
  const since = tx.q.selectFrom('audit').select('n').where('kind', '=', redactionKind).where('n', '>', lastAct)
  const isRedacted = compared.includes('said') && (await since.limit(1).executeTakeFirst()) !== undefined
  const wrong: string[] = []
  for await (const page of rows()) {
    const mids = page.map((row) => String(row[midPlace]))
    const found = await tx.q
      .selectFrom('sync_mutation')
      .select('mid')
      .select(compared.map((name) => sql.ref<string | number | null>(name).as(`c_${name}`)))
      .where(oneOf(tx.kind, 'mid', mids))
      .execute()
    const lines = new Map(found.map(({ mid, ...row }) => [mid, lineOf(Object.values(row))]))
    const others = page.filter((row, at) => lines.get(mids[at] ?? '') !== lineOf(places.map((place) => row[place] ?? null)))
    if (others.length === 0) continue
    if (!isRedacted) {
      wrong.push(...others.map((row) => String(row[midPlace])))
      continue
    }
    const redactions = await Redactions.of(
      tx,
      'ledger',
      others.map((row) => String(row[midPlace])),
    )
    const stand = new Map(found.map((row) => [row.mid, new Map(Object.entries(row))]))
    for (const row of others) {
      const mid = String(row[midPlace])
      const now = stand.get(mid)
      const args = String(row[argsPlace])
      const was = String(row[saidPlace] ?? sha256(args))
      const is = String(now?.get('c_args'))
      const isKept =
        now !== undefined &&
        lineOf(stays.map((name) => now.get(`c_${name}`) ?? null)) === lineOf(stays.map((name) => row[placeOf(name)] ?? null)) &&
        (is === args ? now.get('c_said') === row[saidPlace] : now.get('c_said') === was && redactions.leads(mid, was, sha256(is)))
      if (!isKept) wrong.push(mid)
    }
  }
  return wrong
}

/** How long a server may take until it is ready, and a page to come. */
const readyMs = 120_000
const pageMs = 30_000
const pollMs = 50
/** How long it may take to end by itself. */
const stopMs = 15_000
const maxSaid = 4_000

interface DrillServer {
  /** Resolves when the address answers 200. Throws what the server said when it ends before, or does not get there. */
  ready(url: string): Promise<void>
  stop(): Promise<void>
}

/** The program itself, with these settings and no other. */
function startServer(settings: Readonly<Record<string, string>>): DrillServer {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-maxSaid)
    })
  let isOver = false
  const over = new Promise<void>((resolve) => {
    child.on('close', () => {
      isOver = true
      resolve()
    })
  })
  return {
    ready: async (url) => {
      const giveUp = AbortSignal.timeout(readyMs)
      while (!isOver && !giveUp.aborted) {
        // Not there yet.
        const reply = await fetch(url, { signal: giveUp }).catch(() => undefined)
        if (reply?.ok) return
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
      throw new Error(`a server that starts on the copy ${isOver ? 'ends' : 'is not ready'}: ${said.trim() || 'it says nothing'}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await over
      clearTimeout(kill)
    },
  }
}
