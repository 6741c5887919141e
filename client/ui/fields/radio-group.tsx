import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from '#client/ui/cx.ts'
import { FieldSet, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'

export interface Choice {
  readonly value: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly disabled?: boolean | undefined
  /** Shown under the choice while it is the chosen one: a free text, for example. */
  readonly extra?: ReactNode
}

interface Props extends FieldProps {
  readonly choices: readonly Choice[]
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Short choices (Sí/No) stand side by side. */
  readonly inline?: boolean | undefined
  readonly id?: string | undefined
}

/** Row of a radio or a checkbox: the whole of it is the target. */
export const choiceRow =
  'flex items-start gap-3 rounded-md border px-3.5 py-2.5 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-600'
export const choiceTone = (on: boolean, off: boolean): string =>
  cx(
    on ? 'border-brand-600 bg-brand-50' : 'border-ink-300 bg-white',
    !off && !on && 'hover:border-ink-400 hover:bg-ink-50',
    off && 'text-ink-600',
  )
export const choiceMark = 'mt-0.5 size-5 shrink-0 accent-brand-600 outline-none! shadow-none!'

export function RadioGroup({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  choices,
  value,
  onChange,
  onBlur,
  readOnly = false,
  disabled = false,
  inline = false,
  id,
}: Props) {
  const name = useId()
  const ids = useFieldIds({ hint, error }, id)
  return (
    <FieldSet {...{ label, hint, error, optional, labelHidden, className, ids }} role="radiogroup">
      <div className={cx('gap-2', inline ? 'flex flex-wrap' : 'grid')} onBlur={onBlur}>
        {choices.map((choice) => {
          const on = choice.value === value
          const off = disabled || readOnly || choice.disabled === true
          return (
            <div key={choice.value} className={cx(inline && 'min-w-30')}>
              <label className={cx(choiceRow, choiceTone(on, off))}>
                <input
                  type="radio"
                  name={name}
                  value={choice.value}
                  checked={on}
                  disabled={off}
                  onChange={() => onChange(choice.value)}
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
