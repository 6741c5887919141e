import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Server } from '../server.ts'

export interface JobTerms {
  /** How long after it was done it is due again, milliseconds. */
  readonly everyMs: number
  /** How long a server that has it keeps the others away without a word, milliseconds: so long it waits when that one dies. */
  readonly heldMs: number
}

type Condition = (is: ExpressionBuilder<Schema, 'job_lease'>) => Expression<SqlBool>

/** A job that failed is tried again this soon, by whichever server asks. */
const retryMs = 600_000

/**
 * Does a job that several servers share: when it is due and no other server has it. One that dies with it holds it no longer than its lease,
 * which it renews while it works. Returns whether it was done here. On SQLite there is one server, which does what is done more often than
 * daily whenever it is asked; started again within a day it does not begin the day's work anew (MS2).
 */
export async function inTurn(
  { db, now, jump, log }: Pick<Server, 'db' | 'now' | 'jump' | 'log'>,
  { holder, job }: { readonly holder: string; readonly job: string },
  { everyMs, heldMs }: JobTerms,
  work: () => Promise<unknown>,
): Promise<boolean> {
  if (db.kind === 'sqlite' && everyMs < dayMs) {
    await work()
    return true
  }
  // By a clock that may be wrong nothing is due, and nothing is noted as done.
  if (jump()) return false
  const heldUntil = (): string => instantOf(epochMs(now()) + heldMs)
  const mine = db.q.updateTable('job_lease').where('job', '=', job)
  await db.q
    .insertInto('job_lease')
    .values({ job, holder: null, held_until: '', next_at: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const at = now()
  // What was noted by a clock that was ahead holds nobody up; what another server notes while this one asks is only a little later.
  const over = (column: 'next_at' | 'held_until', longestMs: number): Condition => {
    const furthest = instantOf(epochMs(at) + longestMs + retryMs)
    return (is) => is.or([is(column, '<=', at), is(column, '>', furthest)])
  }
  const taken = await mine
    .set({ holder, held_until: heldUntil() })
    .where(over('next_at', everyMs))
    .where(over('held_until', heldMs))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return false
  const renewing = setInterval(() => {
    mine
      .set({ held_until: heldUntil() })
      .where('holder', '=', holder)
      .execute()
      // The work meets the same database, and says so; another server may take over.
      .catch((error: unknown) => log.error({ job, err: error }, 'the lease of a job was not renewed'))
  }, heldMs / 3)
  renewing.unref()
  let nextMs = Math.min(everyMs, retryMs)
  try {
    await work()
    nextMs = everyMs
  } finally {
    clearInterval(renewing)
    await mine
      .set({ holder: null, held_until: '', next_at: instantOf(epochMs(now()) + nextMs) })
      .where('holder', '=', holder)
      .execute()
  }
  return true
}
