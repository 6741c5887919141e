import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Field, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly icon?: IconName | undefined
}

/** One line of text: also e-mail, telephone and search, by `type`. */
export function TextField({ label, hint, error, optional, labelHidden, className, value, onChange, icon, id, ...rest }: Props) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, ids }}>
      <span className="relative block">
        {icon && <Icon name={icon} size={19} className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-500" />}
        <input
          {...rest}
          id={ids.id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={cx('control', icon && 'pl-10')}
        />
      </span>
    </Field>
  )
}

/** A password that can be pasted, kept by a manager and looked at. */
export function PasswordField({ label, hint, error, className, value, onChange, id, ...rest }: Omit<Props, 'type' | 'icon'>) {
  const t = useText(uiText)
  const [shown, setShown] = useState(false)
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field {...{ label, hint, error, className, ids }}>
      <span className="relative block">
        <input
          {...rest}
          id={ids.id}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className="control pr-12"
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('showPassword')}
          aria-controls={ids.id}
          title={shown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-md text-ink-600 hover:text-ink-950"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </span>
    </Field>
  )
}
