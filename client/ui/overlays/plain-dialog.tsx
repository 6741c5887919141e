import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, drawn at the foot. */
  readonly actions: ReactNode
}

/** A short window made of the browser's own dialog, for pages that must be light: focus goes in, stays in and returns, and Escape closes it. */
export function PlainDialog({ open, onClose, title, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="forced-edge m-auto mb-0 w-full max-w-md rounded-t-xl bg-white shadow-modal backdrop:bg-ink-950/45 open:animate-rise sm:mb-auto sm:rounded-xl"
    >
      <h2 id={titleId} className="px-6 pt-5 pb-3 text-xl">
        {title}
      </h2>
      <div className="px-6 pt-1 pb-6">{children}</div>
      <div className="flex flex-col gap-2.5 border-t border-ink-150 bg-ink-50 px-6 py-4 sm:flex-row-reverse sm:flex-wrap sm:justify-start">
        {actions}
      </div>
    </dialog>
  )
}
