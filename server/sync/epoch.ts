import { systemActor } from '#shared/access/actor.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { noteAct } from '../audit/acts.ts'
import type { Database, Tx } from '../db/open.ts'
import { keepFilesFrom } from '../files/kept-until.ts'
import { randomUUID } from 'node:crypto'
import type { Cursor } from './cursor.ts'
import { commitOrder, stampKey } from './stamps.ts'

export interface EpochDeps {
  readonly db: Database
  readonly log: { error(data: object, message: string): void }
  readonly now: () => Instant
  /** Called when the database turns out to be another one, or an older copy of itself, than this process has known. */
  readonly changed: () => void
}

/**
 * Name of the life that the database leads. It changes when the database is put back from a copy, so that devices send
 * again what the copy does not hold. It lives in the database and is read with each use: another process, or a command,
 * may have changed it. What proves that the database was put back is a cursor that this server signed in this very epoch
 * and that tells of versions or acknowledgements which the database does not hold, or holds under another stamp.
 */
export class Epochs {
  readonly #deps: EpochDeps
  #known: string

  constructor(deps: EpochDeps, known: string) {
    this.#deps = deps
    this.#known = known
  }

  /** The epoch in a transaction. */
  async in(tx: Pick<Tx, 'q'>): Promise<string> {
    const row = await tx.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
    return this.seen(row?.value ?? '')
  }

  /** The same, read by whoever had more to read with it. */
  seen(epoch: string): string {
    if (epoch !== this.#known) {
      this.#known = epoch
      this.#deps.changed()
    }
    return epoch
  }

  /** The epoch now that a device shows this cursor: a new one when the cursor proves that the database was put back. */
  async proven(cursor: Cursor | undefined): Promise<string> {
    const { db, log, now } = this.#deps
    const epoch = await this.in(db)
    if (cursor === undefined || cursor.e !== epoch || !(await isBeyond(db, cursor))) return epoch
    // Once, whoever sees it first: the row is named with its value, and another process waits for it.
    const isFirst = await db.write((tx) => beginEpoch(tx, epoch, now()))
    const next = await this.in(db)
    if (isFirst) {
      log.error({ from: epoch, to: next, device: cursor.d }, 'the database was put back from an older copy: devices start over')
    }
    return next
  }
}

/**
 * Gives the database another epoch, unless it is not the one that is named any more. The audit goes on from where the copy had it, and
 * says that here another life begins (AU7). Files that nothing names yet stay (BK13). Returns whether it did.
 */
export async function beginEpoch(tx: Tx, from: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('meta')
    .set({ value: randomUUID() })
    .where('key', '=', 'epoch')
    .where('value', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await keepFilesFrom(tx, at)
  await noteAct(tx, { kind: 'platform.putBack', actorId: systemActor.id, detail: { from }, at })
  return true
}

/** What a database holds of that which a cursor tells of: the device's last sequence, its own newest commit, the stamp of the cursor's. */
interface Witnessed {
  readonly lastSeq: number | null
  readonly newest: number | null
  readonly stamp: string | null
}

/**
 * Whether a cursor tells of more than the database holds, or of something else. Commits and sequences only grow, and a cursor is
 * sealed from what was committed: any look that begins after it was sealed sees at least as much.
 */
export function tellsMore(cursor: Cursor, found: Witnessed): boolean {
  if (cursor.a > 0 && (found.lastSeq ?? 0) < cursor.a) return true
  const [commit, scope] = cursor.k
  if (commit - (scope === '' ? 1 : 0) > (found.newest ?? 0)) return true
  // Others may have brought the copy as far as the device had seen: then the number is there, and is another's.
  return cursor.w !== null && found.stamp !== cursor.w[1]
}

/** The same, asked in one statement, so that all of it is of one moment wherever it is asked. */
async function isBeyond({ q }: Pick<Tx, 'q'>, cursor: Cursor): Promise<boolean> {
  const [witnessed] = cursor.w ?? [0]
  const found = await q
    .selectNoFrom((from) => [
      from.selectFrom('sync_device').select('last_seq').where('user_id', '=', cursor.u).where('id', '=', cursor.d).as('lastSeq'),
      from.selectFrom('sync_scope').select('version').where('id', '=', commitOrder).as('newest'),
      from.selectFrom('sync_stamp').select('stamp').where('key', '=', stampKey(witnessed)).as('stamp'),
    ])
    .executeTakeFirstOrThrow()
  return tellsMore(cursor, found)
}
