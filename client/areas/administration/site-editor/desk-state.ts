import type { Instant } from '#shared/kernel/instant.ts'
import type { PageContent } from '#shared/site/model.ts'
import { blankPage, sameContent } from './kept-page.ts'
import type { KeptPage } from './kept-page.ts'
import { trailOf } from './trail.ts'
import type { Trail } from './trail.ts'

/** The newest draft of a page as the server has it. */
export interface Standing {
  readonly content: PageContent
  readonly number: number
  readonly by: string
  readonly at: Instant
}

/** What lies on the desk: a page with its steps, and the draft that it was made from. */
export interface Held {
  readonly trail: Trail
  /** Number of that draft; null for a page that the server does not have. */
  readonly seen: number | null
  /** That draft itself; null where it is not known any more. */
  readonly base: PageContent | null
}

/** A page as it is opened: as this device kept it, else as the server has it, else blank. */
export function opened(kept: KeptPage | null, fresh: Standing | null): Held {
  if (!kept) return begun(fresh)
  const base = kept.seen === null ? blankPage : fresh?.number === kept.seen ? fresh.content : null
  return { trail: trailOf(kept.content, kept.restoredFrom), seen: kept.seen, base }
}

/** What stands on the server, with nothing of one's own. */
export const begun = (standing: Standing | null): Held => ({
  trail: trailOf(standing?.content ?? blankPage),
  seen: standing?.number ?? null,
  base: standing?.content ?? blankPage,
})

/** Whether there is nothing of one's own in it: it is the very draft that it was made from. */
export const isClean = ({ trail, base }: Held): boolean => base !== null && sameContent(trail.now, base)

/**
 * What is gone on from when another draft stands on the server; null where nothing changes. Nothing of one's own, or the very same: what
 * stands is taken over. Not while a window is open, whose part of the page would be another one's under it (WE6).
 */
export function goneOnFrom(
  held: Held,
  standing: Standing | null,
  at: { readonly dirty: boolean; readonly inWindow: boolean },
): Held | null {
  if (!standing) return null
  if (standing.number === held.seen) return held.base === null ? { ...held, base: standing.content } : null
  if (at.inWindow) return null
  if (sameContent(standing.content, held.trail.now))
    return { trail: { ...held.trail, restoredFrom: null }, seen: standing.number, base: standing.content }
  return at.dirty ? null : begun(standing)
}
