import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'neutral'

const looks: Record<Tone, { box: string; mark: string; icon: IconName }> = {
  info: { box: 'border-brand-200 bg-brand-50', mark: 'text-brand-700', icon: 'info' },
  success: { box: 'border-good-300 bg-good-50', mark: 'text-good-700', icon: 'check-circle' },
  warning: { box: 'border-warm-300 bg-warm-50', mark: 'text-warm-700', icon: 'warning' },
  danger: { box: 'border-bad-300 bg-bad-50', mark: 'text-bad-700', icon: 'danger' },
  neutral: { box: 'border-ink-200 bg-ink-50', mark: 'text-ink-600', icon: 'info' },
}

interface Props {
  readonly tone?: Tone | undefined
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Buttons on its right, or under it on a narrow screen. */
  readonly actions?: ReactNode
  readonly icon?: IconName | undefined
  /** `alert` for what has just gone wrong, `status` for news; none for what was there from the start. */
  readonly role?: 'alert' | 'status' | undefined
  readonly className?: string | undefined
}

/** Something to know here, in the flow of the page. */
export function Notice({ tone = 'info', title, children, actions, icon, role, className }: Props) {
  const look = looks[tone]
  return (
    <div role={role} className={cx('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border px-4 py-3', look.box, className)}>
      <Icon name={icon ?? look.icon} className={cx('mt-0.5 -mr-1', look.mark)} />
      <div className="min-w-0 flex-1 basis-52 text-ink-900">
        {title && <p className="font-semibold text-ink-950">{title}</p>}
        {children}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

/** The same across the whole width, under the header: what concerns everything. */
export function Banner({ tone = 'info', children, actions, icon, role }: Omit<Props, 'title' | 'className'>) {
  const look = looks[tone]
  return (
    <div role={role} className={cx('print-hidden border-b', look.box)}>
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6">
        <Icon name={icon ?? look.icon} className={cx('-mr-1', look.mark)} />
        <div className="min-w-[min(13rem,100%)] flex-1 text-sm text-ink-950">{children}</div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}
