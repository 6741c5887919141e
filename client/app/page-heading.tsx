import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { cx } from '#client/ui/cx.ts'

/** Address at which the document was opened: its first heading does not take the focus. */
let lastFocusedKey = 'default'

interface Props {
  readonly title: string
  /** Title of the document when it says more than the heading: "Pregunta 3 de 12 - Talento Humano". */
  readonly documentTitle?: string | undefined
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Small line above the title. */
  readonly kicker?: ReactNode
  readonly className?: string | undefined
}

/** The page's one h1. A change of page names the document and moves the focus here (PG3). */
export function PageHeading({ title, documentTitle, lead, actions, kicker, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    document.title = `${documentTitle ?? title} - IIP`
  }, [documentTitle, title])
  useEffect(() => {
    if (key === lastFocusedKey) return
    lastFocusedKey = key
    heading.current?.focus({ preventScroll: true })
  }, [key])
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0">
        {kicker && <p className="mb-1 text-sm font-semibold text-brand-700">{kicker}</p>}
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none! shadow-none! md:text-3xl">
          {title}
        </h1>
        {lead && <div className="mt-1.5 max-w-prose text-lg text-ink-600">{lead}</div>}
      </div>
      {actions && <div className="flex max-w-full flex-wrap gap-2.5">{actions}</div>}
    </div>
  )
}
