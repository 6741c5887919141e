import type { ComponentProps } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Field, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { uiText } from '#client/ui/text.ts'

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'onChange' | 'value' | 'maxLength'> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Most characters; 0 or absent is no limit. Typing past it is allowed and told, not cut off. */
  readonly max?: number | undefined
}

/** Part of the limit from which the counter is shown. */
const counterFrom = 0.75

export function TextArea({ label, hint, error, optional, labelHidden, className, value, onChange, max = 0, id, rows = 4, ...rest }: Props) {
  const t = useText(uiText)
  const counted = max > 0 && value.length >= max * counterFrom
  const generated = useFieldIds({ hint, error }, id)
  const counterId = `${generated.id}-counter`
  const ids = useFieldIds({ hint, error }, generated.id, counted ? counterId : undefined)
  const over = value.length > max
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <textarea
        {...rest}
        id={ids.id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className="control field-sizing-content resize-y leading-relaxed"
        style={{ minHeight: `${rows * 1.6 + 1.2}rem` }}
      />
      {counted && (
        <p id={counterId} role="status" className={cx('tabular text-sm', over ? 'font-semibold text-bad-700' : 'text-ink-600')}>
          {over ? t('charactersOver', { n: value.length - max }) : t('charactersLeft', { n: max - value.length })}
        </p>
      )}
    </Field>
  )
}
