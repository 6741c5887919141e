import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cx } from '#client/ui/cx.ts'

interface Props {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  /** Some of what it stands for is chosen. */
  readonly indeterminate?: boolean | undefined
  /** Read but not drawn, for a column of boxes. */
  readonly labelHidden?: boolean | undefined
  readonly className?: string | undefined
}

export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
  indeterminate = false,
  labelHidden = false,
  className,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={cx('flex items-start gap-2.5', labelHidden ? 'p-2' : 'py-1.5', disabled && 'text-ink-500', className)}>
      <input
        ref={input}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 rounded-sm accent-brand-600"
      />
      <span className={labelHidden ? 'sr-only' : 'min-w-0'}>
        {label}
        {hint && <span className="block text-sm text-ink-600">{hint}</span>}
      </span>
    </label>
  )
}
