import type { SessionView } from '#shared/accounts/settings-routes.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { noteAct } from '../../audit/acts.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { SessionTable } from '../../db/schema.ts'
import { endOfSession, type Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { inOne, Refusal } from '../../sync/batch.ts'
import { endImpersonations } from '../../world/impersonations.ts'

const ownRows = (db: Database, userId: string): Promise<SessionTable[]> =>
  db.q.selectFrom('session').selectAll().where('user_id', '=', userId).orderBy('last_used_at', 'desc').orderBy('id').execute()

/** Sessions of the caller that still open something, their own of now first. */
export async function sessionsOf(db: Database, { tokenHash, user }: Session, now: Instant): Promise<SessionView[]> {
  const rows = await ownRows(db, user.id)
  return rows
    .map((row) => ({
      id: row.id,
      current: row.token_hash === tokenHash,
      ...programOf(row.agent ?? ''),
      address: row.address || null,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      endsAt: endOfSession(row, user.kind),
    }))
    .filter((view) => view.endsAt >= now)
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Removes sessions, and ends the acting for an institution that began in one of them: whoever ends a session does it here (IM3). */
export async function closeSessions(tx: Tx, tokenHashes: readonly string[], at: Instant): Promise<void> {
  for (const hash of tokenHashes) {
    await endImpersonations(tx, { sessionHash: hash }, 'session', at)
    await tx.q.deleteFrom('session').where('token_hash', '=', hash).execute()
  }
}

/** The same for all sessions of somebody. */
export async function closeSessionsOf(tx: Tx, userId: string, at: Instant): Promise<void> {
  const rows = await tx.q.selectFrom('session').select('token_hash').where('user_id', '=', userId).execute()
  await closeSessions(
    tx,
    rows.map((row) => row.token_hash),
    at,
  )
}

/** Ends those of the caller's own sessions that are meant, event streams included. Returns how many. */
export async function endSessions(server: Server, { user }: Session, meant: (row: SessionTable) => boolean): Promise<number> {
  const rows = (await ownRows(server.db, user.id)).filter(meant)
  if (rows.length === 0) return 0
  await server.db.write(async (tx) => {
    await closeSessions(
      tx,
      rows.map((row) => row.token_hash),
      server.now(),
    )
    const who = { actorId: user.id, institutionId: user.institution_id, subjectId: user.id }
    await noteAct(tx, { kind: 'session.ended', ...who, detail: { ended: rows.length }, at: server.now() })
  })
  for (const { token_hash: hash } of rows) server.pokes.ended(hash)
  return rows.length
}

/**
 * Has the caller's session under another token, of which the device named the hash (SI9). What stands on the session goes with it; event
 * streams that the former one opened end. False when it stands under that one already. Fails: malformed (another session's).
 */
export async function renewToken(server: Server, { user, tokenHash }: Session, next: string): Promise<Result<boolean>> {
  if (next === tokenHash) return done(false)
  const renewed = await inOne(server.db, async (tx) => {
    const other = await tx.q.selectFrom('session').select('id').where('token_hash', '=', next).executeTakeFirst()
    if (other) throw new Refusal(failure('malformed'))
    const moved = await tx.q.updateTable('session').set({ token_hash: next }).where('token_hash', '=', tokenHash).executeTakeFirst()
    // Of two calls at once one renews.
    if (moved.numUpdatedRows === 0n) throw new Refusal(failure('unauthenticated'))
    await tx.q.updateTable('impersonation').set({ session_hash: next }).where('session_hash', '=', tokenHash).execute()
    await tx.q.updateTable('passkey_challenge').set({ session_hash: next }).where('session_hash', '=', tokenHash).execute()
    const who = { actorId: user.id, institutionId: user.institution_id, subjectId: user.id }
    await noteAct(tx, { kind: 'session.renewed', ...who, at: server.now() })
    return true
  })
  if (renewed.ok) server.pokes.ended(tokenHash)
  return renewed
}

/** Later ones also call themselves what stands below them, so the first that fits is meant. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system that a User-Agent names, as people call them. */
export function programOf(agent: string): Pick<SessionView, 'browser' | 'system'> {
  const named = (list: typeof browsers): string | null => list.find(([pattern]) => pattern.test(agent))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}
