import { failure } from '#shared/kernel/failure.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { standsIn, type Session } from '../../http/session.ts'
import { Refusal } from '../../sync/batch.ts'

/**
 * Holds an account until the end of the transaction: who lets somebody in, who sets their password and who adds or takes away a way in come
 * one after the other, and what was decided before is looked at again (SI8). Returns its address and the hash of its password as they stand.
 */
export async function holdAccount(tx: Tx, userId: string): Promise<Pick<UserTable, 'email' | 'password_hash'>> {
  const query = tx.q.selectFrom('user').select(['email', 'password_hash']).where('id', '=', userId)
  return (tx.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
}

/** Holds an account whose password was looked at before. Throws a Refusal where it is another one by now. */
export async function holdSeen(
  tx: Tx,
  { id, password_hash: seen }: Pick<UserTable, 'id' | 'password_hash'>,
  code: 'login_failed' | 'sign_in_expired' | 'sso_expired',
): Promise<void> {
  if ((await holdAccount(tx, id)).password_hash !== seen) throw new Refusal(failure(code))
}

/** Holds the account of a session that was good when its call came. Throws a Refusal where it ended meanwhile: its password was lost. */
export async function holdSession(tx: Tx, session: Session): Promise<void> {
  await holdAccount(tx, session.user.id)
  if (!(await standsIn(tx, session))) throw new Refusal(failure('unauthenticated'))
}
