import { fullName } from '#shared/accounts/model.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { WaitingDevices } from '#shared/platform/routes.ts'
import { sql } from 'kysely'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { endOfSession } from '../../http/session.ts'
import { programOf } from '../accounts/sessions.ts'

/** Devices that one reply tells of: those that were not seen for longest. */
const toldMost = 1_000

/** What was last seen before this moment has waited for more than a day. */
export const leftLongBefore = (now: Instant): Instant => instantOf(epochMs(now) - dayMs)

/** Devices on which something waits, by how long ago they were seen (HP7). Written as the index has it: on most nothing waits. */
export async function waitingDevices(tx: Tx, now: Instant): Promise<WaitingDevices> {
  const some = sql<boolean>`pending > 0`
  const rows = await tx.q
    .selectFrom('sync_device')
    .innerJoin('user', 'user.id', 'sync_device.user_id')
    .leftJoin('institution', 'institution.id', 'user.institution_id')
    .select(['sync_device.id', 'sync_device.user_id', 'sync_device.app', 'sync_device.pending', 'sync_device.last_seen_at'])
    .select(['user.name', 'user.surname', 'user.email', 'user.kind', 'user.active', 'user.rehearsal', 'institution.name as institution'])
    .where(some)
    .where('sync_device.id', 'not like', '~%')
    .orderBy('sync_device.last_seen_at')
    .orderBy('sync_device.id')
    .limit(toldMost)
    .execute()
  const { n } = await tx.q
    .selectFrom('sync_device')
    .select(sql<number | string>`count(*)`.as('n'))
    .where(some)
    .where('id', 'not like', '~%')
    .executeTakeFirstOrThrow()
  const sessions =
    rows.length === 0
      ? []
      : await tx.q
          .selectFrom('session')
          .select(['user_id', 'device_id', 'agent', 'created_at', 'last_used_at'])
          .where(oneOf(tx.kind, 'user_id', [...new Set(rows.map((row) => row.user_id))]))
          .where('device_id', 'is not', null)
          .orderBy('last_used_at')
          .execute()
  // The newest of a device stays.
  const byDevice = new Map(sessions.map((each) => [`${each.user_id} ${each.device_id}`, each]))
  return {
    at: now,
    total: Number(n),
    devices: rows.map((row) => {
      const session = byDevice.get(`${row.user_id} ${row.id}`)
      return {
        _id: `${row.user_id} ${row.id}`,
        user: row.user_id,
        name: fullName(row),
        email: row.email,
        kind: row.kind,
        institution: row.institution ?? '',
        app: row.app,
        ...programOf(session?.agent ?? ''),
        waiting: row.pending,
        lastSeenAt: row.last_seen_at,
        signedIn: session !== undefined && row.active === 1 && endOfSession(session, row.kind, row.rehearsal) >= now,
      }
    }),
  }
}
