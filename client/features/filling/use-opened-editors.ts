import { useEffect, useMemo } from 'react'
import { instantOf } from '#shared/kernel/instant.ts'
import { useDraftBook } from '#client/data/use-drafts.ts'
import type { OpenWorld } from '#client/data/use-world.ts'
import { Editors } from '#client/features/answers/editors.ts'

/** A draft that rested this long is nobody's who reloaded the page and writes on. */
const restedMs = 15_000

/** The page's editors, once the drafts of this place have been read; what was left half written becomes answers. */
export function useOpenedEditors(open: OpenWorld | null): Editors | null {
  const book = useDraftBook(open?.scope ?? null)
  const editors = useMemo(() => (open && book ? new Editors(open, book) : null), [open, book])
  useEffect(() => {
    if (!editors) return
    void editors.commitRested(instantOf(Date.now() - restedMs))
    // What was fresh a moment ago may be what somebody goes on writing now.
    const timer = setTimeout(() => void editors.commitRested(instantOf(Date.now())), restedMs)
    return () => clearTimeout(timer)
  }, [editors])
  return editors
}
