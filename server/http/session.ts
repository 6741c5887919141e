import type { Actor, UserKind } from '#shared/access/actor.ts'
import { fail } from '#shared/kernel/failure.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database, Tx } from '../db/open.ts'
import type { SessionTable, UserTable } from '../db/schema.ts'
import { actorWith, getsIn, memberIn } from '../world/memberships.ts'

/** A signed-in person, as the server knows them now. */
export interface Session {
  readonly tokenHash: string
  readonly user: UserTable
  readonly actor: Actor
  /** Device that synchronises under it; null before one has, absent where nobody called. */
  readonly deviceId?: string | null | undefined
}

/** Without use a session ends after 30 days (SI1). */
const idleMs = 30 * dayMs
/** In use it ends after 90 days; an administrator's, who acts for everybody, after 12 hours, and so does one that they opened in a rehearsal. */
const lifeMs = (kind: UserKind, rehearsal?: string | null): number => (kind === 'Administrator' || rehearsal ? dayMs / 2 : 90 * dayMs)
/** How stale the time of last use may be before it is written again. */
const touchMs = 600_000

/** Secret of 256 bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** From where and with what somebody calls. */
export interface Origin {
  readonly agent: string
  readonly address: string
}

const agentMaxLength = 300

/** Opens a session and returns its bearer token, of which only the hash is kept. */
export async function openSession(
  tx: Tx,
  { userId, deviceId, origin, sso = false }: { userId: string; deviceId?: string | undefined; origin?: Origin | undefined; sso?: boolean },
  now: Instant,
): Promise<string> {
  const token = newSecret()
  await tx.q
    .insertInto('session')
    .values({
      token_hash: hashOfSecret(token),
      id: randomUUID(),
      user_id: userId,
      device_id: deviceId ?? null,
      agent: origin?.agent.slice(0, agentMaxLength) ?? null,
      address: origin?.address ?? null,
      created_at: now,
      last_used_at: now,
      sso: sso ? 1 : 0,
    })
    .execute()
  return token
}

/** When a session ends at the latest if nobody uses it again. */
export function endOfSession(
  session: Pick<SessionTable, 'created_at' | 'last_used_at'>,
  kind: UserKind,
  rehearsal?: string | null,
): Instant {
  return instantOf(Math.min(epochMs(session.last_used_at) + idleMs, epochMs(session.created_at) + lifeMs(kind, rehearsal)))
}

/** What a session of these people has to be to stand now: used and opened after these moments. */
export const standingSince = (
  kind: UserKind,
  rehearsal: string | null,
  now: Instant,
): { readonly used: Instant; readonly opened: Instant } => ({
  used: instantOf(epochMs(now) - idleMs),
  opened: instantOf(epochMs(now) - lifeMs(kind, rehearsal)),
})

/** The session of an Authorization header, its use noted with the address it came from. Fails: unauthenticated, revoked. */
export async function sessionOf(
  db: Database,
  authorization: string | null | undefined,
  now: Instant,
  address?: string,
): Promise<Result<Session>> {
  const token = authorization?.match(/^Bearer ([\w-]{20,200})$/i)?.[1]
  return token ? sessionKept(db, hashOfSecret(token), now, address) : fail('unauthenticated')
}

/** The session that is kept under the hash of its token, its use noted. Fails: unauthenticated, revoked. */
export async function sessionKept(db: Database, tokenHash: string, now: Instant, address?: string): Promise<Result<Session>> {
  // A row for each institution of theirs: one question at every call, not two.
  const rows = await db.q
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('membership', 'membership.user_id', 'user.id')
    .leftJoin('institution', 'institution.id', 'membership.institution_id')
    .select(userColumns)
    .select(['session.last_used_at', 'session.created_at as session_created_at', 'session.device_id', 'session.institution_id as chosen'])
    .select(['membership.institution_id as member_of', 'membership.chosen_at', 'institution.lets_in'])
    .where('session.token_hash', '=', tokenHash)
    .execute()
  const [row] = rows
  if (!row) return fail('unauthenticated')
  const {
    last_used_at,
    session_created_at: created_at,
    device_id: deviceId,
    chosen,
    member_of: _,
    chosen_at: _at,
    lets_in: _in,
    ...user
  } = row
  const memberships = memberIn(rows)
  if (!user.active || !getsIn(user, memberships)) return fail('revoked')
  if (now > endOfSession({ last_used_at, created_at }, user.kind, user.rehearsal)) return fail('unauthenticated')
  if (epochMs(now) - epochMs(last_used_at) > touchMs) {
    const used = { last_used_at: now, ...(address ? { address } : {}) }
    await db.q.updateTable('session').set(used).where('token_hash', '=', tokenHash).execute()
  }
  return { ok: true, value: { tokenHash, user, actor: actorWith(user, memberships, chosen), deviceId } }
}

/** Whether a session that was good when a long reply began still is. */
export async function standsIn(tx: Tx, { tokenHash, user }: Session): Promise<boolean> {
  const row = await tx.q
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.active', 'user.kind'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.active === 1 && row.kind === user.kind
}

export const userColumns = [
  'user.id',
  'user.email',
  'user.password_hash',
  'user.kind',
  'user.institution_id',
  'user.name',
  'user.surname',
  'user.active',
  'user.joined',
  'user.show_onboarding',
  'user.language',
  'user.rehearsal',
  'user.created_at',
  'user.last_sign_in_at',
] as const
