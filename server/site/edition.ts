import type { Instant } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/open.ts'
import type { SyncMutationTable } from '../db/schema.ts'

/** What visitors see, counted: every change that they can see makes another edition. */
export interface Edition {
  readonly number: number
  readonly at: Instant
}

const editionKey = 'site_edition'
/** Any number that this program uses for nothing else. */
const editionLock = 4_771_011
/** How long what was read of the edition is believed, where another process may have made another one, milliseconds. */
const believedMs = 1_000
/** How long a page waits for the database before the edition of before is shown, milliseconds. */
const patienceMs = 2_000

/** Every change that visitors can see, wherever it was decided. */
export const seenByVisitors: ReadonlySet<string> = new Set([
  'page.publish',
  'page.remove',
  'page.bringBack',
  'site.configure',
  'siteFile.remove',
  'openReport.publish',
  'openReport.unpublish',
  'openReport.remove',
  'dashboards.configure',
  'dashboards.show',
  'dashboards.hide',
  'result.publish',
  'institution.edit',
  'institution.remove',
  'institution.restore',
  'category.edit',
  'form.toggle',
  'form.remove',
])

/** Begins another edition in the transaction of a change that visitors can see. Returns whether it did. */
export async function editionFollows(
  tx: Tx,
  entries: readonly Pick<SyncMutationTable, 'name' | 'disposition' | 'answer'>[],
  at: Instant,
): Promise<boolean> {
  const isSeen = entries.some(
    ({ name, disposition, answer }) =>
      disposition.startsWith('applied') &&
      // Of files one that is brought back: pages that name it show it again.
      (seenByVisitors.has(name) || (name === 'siteFile.add' && answer !== null && JSON.parse(answer).broughtBack === true)),
  )
  if (!isSeen) return false
  // One after the other: two that read the same number would make one edition of two.
  if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${editionLock})`.execute(tx.q)
  const number = ((await editionIn(tx))?.number ?? 0) + 1
  const value = JSON.stringify({ number, at } satisfies Edition)
  await tx.q
    .insertInto('meta')
    .values({ key: editionKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return true
}

async function editionIn({ q }: Pick<Tx, 'q'>): Promise<Edition | undefined> {
  const row = await q.selectFrom('meta').select('value').where('key', '=', editionKey).executeTakeFirst()
  return row && JSON.parse(row.value)
}

/**
 * The edition that is shown now. What this process itself changed it knows at once; of other processes it asks the database once a second
 * at most. While the database does not answer the edition of before stands.
 */
export class Editions {
  readonly #db: Database
  readonly #now: () => Instant
  readonly #elapsed: () => number
  #known: Edition | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<Edition | undefined> | undefined
  /** Counts what was committed here: an answer from before a commit tells of the edition of before. */
  #commits = 0

  constructor({ db, now, elapsed }: { db: Database; now: () => Instant; elapsed: () => number }) {
    this.#db = db
    this.#now = now
    this.#elapsed = elapsed
  }

  /** Something was committed here that visitors can see. */
  moved(): void {
    this.#commits += 1
    this.#askedAt = Number.NEGATIVE_INFINITY
    this.#asking = undefined
  }

  /** Undefined while nothing is known: the database has never answered. */
  current(): Edition | undefined | Promise<Edition | undefined> {
    if (this.#asking) return this.#asking
    if (this.#elapsed() - this.#askedAt < believedMs) return this.#known
    this.#askedAt = this.#elapsed()
    this.#asking = this.#ask(this.#commits)
    return this.#asking
  }

  async #ask(commits: number): Promise<Edition | undefined> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([this.#read(commits), patience])
    clearTimeout(timer)
    if (commits === this.#commits) this.#asking = undefined
    return this.#known
  }

  async #read(commits: number): Promise<void> {
    try {
      const found = await editionIn(this.#db)
      if (commits === this.#commits) this.#known = found ?? this.#known ?? { number: 0, at: this.#now() }
    } catch {
      // The database is away: it is asked again in a second, and what was known stands.
    }
  }
}
