import { apiBase } from '#shared/contract/route.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'

/** Path of the page that ends reminders, and of the call that does. */
export const optOutPath = `${apiBase}/reminders/opt-out`

/** Links by which people end their reminders without signing in. */
export interface OptOutLinks {
  linkFor(userId: UserId): string
  /** Whose link it is; undefined for one that this server did not make. */
  ownerOf(link: URL): UserId | undefined
}

/**
 * What a link shows is made of the server's secret, the person and the purpose: it serves for that person's reminders, as long as
 * they get any, and for nothing else. Nothing of it is stored.
 */
export function createOptOutLinks(secret: string, publicUrl: string): OptOutLinks {
  const proofOf = (userId: UserId): string => createHmac('sha256', secret).update(`iip-reminders opt-out\n${userId}`).digest('base64url')
  return {
    linkFor: (userId) => `${publicUrl}${optOutPath}?${new URLSearchParams({ person: userId, proof: proofOf(userId) }).toString()}`,
    ownerOf: ({ searchParams }) => {
      const userId = searchParams.get('person') ?? ''
      const given = Buffer.from(searchParams.get('proof') ?? '')
      const expected = Buffer.from(proofOf(userId))
      return userId !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
    },
  }
}

/** Those of some people who want no reminders. */
export async function optedOut({ kind, q }: Pick<Tx, 'kind' | 'q'>, userIds: readonly UserId[]): Promise<Set<UserId>> {
  if (userIds.length === 0) return new Set()
  const rows = await q
    .selectFrom('reminder_opt_out')
    .select('user_id')
    .where(oneOf(kind, 'user_id', userIds))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
