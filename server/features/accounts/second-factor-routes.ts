import type { Assertion } from '#shared/accounts/passkey-routes.ts'
import * as contract from '#shared/accounts/second-factor-routes.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { noteAct } from '../../audit/acts.ts'
import type { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { writeLetter } from '../../email/outbox.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { userColumns, type Session } from '../../http/session.ts'
import type { Throttle } from '../../http/throttle.ts'
import type { Server } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { provedByPassword } from './proved.ts'
import { noteUse, type Shown } from './passkeys.ts'
import {
  confirmFactor,
  dropFactor,
  factorOf,
  keepPending,
  makeRecoveryCodes,
  mayHaveFactor,
  newEnrolment,
  proofAskedOf,
  resetFactorOf,
  secondFactorOf,
  takeCode,
} from './second-factor.ts'
import { tryCode, type PasswordTurns } from './sign-in.ts'
import { takeTicket, ticketOf } from './sign-in-tickets.ts'
import type { Entering, Entered } from './entering.ts'

const message = {
  es: { removed: 'Se quitó la verificación en dos pasos.' },
  en: { removed: 'Two-step verification was removed.' },
}

/** What sign-in and the account's own calls share. */
export interface AccountParts {
  readonly throttle: Throttle
  readonly turns: PasswordTurns
  readonly failed: FailedSignIns
  readonly enter: (tx: Tx, entering: Entering) => Promise<Entered>
  readonly actsForAnother: (session: Session) => Promise<boolean>
  /** Whether a passkey of the caller's signed what it was asked to. Fails: passkeys_unavailable, and as `shownBy`. */
  readonly showPasskey: (session: Session, passkey: Assertion) => Promise<Result<Shown>>
}

/** The second step of a sign-in, and what a person does with their own second factor. */
export function mountSecondFactor(server: Server, parts: AccountParts): void {
  const { throttle, failed, enter, actsForAnother, showPasskey } = parts
  const { db, now, factorKeys: keys, factorRequired: required } = server

  mountPublic(server, contract.signInCode, async ({ body, address, language, request }) => {
    const { deviceSecret, deviceId, code } = body
    const ticket = await ticketOf(db, body, now())
    if (!ticket) return fail('sign_in_expired')
    const userId = ticket.user_id
    const user = await db.q.selectFrom('user').select(userColumns).where('id', '=', userId).executeTakeFirstOrThrow()
    const { email } = user
    const tried = await tryCode(server, throttle, { email, deviceSecret, address, user }, async (tx) => {
      if (!(await takeTicket(tx, ticket))) throw new Refusal(failure('sign_in_expired'))
      const shown = await showCode(tx, { user, sealed: ticket.pending, code })
      const origin = { agent: request.headers.get('user-agent') ?? '', address }
      // The ticket says that this browser's secret is one that this server gave out.
      const device = { secret: deviceSecret, isOurs: true }
      const entered = await enter(tx, { user, deviceId, device, origin, language, by: shown.by, sso: ticket.sso === 1 })
      return { ...entered, recoveryCodes: shown.recoveryCodes }
    })
    if (tried.ok) server.log.info({ user: userId, address }, 'sign-in')
    else {
      server.log.info({ code: tried.failure.code, address }, 'sign-in refused')
      server.later(() => failed.note({ email, code: tried.failure.code, address }, now()))
    }
    return tried
  })

  /** By what a code lets in: by the secret that the sign-in gave out, which then stands, or by what stands. Throws a Refusal. */
  async function showCode(
    tx: Tx,
    { user, sealed, code }: { user: UserTable; sealed: string | null; code: string },
  ): Promise<{ by: 'code' | 'recovery' | 'enrolment'; recoveryCodes: string[] | null }> {
    const userId = user.id
    const stands = await factorOf(tx, userId)
    if (sealed !== null && !stands?.secret) {
      if (!(await confirmFactor(tx, { keys, userId, sealed, code, now: now() }))) throw new Refusal(failure('code_wrong'))
      await tellOf(tx, 'factorOn', user)
      return { by: 'enrolment', recoveryCodes: await makeRecoveryCodes(tx, userId) }
    }
    return { by: await showStanding(tx, user, code), recoveryCodes: null }
  }

  /** Throws a Refusal where a code is none of what stands. */
  async function showStanding(tx: Tx, user: UserTable, code: string): Promise<'code' | 'recovery'> {
    const by = await takeCode(tx, { keys, userId: user.id, code, now: now() })
    if (!by) throw new Refusal(failure('code_wrong'))
    if (by === 'recovery') await note(tx, 'account.recoveryUsed', user)
    return by
  }

  const note = (tx: Tx, kind: string, user: UserTable): Promise<void> =>
    noteAct(tx, { kind, actorId: user.id, institutionId: user.institution_id, subjectId: user.id, at: now() })

  /** On record, and by letter: whoever knows a password could be the one who did it. */
  async function tellOf(tx: Tx, what: 'factorOn' | 'factorOff', user: UserTable): Promise<void> {
    await writeLetter(tx, what, user.id, {}, now())
    await note(tx, `account.${what}`, user)
  }

  const closedTo = async (session: Session): Promise<Result<never> | undefined> => {
    if (!mayHaveFactor(session.user)) return fail('forbidden')
    return (await actsForAnother(session)) ? fail('impersonating') : undefined
  }

  /** Does something with who shows their password; `work` looks at the code and throws a Refusal. Guesses at either count together. */
  async function proved<T>(session: Session, password: string, address: string, work: (tx: Tx) => Promise<T>): Promise<Result<T>> {
    const closed = await closedTo(session)
    if (closed) return closed
    return provedByPassword(server, parts, { session, password, address }, work)
  }

  mount(server, contract.secondFactor, async ({ session }) =>
    mayHaveFactor(session.user) ? done(await db.read((tx) => secondFactorOf(tx, session.user, required))) : fail('forbidden'),
  )

  mount(server, contract.beginSecondFactor, async ({ session }) => {
    const closed = await closedTo(session)
    if (closed) return closed
    const { sealed, enrolment } = newEnrolment(keys, session.user)
    await db.write((tx) => keepPending(tx, session.user.id, sealed))
    return done(enrolment)
  })

  mount(server, contract.confirmSecondFactor, async ({ body, session, address }) => {
    const closed = await closedTo(session)
    if (closed) return closed
    const shown = body.passkey && (await showPasskey(session, body.passkey))
    if (shown && !shown.ok) return shown
    return proved(session, body.password, address, async (tx) => {
      const { user } = session
      const factor = await factorOf(tx, user.id)
      if (!factor?.pending) throw new Refusal(failure('not_found'))
      if (factor.secret !== null) await showStanding(tx, user, body.former ?? '')
      else if ((await proofAskedOf(tx, user, required)) === 'passkey') {
        if (!shown) throw new Refusal(failure('passkey_needed'))
        await noteUse(tx, shown.value, now())
      }
      const confirmed = await confirmFactor(tx, { keys, userId: user.id, sealed: factor.pending, code: body.code, now: now() })
      if (!confirmed) throw new Refusal(failure('code_wrong'))
      const recoveryCodes = await makeRecoveryCodes(tx, user.id)
      await tellOf(tx, 'factorOn', user)
      return { recoveryCodes }
    })
  })

  mount(server, contract.renewRecoveryCodes, ({ body, session, address }) =>
    proved(session, body.password, address, async (tx) => {
      const { user } = session
      if (!(await factorOf(tx, user.id))?.secret) throw new Refusal(failure('not_found'))
      await showStanding(tx, user, body.code)
      const recoveryCodes = await makeRecoveryCodes(tx, user.id)
      await note(tx, 'account.recoveryCodes', user)
      return { recoveryCodes }
    }),
  )

  mount(server, contract.removeSecondFactor, async ({ body, session, address, language }) => {
    if (mayHaveFactor(session.user) && required.has(session.user.kind)) return fail('factor_required')
    return proved(session, body.password, address, async (tx) => {
      const { user } = session
      if (!(await factorOf(tx, user.id))?.secret) throw new Refusal(failure('not_found'))
      await showStanding(tx, user, body.code)
      await dropFactor(tx, user.id)
      await tellOf(tx, 'factorOff', user)
      return { msg: message[language].removed }
    })
  })

  mount(server, contract.resetSecondFactor, async ({ params, session, language }) => {
    // Who lost their own asks another administrator, or whoever keeps the server: a stolen session must not be enough.
    if (params.id === session.user.id) return fail('own_account')
    if (await actsForAnother(session)) return fail('impersonating')
    const dropped = await db.write((tx) => resetFactorOf(tx, { userId: params.id, by: session.user.id }, now()))
    return dropped ? done({ msg: message[language].removed }) : fail('not_found')
  })
}
