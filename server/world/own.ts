import type { Notice } from '#shared/notices/model.ts'
import { Own } from '#shared/own.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** Notices that people's devices hold, by person; in no order. */
export async function noticesOf(tx: Tx, people: readonly UserId[]): Promise<Map<UserId, Notice[]>> {
  const found = new Map<UserId, Notice[]>(people.map((id) => [id, []]))
  if (people.length === 0) return found
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where(oneOf(tx.kind, 'scope', people.map(ownScope)))
    .where('tbl', '=', 'notice')
    .where('deleted', '=', 0)
    .execute()
  for (const { scope, data } of rows) found.get(scope.slice(ownScope('').length))?.push(JSON.parse(data))
  return found
}

/**
 * What is a person's own, where mutations are about it, by scope. It is not locked: what two devices read at once is read, whichever
 * comes last.
 */
export async function ownOf(tx: Tx, userId: UserId, asked: readonly { readonly s: string }[]): Promise<Map<string, Own>> {
  const scope = ownScope(userId)
  if (!asked.some(({ s }) => s === scope)) return new Map()
  const own = new Own(userId)
  for (const notice of (await noticesOf(tx, [userId])).get(userId) ?? []) own.set('notice', notice.id, notice)
  return new Map([[scope, own]])
}
