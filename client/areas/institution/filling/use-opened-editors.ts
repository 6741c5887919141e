import { useMemo } from 'react'
import { useDraftBook } from '#client/data/world/use-drafts.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { Editors } from '#client/features/answers/editors.ts'

/** The page's editors, once the drafts of this place have been read. */
export function useOpenedEditors(open: OpenWorld | null): Editors | null {
  const book = useDraftBook(open?.scope ?? null)
  return useMemo(() => (open && book ? new Editors(open, book) : null), [open, book])
}
