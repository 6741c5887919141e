import type { Instant } from '#shared/kernel/instant.ts'
import { DatabaseLost } from '../db/lost.ts'
import type { Database } from '../db/open.ts'
import type { Files } from '../files/store.ts'
import { migrations } from '../migrations/index.ts'
import { schemaSentence, schemaStandingOf, worksBeside } from '../migrations/run.ts'

/** Why the server cannot take work, and what an operator can do about it. */
export interface Unready {
  readonly reason: string
  readonly hint?: string | undefined
}

export interface ReadinessDeps {
  readonly db: Database
  readonly files: Pick<Files, 'kind' | 'trouble'>
  readonly now: () => Instant
  readonly log: { error(data: object, message: string): void }
  /** Migrations that this program knows; its own unless a test says otherwise. */
  readonly knows?: number | undefined
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonicMs: () => number
  /** What is known without asking anybody. */
  readonly known: () => Unready | undefined
}

/** How long a finding holds: anybody may ask, and each probe is a write. */
const goodMs = 5_000
const badMs = 1_000
/** Whoever asks is told within this. */
const probeMs = 4_000

/** Tells whether the server can take work; however many ask, the database is asked once in a while. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Unready | undefined> {
  let last: { readonly atMs: number; readonly found: Promise<Unready | undefined>; bad: boolean } | undefined
  return async () => {
    const known = deps.known()
    if (known) return known
    if (!deps.db.hears()) return { reason: 'listening', hint: 'The connection that hears of other processes is being made anew.' }
    const nowMs = deps.monotonicMs()
    if (!last || nowMs - last.atMs > (last.bad ? badMs : goodMs)) {
      const next = { atMs: nowMs, found: inTime(probe(deps)), bad: true }
      last = next
      next.bad = (await next.found) !== undefined
    }
    return last.found
  }
}

/** The database takes writes and is of this program's schema, or of a newer one beside which this program goes on (MS6). */
async function probe({ db, files, now, log, knows = migrations.length }: ReadinessDeps): Promise<Unready | undefined> {
  try {
    const standing = await schemaStandingOf(db)
    if (standing.version < knows)
      return { reason: 'schema', hint: `The database has schema ${standing.version} and not ${knows}: restart the server.` }
    if (!worksBeside(standing, knows)) return { reason: 'schema', hint: `${schemaSentence(standing, knows)}.` }
    await db.q
      .insertInto('meta')
      .values({ key: 'write_probe', value: now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: now() }))
      .execute()
    // A store elsewhere that is away takes nothing but files from people: what they answer is taken all the same (FS6).
    const trouble = files.kind === 'disk' ? await files.trouble() : undefined
    return trouble === undefined ? undefined : { reason: 'files', hint: trouble }
  } catch (error) {
    log.error({ err: error }, 'the database takes no writes')
    if (error instanceof DatabaseLost && error.reason === 'file') {
      return { reason: 'database_file', hint: 'The database file is not the one that was opened: put it back, or restart the server.' }
    }
    return { reason: 'database' }
  }
}

async function inTime(probing: Promise<Unready | undefined>): Promise<Unready | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Unready>((resolve) => {
    timer = setTimeout(() => resolve({ reason: 'database', hint: 'The database does not answer.' }), probeMs)
  })
  try {
    return await Promise.race([probing, late])
  } finally {
    clearTimeout(timer)
  }
}
