import type { Enrolment } from '#shared/accounts/routes.ts'
import type { SecondFactor } from '#shared/accounts/second-factor-routes.ts'
import type { UserKind } from '#shared/access/actor.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '../../db/open.ts'
import type { SecondFactorTable, UserTable } from '../../db/schema.ts'
import { hashOfSecret } from '../../http/session.ts'
import type { FactorKeys } from './factor-keys.ts'
import { noteAct } from '../../audit/acts.ts'
import { writeLetter } from '../../email/outbox.ts'
import { dropPasskeys, passkeyCount } from './passkeys.ts'
import { dropTickets } from './sign-in-tickets.ts'
import { base32, matchedStep, totpLink, totpSecretBytes } from './totp.ts'

/** How many codes stand in for a telephone, and how many characters each has: 80 bits. */
const recoveryCodes = 10
const recoveryBytes = 10

type Whom = Pick<UserTable, 'id' | 'email' | 'kind'>

/** Whose sign-in may ask for more than a password: who runs the platform or evaluates (SF2). */
export const mayHaveFactor = ({ kind }: Pick<UserTable, 'kind'>): boolean => kind !== 'Institutional'

export const factorOf = (tx: Pick<Tx, 'q'>, userId: string): Promise<SecondFactorTable | undefined> =>
  tx.q.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()

/**
 * What is still to come once the password was right: nothing, a code, a factor to show one of, or the passkey that they have in its
 * place: whoever knows the password alone makes no factor beside it (PK9).
 */
export async function stepAfterPassword(
  db: Database,
  user: Whom,
  required: ReadonlySet<UserKind>,
): Promise<'none' | 'code' | 'enrolment' | 'passkey'> {
  if (!mayHaveFactor(user)) return 'none'
  const factor = await factorOf(db, user.id)
  if (factor?.secret) return 'code'
  if (!required.has(user.kind)) return 'none'
  return (await passkeyCount(db, user.id)) > 0 ? 'passkey' : 'enrolment'
}

/** Whether a password alone does not open somebody's account: a new one by letter leaves what is asked for beside it (SF12). */
export async function isAskedForMore(tx: Tx, user: Whom, required: ReadonlySet<UserKind>): Promise<boolean> {
  if (!mayHaveFactor(user)) return false
  return required.has(user.kind) || Boolean((await factorOf(tx, user.id))?.secret)
}

/**
 * With what somebody shows that it is they: a passkey is two factors, so that nobody makes one, or another factor or way in beside it, or
 * takes one away, with less than their sign-in asks for (PK5).
 */
export async function proofAskedOf(tx: Tx, user: Whom, required: ReadonlySet<UserKind>): Promise<'password' | 'code' | 'passkey'> {
  if (!mayHaveFactor(user)) return 'password'
  if ((await factorOf(tx, user.id))?.secret) return 'code'
  return required.has(user.kind) && (await passkeyCount(tx, user.id)) > 0 ? 'passkey' : 'password'
}

export async function secondFactorOf(tx: Tx, user: Whom, required: ReadonlySet<UserKind>): Promise<SecondFactor> {
  const factor = await factorOf(tx, user.id)
  const codes = await tx.q.selectFrom('recovery_code').select('code_hash').where('user_id', '=', user.id).execute()
  return { since: factor?.confirmed_at ?? null, required: required.has(user.kind), codesLeft: codes.length }
}

/** A new secret: sealed, and as an authenticator takes it. */
export function newEnrolment(keys: FactorKeys, user: Whom): { sealed: string; enrolment: Enrolment } {
  const secret = randomBytes(totpSecretBytes)
  return { sealed: keys.seal(user.id, secret), enrolment: { secret: base32(secret), link: totpLink(secret, user.email) } }
}

/** Keeps a secret that waits for its first code; one that stands goes on. */
export async function keepPending(tx: Tx, userId: string, sealed: string): Promise<void> {
  await tx.q
    .insertInto('second_factor')
    .values({ user_id: userId, secret: null, pending: sealed, last_step: 0, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending: sealed }))
    .execute()
}

/** From now on the secret stands, if the code is one of its own. False when it is not. */
export async function confirmFactor(
  tx: Tx,
  { keys, userId, sealed, code, now }: { keys: FactorKeys; userId: string; sealed: string; code: string; now: Instant },
): Promise<boolean> {
  const secret = keys.open(userId, sealed)
  const step = secret && matchedStep(secret, code, epochMs(now), 0)
  if (step === undefined) return false
  const stands = { secret: sealed, pending: null, last_step: step, confirmed_at: now }
  await tx.q
    .insertInto('second_factor')
    .values({ user_id: userId, ...stands })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stands))
    .execute()
  return true
}

/** New recovery codes in place of those before, of which only hashes are kept. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await tx.q.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(recoveryBytes)).toLowerCase())
  for (const code of codes)
    await tx.q
      .insertInto('recovery_code')
      .values({ user_id: userId, code_hash: hashOfSecret(code) })
      .execute()
  return codes.map((code) => code.replaceAll(/(.{4})(?!$)/g, '$1-'))
}

/**
 * Takes a code of the factor that stands, or a recovery code: each once, on whichever database and however many come at once.
 * Undefined when it is none.
 */
export async function takeCode(
  tx: Tx,
  { keys, userId, code, now }: { keys: FactorKeys; userId: string; code: string; now: Instant },
): Promise<'code' | 'recovery' | undefined> {
  const factor = await factorOf(tx, userId)
  if (!factor?.secret) return undefined
  const secret = keys.open(userId, factor.secret)
  const step = secret && matchedStep(secret, code, epochMs(now), factor.last_step)
  // Both are always asked, so that the time of a reply tells nothing of what was nearly right.
  const recovered = await tx.q
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfSecret(code))
    .executeTakeFirst()
  const moved = await tx.q
    .updateTable('second_factor')
    .set({ last_step: step ?? factor.last_step })
    .where('user_id', '=', userId)
    .where('last_step', '=', factor.last_step)
    .executeTakeFirst()
  if (step !== undefined && moved.numUpdatedRows > 0n) return 'code'
  return recovered.numDeletedRows > 0n ? 'recovery' : undefined
}

/** The factor is gone, with its codes and whatever sign-in waited for one. False when there was none. */
export async function dropFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.q.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await dropTickets(tx, userId)
  const stood = await factorOf(tx, userId)
  await tx.q.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  return stood !== undefined && stood.secret !== null
}

/**
 * Somebody else takes the factor of one of the lab away, with their passkeys, which stand for one and may be on the telephone that was
 * lost: the person is told by letter, and the audit who did it. False when there was neither.
 */
export async function resetFactorOf(tx: Tx, { userId, by }: { userId: string; by: string }, now: Instant): Promise<boolean> {
  const user = await tx.q.selectFrom('user').select('kind').where('id', '=', userId).executeTakeFirst()
  if (!user || !mayHaveFactor(user)) return false
  const dropped = [await dropFactor(tx, userId), (await dropPasskeys(tx, userId)) > 0]
  if (!dropped.includes(true)) return false
  await writeLetter(tx, 'factorReset', userId, {}, now)
  await noteAct(tx, { kind: 'account.factorReset', actorId: by, subjectId: userId, at: now })
  return true
}
