import { cx } from './cx.ts'

interface Props<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few ways to look at the same thing. */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="inline-flex flex-wrap gap-1.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'forced-edge min-h-9 rounded-full border px-3.5 text-sm font-medium',
            option.value === value ? 'border-brand-700 bg-brand-700 text-white' : 'border-ink-300 bg-white text-ink-800 hover:bg-ink-50',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
