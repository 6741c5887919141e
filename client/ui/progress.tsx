import { cx } from './cx.ts'

interface Props {
  /** What is counted, for a screen reader. */
  readonly label: string
  readonly value: number
  readonly max: number
  /** Value in words: "12 de 30". */
  readonly text: string
  readonly className?: string | undefined
}

const shareOf = (value: number, max: number): number => (max <= 0 ? 0 : Math.min(1, Math.max(0, value / max)))

export function ProgressBar({ label, value, max, text, className }: Props) {
  const share = shareOf(value, max)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className={cx('forced-edge h-2 overflow-hidden rounded-full bg-ink-150', className)}
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-300 forced-colors:bg-[Highlight]',
          share >= 1 ? 'bg-good-500' : 'bg-brand-600',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

/** The same as a ring, with the share inside. */
export function ProgressRing({ label, value, max, text, size = 56, className }: Props & { readonly size?: number | undefined }) {
  const share = shareOf(value, max)
  const radius = 20
  const round = 2 * Math.PI * radius
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className={cx('relative inline-flex shrink-0 items-center justify-center', className)}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 48 48" width={size} height={size} className="-rotate-90" aria-hidden focusable="false">
        <circle cx="24" cy="24" r={radius} fill="none" strokeWidth="5" className="stroke-ink-150" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${share * round} ${round}`}
          className={share >= 1 ? 'stroke-good-500' : 'stroke-brand-600'}
        />
      </svg>
      <span aria-hidden className="tabular absolute font-semibold text-ink-950" style={{ fontSize: size * 0.25 }}>
        {`${Math.floor(share * 100)}%`}
      </span>
    </div>
  )
}
