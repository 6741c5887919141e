import { emailSchema } from '#shared/accounts/address.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import * as v from 'valibot'

const inviting = v.looseObject({ who: v.looseObject({ invite: v.looseObject({ email: emailSchema }) }) })

/** A correction of an invitation names its address beside the person. */
const correcting = v.looseObject({ userId: v.string(), email: emailSchema })

/** Address of the person whom a mutation's arguments invite; undefined when they invite nobody, or at no address. */
export function invitedIn(args: unknown): string | undefined {
  if (args === null || typeof args !== 'object') return undefined
  if ('email' in args) {
    const corrected = v.safeParse(correcting, args)
    return corrected.success ? corrected.output.email : undefined
  }
  if (!('who' in args)) return undefined
  const parsed = v.safeParse(inviting, args)
  return parsed.success ? parsed.output.who.invite.email : undefined
}

/** Accounts, of whichever institution, whose address a batch invites: user id by address. */
export async function takenBy(tx: Tx, batch: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
  const emails = batch.map(invitedIn).filter((email) => email !== undefined)
  if (emails.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('user')
    .select(['id', 'email'])
    .where(oneOf(tx.kind, 'email', emails))
    .execute()
  return new Map(rows.map((row) => [row.email, row.id]))
}
