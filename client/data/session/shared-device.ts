import { readStored, writeStored } from '#client/data/storage.ts'

const sharedName = 'iip_shared_user'
const activeName = 'iip_shared_active_at'

/** How long a shared computer may be left alone before it asks who is there (SD1). */
export const leftAloneMs = 30 * 60_000
/** How exactly the last sign of life is kept. */
const activeStepMs = 15_000

/** Whether this person said at sign-in that others use this computer too. Lasts as long as the session. */
export const isSharedBy = (userId: string): boolean => readStored(sharedName) === userId

/** Keeps, or with null forgets, whose session is on a shared computer. */
export function setShared(userId: string | null, nowMs: number): void {
  writeStored(sharedName, userId)
  writeStored(activeName, userId === null ? null : String(nowMs))
}

/** A key, a click, a turn of the wheel, in any tab. */
export function noteActivity(nowMs: number): void {
  // Also where the clock was put back: what it said before is in no order with what it says now.
  if (Math.abs(nowMs - lastActivity()) >= activeStepMs) writeStored(activeName, String(nowMs))
}

/** Whether nobody gave a sign of life for that long, in any tab. Time that a clock was put back by is counted from now on. */
export function isIdle(nowMs: number, limitMs: number): boolean {
  const last = lastActivity()
  if (nowMs < last - activeStepMs) writeStored(activeName, String(nowMs))
  return nowMs - last >= limitMs
}

/** Whether this person's session on a shared computer was left alone for too long. */
export const isLeftAlone = (userId: string, nowMs: number): boolean => isSharedBy(userId) && isIdle(nowMs, leftAloneMs)

/** Zero when it is not known: then it was long ago. */
const lastActivity = (): number => Number(readStored(activeName) ?? 0)
