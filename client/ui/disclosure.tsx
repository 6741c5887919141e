import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly open?: boolean | undefined
  readonly onToggle?: ((open: boolean) => void) | undefined
  readonly className?: string | undefined
}

/** Detail that opens in place. Find-in-page reaches it. */
export function Disclosure({ summary, children, open, onToggle, className }: Props) {
  return (
    <details open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)} className={className}>
      <summary className="group flex min-h-11 w-fit list-none items-center gap-1.5 rounded-md pr-2 font-medium text-brand-700 hover:text-brand-900 [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" size={18} className="transition-transform [[open]>summary>&]:rotate-90" />
        {summary}
      </summary>
      <div className="pt-1 pb-2 pl-6">{children}</div>
    </details>
  )
}
