import { cx } from '#client/ui/cx.ts'
import { FieldSet, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { choiceMark, choiceRow, choiceTone } from './radio-group.tsx'
import type { Choice } from './radio-group.tsx'

interface Props extends FieldProps {
  readonly choices: readonly Choice[]
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly onBlur?: (() => void) | undefined
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Most that may be chosen; past it the others are disabled. 0 is no limit. */
  readonly max?: number | undefined
  readonly id?: string | undefined
}

/** Several of a set. Values keep the order of the choices. */
export function CheckboxGroup({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  choices,
  values,
  onChange,
  onBlur,
  readOnly = false,
  disabled = false,
  max = 0,
  id,
}: Props) {
  const ids = useFieldIds({ hint, error }, id)
  const toggle = (value: string, on: boolean): void => {
    const wanted = new Set(values)
    if (on) wanted.add(value)
    else wanted.delete(value)
    onChange(choices.filter((choice) => wanted.has(choice.value)).map((choice) => choice.value))
  }
  return (
    <FieldSet {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <div className="grid gap-2" onBlur={onBlur}>
        {choices.map((choice) => {
          const on = values.includes(choice.value)
          const off = disabled || readOnly || choice.disabled === true || (max > 0 && !on && values.length >= max)
          return (
            <div key={choice.value}>
              <label className={cx(choiceRow, choiceTone(on, off))}>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={off}
                  onChange={(event) => toggle(choice.value, event.target.checked)}
                  className={choiceMark}
                />
                <span className="min-w-0">
                  <span className={on ? 'font-medium text-ink-950' : undefined}>{choice.label}</span>
                  {choice.hint && <span className="block text-sm text-ink-600">{choice.hint}</span>}
                </span>
              </label>
              {on && choice.extra && <div className="mt-2 ml-5 border-l-2 border-brand-200 pl-4">{choice.extra}</div>}
            </div>
          )
        })}
      </div>
    </FieldSet>
  )
}
