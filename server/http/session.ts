import type { Actor } from '#shared/access/actor.ts'
import { fail } from '#shared/kernel/failure.ts'
import { dayMs, epochMs, type Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'

/** A signed-in person, as the server knows them now. */
export interface Session {
  readonly tokenHash: string
  readonly user: UserTable
  readonly actor: Actor
}

/** Days without use after which a session has ended (rules D18). */
const idleDays = 30
/** How stale the time of last use may be before it is written again. */
const touchMs = 600_000

/** Secret of 256 bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Opens a session and returns its bearer token, of which only the hash is kept. */
export async function openSession(tx: Tx, userId: string, deviceId: string | null, now: Instant): Promise<string> {
  const token = newSecret()
  await tx.q
    .insertInto('session')
    .values({ token_hash: hashOfSecret(token), user_id: userId, device_id: deviceId, created_at: now, last_used_at: now })
    .execute()
  return token
}

export const actorOfUser = (user: Pick<UserTable, 'id' | 'kind' | 'name' | 'surname' | 'institution_id'>): Actor => ({
  id: user.id,
  kind: user.kind,
  name: `${user.name} ${user.surname}`.trim(),
  institutionId: user.institution_id,
})

/** The session of an Authorization header. Fails: unauthenticated, revoked. */
export async function sessionOf(db: Database, authorization: string | null | undefined, now: Instant): Promise<Result<Session>> {
  const token = authorization?.match(/^Bearer ([\w-]{20,200})$/i)?.[1]
  if (!token) return fail('unauthenticated')
  const tokenHash = hashOfSecret(token)
  const row = await db.q
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(userColumns)
    .select('session.last_used_at')
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return fail('unauthenticated')
  const { last_used_at: lastUsedAt, ...user } = row
  if (!user.active) return fail('revoked')
  const idleMs = epochMs(now) - epochMs(lastUsedAt)
  if (idleMs > idleDays * dayMs) return fail('unauthenticated')
  if (idleMs > touchMs) await db.q.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  return { ok: true, value: { tokenHash, user, actor: actorOfUser(user) } }
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
  'user.failed_count',
  'user.failed_at',
  'user.created_at',
] as const
