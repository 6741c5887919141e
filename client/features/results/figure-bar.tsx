import type { Level } from '#shared/results/model.ts'
import { shareOf } from '#shared/results/words.ts'
import { cx } from '#client/ui/cx.ts'
import { levelFills } from './words.ts'

interface Props {
  readonly points: number
  readonly max: number
  readonly level?: Level | null | undefined
  /** Mean of its category, drawn as a mark. */
  readonly mean?: number | null | undefined
  readonly className?: string | undefined
}

/** What was obtained of what can be, beside figures that say it in words: a picture for the eye alone. */
export function FigureBar({ points, max, level, mean, className }: Props) {
  return (
    <span aria-hidden className={cx('relative block h-2.5 rounded-full bg-ink-150 forced-edge', className)}>
      <span
        className={cx('absolute inset-y-0 left-0 rounded-full forced-colors:bg-[Highlight]', level ? levelFills[level] : 'bg-brand-600')}
        style={{ width: `${shareOf(points, max) * 100}%` }}
      />
      {mean !== null && mean !== undefined && max > 0 && (
        <span
          className="absolute -inset-y-1 w-0.75 -translate-x-1/2 rounded-sm bg-ink-950 ring-2 ring-white forced-colors:bg-[CanvasText]"
          style={{ left: `${shareOf(mean, max) * 100}%` }}
        />
      )}
    </span>
  )
}
