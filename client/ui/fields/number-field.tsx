import type { ComponentProps } from 'react'
import { Field, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value' | 'type'> {
  /** Text as typed, whatever it is: nothing is left out to make it a number. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Unit beside the number: %, $, personas. */
  readonly unit?: string | undefined
  readonly decimal?: boolean | undefined
}

/** A number by keyboard: digits on a touch screen, no wheel and no spinner that changes it by accident. */
export function NumberField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  value,
  onChange,
  unit,
  decimal = false,
  id,
  ...rest
}: Props) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <span className="flex max-w-56 items-center gap-2.5">
        <input
          {...rest}
          id={ids.id}
          type="text"
          inputMode={decimal ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className="control tabular"
        />
        {unit && <span className="text-ink-600">{unit}</span>}
      </span>
    </Field>
  )
}
