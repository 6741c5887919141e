import { useEffect, useRef } from 'react'

/** What the page in front offers to whoever looks for it by name, as long as it stands. */
export type OfferedAct = 'save'

const offered = new Map<OfferedAct, () => void>()

/** Offers an act of this page. */
export function useOfferedAct(name: OfferedAct, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const run = (): void => latest.current()
    offered.set(name, run)
    return () => {
      if (offered.get(name) === run) offered.delete(name)
    }
  }, [name])
}

/** The act that the page in front offers under a name; undefined where it offers none. */
export const offeredAct = (name: OfferedAct): (() => void) | undefined => offered.get(name)
