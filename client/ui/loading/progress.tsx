import { cx } from '#client/ui/cx.ts'

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
