import type { ReactNode } from 'react'
import { cx } from '#client/ui/cx.ts'

interface Props {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  /** Read but not drawn, for a column of switches. */
  readonly labelHidden?: boolean | undefined
}

/** On or off at once, without a save. */
export function Switch({ label, hint, checked, onChange, disabled = false, labelHidden = false }: Props) {
  return (
    <label className={cx('items-start justify-between gap-x-6', labelHidden ? 'inline-flex' : 'flex flex-wrap gap-y-2 py-2')}>
      <span className={labelHidden ? 'sr-only' : 'min-w-[min(8rem,100%)] flex-1'}>
        <span className="font-medium text-ink-950">{label}</span>
        {hint && <span className="block text-sm text-ink-600">{hint}</span>}
      </span>
      <span className={cx('relative inline-flex shrink-0', !labelHidden && 'mt-0.5')}>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-6.5 w-11.5 appearance-none rounded-full border border-ink-500 bg-ink-400 transition-colors checked:border-brand-700 checked:bg-brand-600 disabled:opacity-50"
        />
        <span
          aria-hidden
          className="forced-edge pointer-events-none absolute top-1 left-1 size-4.5 rounded-full bg-white shadow-card transition-transform peer-checked:translate-x-5"
        />
      </span>
    </label>
  )
}
