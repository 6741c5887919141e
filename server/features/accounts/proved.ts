import { fail } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { Tx } from '../../db/open.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { inOne } from '../../sync/batch.ts'
import { holdSession } from './holding.ts'
import type { AccountParts } from './second-factor-routes.ts'
import { freeByAccount } from './sign-in.ts'

interface Shown {
  readonly session: Session
  readonly password: string
  /** From where, for the record of what failed. */
  readonly address: string
}

/**
 * Does something with who shows their password, while their session stands; `work` looks at whatever else is asked for and throws a
 * Refusal. Guesses at the password and at a code count together. Fails: current_password_wrong, too_many_requests, and what `work` refuses.
 */
export async function provedByPassword<T>(
  server: Server,
  { throttle, turns, failed }: Pick<AccountParts, 'throttle' | 'turns' | 'failed'>,
  { session, password, address }: Shown,
  work: (tx: Tx) => Promise<T>,
): Promise<Result<T>> {
  const { db, now, passwords } = server
  const { user } = session
  const key = `password:${user.id}`
  const tried = await turns.known.run(async (): Promise<Result<T>> => {
    const { refused } = await throttle.take([{ key, free: freeByAccount }], now())
    if (refused) return { ok: false, failure: refused.failure }
    if (!(await passwords.matches(password, user.password_hash))) return fail('current_password_wrong')
    const worked = await inOne(db, async (tx) => {
      await holdSession(tx, session)
      return work(tx)
    })
    if (worked.ok) await throttle.clear(key)
    else if (worked.failure.code === 'code_wrong')
      server.later(() => failed.note({ email: user.email, code: 'code_wrong', address }, now()))
    return worked
  })
  return tried.ok ? tried.value : tried
}
