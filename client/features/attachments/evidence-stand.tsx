import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Attachment } from '#shared/attachments/model.ts'
import { useWidthAtLeast } from '#client/ui/use-width.ts'

export type EvidenceFile = Pick<Attachment, 'id' | 'name' | 'state'>

/** Where evidence is looked at on a page: beside the work where the window has room for it (EQ2), else under its answer. */
export interface EvidenceStand {
  readonly beside: boolean
  readonly shown: EvidenceFile | null
  /** Shows a file, or none; the button that asked takes the focus again when what it opened is closed. */
  readonly show: (file: EvidenceFile | null, opener?: HTMLElement) => void
}

const StandContext = createContext<EvidenceStand | null>(null)
export const EvidenceStandContext = StandContext.Provider

/** What a page of three columns holds: one file at a time, of what is open in it. */
export function useEvidenceStand(): EvidenceStand {
  const beside = useWidthAtLeast(80)
  const [shown, setShown] = useState<EvidenceFile | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const show = useCallback((file: EvidenceFile | null, by?: HTMLElement): void => {
    if (file) opener.current = by ?? null
    else opener.current?.focus()
    setShown(file)
  }, [])
  // The work is narrower from now on: what the file belongs to, decision included, comes into sight again.
  const isBeside = beside && shown !== null
  useLayoutEffect(() => {
    if (isBeside) opener.current?.closest('[role="group"], article')?.scrollIntoView({ block: 'nearest' })
  }, [isBeside])
  return useMemo(() => ({ beside, shown, show }), [beside, shown, show])
}

/** Whether a file is looked at, where, and turning it: by the page where it has a place for it, else by the file's own row. */
export function useEvidence(file: EvidenceFile | undefined): {
  readonly isShown: boolean
  readonly isInline: boolean
  readonly turn: (opener?: HTMLElement) => void
} {
  const stand = useContext(StandContext)
  const [own, setOwn] = useState(false)
  const isShown = file !== undefined && (stand ? stand.shown?.id === file.id : own)
  return {
    isShown,
    isInline: isShown && !stand?.beside,
    turn: (opener) => {
      if (!file) return
      if (stand) stand.show(isShown ? null : file, opener)
      else setOwn(!isShown)
    },
  }
}
