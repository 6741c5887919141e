import { useId } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'

/** What every control of the kit takes. */
export interface FieldProps {
  readonly label: ReactNode
  /** One sentence under the label. */
  readonly hint?: ReactNode
  /** What is wrong and what to do; shown after the field was left. */
  readonly error?: string | null | undefined
  /** Marks the field "(opcional)": required ones carry no mark. */
  readonly optional?: boolean | undefined
  /** The label is read but not drawn: only beside a visible heading that says the same. */
  readonly labelHidden?: boolean | undefined
  readonly className?: string | undefined
}

export interface FieldIds {
  readonly id: string
  readonly hintId: string
  readonly errorId: string
  /** Value for aria-describedby. */
  readonly describedBy: string | undefined
}

export function useFieldIds({ hint, error }: Pick<FieldProps, 'hint' | 'error'>, ownId?: string, also?: string): FieldIds {
  const generated = useId()
  const id = ownId ?? generated
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : '', also ?? ''].filter(Boolean).join(' ')
  return { id, hintId, errorId, describedBy: describedBy === '' ? undefined : describedBy }
}

export function FieldError({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-bad-700">
      <Icon name="danger" size={17} className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}

/** Label, hint, control and error of one field, in that order. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  ids,
  children,
}: FieldProps & { readonly ids: FieldIds; readonly children: ReactNode }) {
  const t = useText(uiText)
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={ids.id} className={labelHidden ? 'sr-only' : 'w-fit max-w-full font-semibold wrap-anywhere text-ink-950'}>
        {label} {optional && <span className="font-normal text-ink-500">{t('optional')}</span>}
      </label>
      {hint && (
        <div id={ids.hintId} className="-mt-0.5 text-sm text-ink-600">
          {hint}
        </div>
      )}
      {children}
      {error && <FieldError id={ids.errorId}>{error}</FieldError>}
    </div>
  )
}

/** A set of radios or checkboxes under one legend. */
export function FieldSet({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  ids,
  children,
  role,
}: FieldProps & { readonly ids: FieldIds; readonly children: ReactNode; readonly role?: string | undefined }) {
  const t = useText(uiText)
  return (
    <fieldset
      id={ids.id}
      role={role}
      className={cx('min-w-0', className)}
      aria-describedby={ids.describedBy}
      aria-invalid={error ? true : undefined}
    >
      <legend className={labelHidden ? 'sr-only' : 'font-semibold text-ink-950'}>
        {label} {optional && <span className="font-normal text-ink-500">{t('optional')}</span>}
      </legend>
      {hint && (
        <div id={ids.hintId} className="mt-0.5 text-sm text-ink-600">
          {hint}
        </div>
      )}
      <div className="mt-2">{children}</div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={ids.errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
