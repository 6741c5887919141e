import type { UserDevice } from '#shared/accounts/user-routes.ts'
import { epochMs, instantOf, dayMs, type Instant } from '#shared/kernel/instant.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { noteAct } from '../../audit/acts.ts'
import type { Database, Tx } from '../../db/open.ts'
import { endOfSession, type Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { closeSessions, programOf } from './sessions.ts'

/** How long a device that was not heard of is still told, when nothing waits on it, milliseconds. */
const quietMs = 90 * dayMs

/**
 * Where somebody is signed in, and what still waits on each of their devices, the last used first. A session and its device are one
 * entry once the device has synchronised under it; a device whose session is over is told while something waits on it, or it was seen lately.
 */
export async function userDevicesOf(tx: Tx, userId: UserId, asking: Session, now: Instant): Promise<UserDevice[]> {
  const user = await tx.q.selectFrom('user').select(['kind', 'rehearsal', 'active']).where('id', '=', userId).executeTakeFirstOrThrow()
  const sessions = await tx.q.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
  const devices = await tx.q
    .selectFrom('sync_device')
    .select(['id', 'pending', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('id', 'not like', '~%')
    .execute()
  const open = sessions
    .map((row) => ({ row, endsAt: endOfSession(row, user.kind, user.rehearsal) }))
    // Those of a closed account open nothing: they are there to tell its devices why.
    .filter(({ endsAt }) => user.active === 1 && endsAt >= now)
  const found = open.map(({ row, endsAt }): UserDevice => {
    const device = devices.find((each) => each.id === row.device_id)
    return {
      session: row.id,
      current: row.token_hash === asking.tokenHash,
      ...programOf(row.agent ?? ''),
      address: row.address || null,
      signedInAt: row.created_at,
      lastUsedAt: row.last_used_at,
      endsAt,
      waiting: device?.pending ?? null,
      lastSeenAt: device?.last_seen_at ?? null,
    }
  })
  const since = instantOf(epochMs(now) - quietMs)
  const others = devices
    .filter((device) => open.every(({ row }) => row.device_id !== device.id) && (device.pending > 0 || device.last_seen_at > since))
    .map((device): UserDevice => {
      const former = sessions.find((row) => row.device_id === device.id)
      return {
        session: null,
        current: false,
        ...programOf(former?.agent ?? ''),
        address: null,
        signedInAt: null,
        lastUsedAt: null,
        endsAt: null,
        waiting: device.pending,
        lastSeenAt: device.last_seen_at,
      }
    })
  const usedAt = ({ lastUsedAt, lastSeenAt }: UserDevice): string => lastUsedAt ?? lastSeenAt ?? ''
  return [...found, ...others].toSorted((left, right) => (usedAt(left) < usedAt(right) ? 1 : -1))
}

/** Ends a session of somebody else, in the name of an administrator. What waits on its device stays there. False when it has ended already. */
export async function endSessionOf(server: Server, by: UserId, userId: UserId, sessionId: string): Promise<boolean> {
  const hash = await server.db.write(async (tx) => {
    const row = await tx.q
      .selectFrom('session')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!row) return undefined
    await closeSessions(tx, [row.token_hash], server.now())
    await noteAct(tx, { kind: 'session.ended', actorId: by, subjectId: userId, detail: { ended: 1 }, at: server.now() })
    return row.token_hash
  })
  if (hash !== undefined) server.pokes.ended(hash)
  return hash !== undefined
}

/** Keeps on which device a session is used, so that what waits there is told beside it. */
export async function noteDevice(db: Database, { tokenHash, deviceId }: Session, id: string): Promise<void> {
  if (deviceId === id) return
  await db.q.updateTable('session').set({ device_id: id }).where('token_hash', '=', tokenHash).execute()
}
