import { dayMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { UserId } from '../kernel/ids.ts'

/** How long after a message nobody writes to the same person about the same form again, milliseconds (BO4). */
export const messageEveryMs = dayMs
/** Most characters of a message to who is late. */
export const messageMaxCharacters = 1000
/** A message to somebody who was late. */
export interface Written {
  readonly by: UserId
  readonly at: Instant
}
