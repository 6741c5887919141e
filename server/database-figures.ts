import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import type { Database } from './db/open.ts'

/** What is counted in the database for whoever watches. Moments are seconds since 1970. */
export interface DatabaseFigures {
  readonly letters: ReadonlyMap<'waiting' | 'dead', number>
  /** Seconds that the letter has waited which waits longest, since it was due; undefined while none is. */
  readonly oldestLetter: number | undefined
  readonly reports: ReadonlyMap<'waiting' | 'running' | 'ready' | 'failed', number>
  readonly oldestReport: number | undefined
  readonly sessions: number
  readonly uploadsOpen: number
  /** What devices said was waiting on them at their last contact. */
  readonly waiting: number
  /** Devices with waiting work of which nothing was heard for so long. */
  readonly devices: ReadonlyMap<keyof typeof silences, number>
  readonly acts: number
  /** When a copy was last made, and when one was last put back for a trial; undefined where it never was. */
  readonly copies: ReadonlyMap<'backup' | 'drill', number | undefined>
}

/** How long nothing was heard of a device. */
const silences = { '1h': dayMs / 24, '1d': dayMs, '7d': 7 * dayMs } as const

/** How long what was counted holds: whoever asks more often is told the same. */
const holdsMs = 10_000
/** Whoever asks is told within this, of the others at least. */
const patienceMs = 2_000

interface Deps {
  readonly db: Database
  readonly now: () => Instant
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
}

/** Counts in the database, at most once in ten seconds however many ask. What it cannot tell in time throws. */
export class DatabaseCounts {
  readonly #deps: Deps
  #last: { readonly atMs: number; readonly figures: Promise<DatabaseFigures> } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async figures(): Promise<DatabaseFigures> {
    const atMs = this.#deps.elapsed()
    if (!this.#last || atMs - this.#last.atMs >= holdsMs) {
      const figures = counted(this.#deps)
      this.#last = { atMs, figures }
      // The next one who asks tries again.
      figures.catch(() => (this.#last = undefined))
    }
    return inTime(this.#last.figures)
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const count = sql<number | string>`count(*)`

async function counted({ db: { q }, now }: Deps): Promise<DatabaseFigures> {
  const at = now()
  const ago = (moment: string | null | undefined): number | undefined =>
    moment === null || moment === undefined ? undefined : Math.max(0, (epochMs(at) - epochMs(moment)) / 1_000)
  const letters = await q
    .selectFrom('letter')
    .select(['state', count.as('count')])
    .where('state', 'in', ['waiting', 'dead'])
    .where('quiet', 'is', null)
    .groupBy('state')
    .execute()
  // Some are written to leave later: those are not late.
  const oldest = await q
    .selectFrom('letter')
    .select(sql<string | null>`min(created_at)`.as('at'))
    .where('state', '=', 'waiting')
    .where('next_at', '<=', at)
    .executeTakeFirst()
  const reports = await q
    .selectFrom('report_job')
    .select(['state', count.as('count'), sql<string>`min(created_at)`.as('at')])
    .groupBy('state')
    .execute()
  const sessions = await q.selectFrom('session').select(count.as('count')).executeTakeFirst()
  const uploads = await q.selectFrom('upload').select(count.as('count')).where('state', '=', 'open').executeTakeFirst()
  const devices = await q
    .selectFrom('sync_device')
    .select(['pending', 'last_seen_at'])
    .where('pending', '>', 0)
    .where('revoked_at', 'is', null)
    .execute()
  const head = await q.selectFrom('audit_head').select('n').executeTakeFirst()
  const copies = await q.selectFrom('meta').select(['key', 'value']).where('key', 'in', ['backup_at', 'drill_at']).execute()
  const lettersOf = new Map(letters.map((row) => [row.state, Number(row.count)]))
  const reportsOf = new Map(reports.map((row) => [row.state, row]))
  const copiesOf = new Map(copies.map((row) => [row.key, Date.parse(row.value) / 1_000]))
  const silentSince = (ms: number): number => {
    const limit = instantOf(epochMs(at) - ms)
    return devices.filter((device) => device.last_seen_at <= limit).length
  }
  const momentOf = (key: string): number | undefined => {
    const seconds = copiesOf.get(key)
    return seconds === undefined || Number.isNaN(seconds) ? undefined : seconds
  }
  return {
    letters: new Map((['waiting', 'dead'] as const).map((state) => [state, lettersOf.get(state) ?? 0])),
    oldestLetter: ago(oldest?.at),
    reports: new Map(
      (['waiting', 'running', 'ready', 'failed'] as const).map((state) => [state, Number(reportsOf.get(state)?.count ?? 0)]),
    ),
    oldestReport: ago(reportsOf.get('waiting')?.at),
    sessions: Number(sessions?.count ?? 0),
    uploadsOpen: Number(uploads?.count ?? 0),
    waiting: devices.reduce((sum, { pending }) => sum + pending, 0),
    devices: new Map([
      ['1h', silentSince(silences['1h'])],
      ['1d', silentSince(silences['1d'])],
      ['7d', silentSince(silences['7d'])],
    ]),
    acts: head?.n ?? 0,
    copies: new Map([
      ['backup', momentOf('backup_at')],
      ['drill', momentOf('drill_at')],
    ]),
  }
}
