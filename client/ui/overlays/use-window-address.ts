import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readWindow, writeWindow } from './window-address.ts'
import type { OpenWindow, WindowNames } from './window-address.ts'

export interface WindowAddress<Act extends string> {
  readonly open: OpenWindow<Act> | null
  readonly show: (act: Act, id?: string) => void
  readonly close: () => void
}

/** The window over a page, in the page's address: a reload and a sent link open it again, and the way back closes it (TA5). */
export function useWindowAddress<Act extends string>(names: WindowNames<Act>): WindowAddress<Act> {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  const left = useRef<string | null>(null)
  const open = readWindow(search, names)
  const held: unknown = state
  const isOwnStep = typeof held === 'object' && held !== null && 'opened' in held
  return {
    open,
    // Somebody may have searched since, which is no navigation: the window's own address knows.
    show: (act, id = '') => {
      void navigate({ search: writeWindow(location.search, names, { act, id }) }, { state: { stays: true, opened: true } })
    },
    close: () => {
      // The way back takes a moment: whoever presses twice leaves one window.
      if (!open || left.current === key) return
      left.current = key
      // Whoever came by a link has nothing of this page to go back to.
      if (isOwnStep) void navigate(-1)
      else void navigate({ search: writeWindow(location.search, names, null) }, { replace: true, state: { stays: true } })
    },
  }
}
