import type { ReactNode } from 'react'

/** Words for a screen reader only. */
export function VisuallyHidden({ children, id }: { readonly children: ReactNode; readonly id?: string | undefined }) {
  return (
    <span className="sr-only" id={id}>
      {children}
    </span>
  )
}
