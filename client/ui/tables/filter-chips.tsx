import { cx } from '#client/ui/cx.ts'

interface Props<Name extends string> {
  readonly label: string
  readonly filters: readonly Name[]
  readonly current: Name
  readonly onChange: (filter: Name) => void
  readonly nameOf: (filter: Name) => string
  /** How many entries each filter lets through. */
  readonly countOf: (filter: Name) => number
  readonly className?: string | undefined
}

/** One of several filters of a list, each with its count. */
export function FilterChips<Name extends string>({ label, filters, current, onChange, nameOf, countOf, className }: Props<Name>) {
  return (
    <div role="group" aria-label={label} className={cx('mb-4 flex flex-wrap gap-1.5', className)}>
      {filters.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={current === each}
          onClick={() => onChange(each)}
          className={cx(
            'forced-edge inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium',
            current === each ? 'border-brand-700 bg-brand-700 text-white' : 'border-ink-300 bg-white text-ink-800 hover:bg-ink-50',
          )}
        >
          {nameOf(each)}
          <span className={cx('tabular', current === each ? 'text-white' : 'text-ink-600')}>{countOf(each)}</span>
        </button>
      ))}
    </div>
  )
}
