import type { Who } from '#shared/assignments/invitees.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import type { Tx } from '../../db/open.ts'
import { openAccounts } from '../../world/directory.ts'

/** Whom a call of an administrator's means, and what has to be asked for before. */
export interface Meant {
  readonly who: Who
  readonly ahead: readonly { readonly scope: string; readonly name: string; readonly args: unknown }[]
}

/** Whoever is invited by the address of an account of another institution's belongs to this one too, and is that person (SM3). */
export async function meantByAddress(tx: Tx, institutionId: InstitutionId, who: Who): Promise<Meant> {
  if (!('invite' in who)) return { who, ahead: [] }
  const account = await openAccounts(tx).where('email', '=', who.invite.email.toLowerCase()).executeTakeFirst()
  if (!account) return { who, ahead: [] }
  const member = await tx.q
    .selectFrom('membership')
    .select('user_id')
    .where('user_id', '=', account.id)
    .where('institution_id', '=', institutionId)
    .executeTakeFirst()
  const ahead = member ? [] : [{ scope: orgScope(institutionId), name: 'member.add', args: { userId: account.id } }]
  return { who: { userId: account.id }, ahead }
}
