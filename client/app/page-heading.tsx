import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Heading } from './heading.tsx'
import type { HeadingProps } from './heading.tsx'

/** Address at which the document was opened: its first heading does not take the focus. */
let lastFocusedKey = 'default'

/** The page's one h1. A change of page names the document and moves the focus here (PG3). */
export function PageHeading(props: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (key === lastFocusedKey) return
    lastFocusedKey = key
    heading.current?.focus({ preventScroll: true })
  }, [key])
  return <Heading {...props} ref={heading} />
}
