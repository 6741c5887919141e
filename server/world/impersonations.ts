import { systemActor } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Impersonation } from '#shared/impersonation/model.ts'
import { covers, endOf, isOnBehalf } from '#shared/impersonation/rules.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { noteAct } from '../audit/acts.ts'
import type { Tx } from '../db/open.ts'
import type { ImpersonationTable } from '../db/schema.ts'

/** One with its row's id. */
export interface KnownImpersonation extends Impersonation {
  readonly id: string
}

const known = (row: ImpersonationTable & { readonly session: string | null }): KnownImpersonation => ({
  id: row.id,
  formId: row.form_id,
  institutionId: row.institution_id,
  startedAt: row.started_at,
  lastAt: row.last_at,
  // What time ended goes on with what was done in time; what a person or the session ended does not. Whose session is gone
  // without a word did what is known of them, and nothing more.
  endedAt: row.how === 'idle' ? null : (row.ended_at ?? (row.session === null ? row.last_at : null)),
})

const rowsOf = (tx: Tx, actorId: string) =>
  tx.q
    .selectFrom('impersonation')
    .leftJoin('session', 'session.token_hash', 'impersonation.session_hash')
    .selectAll('impersonation')
    .select('session.token_hash as session')
    .where('impersonation.actor_id', '=', actorId)

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

/** The one that runs in a session; undefined for none. */
export async function runningIn(tx: Tx, actorId: string, sessionHash: string, now: Instant): Promise<KnownImpersonation | undefined> {
  const rows = await rowsOf(tx, actorId)
    .where('impersonation.session_hash', '=', sessionHash)
    .where('impersonation.ended_at', 'is', null)
    .execute()
  return rows.map(known).find((each) => covers(each, now))
}

export type EndedHow = 'person' | 'idle' | 'session'

/** Ends those that are named, each once, on record. Returns how many. */
export async function endImpersonations(
  tx: Tx,
  which: { readonly sessionHash: string } | { readonly id: string },
  how: EndedHow,
  at: Instant,
): Promise<number> {
  let query = tx.q.updateTable('impersonation').set({ ended_at: at, how }).where('ended_at', 'is', null)
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('session_hash', '=', which.sessionHash)
  const ended = await query.returningAll().execute()
  for (const row of ended) {
    await noteAct(tx, {
      kind: 'impersonation.end',
      actorId: row.actor_id,
      onBehalfOf: row.institution_id,
      formId: row.form_id,
      institutionId: row.institution_id,
      detail: { how },
      at,
    })
  }
  return ended.length
}

/** Ends what nobody has used for an hour, and what has no session any more. Returns how many. */
export async function endIdleImpersonations(tx: Tx, now: Instant): Promise<number> {
  const rows = await tx.q
    .selectFrom('impersonation')
    .leftJoin('session', 'session.token_hash', 'impersonation.session_hash')
    .selectAll('impersonation')
    .select('session.token_hash as session')
    .where('impersonation.ended_at', 'is', null)
    .execute()
  let ended = 0
  for (const row of rows) {
    if (row.session === null) ended += await endImpersonations(tx, { id: row.id }, 'session', now)
    else if (endOf(known(row)) < now) ended += await endImpersonations(tx, { id: row.id }, 'idle', now)
  }
  return ended
}

/** Notes what was done in them: each lasts an hour more from then. */
export async function touchImpersonations(tx: Tx, acted: ReadonlyMap<string, Instant>): Promise<void> {
  for (const [id, at] of acted) {
    await tx.q.updateTable('impersonation').set({ last_at: at }).where('id', '=', id).where('last_at', '<', at).execute()
  }
}
