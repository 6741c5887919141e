import { fail, type Failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { UserTable } from '../../db/schema.ts'
import { writeLetter } from '../../email/outbox.ts'
import { networkOf } from '../../http/peer.ts'
import { hashOfSecret, userColumns } from '../../http/session.ts'
import type { Limit, Throttle } from '../../http/throttle.ts'
import { Turns } from '../../http/turns.ts'
import type { Server } from '../../server.ts'
import { forgetDevice, knownBy } from './devices.ts'

/** Attempts that cost nothing, by account or device, and by network, where a whole institution may sit behind one address. */
export const freeByAccount = 5
export const freeByNetwork = 30
/** Wrong passwords after which no further one is tried (NIST SP 800-63B). */
const maxFailures = 100

export const accountKey = (email: string): string => `account:${email}`

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
  readonly password: string
  readonly deviceSecret: string | undefined
  readonly address: string
}

/** Who signed in, and whether the device secret that they brought is one of ours. */
export interface SignedIn {
  readonly user: UserTable
  readonly isOurs: boolean
}

/**
 * Whether a password is the account's. Every attempt counts before it is tried, and is given back when it was right.
 * A device on which this account has signed in before counts for itself: strangers, however many and from wherever, do not hold it.
 * Fails: too_many_requests, sign_in_closed, unavailable, login_failed, revoked; the same, as fast, for an address that is nobody's.
 */
export async function tryPassword(server: Server, throttle: Throttle, turns: PasswordTurns, attempt: Attempt): Promise<Result<SignedIn>> {
  const known = await knownBy(server.db, attempt.deviceSecret)
  const own = known.has(attempt.email) ? deviceLimit(attempt) : undefined
  const limits = own ? [own] : strangerLimits(attempt)
  const refused = throttle.refusal(limits, server.now())
  if (refused) return refusedWith(refused.failure)
  const tried = await (own ? turns.known : turns.strangers).run(async (): Promise<Result<SignedIn>> => {
    const user = await server.db.q.selectFrom('user').select(userColumns).where('email', '=', attempt.email).executeTakeFirst()
    const taken = await throttle.take(limits, server.now())
    if (taken.refused) return refusedWith(taken.refused.failure)
    if (taken.reached.length > 0) server.later(() => atCeiling(server, user, own, attempt))
    const right = await server.passwords.matches(attempt.password, user?.password_hash)
    if (!user || !right) return fail('login_failed')
    await throttle.clear(...(own ? [own.key] : [accountKey(attempt.email)]))
    if (!own && attempt.address) await throttle.giveBack(networkKey(attempt.address))
    return user.active && (await getsIn(server.db, user)) ? done({ user, isOurs: known.size > 0 }) : fail('revoked')
  })
  return tried.ok ? tried.value : tried
}

/** Whether the person's institution lets its people in (OR7). */
async function getsIn(db: Server['db'], { institution_id: id }: Pick<UserTable, 'institution_id'>): Promise<boolean> {
  if (id === null) return true
  const row = await db.q.selectFrom('institution').select('lets_in').where('id', '=', id).executeTakeFirst()
  return row?.lets_in !== 0
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
