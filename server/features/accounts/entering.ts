import type { Me } from '#shared/accounts/routes.ts'
import { noteAct } from '../../audit/acts.ts'
import { salted } from '../../audit/origins.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { openSession, type Origin } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { knowDevice } from './devices.ts'
import { holdSeen } from './holding.ts'
import { meOf } from './people.ts'

/** Who gets in, from where, and by what beside the password. */
export interface Entering {
  readonly user: UserTable
  readonly deviceId: string | undefined
  readonly device: { readonly secret: string | undefined; readonly isOurs: boolean }
  readonly origin: Origin
  readonly language: UserTable['language']
  readonly by: 'password' | 'code' | 'recovery' | 'enrolment' | 'sso' | 'passkey'
  /** Whether single sign-on came first, in the place of a password. */
  readonly sso?: boolean | undefined
}

export interface Entered {
  user: Me
  token: string
  deviceSecret: string
}

/** What is said where a password was changed while its person came in. */
const lateCodes = { password: 'login_failed', sso: 'sso_expired' } as const

/**
 * Opens the session of a sign-in that is complete: the device is known from now on, and the act is on record. Throws a Refusal where the
 * account has another password by now than when it was looked at (SI8); a passkey is held by whoever looked at it.
 */
export async function enter(
  tx: Tx,
  server: Pick<Server, 'worlds' | 'chatUrl' | 'now'>,
  { user, deviceId, device, origin, language, by, sso = false }: Entering,
): Promise<Entered> {
  const { now } = server
  if (by !== 'passkey') await holdSeen(tx, user, by === 'password' || by === 'sso' ? lateCodes[by] : 'sign_in_expired')
  const token = await openSession(tx, { userId: user.id, deviceId, origin, sso }, now())
  const deviceSecret = await knowDevice(tx, user.id, device, now())
  await tx.q.updateTable('user').set({ language, last_sign_in_at: now() }).where('id', '=', user.id).execute()
  const me = await meOf(tx, server, user, now())
  await noteAct(tx, {
    kind: 'session.signIn',
    actorId: user.id,
    institutionId: user.institution_id,
    subjectId: user.id,
    detail: { address: origin.address, device: deviceId ?? null, ...(by === 'password' ? {} : { by }), ...salted() },
    at: now(),
  })
  return { user: me, token, deviceSecret }
}
