import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import * as routes from '#shared/reminders/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { withoutReply } from '#client/features/accounts/letter-calls.ts'

/** Whether the signed-in person gets reminders of deadlines. Fails: not_found (of the lab). */
export async function remindersOn(): Promise<Result<boolean>> {
  const reply = await callRoute(routes.reminders)
  return reply.ok ? done(reply.value.on) : reply
}

/** Turns one's own reminders on or off. */
export const setReminders = async (on: boolean): Promise<Result<null>> =>
  withoutReply(await callRoute(routes.setReminders, { body: { on } }))
