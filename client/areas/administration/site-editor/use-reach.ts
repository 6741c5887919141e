import { useEffect } from 'react'
import { fieldId } from './editor-context.ts'
import type { Wanted } from './editor-context.ts'
import { cardId } from './sections/section-card.tsx'

/** Longest wait for the window that holds a field. */
const waitMs = 5_000

/** Leads to the field of a problem once it is drawn, wherever that is: in its section, or in a window that opens for it. */
export function useReach(wanted: Wanted | null): void {
  useEffect(() => {
    if (!wanted) return
    const { section, field, language } = wanted
    const ids = [
      ...(field === null ? [] : [fieldId(section, field, language), fieldId(section, field, null)]),
      ...(section === null || field !== null ? [] : [cardId(section)]),
    ]
    const reach = (): boolean => {
      const found = ids.map((id) => document.getElementById(id)).find((each) => each !== null)
      const target = found?.matches('[data-rich]') ? found.querySelector<HTMLElement>('[role=textbox]') : found
      if (!target) return false
      target.scrollIntoView({ block: 'center' })
      target.focus({ preventScroll: true })
      return document.activeElement === target
    }
    const observer = new MutationObserver(() => {
      if (reach()) observer.disconnect()
    })
    const stop = setTimeout(() => observer.disconnect(), waitMs)
    // The window with the list closes first, and gives the focus back.
    const begin = setTimeout(() => {
      if (!reach()) observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    }, 50)
    return () => {
      clearTimeout(stop)
      clearTimeout(begin)
      observer.disconnect()
    }
  }, [wanted])
}
