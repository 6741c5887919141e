import { byNewest, noticesMax, type Notice } from '#shared/notices/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { noticesOf } from '../world/own.ts'
import type { Removal } from './changes.ts'

/** A notice with whom it is for. */
export interface Told {
  readonly to: UserId
  readonly notice: Notice
}

/**
 * Rows of new notices in the scopes of whom they are for: of people who can sign in, and of nobody whom a rehearsal invented. Of more
 * than their devices hold the oldest leave them; the letter stays with what it said (NO1, NO3).
 */
export async function noticeChanges(tx: Tx, told: readonly Told[]): Promise<(Change | Removal)[]> {
  if (told.length === 0) return []
  const readers = await tx.q
    .selectFrom('user')
    .select('id')
    .where(oneOf(tx.kind, 'id', [...new Set(told.map(({ to }) => to))]))
    .where('active', '=', 1)
    .where('rehearsal', 'is', null)
    .execute()
  const changes: (Change | Removal)[] = []
  for (const [to, held] of await noticesOf(
    tx,
    readers.map(({ id }) => id),
  )) {
    const fresh = told.filter((each) => each.to === to).map(({ notice }) => notice)
    const at = { scope: ownScope(to), part: '', table: 'notice' } as const
    const ids = new Set(fresh.map(({ id }) => id))
    const all = [...fresh, ...held.filter(({ id }) => !ids.has(id))].toSorted(byNewest)
    const leaving = new Set(all.slice(noticesMax).map(({ id }) => id))
    for (const row of fresh) if (!leaving.has(row.id)) changes.push({ ...at, id: row.id, row })
    for (const { id } of held) if (leaving.has(id)) changes.push({ ...at, id, row: null })
  }
  return changes
}
