import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Entry } from './entry.ts'
import type { Found } from './found.ts'
import { optionId } from './results.tsx'

/** Lines that a press of PageDown passes over. */
const pageLines = 6

/** Which of what was found is chosen by the keys of its field: always one, the best to begin with (GO5). */
export function useChoosing(list: string, found: Found<Entry>, onChoose: (entry: Entry) => void) {
  const flat = useMemo(() => found.groups.flatMap(({ shown }) => shown), [found])
  const [moved, setMoved] = useState<{ readonly among: Found<Entry>; readonly id: string; readonly byKey: boolean } | null>(null)
  const here = moved?.among === found ? moved : null
  const at = Math.max(
    0,
    flat.findIndex(({ id }) => id === here?.id),
  )
  const active = flat[at] ?? null
  useEffect(() => {
    if (active && (here === null || here.byKey)) document.getElementById(optionId(list, active.id))?.scrollIntoView({ block: 'nearest' })
  }, [list, active, here])
  const go = (to: number): void => {
    const next = flat[to]
    if (next) setMoved({ among: found, id: next.id, byKey: true })
  }
  const last = flat.length - 1
  const onKeyDown = (event: KeyboardEvent): void => {
    // A word that is still being put together takes its keys itself.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowDown') go(at === last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') go(at === 0 ? last : at - 1)
    else if (event.key === 'PageDown') go(Math.min(last, at + pageLines))
    else if (event.key === 'PageUp') go(Math.max(0, at - pageLines))
    else if (event.key === 'Enter') {
      if (active) onChoose(active)
    } else return
    event.preventDefault()
  }
  return {
    active: active?.id ?? null,
    onActive: (id: string) => setMoved({ among: found, id, byKey: false }),
    onKeyDown,
    activeOption: active ? optionId(list, active.id) : undefined,
  }
}
