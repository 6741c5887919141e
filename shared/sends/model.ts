import type { UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Level } from '../answers/model.ts'

/** A send that the server carried out; the receipt is made of it. */
export interface Send {
  readonly id: string
  /** Receipt number, for example IIP-2025-NORTE-1. */
  readonly number: string
  readonly authorId: UserId
  readonly sentAt: Instant
  /** Level to which the answers moved: 0 is the evaluation. */
  readonly toLevel: Level
  /** Who received the answers, when they are people of the institution. */
  readonly to?: readonly UserId[] | undefined
  readonly answers: number
  readonly files: number
  /** SHA-256 of every unit, revision, value and file hash that was sent, in unit order. */
  readonly digest: string
}
