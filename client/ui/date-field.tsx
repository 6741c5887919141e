import type { ComponentProps } from 'react'
import { Field, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value' | 'type' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The field holds a part of a day, or one that does not exist: the browser does not say which. */
  readonly onUnread?: (() => void) | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A day, with the browser's own picker (ux 98). */
export function DateField({ label, hint, error, optional, labelHidden, className, value, onChange, onUnread, id, ...rest }: Props) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <input
        {...rest}
        id={ids.id}
        type="date"
        value={value}
        onChange={(event) => {
          if (onUnread && event.target.validity.badInput) onUnread()
          else onChange(event.target.value)
        }}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className="control tabular max-w-56"
      />
    </Field>
  )
}
