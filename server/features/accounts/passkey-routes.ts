import * as contract from '#shared/accounts/passkey-routes.ts'
import type { Passkeys, PasskeyProof } from '#shared/accounts/passkey-routes.ts'
import { letter } from '#shared/contract/letter.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { noteAct } from '../../audit/acts.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { Pace } from '../../http/pace.ts'
import { networkOf } from '../../http/peer.ts'
import { userColumns, type Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { inOne, Refusal } from '../../sync/batch.ts'
import type { Moved } from '../../sync/pokes.ts'
import { tellOf } from '../../sync/telling.ts'
import { tellCloned } from './passkey-cloned.ts'
import { getsIn, membershipsOf } from '../../world/memberships.ts'
import { knownBy } from './devices.ts'
import { provedByPassword } from './proved.ts'
import { ofSession, type Ceremony } from './passkey-challenges.ts'
import { creationFor, handleOf, heldPasskeysOf, keepPasskey, madeBy, noteUse, passkeysOf, requestFor, shownBy, viewOf } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { holdSession } from './holding.ts'
import { factorOf, mayHaveFactor, proofAskedOf, takeCode } from './second-factor.ts'
import type { AccountParts } from './second-factor-routes.ts'
import { freeByNetwork } from './sign-in.ts'
import { linkOf } from './sso.ts'

const message = {
  es: { removed: 'Se quitó la llave de acceso.' },
  en: { removed: 'The passkey was removed.' },
}

/** Sign-in pages of one network that ask for a challenge: so many at once, and so many a second from then on. */
const begins = { burst: 300, perSecond: 5 }

/** Signing in with a passkey, and what a person does with their own. */
export function mountPasskeys(server: Server, parts: AccountParts): void {
  const { throttle, failed, enter, actsForAnother, showPasskey } = parts
  const { db, now, log, factorKeys: keys, factorRequired: required, pokes } = server
  const party = relyingPartyOf(server.publicUrl)
  // Whoever keeps the server may wonder where the button is.
  if (!party) log.info({}, 'passkeys are not offered: PUBLIC_URL names no host, or is neither https nor this machine')
  const pace = new Pace(begins.burst, begins.perSecond)
  const signIn: Ceremony = { purpose: 'signIn', of: null }

  mountPublic(server, contract.beginPasskeySignIn, async ({ address }) => {
    if (!party) return fail('passkeys_unavailable')
    const early = address === '' ? undefined : pace.take(networkOf(address), now())
    if (early) return { ok: false, failure: early }
    return done(await db.write((tx) => requestFor(tx, party, signIn, [], now())))
  })

  mountPublic(server, contract.passkeySignIn, async ({ body, address, language, request }) => {
    if (!party) return fail('passkeys_unavailable')
    const { passkey, deviceId, deviceSecret } = body
    const key = `passkey:${networkOf(address)}`
    // A key is not guessed; what is counted is how often somebody has it looked at in vain.
    const { refused } = address === '' ? {} : await throttle.take([{ key, free: freeByNetwork }], now())
    if (refused) return { ok: false, failure: refused.failure }
    const shown = await shownBy({ db, log, party, now: now(), cloned: tellCloned(server) }, passkey, signIn)
    if (!shown.ok) return shown
    const { user_id: userId } = shown.value.row
    const user = await db.q.selectFrom('user').select(userColumns).where('id', '=', userId).executeTakeFirstOrThrow()
    if (!user.active || !getsIn(user, await membershipsOf(db, userId))) {
      server.later(() => failed.note({ email: user.email, code: 'revoked', address }, now()))
      return fail('revoked')
    }
    const isOurs = (await knownBy(db, deviceSecret)).size > 0
    const origin = { agent: request.headers.get('user-agent') ?? '', address }
    const entered = await inOne(db, async (tx) => {
      await noteUse(tx, shown.value, now())
      return enter(tx, { user, deviceId, device: { secret: deviceSecret, isOurs }, origin, language, by: 'passkey' })
    })
    if (!entered.ok) return entered
    if (address !== '') await throttle.giveBack(key)
    log.info({ user: userId, address }, 'sign-in')
    return entered
  })

  mount(server, contract.passkeys, async ({ session: { user } }) =>
    done(
      await db.read(async (tx): Promise<Passkeys> => ({
        origin: party?.origin ?? null,
        rpId: party?.id ?? null,
        userHandle: handleOf(user.id),
        proof: await proofAskedOf(tx, user, required),
        passkeys: (await passkeysOf(tx, user.id)).map(viewOf),
      })),
    ),
  )

  mount(server, contract.beginPasskeyProof, async ({ session }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    if (!party) return fail('passkeys_unavailable')
    return inOne(db, async (tx) => {
      const own = await passkeysOf(tx, session.user.id)
      if (own.length === 0) throw new Refusal(failure('not_found'))
      return requestFor(tx, party, ofSession('proof', session), own, now())
    })
  })

  mount(server, contract.beginPasskey, async ({ body, session, address }) => {
    if (!party) return fail('passkeys_unavailable')
    return proved(session, body.proof, address, (tx) =>
      creationFor(tx, party, { user: session.user, sessionHash: session.tokenHash }, now()),
    )
  })

  mount(server, contract.addPasskey, async ({ body, session }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    if (!party) return fail('passkeys_unavailable')
    const made = await madeBy({ db, log, party, now: now() }, body.passkey, ofSession('add', session))
    if (!made.ok) return made
    const { user } = session
    const kept = await inOne(db, async (tx) => {
      await holdSession(tx, session)
      const row = await keepPasskey(tx, { userId: user.id, name: body.name, made: made.value }, now())
      return { row, moved: await tell(tx, 'passkeyOn', user, row.name) }
    })
    if (!kept.ok) return kept
    pokes.moved(kept.value.moved)
    return done(viewOf(kept.value.row))
  })

  mount(server, contract.renamePasskey, async ({ params, body, session }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    const renamed = await db.q
      .updateTable('passkey')
      .set({ name: body.name })
      .where('id', '=', params.id)
      .where('user_id', '=', session.user.id)
      .returningAll()
      .executeTakeFirst()
    return renamed ? done(viewOf(renamed)) : fail('not_found')
  })

  mount(server, contract.removePasskey, async ({ params, body, session, address, language }) => {
    if (await actsForAnother(session)) return fail('impersonating')
    // Nobody is asked to show who they are for what is none of theirs.
    if (!(await passkeysOf(db, session.user.id)).some(({ id }) => id === params.id)) return fail('not_found')
    const removed = await proved(session, body.proof, address, async (tx) => {
      const { user } = session
      const own = await heldPasskeysOf(tx, user.id)
      const row = own.find((each) => each.id === params.id)
      if (!row) throw new Refusal(failure('not_found'))
      if (own.length === 1) await keepsWayIn(tx, user)
      await tx.q.deleteFrom('passkey').where('id', '=', row.id).execute()
      return tell(tx, 'passkeyOff', user, row.name)
    })
    if (!removed.ok) return removed
    pokes.moved(removed.value)
    return done({ msg: message[language].removed })
  })

  /** Throws a Refusal where somebody would be left without a way in, or without the second factor that the platform asks of them. */
  async function keepsWayIn(tx: Tx, user: UserTable): Promise<void> {
    if (user.password_hash === null && !(await linkOf(tx, user.id))) throw new Refusal(failure('last_way_in'))
    if (mayHaveFactor(user) && required.has(user.kind) && !(await factorOf(tx, user.id))?.secret)
      throw new Refusal(failure('factor_required'))
  }

  /** By letter and notice, and on record: whoever knows a password could be the one who did it. */
  async function tell(tx: Tx, what: 'passkeyOn' | 'passkeyOff', user: UserTable, passkey: string): Promise<Moved> {
    const moved = await tellOf(tx, letter(what, user.id, { passkey }), now())
    await note(tx, `account.${what}`, user)
    return moved
  }

  const note = (tx: Tx, kind: string, user: UserTable): Promise<void> =>
    noteAct(tx, { kind, actorId: user.id, institutionId: user.institution_id, subjectId: user.id, at: now() })

  /** Does something with who shows that it is they, in the transaction that takes what they showed. */
  async function proved<T>(session: Session, proof: PasskeyProof, address: string, work: (tx: Tx) => Promise<T>): Promise<Result<T>> {
    if (await actsForAnother(session)) return fail('impersonating')
    if (!('passkey' in proof)) return byPassword(session, { password: proof.password, code: proof.code ?? '', address }, work)
    const shown = await showPasskey(session, proof.passkey)
    if (!shown.ok) return shown
    return inOne(db, async (tx) => {
      await holdSession(tx, session)
      await noteUse(tx, shown.value, now())
      return work(tx)
    })
  }

  const byPassword = <T>(
    session: Session,
    { password, code, address }: { readonly password: string; readonly code: string; readonly address: string },
    work: (tx: Tx) => Promise<T>,
  ): Promise<Result<T>> =>
    provedByPassword(server, parts, { session, password, address }, async (tx) => {
      const { user } = session
      const asked = await proofAskedOf(tx, user, required)
      if (asked === 'passkey') throw new Refusal(failure('passkey_needed'))
      const by = asked === 'code' ? await takeCode(tx, { keys, userId: user.id, code, now: now() }) : 'none'
      if (!by) throw new Refusal(failure('code_wrong'))
      const value = await work(tx)
      if (by === 'recovery') await note(tx, 'account.recoveryUsed', user)
      return value
    })
}
