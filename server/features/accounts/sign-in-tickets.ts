import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Tx } from '../../db/open.ts'
import type { SignInTicketTable } from '../../db/schema.ts'
import { hashOfSecret, newSecret } from '../../http/session.ts'

/** Minutes between a right password and its code; longer where an authenticator has to be set up first. */
const codeMinutes = 5
const enrolmentMinutes = 15
/** Sign-ins of one person that wait at once: of more the oldest begins anew. */
const maxWaiting = 10

/** Keeps that a password was right on a device, or that single sign-on was (`sso`), by hashes. Returns the ticket and until when it is good. */
export async function giveTicket(
  tx: Tx,
  { userId, deviceSecret, pending, sso = false }: { userId: string; deviceSecret: string; pending: string | null; sso?: boolean },
  now: Instant,
): Promise<{ ticket: string; expiresAt: Instant }> {
  const ticket = newSecret()
  const expiresAt = instantOf(epochMs(now) + (pending === null ? codeMinutes : enrolmentMinutes) * 60_000)
  await tx.q
    .insertInto('sign_in_ticket')
    .values({
      ticket_hash: hashOfSecret(ticket),
      user_id: userId,
      device_hash: hashOfSecret(deviceSecret),
      pending,
      created_at: now,
      expires_at: expiresAt,
      sso: sso ? 1 : 0,
    })
    .execute()
  const older = await tx.q
    .selectFrom('sign_in_ticket')
    .select('ticket_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('ticket_hash')
    .offset(maxWaiting)
    .limit(maxWaiting)
    .execute()
  for (const row of older) await tx.q.deleteFrom('sign_in_ticket').where('ticket_hash', '=', row.ticket_hash).execute()
  return { ticket, expiresAt }
}

/** A ticket that is good on the device that shows it; undefined otherwise. */
export async function ticketOf(
  tx: Pick<Tx, 'q'>,
  { ticket, deviceSecret }: { ticket: string; deviceSecret: string },
  now: Instant,
): Promise<SignInTicketTable | undefined> {
  return tx.q
    .selectFrom('sign_in_ticket')
    .selectAll()
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('device_hash', '=', hashOfSecret(deviceSecret))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Takes a ticket away; false when it was taken already. */
export async function takeTicket(tx: Tx, { ticket_hash: hash }: SignInTicketTable): Promise<boolean> {
  const taken = await tx.q.deleteFrom('sign_in_ticket').where('ticket_hash', '=', hash).executeTakeFirst()
  return taken.numDeletedRows > 0n
}

/** Whatever waits for a code begins anew: the password changed, or the factor did. */
export async function dropTickets(tx: Tx, userId: string): Promise<void> {
  await tx.q.deleteFrom('sign_in_ticket').where('user_id', '=', userId).execute()
}
