import { cx } from '#client/ui/cx.ts'

/** Turning ring beside words that say what is happening. */
export function Spinner({ size = 18, className }: { readonly size?: number | undefined; readonly className?: string | undefined }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      className={cx('shrink-0 animate-turn', className)}
      aria-hidden
      focusable="false"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
