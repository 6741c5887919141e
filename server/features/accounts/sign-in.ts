import { fail, type Failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { writeLetter } from '../../email/outbox.ts'
import { networkOf } from '../../http/peer.ts'
import { hashOfSecret, userColumns } from '../../http/session.ts'
import type { Limit, Throttle } from '../../http/throttle.ts'
import { Turns } from '../../http/turns.ts'
import type { Server } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { getsIn, membershipsOf } from '../../world/memberships.ts'
import { forgetDevice, knownBy } from './devices.ts'
import { stepAfterPassword } from './second-factor.ts'
import { accountKey } from './sign-in-key.ts'

/** Attempts that cost nothing, by account or device, and by network, where a whole institution may sit behind one address. */
export const freeByAccount = 5
export const freeByNetwork = 30
/** Wrong passwords after which no further one is tried (NIST SP 800-63B). */
const maxFailures = 100

/** Passwords are tried by few at once: each takes a core, and the others are for who reads and writes. */
export interface PasswordTurns {
  /** Who brings nothing. */
  readonly strangers: Turns
  /** Who has a session, a letter's secret or a known device: strangers never stand before them. */
  readonly known: Turns
}

export const passwordTurns = (): PasswordTurns => ({
  strangers: new Turns({ running: 2, waiting: 50 }),
  known: new Turns({ running: 1, waiting: 50 }),
})

interface Attempt {
  readonly email: string
  readonly deviceSecret: string | undefined
  readonly address: string
}

/** Whose password was right, whether the device secret that they brought is one of ours, and what is still to come. */
export interface SignedIn {
  readonly user: UserTable
  readonly isOurs: boolean
  readonly step: 'none' | 'code' | 'enrolment'
}

/**
 * Whether a password is the account's. Every attempt counts before it is tried, and is given back when it was right.
 * A device on which this account has signed in before counts for itself: strangers, however many and from wherever, do not hold it.
 * Where a code is still to come nothing else is forgiven yet: else each right password would bring five more guesses at the code.
 * Fails: too_many_requests, sign_in_closed, unavailable, login_failed, revoked, passkey_needed; the same, as fast, for an address that is nobody's.
 */
export async function tryPassword(
  server: Server,
  throttle: Throttle,
  turns: PasswordTurns,
  attempt: Attempt & { readonly password: string },
): Promise<Result<SignedIn>> {
  const { isOurs, own, limits } = await limitsOf(server, attempt)
  const refused = throttle.refusal(limits, server.now())
  if (refused) return refusedWith(refused.failure)
  const tried = await (own ? turns.known : turns.strangers).run(async (): Promise<Result<SignedIn>> => {
    const user = await server.db.q.selectFrom('user').select(userColumns).where('email', '=', attempt.email).executeTakeFirst()
    const taken = await throttle.take(limits, server.now())
    if (taken.refused) return refusedWith(taken.refused.failure)
    if (taken.reached.length > 0) server.later(() => atCeiling(server, user, own, attempt))
    const right = await server.passwords.matches(attempt.password, user?.password_hash)
    if (!user || !right) return fail('login_failed')
    const step = await stepAfterPassword(server.db, user, server.factorRequired)
    await (step === 'none' ? forgive(throttle, own, attempt) : Promise.all(limits.map(({ key }) => throttle.giveBack(key))))
    if (!user.active || !getsIn(user, await membershipsOf(server.db, user.id))) return fail('revoked')
    return step === 'passkey' ? fail('passkey_needed') : done({ user, isOurs, step })
  })
  return tried.ok ? tried.value : tried
}

/**
 * Whether a code is right, after a right password: `enter` decides it and opens the session, in one transaction, by throwing a Refusal
 * where it is not. Counted like passwords, by the same limits. Fails: too_many_requests, sign_in_closed, revoked, and what `enter` refuses.
 */
export async function tryCode<T>(
  server: Server,
  throttle: Throttle,
  attempt: Attempt & { readonly user: UserTable },
  enter: (tx: Tx) => Promise<T>,
): Promise<Result<T>> {
  const { user } = attempt
  if (!user.active || !getsIn(user, await membershipsOf(server.db, user.id))) return fail('revoked')
  const { own, limits } = await limitsOf(server, attempt)
  const taken = await throttle.take(limits, server.now())
  if (taken.refused) return refusedWith(taken.refused.failure)
  if (taken.reached.length > 0) server.later(() => atCeiling(server, user, own, attempt))
  try {
    const entered = await server.db.write(enter)
    await forgive(throttle, own, attempt)
    return done(entered)
  } catch (error) {
    if (error instanceof Refusal) return refusedWith(error.failure)
    throw error
  }
}

/** Whoever got in has a new start; their network keeps what others failed. */
async function forgive(throttle: Throttle, own: Limit | undefined, { email, address }: Attempt): Promise<void> {
  await throttle.clear(...(own ? [own.key] : [accountKey(email)]))
  if (!own && address) await throttle.giveBack(networkKey(address))
}

/** Under what an attempt counts: the device that is known for the account, or the account and the network of a stranger. */
async function limitsOf({ db }: Server, attempt: Attempt): Promise<{ isOurs: boolean; own: Limit | undefined; limits: Limit[] }> {
  const known = await knownBy(db, attempt.deviceSecret)
  const own = known.has(attempt.email) ? deviceLimit(attempt) : undefined
  return { isOurs: known.size > 0, own, limits: own ? [own] : strangerLimits(attempt) }
}

const refusedWith = (failure: Failure): Result<never> => ({ ok: false, failure })

const networkKey = (address: string): string => `network:${networkOf(address)}`

const strangerLimits = ({ email, address }: Attempt): Limit[] => [
  { key: accountKey(email), free: freeByAccount, ceiling: maxFailures },
  ...(address ? [{ key: networkKey(address), free: freeByNetwork }] : []),
]

const deviceLimit = ({ email, deviceSecret = '' }: Attempt): Limit => ({
  key: `device:${hashOfSecret(deviceSecret)}:${email}`,
  free: freeByAccount,
  ceiling: maxFailures,
})

/** After the last attempt that was allowed: the person is told by letter, once; a device that has used up its own is a stranger again. */
async function atCeiling(server: Server, user: UserTable | undefined, own: Limit | undefined, { deviceSecret }: Attempt): Promise<void> {
  if (!user) return
  if (own) return forgetDevice(server.db, user.id, hashOfSecret(deviceSecret ?? ''))
  server.log.info({ user: user.id }, 'sign-in is closed: too many failures')
  if (user.active && user.joined) await server.db.write((tx) => writeLetter(tx, 'signInClosed', user.id, {}, server.now()))
}
