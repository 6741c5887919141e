import pg from 'pg'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { usageOf, type Usage } from './proc.ts'
import type { Site } from './site.ts'

const lookMs = 1000

/** What one server was seen to take while something was played. */
export interface ServerSeen {
  readonly cpuSeconds: number
  readonly peakRssBytes: number
  readonly startRssBytes: number
  /** How late its event loop was, seconds: the middle of the seconds' p99, and the latest that it ever was. */
  readonly loopP99: number
  readonly loopMost: number
  readonly streams: number
}

export interface DatabaseSeen {
  readonly cpuSeconds: number
  readonly peakRssBytes: number
  /** Connections at the most, and of them at work at the most and on the average. */
  readonly connections: number
  readonly busyMost: number
  readonly busyAverage: number
  /** Of the looks, the share in which somebody waited for a lock. */
  readonly lockWaits: number
  /** Bytes of its log that were written. */
  readonly logBytes: number
  readonly commits: number
}

export interface Seen {
  readonly seconds: number
  readonly servers: readonly ServerSeen[]
  /** Null for SQLite, which is in the server. */
  readonly database: DatabaseSeen | null
}

interface Activity {
  readonly all: number
  readonly busy: number
  readonly locked: number
}

/** Looks at a site once a second from outside; what it sees is told when it ends. */
export class Watch {
  readonly #site: Site
  readonly #client: pg.Client | undefined
  readonly #startedAt = performance.now()
  readonly #before: readonly Usage[]
  readonly #postgresBefore: Usage | undefined
  readonly #peaks: number[]
  readonly #loops: { p99: number; most: number }[][]
  readonly #streams: number[]
  readonly #activity: Activity[] = []
  #postgresPeak = 0
  #counters = { log: 0, commits: 0 }
  #over = false
  #looking: Promise<void> = Promise.resolve()

  private constructor(site: Site, client: pg.Client | undefined) {
    this.#site = site
    this.#client = client
    this.#before = site.servers.map(({ pid }) => usageOf(pid ?? 0))
    this.#postgresBefore = site.postgresPid === undefined ? undefined : usageOf(site.postgresPid, { children: true })
    this.#peaks = this.#before.map(({ rssBytes }) => rssBytes)
    this.#loops = site.servers.map(() => [])
    this.#streams = site.servers.map(() => 0)
  }

  static async begin(site: Site): Promise<Watch> {
    const client = site.databaseUrl === undefined ? undefined : new pg.Client({ connectionString: site.databaseUrl })
    await client?.connect()
    const watch = new Watch(site, client)
    watch.#counters = await watch.#counted()
    // What the loop was late for before is not of this.
    for (const server of site.servers) await figuresOf(server.url)
    watch.#looking = watch.#looks()
    return watch
  }

  async end(): Promise<Seen> {
    this.#over = true
    await this.#looking
    await this.#look()
    const seconds = (performance.now() - this.#startedAt) / 1000
    const counters = await this.#counted()
    await this.#client?.end()
    const servers = this.#site.servers.map(({ pid }, at): ServerSeen => {
      const now = usageOf(pid ?? 0)
      const before = this.#before[at]
      const loops = this.#loops[at] ?? []
      return {
        cpuSeconds: now.cpuSeconds - (before?.cpuSeconds ?? 0),
        peakRssBytes: this.#peaks[at] ?? 0,
        startRssBytes: before?.rssBytes ?? 0,
        loopP99: middle(loops.map(({ p99 }) => p99)),
        loopMost: Math.max(0, ...loops.map(({ most }) => most)),
        streams: this.#streams[at] ?? 0,
      }
    })
    return { seconds, servers, database: this.#databaseSeen(counters) }
  }

  #databaseSeen(counters: { readonly log: number; readonly commits: number }): DatabaseSeen | null {
    const { postgresPid } = this.#site
    if (postgresPid === undefined || !this.#postgresBefore) return null
    const looks = Math.max(1, this.#activity.length)
    return {
      cpuSeconds: usageOf(postgresPid, { children: true }).cpuSeconds - this.#postgresBefore.cpuSeconds,
      peakRssBytes: this.#postgresPeak,
      connections: Math.max(0, ...this.#activity.map(({ all }) => all)),
      busyMost: Math.max(0, ...this.#activity.map(({ busy }) => busy)),
      busyAverage: this.#activity.reduce((sum, { busy }) => sum + busy, 0) / looks,
      lockWaits: this.#activity.filter(({ locked }) => locked > 0).length / looks,
      logBytes: counters.log - this.#counters.log,
      commits: counters.commits - this.#counters.commits,
    }
  }

  async #looks(): Promise<void> {
    while (!this.#over) {
      await this.#look()
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }

  async #look(): Promise<void> {
    const { servers, postgresPid } = this.#site
    for (const [at, server] of servers.entries()) {
      this.#peaks[at] = Math.max(this.#peaks[at] ?? 0, usageOf(server.pid ?? 0).rssBytes)
      const { p99, most, streams } = await figuresOf(server.url)
      this.#loops[at]?.push({ p99, most })
      this.#streams[at] = Math.max(this.#streams[at] ?? 0, streams)
    }
    if (postgresPid === undefined) return
    this.#postgresPeak = Math.max(this.#postgresPeak, usageOf(postgresPid, { children: true }).rssBytes)
    const found = await this.#client?.query<Record<keyof Activity, string>>(
      `select count(*) as all, count(*) filter (where state <> 'idle') as busy, count(*) filter (where wait_event_type = 'Lock') as locked
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const row = found?.rows[0]
    if (row) this.#activity.push({ all: Number(row.all), busy: Number(row.busy), locked: Number(row.locked) })
  }

  async #counted(): Promise<{ log: number; commits: number }> {
    const found = await this.#client?.query<{ log: string; commits: string }>(
      `select pg_current_wal_lsn() - '0/0'::pg_lsn as log, xact_commit as commits from pg_stat_database where datname = current_database()`,
    )
    const row = found?.rows[0]
    return { log: Number(row?.log ?? 0), commits: Number(row?.commits ?? 0) }
  }
}

/** What a server's own figures say since they were last read. */
async function figuresOf(url: string): Promise<{ p99: number; most: number; streams: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return {
    p99: found(/^iip_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)/m),
    most: found(/^iip_event_loop_delay_seconds\{quantile="1"\} (\S+)/m),
    streams: found(/^iip_event_streams (\S+)/m),
  }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Bytes of the database as it stands on the disk, without its log. */
export async function databaseBytes(site: Pick<Site, 'databaseUrl' | 'dataDir'>): Promise<number> {
  if (site.databaseUrl === undefined) return (await stat(join(site.dataDir, 'iip.sqlite'))).size
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
    return Number(rows[0]?.size ?? 0)
  } finally {
    await client.end()
  }
}
