import type { ComponentProps } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Field, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'

interface Props extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'value' | 'children'> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean | undefined }[]
  /** Empty while nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Text of the empty choice; null when there must always be one. */
  readonly placeholder?: string | null | undefined
}

export function Select({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  options,
  value,
  onChange,
  placeholder,
  id,
  ...rest
}: Props) {
  const t = useText(uiText)
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <span className="relative block">
        <select
          {...rest}
          id={ids.id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className="control appearance-none pr-10"
        >
          {placeholder !== null && <option value="">{placeholder ?? t('choose')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-600" />
      </span>
    </Field>
  )
}
