import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'

/** Heading that opens and closes what belongs to one sub-dimension, as wide as its frame. */
export function SubDimensionButton({
  name,
  open,
  onToggle,
  children,
}: {
  readonly name: string
  readonly open: boolean
  readonly onToggle: () => void
  /** What stands at its end. */
  readonly children?: ReactNode
}) {
  return (
    <h3>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-2 text-left text-base font-semibold hover:bg-ink-50"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={18} className="shrink-0 text-ink-500" />
        <span lang="es" className="min-w-0 flex-1 basis-24 wrap-anywhere hyphens-auto">
          {name}
        </span>
        {children}
      </button>
    </h3>
  )
}
