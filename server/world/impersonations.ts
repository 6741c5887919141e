import { systemActor } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Impersonation } from '#shared/impersonation/model.ts'
import { endOf, goesOn, isOnBehalf } from '#shared/impersonation/rules.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { noteAct } from '../audit/acts.ts'
import type { Tx } from '../db/open.ts'
import type { ImpersonationTable } from '../db/schema.ts'
import { endOfSession } from '../http/session.ts'

/** One with its row's id. */
export interface KnownImpersonation extends Impersonation {
  readonly id: string
}

/** Beside the row, when its session was opened and last used; null where that is gone. */
type WithSession = ImpersonationTable & { readonly opened_at: Instant | null; readonly used_at: Instant | null }

/** When the session of one ends by itself; undefined where it is gone. */
const sessionEndOf = ({ opened_at, used_at }: WithSession): Instant | undefined =>
  opened_at === null || used_at === null ? undefined : endOfSession({ created_at: opened_at, last_used_at: used_at }, 'Administrator')

const known = (row: WithSession): KnownImpersonation => ({
  id: row.id,
  formId: row.form_id,
  institutionId: row.institution_id,
  startedAt: row.started_at,
  lastAt: row.last_at,
  // Whose session is gone without a word did what is known of them, and nothing more.
  endedAt: row.ended_at ?? sessionEndOf(row) ?? row.last_at,
})

const withSessions = (tx: Tx) =>
  tx.q
    .selectFrom('impersonation')
    .leftJoin('session', 'session.token_hash', 'impersonation.session_hash')
    .selectAll('impersonation')
    .select(['session.created_at as opened_at', 'session.last_used_at as used_at'])

const rowsOf = (tx: Tx, actorId: string) => withSessions(tx).where('impersonation.actor_id', '=', actorId)

/** In whose place an administrator was, newest first, as far as a batch of theirs needs it. */
export async function impersonationsFor(
  tx: Tx,
  actor: Actor,
  asked: readonly { readonly n: string; readonly s: string }[],
): Promise<KnownImpersonation[]> {
  if (actor.kind !== 'Administrator' || actor.id === systemActor.id) return []
  const places = asked.flatMap(({ n, s }) => {
    const scope = isOnBehalf(n) ? parseScope(s) : undefined
    return scope?.kind === 'inst' ? [scope.institutionId] : []
  })
  if (places.length === 0) return []
  const rows = await rowsOf(tx, actor.id)
    .where('impersonation.institution_id', 'in', [...new Set(places)])
    .orderBy('impersonation.started_at', 'desc')
    .execute()
  return rows.map(known)
}

/** The one that an administrator is in, in whichever of their sessions they began it; undefined for none. */
export async function runningOf(tx: Tx, actorId: string, now: Instant): Promise<KnownImpersonation | undefined> {
  const rows = await rowsOf(tx, actorId).where('impersonation.ended_at', 'is', null).execute()
  return rows.map(known).find((each) => goesOn(each, now))
}

type EndedHow = 'person' | 'idle' | 'session'

/** When and why one that nobody ended is over, now that it is. */
function overOf(row: WithSession, now: Instant): { readonly ended_at: Instant; readonly how: EndedHow } {
  const idle = endOf({ lastAt: row.last_at, endedAt: now })
  const session = sessionEndOf(row) ?? now
  return session < idle || row.opened_at === null ? { ended_at: session, how: 'session' } : { ended_at: idle, how: 'idle' }
}

/** Ends those that are named, each once, on record. `time`: they are over by themselves, at a moment that has passed. Returns how many. */
export async function endImpersonations(
  tx: Tx,
  which: { readonly sessionHash: string } | { readonly actorId: string } | { readonly id: string },
  by: 'person' | 'session' | 'time',
  at: Instant,
): Promise<number> {
  let query = withSessions(tx).where('impersonation.ended_at', 'is', null)
  if ('id' in which) query = query.where('impersonation.id', '=', which.id)
  else if ('actorId' in which) query = query.where('impersonation.actor_id', '=', which.actorId)
  else query = query.where('impersonation.session_hash', '=', which.sessionHash)
  let ended = 0
  for (const running of await query.execute()) {
    const over = by === 'time' ? overOf(running, at) : { ended_at: at, how: by }
    const row = await tx.q
      .updateTable('impersonation')
      .set(over)
      .where('id', '=', running.id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) continue
    ended += 1
    await noteAct(tx, {
      kind: 'impersonation.end',
      actorId: row.actor_id,
      onBehalfOf: row.institution_id,
      formId: row.form_id,
      institutionId: row.institution_id,
      detail: { how: over.how },
      at,
    })
  }
  return ended
}

/** Ends what nobody has used for an hour, and what has no session any more. Returns how many. */
export async function endIdleImpersonations(tx: Tx, now: Instant): Promise<number> {
  const rows = await withSessions(tx).where('impersonation.ended_at', 'is', null).execute()
  let ended = 0
  for (const row of rows)
    if (row.opened_at === null || !goesOn(known(row), now)) ended += await endImpersonations(tx, { id: row.id }, 'time', now)
  return ended
}

/** Notes what was done in them while they go on: each lasts an hour more from then. */
export async function touchImpersonations(tx: Tx, acted: ReadonlyMap<string, Instant>): Promise<void> {
  for (const [id, at] of acted) {
    await tx.q
      .updateTable('impersonation')
      .set({ last_at: at })
      .where('id', '=', id)
      .where('last_at', '<', at)
      .where('ended_at', 'is', null)
      .execute()
  }
}
