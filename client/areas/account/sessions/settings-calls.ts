import * as routes from '#shared/accounts/settings-routes.ts'
import type { AccountEvent, SessionView } from '#shared/accounts/settings-routes.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { updateUser } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { withoutReply } from '#client/features/accounts/letter-calls.ts'

/** Changes name and surname. */
export async function saveProfile(user: SessionUser, body: { name: string; surname: string }): Promise<Result<null>> {
  const reply = await callRoute(routes.profile, { params: { id: user._id }, body })
  if (!reply.ok) return reply
  updateUser(reply.value)
  return done(null)
}

/** Changes the password; every other session of the person ends. Fails: current_password_wrong, password_too_common. */
export const changePassword = async (
  user: SessionUser,
  body: { password: string; newPassword: string; confirmNewPassword: string },
): Promise<Result<null>> => withoutReply(await callRoute(routes.changePassword, { params: { id: user._id }, body }))

/** What was done to the signed-in person's account, newest first. */
export const accountHistory = (user: SessionUser): Promise<Result<readonly AccountEvent[]>> =>
  callRoute(routes.accountHistory, { params: { id: user._id } })

/** Sessions of the signed-in person that are open, this one first. */
export const listSessions = (): Promise<Result<readonly SessionView[]>> => callRoute(routes.sessions)

/** Ends one of the person's sessions, or all but this one. The number that ended. Fails: not_found (it has ended already). */
export async function endSessions(id: string | 'others'): Promise<Result<number>> {
  const reply = await (id === 'others' ? callRoute(routes.endOtherSessions) : callRoute(routes.endSession, { params: { id } }))
  return reply.ok ? done(reply.value.ended) : reply
}
