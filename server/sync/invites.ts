import { parsedAs } from '#shared/kernel/parsed.ts'
import { emailSchema } from '#shared/accounts/address.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { sql } from 'kysely'
import * as v from 'valibot'

const inviting = v.looseObject({ who: v.looseObject({ invite: v.looseObject({ email: emailSchema }) }) })

/** An account, or the correction of an invitation, names its address beside the person. */
const addressing = v.looseObject({ email: emailSchema })
/** A change of an account names the address that it is to have. */
const moving = v.looseObject({ to: addressing })

/** Whether a mutation's arguments give an account itself its address, rather than name whom they mean. */
export const isOfAccount = (args: unknown): boolean => args !== null && typeof args === 'object' && ('email' in args || 'to' in args)

/** Address that a mutation's arguments give to somebody; undefined when they give none. */
export function invitedIn(args: unknown): string | undefined {
  if (args === null || typeof args !== 'object') return undefined
  if ('email' in args) {
    const addressed = parsedAs(addressing, args)
    return addressed.success ? addressed.output.email : undefined
  }
  if ('to' in args) {
    const moved = parsedAs(moving, args)
    return moved.success ? moved.output.to.email : undefined
  }
  if (!('who' in args)) return undefined
  const parsed = parsedAs(inviting, args)
  return parsed.success ? parsed.output.who.invite.email : undefined
}

/** Any number that this program uses for nothing else. */
const addressLock = 4_771_006

/** Accounts, of whichever institution, whose address a batch invites: user id by address. */
export async function takenBy(tx: Tx, batch: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
  const emails = batch.map(invitedIn).filter((email) => email !== undefined)
  if (emails.length === 0) return new Map()
  // Of two who give one address at the same moment the second looks once the first is through.
  if (tx.kind === 'postgres')
    for (const email of [...new Set(emails)].toSorted())
      await sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${addressLock}))`.execute(tx.q)
  const rows = await tx.q
    .selectFrom('user')
    .select(['id', 'email'])
    .where(oneOf(tx.kind, 'email', emails))
    .execute()
  return new Map(rows.map((row) => [row.email, row.id]))
}

const about = v.looseObject({ userId: v.string() })

/** The person whom a mutation's arguments are about; undefined when they name none. */
export function aboutIn(args: unknown): string | undefined {
  const parsed = parsedAs(about, args)
  return parsed.success ? parsed.output.userId : undefined
}
