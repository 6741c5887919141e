import { useMemo, useSyncExternalStore } from 'react'
import type { Assignment } from '#shared/assignments/model.ts'
import type { Element } from '#shared/assignments/share.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** The last assignment that was made on this page: what stood before, so that it can be taken back (AS21). */
export interface LastAct {
  readonly scope: string
  readonly before: readonly (Element & { readonly row: Assignment | null })[]
  /** To whom; null for nobody. */
  readonly to: UserId | null
  /** Their name; of a removal, whose it was. */
  readonly name: string
}

let last: LastAct | null = null
const listeners = new Set<() => void>()

export function noteAct(act: LastAct | null): void {
  last = act
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last act in a place, also after another sub-dimension was opened; null where there is none, or where it was taken back. */
export function useLastAct(scope: string): LastAct | null {
  const act = useSyncExternalStore(
    subscribe,
    useMemo(() => () => last, []),
  )
  return act?.scope === scope ? act : null
}
