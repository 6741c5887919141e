import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { Heading } from './heading.tsx'
import type { HeadingProps } from './heading.tsx'

/** Where the last heading stood. At the address at which the document was opened it does not take the focus. */
let last = { key: 'default', pathname: '' }

/** The page's one h1. A change of page names the document and moves the focus here (PG3). */
export function PageHeading(props: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname, state } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const before = last
    last = { key, pathname }
    if (key === before.key) return
    // Whoever has begun to use the header before the document's first page stood keeps the focus there (NV3).
    if (before.pathname === '' && document.activeElement !== null && document.activeElement !== document.body) return
    // A step within a page, such as another filter of its table, leaves the focus where it is, and so does the way back over it.
    const stays: unknown = state
    const isStep = isBack || (typeof stays === 'object' && stays !== null && 'stays' in stays)
    if (!isStep || pathname !== before.pathname) heading.current?.focus({ preventScroll: true })
  }, [key, pathname, state, isBack])
  return <Heading {...props} ref={heading} />
}
