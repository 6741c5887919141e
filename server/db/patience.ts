import { sql } from 'kysely'
import type { Tx } from './open.ts'
import { liftsLimits } from './pool.ts'

/** A transaction that goes through everything there is: its statements take as long as they need, until it ends. */
export async function takeTime({ kind, q }: Pick<Tx, 'kind' | 'q'>): Promise<void> {
  if (kind === 'postgres') await sql.raw(liftsLimits).execute(q)
}
