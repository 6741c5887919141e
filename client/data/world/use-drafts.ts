import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { cleanText } from '#shared/kernel/clean-text.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import type { Draft, DraftKind, StoredDraft } from '#sync/drafts/model.ts'
import type { DraftSlot, Kept } from '#sync/drafts/slot.ts'
import { useEngine, useTopic } from './engine.tsx'

/** The half-written texts of a place; null until they have been read. */
export function useDraftBook(scope: string | null): DraftBook | null {
  const engine = useEngine()
  const [found, setFound] = useState<{ readonly scope: string; readonly book: DraftBook } | null>(null)
  useEffect(() => {
    if (scope === null) return
    let left = false
    void engine.draftBook(scope).then((book) => {
      if (!left) setFound({ scope, book })
    })
    return () => {
      left = true
    }
  }, [engine, scope])
  return found && found.scope === scope ? found.book : null
}

export const DraftsContext = createContext<DraftBook | null>(null)

export const useDrafts = (): DraftBook => must(useContext(DraftsContext), 'texts are written inside a page that keeps them')

/** One half-written text, as it is now. */
export function useSlot(kind: DraftKind, subject: string): DraftSlot {
  const book = useDrafts()
  const slot = useMemo(() => book.slot(kind, subject), [book, kind, subject])
  useSyncExternalStore(
    useMemo(() => (listener: () => void) => slot.subscribe(listener), [slot]),
    () => slot.stamp,
  )
  // What is half written is kept when its field goes away: a thread that is folded, a card that is left.
  useEffect(() => () => void slot.keep(), [slot])
  return slot
}

export interface HalfText {
  readonly text: string
  readonly slot: DraftSlot
  readonly write: (text: string) => void
  /** Whether the box beside the text is ticked; kept with it. */
  readonly ticked: boolean
  readonly tick: (ticked: boolean) => void
  /** Turns the text into a mutation; its row goes with the write that enqueues it. */
  readonly give: (
    dispatch: (how: { readonly clearDraft: string }) => Promise<Result<{ readonly mid: Mid | null }>>,
  ) => Promise<Result<{ readonly mid: Mid | null }>>
  /** The person does not want it: what stood before comes back. */
  readonly drop: () => void
}

interface HalfOptions {
  /** What stands, where an existing text is edited. */
  readonly initial?: string | undefined
  /** Number and text of the question. */
  readonly about: string
}

/** A text that is written by halves: in the field what was last written, on the disk within moments. */
export function useHalfText(kind: DraftKind, subject: string, { initial = '', about }: HalfOptions): HalfText {
  const slot = useSlot(kind, subject)
  const { draft } = slot
  const text = typeof draft?.value === 'string' ? draft.value : initial
  const ticked = draft?.ticked === true
  const put = (now: { readonly text: string; readonly ticked: boolean }): void => {
    if (now.text === initial && !now.ticked) void slot.clear()
    else slot.write({ value: now.text, base: null, about, ...(now.ticked ? { ticked: true } : {}) })
  }
  return {
    text,
    slot,
    write: (typed) => put({ text: cleanText(typed), ticked }),
    ticked,
    tick: (now) => put({ text, ticked: now }),
    give: async (dispatch) => {
      const { result } = await slot.give(async (clearDraft) => {
        const given = await dispatch({ clearDraft })
        return { given: given.ok, enqueued: given.ok && given.value.mid !== null, result: given }
      })
      return result
    },
    drop: () => void slot.clear(),
  }
}

/** How long a text must have rested before its being kept is told: somebody who types on is not shown a flicker. */
const calmMs = 400

/** The same, with "saved" told a little later and everything else at once. */
export function useCalm(slot: { readonly kept: Kept; readonly draft: Draft | undefined }): Kept {
  const { kept, draft } = slot
  const [calm, setCalm] = useState<Draft | undefined>(kept === 'saved' ? draft : undefined)
  useEffect(() => {
    if (kept !== 'saved') return
    const timer = setTimeout(() => setCalm(draft), calmMs)
    return () => clearTimeout(timer)
  }, [kept, draft])
  return kept === 'saved' && calm !== draft ? 'unsaved' : kept
}

/** Everything half written on this device; moves as it is written, here and in other tabs, and as it becomes changes. */
export function useHalfWritten(): readonly StoredDraft[] {
  const engine = useEngine()
  useTopic('drafts')
  useTopic('queue')
  useTopic('status')
  return engine.halfWritten()
}
