import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Left {
  /** Entry of the browser's history that was left. */
  readonly key: string
  readonly row: string
  /** Which of the row's controls led away. */
  readonly place: number
}

/** The row by which somebody last left a table. It lasts as long as the document: a history that is older has no rows to go back to. */
let left: Left | null = null

/** Those that are there whether the row's menu is open or not. */
const controlsOf = (row: Element): Element[] =>
  [...row.querySelectorAll('a, button, input')].filter((each) => each.closest('[role="menu"]') === null)

/** Going back to a table from what a row led to leads to that row. */
export function useRowReturn(root: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const table = root.current
    const note = (event: MouseEvent): void => {
      const pressed = event.target instanceof Element ? event.target.closest('a, button, input') : null
      const row = pressed?.closest('[data-row]')
      // What was chosen in a menu is not there without it: its button is.
      const control = pressed?.closest('[role="menu"]') ? row?.querySelector('[aria-haspopup="menu"]') : pressed
      if (control && row instanceof HTMLElement) left = { key, row: row.dataset['row'] ?? '', place: controlsOf(row).indexOf(control) }
    }
    table?.addEventListener('click', note)
    return () => table?.removeEventListener('click', note)
  }, [key, root])
  useEffect(() => {
    if (!isBack || left?.key !== key) return
    const { row, place } = left
    left = null
    const found = [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((each) => each.dataset['row'] === row)
    const control = found && controlsOf(found)[place]
    if (!(control instanceof HTMLElement)) return
    control.focus({ preventScroll: true })
    control.scrollIntoView({ block: 'center' })
  }, [isBack, key, root])
}
