import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { PageContent } from '#shared/site/model.ts'
import type { DraftSlot, OtherDraft } from '#client/data/drafts.ts'
import type { Act } from './acts.ts'
import { blankPage, draftOf, readKept, sameContent } from './kept-page.ts'
import { redone, trailOf, undone, withAct } from './trail.ts'
import type { Trail } from './trail.ts'

/** The newest draft of a page as the server has it. */
export interface Standing {
  readonly content: PageContent
  readonly number: number
  readonly by: string
  readonly at: Instant
}

/** What is asked of the server to keep a draft: what stands is its next number. */
export type AskToSave = (
  content: PageContent,
  seen: number | null,
  restoredFrom: number | null,
) => Promise<Result<{ readonly id: string; readonly standing: Standing }>>

export interface Desk {
  readonly trail: Trail
  readonly page: PageContent
  readonly slot: DraftSlot
  readonly standing: Standing | null
  /** Something differs from what stands on the server. */
  readonly dirty: boolean
  /** Somebody else's newer draft, that this one was not made from; null while there is none. */
  readonly clash: Standing | null
  readonly busy: boolean
  readonly failed: Failure | null
  /** It went on from what the device had kept when the page was opened. */
  readonly restored: boolean
  readonly act: (act: Act) => void
  readonly undo: () => Act | null
  readonly redo: () => Act | null
  /** A version comes into the editor: it is told with the next save. */
  readonly restore: (content: PageContent, number: number) => void
  readonly save: () => Promise<{ readonly id: string; readonly standing: Standing } | null>
  /** What stands, or what was typed: of two drafts the person chooses. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
  readonly discard: () => void
  readonly takeOther: (other: OtherDraft) => Promise<void>
}

interface Held {
  readonly trail: Trail
  readonly seen: number | null
  readonly restoredFrom: number | null
}

/**
 * A page while it is written: every act is on the disk within moments (HW1), undone and redone, saved when the person says so. What the
 * server does not take stays where it is, and somebody else's newer draft is never written over unseen (WE4, WE6).
 */
export function usePageDesk(slot: DraftSlot, fresh: Standing | null, ask: AskToSave): Desk {
  useSyncExternalStore(
    useCallback((listener: () => void) => slot.subscribe(listener), [slot]),
    () => slot.stamp,
  )
  const [held, setHeld] = useState<Held>(() => {
    const kept = readKept(slot.draft)
    if (kept) return { trail: trailOf(kept.content), seen: kept.seen, restoredFrom: kept.restoredFrom }
    return { trail: trailOf(fresh?.content ?? blankPage), seen: fresh?.number ?? null, restoredFrom: null }
  })
  const [restored, setRestored] = useState(() => readKept(slot.draft) !== null)
  const [saved, setSaved] = useState<Standing | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  // Two acts of one moment follow each other, drawn or not.
  const newest = useRef(held)
  const standing = saved && (!fresh || saved.number > fresh.number) ? saved : fresh
  const standingNow = useRef(standing)
  useEffect(() => {
    standingNow.current = standing
  })

  const put = useCallback(
    (next: Held): void => {
      newest.current = next
      setHeld(next)
      setFailed(null)
      const stands = standingNow.current
      const content = next.trail.now
      const isClean = stands ? next.seen === stands.number && sameContent(content, stands.content) : sameContent(content, blankPage)
      if (isClean) void slot.clear()
      else slot.write(draftOf({ content, seen: next.seen, restoredFrom: next.restoredFrom }, content.name))
    },
    [slot],
  )

  const dirty = slot.draft !== undefined
  const isBehind = standing !== null && standing.number !== held.seen
  const isSame = standing !== null && sameContent(standing.content, held.trail.now)
  useEffect(() => {
    // Nothing of one's own, or the very same: what stands is gone on from.
    if (!isBehind || !standing || busy || (dirty && !isSame)) return
    const trail = isSame ? newest.current.trail : trailOf(standing.content)
    put({ trail, seen: standing.number, restoredFrom: null })
  }, [isBehind, isSame, standing, dirty, busy, put])

  const act = useCallback(
    (done: Act): void => {
      const trail = withAct(newest.current.trail, done)
      if (trail !== newest.current.trail) put({ ...newest.current, trail })
    },
    [put],
  )
  const turn = (trail: Trail): void => put({ ...newest.current, trail })

  const save: Desk['save'] = async () => {
    if (busy) return null
    const { trail, seen, restoredFrom } = newest.current
    setBusy(true)
    setFailed(null)
    const { result } = await slot.give(async () => {
      const reply = await ask(trail.now, seen, restoredFrom)
      return { given: reply.ok, enqueued: false, result: reply }
    })
    setBusy(false)
    if (!result.ok) {
      setFailed(result.failure)
      return null
    }
    const { standing: stands } = result.value
    setSaved(stands)
    setRestored(false)
    standingNow.current = stands
    // What was typed on meanwhile follows what has just been saved.
    put({ trail: newest.current.trail, seen: stands.number, restoredFrom: null })
    return result.value
  }

  return {
    trail: held.trail,
    page: held.trail.now,
    slot,
    standing,
    dirty,
    clash: dirty && isBehind && !isSame && !busy ? standing : null,
    busy,
    failed,
    restored: restored && dirty,
    act,
    undo: () => {
      const last = newest.current.trail.done.at(-1)
      if (last) turn(undone(newest.current.trail))
      return last?.act ?? null
    },
    redo: () => {
      const last = newest.current.trail.undone.at(-1)
      if (last) turn(redone(newest.current.trail))
      return last?.act ?? null
    },
    restore: (content, number) => {
      const trail = withAct(newest.current.trail, { kind: 'replace', content })
      put({ ...newest.current, trail, restoredFrom: number })
    },
    save,
    keepMine: () => put({ ...newest.current, seen: standing?.number ?? null }),
    takeTheirs: () => {
      if (!standing) return
      const trail = withAct(newest.current.trail, { kind: 'replace', content: standing.content })
      put({ trail, seen: standing.number, restoredFrom: null })
    },
    discard: () => {
      const content = standing?.content ?? blankPage
      setRestored(false)
      put({ trail: withAct(newest.current.trail, { kind: 'replace', content }), seen: standing?.number ?? null, restoredFrom: null })
    },
    takeOther: async (other) => {
      const kept = readKept(other.draft)
      await slot.take(other)
      if (kept)
        put({
          trail: withAct(newest.current.trail, { kind: 'replace', content: kept.content }),
          seen: kept.seen,
          restoredFrom: kept.restoredFrom,
        })
    },
  }
}
