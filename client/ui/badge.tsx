import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import type { Tone } from './notice.tsx'

const tones: Record<Tone, string> = {
  neutral: 'bg-ink-100 text-ink-700',
  info: 'bg-brand-100 text-brand-800',
  success: 'bg-good-50 text-good-700',
  warning: 'bg-warm-100 text-warm-900',
  danger: 'bg-bad-100 text-bad-900',
}

interface Props {
  readonly tone?: Tone | undefined
  readonly icon?: IconName | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** State of one thing, in words. Square enough not to look like a button. */
export function Badge({ tone = 'neutral', icon, children, className }: Props) {
  return (
    <span
      className={cx('inline-flex w-fit items-center gap-1 rounded-sm px-1.5 py-0.5 text-sm leading-5 font-medium', tones[tone], className)}
    >
      {icon && <Icon name={icon} size={15} />}
      {children}
    </span>
  )
}

/** Number beside a word. */
export function Count({ n, tone = 'neutral' }: { readonly n: number; readonly tone?: Tone | undefined }) {
  return (
    <span
      className={cx('tabular inline-block min-w-6 shrink-0 rounded-full px-1.5 text-center text-sm leading-5.5 font-semibold', tones[tone])}
    >
      {n}
    </span>
  )
}

/** Status of a task in plain text: done is quiet so that what is left stands out. */
export function Status({ tone = 'neutral', icon, children }: Omit<Props, 'className'>) {
  const text: Record<Tone, string> = {
    neutral: 'text-ink-600',
    info: 'text-brand-700 font-medium',
    success: 'text-good-700',
    warning: 'text-warm-700 font-medium',
    danger: 'text-bad-700 font-semibold',
  }
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', text[tone])}>
      {icon && <Icon name={icon} size={17} />}
      {children}
    </span>
  )
}
