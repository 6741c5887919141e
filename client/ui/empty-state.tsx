import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

interface Props {
  readonly icon?: IconName | undefined
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Nothing here, why, and what to do about it. */
export function EmptyState({ icon = 'list', title, children, actions }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-ink-100 text-ink-500">
        <Icon name={icon} size={24} />
      </span>
      <p className="mt-3 text-lg font-semibold text-ink-950">{title}</p>
      {children && <div className="mt-1 max-w-prose text-ink-600">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2.5">{actions}</div>}
    </div>
  )
}
