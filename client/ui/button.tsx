import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import { Spinner } from './loading/spinner.tsx'

/** primary: the one thing to do here · secondary: the rest · quiet: inside dense rows · danger: loses something. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium'

const base =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-md border font-semibold no-underline select-none transition-colors duration-100 disabled:opacity-100 forced-edge'
const kinds: Record<ButtonKind, string> = {
  primary:
    'border-brand-700 bg-brand-600 text-white shadow-card hover:bg-brand-700 active:bg-brand-800 disabled:border-ink-200 disabled:bg-ink-150 disabled:text-ink-500 disabled:shadow-none',
  secondary:
    'border-ink-300 bg-white text-ink-900 shadow-card hover:border-ink-400 hover:bg-ink-50 active:bg-ink-100 disabled:border-ink-200 disabled:bg-ink-100 disabled:text-ink-500 disabled:shadow-none',
  quiet:
    'border-transparent bg-transparent text-brand-700 hover:bg-brand-50 active:bg-brand-100 disabled:text-ink-500 disabled:hover:bg-transparent',
  danger:
    'border-bad-700 bg-white text-bad-700 shadow-card hover:bg-bad-50 active:bg-bad-100 disabled:border-ink-200 disabled:bg-ink-100 disabled:text-ink-500 disabled:shadow-none',
}
/** A finger needs 44 px, whatever is small beside a pointer. */
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-[44px]',
  medium: 'min-h-11 px-4.5 py-2 text-base',
}

export const buttonClass = (kind: ButtonKind, size: ButtonSize, className?: string): string => cx(base, kinds[kind], sizes[size], className)

/** What a button and a link in its clothes look like. */
export interface Look {
  readonly kind?: ButtonKind | undefined
  readonly size?: ButtonSize | undefined
  readonly icon?: IconName | undefined
  readonly iconEnd?: IconName | undefined
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Work is under way: the ring turns and a second press does nothing, but focus stays. */
  readonly busy?: boolean | undefined
}

export function Button({
  kind = 'secondary',
  size = 'medium',
  icon,
  iconEnd,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(kind, size, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={size === 'small' ? 18 : 20} className="-ml-0.5" />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={size === 'small' ? 18 : 20} className="-mr-0.5" />}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName
  /** What it does, for everybody: the accessible name and the pointer's hint. */
  readonly label: string
  readonly kind?: 'plain' | 'outline' | undefined
  readonly size?: ButtonSize | undefined
  /** A count in its corner. */
  readonly badge?: ReactNode
}

export function IconButton({ icon, label, kind = 'plain', size = 'medium', badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center rounded-md border text-ink-600 transition-colors hover:bg-ink-100 hover:text-ink-950 disabled:text-ink-300 disabled:hover:bg-transparent aria-pressed:bg-brand-100 aria-pressed:text-brand-800 aria-expanded:bg-ink-100',
        kind === 'outline' ? 'border-ink-300 bg-white shadow-card' : 'border-transparent',
        // A target for fingers, not a text: it does not grow with the text.
        size === 'small' ? 'size-[32px] pointer-coarse:size-[44px]' : 'size-[44px]',
        className,
      )}
    >
      <Icon name={icon} size={size === 'small' ? 18 : 21} fixed />
      {badge !== undefined && badge !== null && (
        <span className="tabular absolute -top-0.5 -right-0.5 min-w-[18px] rounded-full bg-warm-700 px-1 text-center text-[min(0.68rem,14px)] leading-[18px] font-bold text-white">
          {badge}
        </span>
      )}
    </button>
  )
}
