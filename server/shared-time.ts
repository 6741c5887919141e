import { sql } from 'kysely'
import type { Database } from './db/open.ts'

/** How far a machine's clock may be from PostgreSQL's and still counts by itself, milliseconds: as far as a question may take. */
const toleranceMs = 1_000

/**
 * The time of servers on one PostgreSQL is PostgreSQL's, or of two whose clocks are apart one would end stages and take over work by a time
 * that the other does not know (MS5). A machine that is as good as right goes by its own clock.
 */
export class SharedTime {
  readonly #machineMs: () => number
  #aheadMs = 0

  constructor(machineMs: () => number = () => Date.now()) {
    this.#machineMs = machineMs
  }

  /** How far PostgreSQL's clock is ahead of this machine's, milliseconds; 0 while they are as good as one. */
  get aheadMs(): number {
    return this.#aheadMs
  }

  nowMs(): number {
    return Math.round(this.#machineMs() + this.#aheadMs)
  }

  /** Asks PostgreSQL what time it is. Returns whether the time is another one now. SQLite is on this machine. */
  async look(db: Pick<Database, 'kind' | 'q'>): Promise<boolean> {
    if (db.kind === 'sqlite') return false
    const askedMs = this.#machineMs()
    const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db.q)
    const answeredMs = this.#machineMs()
    const aheadMs = Number(rows[0]?.ms) - (askedMs + answeredMs) / 2
    const uncertainMs = toleranceMs + (answeredMs - askedMs) / 2
    const wantedMs = Math.abs(aheadMs) <= uncertainMs ? 0 : aheadMs
    // A question that took long says little: what was found before stands while it may.
    if (wantedMs === this.#aheadMs || Math.abs(aheadMs - this.#aheadMs) <= uncertainMs) return false
    this.#aheadMs = wantedMs
    return true
  }
}
