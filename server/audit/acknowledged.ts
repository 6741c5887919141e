import { systemActor } from '#shared/access/actor.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import type { Database, Tx } from '../db/open.ts'
import { noteActs } from './acts.ts'
import type { ChainFinding } from './verify.ts'

/** What is not as it was written, and whoever keeps the server knows of. */
export interface Acknowledged {
  /** The act that says so. */
  readonly by: number
  /** The act it is about. */
  readonly n: number
  readonly kind: string
  /** What stood there then: another change of it is found again. */
  readonly stands: string
  readonly reason: string
}

const acknowledgedKind = 'platform.acknowledged'
const detailSchema = v.object({ act: v.number(), finding: v.string(), stands: v.string(), reason: v.string() })

/** What was acknowledged so far, the oldest first. Nobody but the console does it. */
export async function acknowledgedIn(tx: Tx): Promise<Acknowledged[]> {
  const rows = await tx.q
    .selectFrom('audit')
    .select(['n', 'detail'])
    .where('actor_id', '=', systemActor.id)
    .where('kind', '=', acknowledgedKind)
    .orderBy('n')
    .execute()
  return rows.flatMap((row) => {
    const said = v.safeParse(detailSchema, JSON.parse(row.detail))
    if (!said.success) return []
    const { act, finding, stands, reason } = said.output
    return [{ by: row.n, n: act, kind: finding, stands, reason }]
  })
}

/** Notes in the chain that what was found is known, and why (AU10). Returns the number of the act; throws a sentence for what cannot be. */
export async function acknowledge(db: Database, found: readonly ChainFinding[], reason: string, at: Instant): Promise<number> {
  const acts = found.map(({ kind, n, what, stands }) => {
    if (stands === null) throw new Error(`This is not about one act, and cannot be acknowledged: ${what}.`)
    return { kind: acknowledgedKind, actorId: systemActor.id, detail: { act: n, finding: kind, stands, reason }, at }
  })
  return db.write((tx) => noteActs(tx, acts))
}
