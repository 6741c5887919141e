import { Avatar } from '#client/ui/avatar.tsx'
import { cx } from '#client/ui/cx.ts'

/** Most faces; the others are counted. */
const facesMost = 3

interface Props {
  readonly names: readonly string[]
  /** Said by the pointer's hint; a screen reader has it from elsewhere. */
  readonly words: string
  readonly className?: string | undefined
}

/** Initials of who is there, overlapping a little. Not for screen readers: their words stand beside what the people have open. */
export function Faces({ names, words, className }: Props) {
  const shown = names.length > facesMost ? names.slice(0, facesMost - 1) : names
  const rest = names.length - shown.length
  return (
    <span aria-hidden title={words} className={cx('inline-flex -space-x-1.5 animate-fade', className)}>
      {shown.map((name) => (
        <Avatar key={name} name={name} size={28} className="bg-warm-100 text-warm-900 ring-2 ring-white" />
      ))}
      {rest > 0 && (
        <span
          data-more={`+${rest}`}
          className="forced-edge inline-flex size-[28px] items-center justify-center rounded-full bg-ink-100 text-[11px] font-semibold text-ink-800 ring-2 ring-white before:content-[attr(data-more)]"
        />
      )}
    </span>
  )
}
