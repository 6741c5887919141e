import { pageAddress } from '#shared/addresses.ts'
import type { Assertion } from '#shared/accounts/passkey-routes.ts'
import { rutOf } from '#shared/accounts/rut.ts'
import { ssoProviders } from '#shared/accounts/sso-provider-routes.ts'
import * as contract from '#shared/accounts/sso-routes.ts'
import type { SsoLink } from '#shared/accounts/sso-routes.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { noteAct } from '../../audit/acts.ts'
import type { Tx } from '../../db/open.ts'
import type { SsoFlowTable, UserTable } from '../../db/schema.ts'
import { writeLetter } from '../../email/outbox.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { networkOf } from '../../http/peer.ts'
import { newSecret, type Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { inOne, Refusal } from '../../sync/batch.ts'
import { getsIn, membershipsOf } from '../../world/memberships.ts'
import { knownBy } from './devices.ts'
import { holdSeen, holdSession } from './holding.ts'
import type { Identity } from './identity-provider.ts'
import { provedByPassword } from './proved.ts'
import { noteUse } from './passkeys.ts'
import { factorOf, newEnrolment, proofAskedOf, stepAfterPassword, takeCode } from './second-factor.ts'
import type { AccountParts } from './second-factor-routes.ts'
import { closeSessions } from './sessions.ts'
import { freeByNetwork } from './sign-in.ts'
import { giveTicket } from './sign-in-tickets.ts'
import { giveCode, keepFlow, linkedUser, linkIdentity, linkOf, takeFlow, takeSsoCode, unlinkIdentity } from './sso.ts'

/** Sign-ins begun from one network that cost nothing: a whole institution may sit behind one address. */
const networkKey = (address: string): string => `sso-network:${networkOf(address)}`

/** What somebody shows to link or to unlink. */
interface SsoProof {
  readonly password: string
  readonly code?: string | undefined
  readonly passkey?: Assertion | undefined
}

/** Single sign-on: to the provider and back, in by what it said, and what a person does with their own link. */
export function mountSso(server: Server, parts: AccountParts): void {
  const { throttle, failed, enter, actsForAnother, showPasskey } = parts
  const { db, now, log, factorKeys: keys, factorRequired: required, identities: provider } = server

  mountPublic(server, ssoProviders, async () => done({ providers: provider ? [provider.view] : [] }))

  mountPublic(server, contract.beginSso, async ({ body, address }) => {
    if (!provider) return fail('not_found')
    // Given back to who comes back signed in.
    const limits = address ? [{ key: networkKey(address), free: freeByNetwork }] : []
    const { refused } = await throttle.take(limits, now())
    if (refused) return { ok: false, failure: refused.failure }
    const begun = await db.write((tx) => keepFlow(tx, { proof: body.proof }, now()))
    if (!begun) return fail('sso_unavailable')
    const page = await provider.pageFor(begun, { ask: body.shared })
    return page.ok ? done({ goTo: page.value }) : page
  })

  mountPublic(server, contract.ssoCallback, async ({ request, address }) => {
    if (!provider) return fail('not_found')
    const { search, searchParams } = new URL(request.url)
    const flow = await db.write((tx) => takeFlow(tx, searchParams.get('state') ?? '', now()))
    if (!flow) return back(null, { error: 'sso_expired' })
    const { nonce, verifier } = flow
    const found = await provider.identify(search, { state: searchParams.get('state') ?? '', nonce, verifier })
    if (!found.ok) return back(flow, { error: found.failure.code })
    if (flow.user_id === null && address) await throttle.giveBack(networkKey(address))
    const token = await db.write((tx) => giveCode(tx, flow, found.value, now()))
    return back(flow, { cu: provider.view.cu, token })
  })

  mountPublic(server, contract.ssoSignIn, async ({ params, body, address, language, request }) => {
    if (!provider || params.cu !== provider.view.cu) return fail('not_found')
    const { deviceId, deviceSecret } = body
    const code = await db.write((tx) => takeSsoCode(tx, body, { userId: null }, now()))
    if (!code) return fail('sso_expired')
    const user = await linkedUser(db, code)
    if (!user) {
      log.info({ code: 'sso_not_linked', address }, 'sign-in refused')
      return fail('sso_not_linked')
    }
    if (!user.active || !getsIn(user, await membershipsOf(db, user.id))) {
      log.info({ code: 'revoked', address }, 'sign-in refused')
      server.later(() => failed.note({ email: user.email, code: 'revoked', address }, now()))
      return fail('revoked')
    }
    const isOurs = (await knownBy(db, deviceSecret)).size > 0
    const step = provider.config.countsAsFactor ? 'none' : await stepAfterPassword(db, user, server.factorRequired)
    // Their passkey stands for the second factor that is asked for: with it they need neither of the two.
    if (step === 'passkey') return fail('passkey_needed')
    if (step !== 'none') {
      log.info({ user: user.id, address, step }, 'sign-in waits for a code')
      const { sealed, enrolment } = step === 'enrolment' ? newEnrolment(keys, user) : { sealed: null, enrolment: null }
      const secret = deviceSecret !== undefined && isOurs ? deviceSecret : newSecret()
      const given = await inOne(db, async (tx) => {
        await holdLinked(tx, user, code)
        return giveTicket(tx, { userId: user.id, deviceSecret: secret, pending: sealed, sso: true }, now())
      })
      return given.ok ? done({ ...given.value, deviceSecret: secret, enrolment }) : given
    }
    const origin = { agent: request.headers.get('user-agent') ?? '', address }
    const device = { secret: deviceSecret, isOurs }
    const entered = await inOne(db, async (tx) => {
      await holdLinked(tx, user, code)
      return enter(tx, { user, deviceId, device, origin, language, by: 'sso', sso: true })
    })
    if (entered.ok) log.info({ user: user.id, address }, 'sign-in')
    return entered
  })

  /** Holds the account that an identity opens. Throws a Refusal where it was unlinked meanwhile, or the password changed (SI8). */
  async function holdLinked(tx: Tx, user: UserTable, identity: Identity): Promise<void> {
    await holdSeen(tx, user, 'sso_expired')
    if ((await linkedUser(tx, identity))?.id !== user.id) throw new Refusal(failure('sso_expired'))
  }

  const viewOf = async (tx: Tx, user: UserTable): Promise<SsoLink> => ({
    provider: provider?.view ?? null,
    linked: await linkOf(tx, user.id),
    factor: Boolean((await factorOf(tx, user.id))?.secret),
  })

  mount(server, contract.readSsoLink, async ({ params, session }) =>
    params.id === session.user.id ? done(await db.read((tx) => viewOf(tx, session.user))) : fail('not_found'),
  )

  mount(server, contract.changeSsoLink, async ({ params, body, session, address }) => {
    if (params.id !== session.user.id) return fail('not_found')
    if (await actsForAnother(session)) return fail('impersonating')
    const { user } = session
    if (body.rut?.trim() === '') {
      if (user.password_hash === null) return fail('sso_only_way')
      const unlinked = await proved(session, { ...body, address }, (tx) => unlink(tx, session))
      if (!unlinked.ok) return unlinked
      for (const tokenHash of unlinked.value) server.pokes.ended(tokenHash)
      return done({ ...(await db.read((tx) => viewOf(tx, user))), goTo: null })
    }
    if (!provider) return fail('not_found')
    const rut = provider.view.kind === 'claveunica' ? rutOf(body.rut ?? '') : null
    if (rut === undefined) return fail('rut_not_valide')
    const { proof } = body
    if (proof === undefined) return fail('malformed', { field: 'proof' })
    const begun = await proved(session, { ...body, address }, (tx) => keepFlow(tx, { proof, link: { userId: user.id, rut } }, now()))
    if (!begun.ok) return begun
    if (!begun.value) return fail('sso_unavailable')
    // Whom it knows already may be somebody else who uses this computer.
    const page = await provider.pageFor(begun.value, { ask: true })
    return page.ok ? done({ ...(await db.read((tx) => viewOf(tx, user))), goTo: page.value }) : page
  })

  mount(server, contract.confirmSsoLink, async ({ params, body, session }) => {
    if (params.id !== session.user.id) return fail('not_found')
    if (await actsForAnother(session)) return fail('impersonating')
    const { user } = session
    const code = await db.write((tx) => takeSsoCode(tx, body, { userId: user.id }, now()))
    if (!code) return fail('sso_expired')
    if (code.rut !== null && code.rut !== code.subject) return fail('sso_rut_differs')
    const linked = await inOne(db, async (tx) => {
      await holdSession(tx, session)
      await linkIdentity(tx, user.id, code, now())
      await tellOf(tx, 'ssoLinked', user)
    })
    if (!linked.ok) return linked
    return done(await db.read((tx) => viewOf(tx, user)))
  })

  /** Ends what the identity opened, but for this session, which has shown the password. Returns the hashes of what ended. */
  async function unlink(tx: Tx, { user, tokenHash: own }: Session): Promise<string[]> {
    if (!(await unlinkIdentity(tx, user.id))) throw new Refusal(failure('not_found'))
    const rows = await tx.q.selectFrom('session').select('token_hash').where('user_id', '=', user.id).where('sso', '=', 1).execute()
    const ended = rows.map((row) => row.token_hash).filter((each) => each !== own)
    await closeSessions(tx, ended, now())
    await tellOf(tx, 'ssoUnlinked', user, { ended: ended.length })
    return ended
  }

  /** On record, and by letter: whoever knows a password could be the one who did it. */
  async function tellOf(tx: Tx, what: 'ssoLinked' | 'ssoUnlinked', user: UserTable, detail: Record<string, number> = {}): Promise<void> {
    await writeLetter(tx, what, user.id, {}, now())
    await noteAct(tx, {
      kind: `account.${what}`,
      actorId: user.id,
      institutionId: user.institution_id,
      subjectId: user.id,
      detail,
      at: now(),
    })
  }

  /**
   * Does something with who shows their password and what else their sign-in asks for: a code, or the passkey that stands for one. Guesses
   * at password and code count together.
   */
  async function proved<T>(
    session: Session,
    { password, code = '', passkey, address }: SsoProof & { readonly address: string },
    work: (tx: Tx) => Promise<T>,
  ): Promise<Result<T>> {
    const { user } = session
    const shown = passkey && (await showPasskey(session, passkey))
    if (shown && !shown.ok) return shown
    return provedByPassword(server, parts, { session, password, address }, async (tx) => {
      const asked = await proofAskedOf(tx, user, required)
      if (asked === 'code' && !(await takeCode(tx, { keys, userId: user.id, code, now: now() }))) throw new Refusal(failure('code_wrong'))
      if (asked === 'passkey') {
        if (!shown) throw new Refusal(failure('passkey_needed'))
        await noteUse(tx, shown.value, now())
      }
      return work(tx)
    })
  }
}

/** The browser goes on where it began: who links to their settings, everybody else to sign-in. */
function back(flow: SsoFlowTable | null, parts: { readonly error?: string; readonly cu?: string; readonly token?: string }): Response {
  const address = pageAddress(flow?.user_id ? 'settings' : 'login', parts)
  return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } })
}

/** Whether single sign-on opened a session. */
export async function isBySso(tx: Pick<Tx, 'q'>, { tokenHash }: Session): Promise<boolean> {
  const row = await tx.q.selectFrom('session').select('sso').where('token_hash', '=', tokenHash).executeTakeFirst()
  return row?.sso === 1
}
