import type { Instant } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { Cursor } from './cursor.ts'
import { tellsMore } from './epoch.ts'
import type { Ledger } from './ledger.ts'
import { commitOrder, stampKey } from './stamps.ts'
import { viewFrom, type View } from './view.ts'

/** Where the database and a device stand with each other, of one moment. */
export interface Standing {
  readonly epoch: string
  /** Number of the newest commit; 0 before there is one. */
  readonly newest: number
  /** Its stamp; undefined when it was made by a release that gave none. */
  readonly stamp: string | undefined
  /** Undefined for one that the ledger does not know. */
  readonly device: { readonly lastSeq: number; readonly contactAt: Instant | null; readonly isRevoked: boolean } | undefined
  /** Mid that the device sent under its last sequence; null when the ledger holds none there. */
  readonly lastMid: string | null
  /** What the device's cursor says that it holds; undefined when that is not kept. */
  readonly held: View | undefined
  /** Newest moment at which the device that the cursor was sealed for said that nothing waited on it. */
  readonly sealedContactAt: Instant | null
  /** The cursor tells of more than the database holds, or of something else. */
  readonly isBeyond: boolean
}

/**
 * Everything that a pull asks by a key, in one statement: it is the most frequent call there is, and each statement is a way to the
 * database and back.
 */
export async function standingOf(tx: Tx, { userId, deviceId }: Ledger, cursor: Cursor | undefined): Promise<Standing> {
  const [witnessed] = cursor?.w ?? [0]
  const row = await tx.q
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('here'))
    .leftJoin('meta', (join) => join.on('meta.key', '=', 'epoch'))
    .leftJoin('sync_scope as newest', (join) => join.on('newest.id', '=', commitOrder))
    .leftJoin('sync_stamp as stamped', (join) =>
      join.on('stamped.key', '=', sql<string>`cast(${stampKey('')} as text) || cast(newest.version as text)`),
    )
    .leftJoin('sync_stamp as witness', (join) => join.on('witness.key', '=', stampKey(witnessed)))
    .leftJoin('sync_device as own', (join) => join.on('own.user_id', '=', userId).on('own.id', '=', deviceId))
    .leftJoin('sync_device as sealed', (join) =>
      join.on('sealed.user_id', '=', cursor?.u ?? userId).on('sealed.id', '=', cursor?.d ?? deviceId),
    )
    .leftJoin('sync_view as held', (join) =>
      join
        .on('held.user_id', '=', userId)
        .on('held.device_id', '=', cursor?.d ?? deviceId)
        .on('held.digest', '=', cursor?.h ?? ''),
    )
    .leftJoin('sync_mutation as entry', (join) =>
      join.on('entry.author_id', '=', userId).on('entry.device_id', '=', deviceId).onRef('entry.seq', '=', 'own.last_seq'),
    )
    .leftJoin('sync_alias as alias', (join) =>
      join.on('alias.author_id', '=', userId).on('alias.device_id', '=', deviceId).onRef('alias.seq', '=', 'own.last_seq'),
    )
    .select(['meta.value as epoch', 'newest.version as newest', 'stamped.stamp', 'witness.stamp as witnessed', 'held.data as held'])
    .select(['own.last_seq', 'own.contact_at', 'own.revoked_at', 'sealed.last_seq as sealed_seq', 'sealed.contact_at as sealed_at'])
    .select(['entry.sent_mid', 'entry.mid', 'alias.mid as alias_mid'])
    .executeTakeFirstOrThrow()
  const newest = row.newest ?? 0
  return {
    epoch: row.epoch ?? '',
    newest,
    stamp: row.stamp ?? undefined,
    device: row.last_seq === null ? undefined : { lastSeq: row.last_seq, contactAt: row.contact_at, isRevoked: row.revoked_at !== null },
    lastMid: row.sent_mid ?? row.mid ?? row.alias_mid,
    held: row.held === null ? undefined : viewFrom(row.held),
    sealedContactAt: row.sealed_at,
    isBeyond: cursor !== undefined && tellsMore(cursor, { lastSeq: row.sealed_seq, newest, stamp: row.witnessed }),
  }
}
