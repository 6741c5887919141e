import { addressOf, addressText } from '#shared/accounts/address.ts'
import * as letters from '#shared/accounts/letter-routes.ts'
import * as contract from '#shared/accounts/routes.ts'
import * as settings from '#shared/accounts/settings-routes.ts'
import type { AccountEvent } from '#shared/accounts/settings-routes.ts'
import * as tokens from '#shared/accounts/token-routes.ts'
import { fullName, passwordMinLength, type Person } from '#shared/accounts/model.ts'
import type { Role } from '#shared/access/roles.ts'
import { rolesOf } from '#shared/assignments/rules.ts'
import { belongsTo, systemActor } from '#shared/access/actor.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { noteAct } from '../../audit/acts.ts'
import { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { writeLetter } from '../../email/outbox.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { newSecret, userColumns, type Session } from '../../http/session.ts'
import { DatabaseCounts } from '../../http/attempts.ts'
import { networkOf } from '../../http/peer.ts'
import { Throttle } from '../../http/throttle.ts'
import type { Server } from '../../server.ts'
import { institutionOf } from '../../world/store.ts'
import { inOne, Refusal } from '../../sync/batch.ts'
import { changeDirectory } from '../../sync/perform.ts'
import { scopeOfPerson, scopesOfAccount } from '../../world/directory.ts'
import { membershipsOf } from '../../world/memberships.ts'
import { tellCloned } from './passkey-cloned.ts'
import { runningOf } from '../../world/impersonations.ts'
import { activeWorld, maxRoleOf, meOf, personOf } from './people.ts'
import { forgetDevices } from './devices.ts'
import { enter } from './entering.ts'
import { holdSeen, holdSession } from './holding.ts'
import { passwordFailure } from './passwords.ts'
import { mountPasskeys } from './passkey-routes.ts'
import { ofSession } from './passkey-challenges.ts'
import { dropPasskeys, shownBy } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { isAskedForMore, newEnrolment } from './second-factor.ts'
import { mountSecondFactor, type AccountParts } from './second-factor-routes.ts'
import { closeSessions, endSessions, renewToken, sessionsOf } from './sessions.ts'
import { dropTickets, giveTicket } from './sign-in-tickets.ts'
import { unlinkIdentity } from './sso.ts'
import { isBySso, mountSso } from './sso-routes.ts'
import { accountKey } from './sign-in-key.ts'
import { freeByAccount, freeByNetwork, passwordTurns, tryPassword, type PasswordTurns } from './sign-in.ts'
import { inviteAgain } from './users.ts'
import { ownerOfToken, takeToken, spendTokens, type TokenPurpose } from './tokens.ts'

/** Tokens that somebody's devices take within an hour before they wait: a person sets a PIN now and then. */
const freeRenewals = 20
/** Events of an account that are shown: nobody has more. */
const maxAccountEvents = 500

const message = {
  es: { sent: 'Revise su correo, también la carpeta de no deseados.', done: 'Éxito.' },
  en: { sent: 'Check your mail, the junk folder too.', done: 'Done.' },
}

export function mountAccounts(server: Server): void {
  const { db, worlds, now, passwords } = server
  const throttle = new Throttle(new DatabaseCounts(db), server.log)
  const turns = passwordTurns()
  const failed = new FailedSignIns(db)

  mountPublic(server, contract.signIn, async ({ body, address, language, request }) => {
    const { email, password, deviceId, deviceSecret } = body
    const tried = await tryPassword(server, throttle, turns, { email, password, deviceSecret, address })
    if (!tried.ok) {
      server.log.info({ code: tried.failure.code, address }, 'sign-in refused')
      // After the reply, so that its time tells nothing.
      server.later(() => failed.note({ email, code: tried.failure.code, address }, now()))
      return tried
    }
    const { user, isOurs, step } = tried.value
    if (step !== 'none') {
      server.log.info({ user: user.id, address, step }, 'sign-in waits for a code')
      const { sealed, enrolment } = step === 'enrolment' ? newEnrolment(server.factorKeys, user) : { sealed: null, enrolment: null }
      // The browser is not known yet: who has the password alone does not make theirs one of the person's.
      const secret = deviceSecret !== undefined && isOurs ? deviceSecret : newSecret()
      const given = await inOne(db, async (tx) => {
        await holdSeen(tx, user, 'login_failed')
        return giveTicket(tx, { userId: user.id, deviceSecret: secret, pending: sealed }, now())
      })
      return given.ok ? done({ ...given.value, deviceSecret: secret, enrolment }) : given
    }
    server.log.info({ user: user.id, address }, 'sign-in')
    const origin = { agent: request.headers.get('user-agent') ?? '', address }
    const device = { secret: deviceSecret, isOurs }
    return inOne(db, (tx) => enter(tx, server, { user, deviceId, device, origin, language, by: 'password' }))
  })

  mount(server, contract.me, async ({ session }) => done(await db.read((tx) => meOf(tx, server, session.user, now(), session.actor))))

  mount(server, contract.chooseInstitution, async ({ body: { institution }, session }) => {
    if (!belongsTo(session.actor, institution)) return fail('not_found')
    return done(
      await db.write(async (tx) => {
        const { user, tokenHash } = session
        await tx.q.updateTable('session').set({ institution_id: institution }).where('token_hash', '=', tokenHash).execute()
        const mine = tx.q.updateTable('membership').set({ chosen_at: now() }).where('user_id', '=', user.id)
        await mine.where('institution_id', '=', institution).execute()
        return meOf(tx, server, user, now(), { ...session.actor, institutionId: institution })
      }),
    )
  })

  mount(server, contract.signOut, async ({ session, language }) => {
    const bySso = await isBySso(db, session)
    await db.write(async (tx) => {
      await closeSessions(tx, [session.tokenHash], now())
      await noteAct(tx, { kind: 'session.signOut', ...whoOf(session.user), at: now() })
    })
    server.pokes.ended(session.tokenHash)
    const goTo = bySso ? await server.identities?.signOutPage() : undefined
    return done({ msg: message[language].done, ...(goTo === undefined ? {} : { goTo }) })
  })

  mount(server, tokens.renewToken, async ({ body, session }) => {
    // Whoever has one token has another call's worth of pace with each: so many an hour.
    const { refused } = await throttle.take([{ key: `token:${session.user.id}`, free: freeRenewals }], now())
    if (refused) return { ok: false, failure: refused.failure }
    const renewed = await renewToken(server, session, body.tokenHash)
    return renewed.ok ? done({ renewed: renewed.value }) : renewed
  })

  mount(server, settings.sessions, async ({ session }) => done(await sessionsOf(db, session, now())))

  /** Nobody changes their account in the place of somebody else, on whichever of their devices they are (IM2). */
  const actsForAnother = async (session: Session): Promise<boolean> =>
    session.user.kind === 'Administrator' && (await db.read((tx) => runningOf(tx, session.user.id, now()))) !== undefined

  const party = relyingPartyOf(server.publicUrl)
  const parts: AccountParts = {
    throttle,
    turns,
    failed,
    actsForAnother,
    enter: (tx, entering) => enter(tx, server, entering),
    showPasskey: async (session, passkey) =>
      party
        ? shownBy({ db, log: server.log, party, now: now(), cloned: tellCloned(server) }, passkey, ofSession('proof', session))
        : fail('passkeys_unavailable'),
  }
  mountSecondFactor(server, parts)
  mountPasskeys(server, parts)

  mount(server, settings.endSession, async ({ params, session }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    const ended = await endSessions(server, session, (row) => row.id === params.id)
    return ended === 0 ? fail('not_found') : done({ ended })
  })

  mount(server, settings.endOtherSessions, async ({ session }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    return done({ ended: await endSessions(server, session, (row) => row.token_hash !== session.tokenHash) })
  })

  mountPublic(server, letters.recover, async ({ body, address, language }) => {
    const { email } = body
    const limits = [
      { key: `recovery:${email}`, free: freeByAccount },
      ...(address ? [{ key: `recovery-network:${networkOf(address)}`, free: freeByNetwork }] : []),
    ]
    const { refused } = await throttle.take(limits, now())
    if (refused) return { ok: false, failure: refused.failure }
    // After the reply: neither its text nor its time tells whether the address is known.
    server.later(async () => {
      const user = await userBy(server, 'email', email)
      // Who has not joined has no password to recover: the invitation, which may be lost, goes out again.
      if (user?.active) await db.write((tx) => writeLetter(tx, user.joined ? 'recovery' : 'invited', user.id, {}, now()))
    })
    return done({ msg: message[language].sent })
  })

  mountPublic(server, letters.reset, async ({ body, language }) => {
    const used = await useToken(server, throttle, turns, 'reset', body)
    return used.ok ? done({ msg: message[language].done }) : used
  })

  mountPublic(server, letters.invite, async ({ body, session, language }) => {
    if (session?.user.kind === 'Administrator' && body.token === '') {
      const user = body.userId ? await userBy(server, 'id', body.userId) : await userAt(server, body.email)
      if (!user) return fail('not_found')
      const invited = await inviteAgain(server, session.user.id, { id: user.id, institutionId: user.institution_id })
      if (!invited.ok) return invited
      return done({ msg: message[language].sent })
    }
    const used = await useToken(server, throttle, turns, 'invite', body)
    return used.ok ? done({ msg: message[language].done }) : used
  })

  mount(server, settings.profile, async ({ params, body, session }) => {
    if (params.id !== session.user.id) return fail('not_found')
    if (await actsForAnother(session)) return fail('impersonating')
    const changed = await changeDirectory(server, {
      userId: session.user.id,
      scope: scopeOfPerson(session.user),
      name: 'person.rename',
      args: { userId: params.id, name: body.name, surname: body.surname },
    })
    if (!changed.ok) return changed
    return done(await db.read(async (tx) => meOf(tx, server, await present(tx, session.user.id), now(), session.actor)))
  })

  mount(server, settings.accountHistory, async ({ params, session }) => {
    if (params.id !== session.user.id && session.user.kind !== 'Administrator') return fail('not_found')
    return done(await db.read((tx) => accountHistory(tx, params.id)))
  })

  mount(server, settings.changePassword, async ({ params, body, session, language }) => {
    if (params.id !== session.user.id) return fail('not_found')
    if (await actsForAnother(session)) return fail('impersonating')
    const key = `password:${session.user.id}`
    const changed = await turns.known.run(async (): Promise<Result<string[]>> => {
      const { refused } = await throttle.take([{ key, free: freeByAccount }], now())
      if (refused) return { ok: false, failure: refused.failure }
      if (!(await passwords.matches(body.password, session.user.password_hash))) return fail('current_password_wrong')
      await throttle.clear(key, accountKey(session.user.email))
      const wrong = passwordFailure(
        body.newPassword,
        body.confirmNewPassword,
        await ownWords(server, session.user),
        fewestOf(server, session.user),
      )
      if (wrong) return { ok: false, failure: wrong }
      const hash = await passwords.hash(body.newPassword)
      return inOne(db, async (tx) => {
        await holdSession(tx, session)
        return takePassword(tx, server, session.user.id, hash, session)
      })
    })
    if (!changed.ok) return changed
    if (!changed.value.ok) return changed.value
    for (const tokenHash of changed.value.value) server.pokes.ended(tokenHash)
    return done({ msg: message[language].done })
  })

  mount(server, settings.onboard, async ({ params, session }) => {
    if (params.id !== session.user.id) return fail('not_found')
    await db.q.updateTable('user').set({ show_onboarding: 0 }).where('id', '=', session.user.id).execute()
    return done(await db.read((tx) => meOf(tx, server, { ...session.user, show_onboarding: 0 }, now(), session.actor)))
  })

  mount(server, contract.maxRole, async ({ session }) => {
    const world = await db.read((tx) => activeWorld(tx, worlds, session.actor, now()))
    return done({ maxRole: maxRoleOf(session.user, world ? rolesOf(world, session.user.id) : []) })
  })

  // Last: `auth/{cu}` would take any word for a provider's.
  mountSso(server, parts)

  mount(server, contract.institutionalRoles, async ({ session }) => done(await db.read((tx) => colleagues(server, tx, session))))
}

/** Whose an account's act is. */
const whoOf = (user: UserTable) => ({ actorId: user.id, institutionId: user.institution_id, subjectId: user.id })

async function userBy(server: Server, column: 'id' | 'email', value: string): Promise<UserTable | undefined> {
  return server.db.q.selectFrom('user').select(userColumns).where(column, '=', value).executeTakeFirst()
}

/** Whose the address is that a link or an administrator names; undefined when it is nobody's, or none. */
async function userAt(server: Server, text: string): Promise<UserTable | undefined> {
  const address = addressOf(text)
  return address && userBy(server, 'email', addressText(address))
}

/** How long a password has to be: who runs the platform or evaluates may be asked for more than the others (SI7). */
const fewestOf = ({ labPasswordMin }: Server, { kind }: UserTable): number =>
  kind === 'Institutional' ? passwordMinLength : labPasswordMin

/** What anybody knows of a user, of which a password must not be made. */
async function ownWords({ db }: Server, user: UserTable): Promise<{ email: string; words: string[] }> {
  const ofInstitutions = await db.read(async (tx) => {
    const found: string[] = []
    for (const { institution_id: id } of await membershipsOf(tx, user.id)) {
      const institution = await institutionOf(tx, id)
      if (institution) found.push(institution.name, institution.code, institution.abbreviation, ...institution.domains)
    }
    return found
  })
  return { email: user.email, words: [user.name, user.surname, ...ofInstitutions] }
}

/** Sets a password and ends the user's other sessions. Returns the hashes of those that ended. */
async function takePassword(
  tx: Tx,
  server: Pick<Server, 'now' | 'factorRequired'>,
  userId: string,
  hash: string,
  kept: Session | undefined,
): Promise<string[]> {
  const now = server.now()
  await tx.q.updateTable('user').set({ password_hash: hash }).where('id', '=', userId).execute()
  await spendTokens(tx, userId)
  await dropTickets(tx, userId)
  if (!kept) {
    await forgetDevices(tx, userId)
    // Whoever knew the password that was lost may have linked an identity, or added a passkey, of their own; where more than a
    // password is asked for they made no passkey.
    await unlinkIdentity(tx, userId)
    if (!(await isAskedForMore(tx, await present(tx, userId), server.factorRequired))) await dropPasskeys(tx, userId)
  }
  const sessions = await tx.q.selectFrom('session').select('token_hash').where('user_id', '=', userId).execute()
  const ended = sessions.map((session) => session.token_hash).filter((tokenHash) => tokenHash !== kept?.tokenHash)
  await closeSessions(tx, ended, now)
  await writeLetter(tx, 'passwordChanged', userId, {}, now)
  const user = await present(tx, userId)
  await noteAct(tx, {
    kind: 'account.password',
    ...whoOf(user),
    detail: { by: kept ? 'settings' : 'letter', ended: ended.length },
    at: now,
  })
  return ended
}

interface NewPassword {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
}

/** Sets the password that a letter's secret allows, once. Fails: token_missing, token_invalid, and what is wrong with the password. */
async function useToken(
  server: Server,
  throttle: Throttle,
  turns: PasswordTurns,
  purpose: TokenPurpose,
  body: NewPassword,
): Promise<Result<null>> {
  const { db, now, passwords } = server
  if (body.token === '' || body.email === '') return fail('token_missing')
  const user = await userAt(server, body.email)
  const owner = await db.read((tx) => ownerOfToken(tx, body.token, purpose, now()))
  if (!user || owner !== user.id || !user.active) return fail('token_invalid')
  const wrong = passwordFailure(body.password, body.confirmPassword, await ownWords(server, user), fewestOf(server, user))
  if (wrong) return { ok: false, failure: wrong }
  const hashed = await turns.known.run(() => passwords.hash(body.password))
  if (!hashed.ok) return hashed
  let ended: readonly string[] = []
  const enter = async (tx: Tx): Promise<void> => {
    if (!(await takeToken(tx, body.token, purpose))) throw new Refusal(failure('token_invalid'))
    ended = await takePassword(tx, server, user.id, hashed.value, undefined)
  }
  const entered = await (user.joined ? inOne(db, enter) : join(server, user, enter))
  if (!entered.ok) return entered
  await throttle.clear(accountKey(user.email))
  for (const tokenHash of ended) server.pokes.ended(tokenHash)
  return done(null)
}

/** Whoever comes by letter for the first time has joined, in the same moment in which they have a password. */
const join = (server: Server, user: UserTable, enter: (tx: Tx) => Promise<void>): Promise<Result<unknown>> =>
  changeDirectory(server, { userId: user.id, scope: scopeOfPerson(user), name: 'person.join', args: { userId: user.id }, also: enter })

const present = (tx: Tx, id: string): Promise<UserTable> =>
  tx.q.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow()

/** What was done to an account, the newest first: when, by whom, from what to what. */
async function accountHistory(tx: Tx, userId: string): Promise<AccountEvent[]> {
  const user = await tx.q.selectFrom('user').select(['id', 'institution_id']).where('id', '=', userId).executeTakeFirst()
  if (!user) return []
  const rows = await tx.q
    .selectFrom('history')
    .leftJoin('user', 'user.id', 'history.user_id')
    .select(['history.received_at', 'history.action', 'history.text', 'history.role', 'history.user_id', 'user.name', 'user.surname'])
    .where(oneOf(tx.kind, 'history.scope', await scopesOfAccount(tx, user)))
    .where('history.unit', '=', userId)
    .orderBy('history.received_at', 'desc')
    .orderBy('history.id')
    .limit(maxAccountEvents)
    .execute()
  return rows.map(({ received_at: at, action, text, role, user_id: userOf, name, surname }) => ({
    at,
    action,
    text: text ?? '',
    role,
    by: name === null ? systemActor.name : fullName({ name, surname: surname ?? '' }),
    own: userOf === userId,
  }))
}

async function colleagues(server: Server, tx: Tx, session: Session): Promise<(Person & { role: Role[] })[]> {
  const { institutionId } = session.actor
  if (institutionId === null) return []
  const world = await activeWorld(tx, server.worlds, session.actor, server.now())
  const rows = await tx.q
    .selectFrom('user')
    .innerJoin('membership', 'membership.user_id', 'user.id')
    .select(userColumns)
    .where('membership.institution_id', '=', institutionId)
    .orderBy('user.name')
    .orderBy('user.id')
    .execute()
  return rows.map((row) => ({ ...personOf(row), institutionId, role: world ? rolesOf(world, row.id) : [] }))
}
