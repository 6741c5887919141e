import { systemActor } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Impersonation } from '#shared/impersonation/model.ts'
import { endOf, goesOn, isOnBehalf } from '#shared/impersonation/rules.ts'
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
  // Whose session is gone without a word did what is known of them, and nothing more.
  endedAt: row.ended_at ?? (row.session === null ? row.last_at : null),
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

/** The one that an administrator is in, in whichever of their sessions they began it; undefined for none. */
export async function runningOf(tx: Tx, actorId: string, now: Instant): Promise<KnownImpersonation | undefined> {
  const rows = await rowsOf(tx, actorId).where('impersonation.ended_at', 'is', null).execute()
  return rows.map(known).find((each) => goesOn(each, now))
}

export type EndedHow = 'person' | 'idle' | 'session'

/** Ends those that are named, each once, on record. What time ended was over an hour after the last thing. Returns how many. */
export async function endImpersonations(
  tx: Tx,
  which: { readonly sessionHash: string } | { readonly actorId: string } | { readonly id: string },
  how: EndedHow,
  at: Instant,
): Promise<number> {
  let query = tx.q.selectFrom('impersonation').select(['id', 'last_at']).where('ended_at', 'is', null)
  if ('id' in which) query = query.where('id', '=', which.id)
  else query = 'actorId' in which ? query.where('actor_id', '=', which.actorId) : query.where('session_hash', '=', which.sessionHash)
  let ended = 0
  for (const { id, last_at } of await query.execute()) {
    const row = await tx.q
      .updateTable('impersonation')
      .set({ ended_at: how === 'idle' ? endOf({ lastAt: last_at, endedAt: at }) : at, how })
      .where('id', '=', id)
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
      detail: { how },
      at,
    })
  }
  return ended
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
    else if (!goesOn(known(row), now)) ended += await endImpersonations(tx, { id: row.id }, 'idle', now)
  }
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
