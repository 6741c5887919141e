import type { LoopState } from './outbox/loop.ts'
import type { StorageTrouble } from './storage/keeper.ts'

/**
 * How the device stands with the server, as the person sees it on every page (ST2). `pending` counts what is to be sent: mutations, files,
 * and what is being written that becomes a change by itself; `halfWritten` what waits for the person. `reachable`: whether the server
 * answered last, null while that is not known.
 */
export type SyncStatus = {
  readonly pending: number
  readonly halfWritten: number
  readonly syncedAt: number | null
  readonly reachable: boolean | null
} & (
  | { readonly kind: 'offline' }
  | { readonly kind: 'connecting' }
  /** revoked: the account was deactivated and its data here is to be wiped. */
  | { readonly kind: 'needs-auth'; readonly revoked: boolean }
  /** code: another account, a revoked device, or an application that is too old. */
  | { readonly kind: 'needs-update'; readonly code: string }
  /** The browser does not keep what is written here now: its database was cleared, does not answer, or fails. */
  | { readonly kind: 'storage'; readonly cause: StorageTrouble }
  | { readonly kind: 'syncing'; readonly count: number }
  | { readonly kind: 'attention'; readonly count: number }
  | { readonly kind: 'half-written'; readonly count: number }
  | { readonly kind: 'stalled'; readonly since: number }
  | { readonly kind: 'up-to-date'; readonly at: number }
)

/** The oldest waiting mutation may be this old before silence counts as a stall. */
export const stallMs = 60_000
/** A last good pull older than this is no longer "up to date": two fallback polls of a visible tab were missed. */
export const staleMs = 330_000

export interface StatusFacts {
  readonly loop: LoopState
  /** The guess that counts while it is not known whether the server answers. */
  readonly online: boolean
  readonly superseded: boolean
  readonly storage: StorageTrouble | null
  readonly pending: number
  readonly halfWritten: number
  readonly attention: number
  /** When the oldest waiting mutation was made; null when none waits. */
  readonly oldestAt: number | null
  readonly now: number
}

export function statusOf(facts: StatusFacts): SyncStatus {
  const { loop, pending, halfWritten, now } = facts
  const base = { pending, halfWritten, syncedAt: loop.syncedAt, reachable: loop.reachable }
  if (facts.superseded) return { ...base, kind: 'needs-update', code: 'superseded' }
  if (facts.storage !== null) return { ...base, kind: 'storage', cause: facts.storage }
  if (loop.blocked === 'auth' || loop.blocked === 'revoked') return { ...base, kind: 'needs-auth', revoked: loop.blocked === 'revoked' }
  if (loop.blocked !== null) return { ...base, kind: 'needs-update', code: loop.lastError ?? loop.blocked }
  if (!(loop.reachable ?? facts.online)) return { ...base, kind: 'offline' }
  if (loop.reachable === null) return { ...base, kind: 'connecting' }
  if (facts.oldestAt !== null) {
    const since = Math.max(facts.oldestAt, loop.endedAt ?? 0)
    if (now - since > stallMs) return { ...base, kind: 'stalled', since }
  }
  if (pending > 0) return { ...base, kind: 'syncing', count: pending }
  if (facts.attention > 0) return { ...base, kind: 'attention', count: facts.attention }
  if (loop.syncedAt === null || now - loop.syncedAt > staleMs) return { ...base, kind: 'connecting' }
  if (halfWritten > 0) return { ...base, kind: 'half-written', count: halfWritten }
  return { ...base, kind: 'up-to-date', at: loop.syncedAt }
}
