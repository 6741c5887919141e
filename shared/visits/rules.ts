import { epochMs, type Instant } from '../kernel/instant.ts'
import { pauseMs, type Visit } from './model.ts'

const latest = (left: Instant | null, right: Instant | null): Instant | null =>
  left === null || (right !== null && right > left) ? right : left

/** The visit of somebody who is seen now on a device that remembers one, or none: the same one after a short pause, else another (VS1). */
export function visitNow(known: Visit | null, now: Instant): Visit {
  if (known === null) return { at: now, since: null, seenAt: now, dismissed: false }
  // A clock that went back ends no visit.
  const seenAt = now > known.seenAt ? now : known.seenAt
  if (epochMs(now) - epochMs(known.seenAt) < pauseMs) return { ...known, seenAt }
  return { at: now, since: known.seenAt, seenAt: now, dismissed: false }
}

/**
 * What two devices of one person tell, as one: two that touch are the same visit, of two that do not the earlier is what came before
 * the later. Whichever of two is told first, and however often, the same comes of it (VS2).
 */
export function together(one: Visit, other: Visit): Visit {
  const [first, second] = one.at <= other.at ? [one, other] : [other, one]
  if (epochMs(second.at) - epochMs(first.seenAt) >= pauseMs) return { ...second, since: latest(second.since, first.seenAt) }
  // What one of them takes for the end of the visit before may lie in this one: another device was used then.
  const before = [first.since, second.since].map((since) => (since !== null && since < first.at ? since : null))
  return {
    at: first.at,
    since: latest(before[0] ?? null, before[1] ?? null),
    seenAt: first.seenAt > second.seenAt ? first.seenAt : second.seenAt,
    dismissed: first.dismissed || second.dismissed,
  }
}
