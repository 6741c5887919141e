import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { PageContent } from '#shared/site/model.ts'
import type { DraftSlot, OtherDraft } from '#sync/drafts/slot.ts'
import type { Act } from './acts.ts'
import { begun, goneOnFrom, isClean, opened } from './desk-state.ts'
import type { Held, Standing } from './desk-state.ts'
import { blankPage, draftOf, readKept, sameContent } from './kept-page.ts'
import { redone, savedTrail, undone, withAct } from './trail.ts'
import type { Trail } from './trail.ts'

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
  /** Number of the draft that the page was made from; null for a page that the server does not have. */
  readonly seen: number | null
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

/**
 * A page while it is written: every act is on the disk within moments (HW1), undone and redone, saved when the person says so. What the
 * server does not take stays where it is, and somebody else's newer draft is never written over unseen (WE4, WE6). `inWindow`: a window
 * is open on what lies there.
 */
export function usePageDesk(slot: DraftSlot, fresh: Standing | null, ask: AskToSave, inWindow: boolean): Desk {
  useSyncExternalStore(
    useCallback((listener: () => void) => slot.subscribe(listener), [slot]),
    () => slot.stamp,
  )
  const [held, setHeld] = useState<Held>(() => opened(readKept(slot.draft), fresh))
  const [restored, setRestored] = useState(() => readKept(slot.draft) !== null)
  const [saved, setSaved] = useState<Standing | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  // Two acts of one moment follow each other, drawn or not.
  const newest = useRef(held)
  const standing = saved && (!fresh || saved.number > fresh.number) ? saved : fresh

  const put = useCallback(
    (next: Held): void => {
      newest.current = next
      setHeld(next)
      setFailed(null)
      const { now: content, restoredFrom } = next.trail
      if (isClean(next)) void slot.clear()
      else slot.write(draftOf({ content, seen: next.seen, restoredFrom }, content.name))
    },
    [slot],
  )

  const dirty = slot.draft !== undefined
  const isBehind = standing !== null && standing.number !== held.seen
  const isSame = standing !== null && sameContent(standing.content, held.trail.now)
  useEffect(() => {
    const next = busy ? null : goneOnFrom(newest.current, standing, { dirty, inWindow })
    if (next) put(next)
  }, [standing, dirty, inWindow, busy, put, held])

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
    const { trail, seen } = newest.current
    setBusy(true)
    setFailed(null)
    const { result } = await slot.give(async () => {
      const reply = await ask(trail.now, seen, trail.restoredFrom)
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
    // What was typed on meanwhile follows what has just been saved.
    put({ trail: savedTrail(newest.current.trail), seen: stands.number, base: stands.content })
    return result.value
  }

  return {
    trail: held.trail,
    page: held.trail.now,
    slot,
    standing,
    seen: held.seen,
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
      put({ ...newest.current, trail: withAct(newest.current.trail, { kind: 'replace', content }, number) })
    },
    save,
    keepMine: () => put({ ...newest.current, seen: standing?.number ?? null, base: standing?.content ?? blankPage }),
    takeTheirs: () => {
      if (standing) put(replacedBy(newest.current, begun(standing)))
    },
    discard: () => {
      setRestored(false)
      put(replacedBy(newest.current, begun(standing)))
    },
    takeOther: async (other) => {
      const kept = readKept(other.draft)
      await slot.take(other)
      if (kept) put(replacedBy(newest.current, opened(kept, standing)))
    },
  }
}

/** Another page on the desk, with a step that leads back. */
const replacedBy = ({ trail }: Held, other: Held): Held => ({
  ...other,
  trail: withAct(trail, { kind: 'replace', content: other.trail.now }, other.trail.restoredFrom),
})
