import * as routes from '#shared/accounts/letter-routes.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { requestRoute } from '#client/data/server/request.ts'

/** The reply of a call that says nothing but that it was done. */
export const withoutReply = (reply: Result<unknown>): Result<null> => (reply.ok ? done(null) : reply)

/** Asks for a letter with a link. Succeeds whether or not the address is of an account. */
export const recoverPassword = async (email: string): Promise<Result<null>> =>
  withoutReply(await requestRoute(routes.recover, { body: { email: email.trim() } }))

export interface NewPassword {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
}

/** Sets a password with the secret of a letter. Fails: token_invalid, password_too_common, passwords_differ. */
export const setPassword = async (kind: 'reset' | 'invite', body: NewPassword): Promise<Result<null>> =>
  withoutReply(await requestRoute(kind === 'reset' ? routes.reset : routes.invite, { body }))
