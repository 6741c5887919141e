import { useMemo, useState } from 'react'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { FieldSet, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { Select } from './select.tsx'
import { uiText } from '#client/ui/text.ts'

/** A day by its parts, as they were typed; the month as two digits. */
export interface DayParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

interface Props extends FieldProps {
  readonly parts: DayParts
  readonly onChange: (parts: DayParts) => void
}

interface PartProps {
  readonly label: string
  readonly value: string
  readonly digits: number
  readonly invalid: boolean
  readonly onChange: (value: string) => void
}

function Part({ label, value, digits, invalid, onChange }: PartProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm text-ink-600">{label}</span>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={digits}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={invalid || undefined}
        className="control tabular"
        style={{ width: `${digits + 3}ch` }}
      />
    </label>
  )
}

/** A day by its parts, in the language of the application whatever the browser's is, and with no order to guess. */
export function DateField({ label, hint, error, optional, labelHidden, className, parts, onChange }: Props) {
  const t = useText(uiText)
  const language = useLanguage()
  const ids = useFieldIds({ hint, error })
  const months = useMemo(() => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => ({
      value: String(at + 1).padStart(2, '0'),
      label: name.format(new Date(Date.UTC(2024, at, 15))),
    }))
  }, [language])
  const invalid = Boolean(error)
  /** The message about a paste that is not a date; empty when there is none. */
  const [unread, setUnread] = useState('')
  const change = (next: DayParts): void => {
    setUnread('')
    onChange(next)
  }
  return (
    <FieldSet {...{ label, hint, error, optional, labelHidden, className, ids }} role="group">
      <div
        className="flex flex-wrap items-end gap-2.5"
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain').trim()
          // One part by itself.
          if (/^\d{0,4}$/.test(text)) return
          event.preventDefault()
          // Its code comes with the first paste.
          loadPart(() => import('./day-paste.ts')).then(
            ({ dayPasted }) => setUnread(dayPasted(text, language, change)),
            () => setUnread(t('windowMissing')),
          )
        }}
      >
        <Part label={t('day')} value={parts.day} digits={2} invalid={invalid} onChange={(day) => change({ ...parts, day })} />
        <div className="grid w-40 max-w-full grid-cols-1 gap-1">
          <span aria-hidden className="text-sm text-ink-600">
            {t('month')}
          </span>
          <Select
            label={t('month')}
            labelHidden
            options={months}
            value={parts.month}
            placeholder="–"
            onChange={(month) => change({ ...parts, month })}
            aria-invalid={invalid || undefined}
          />
        </div>
        <Part label={t('year')} value={parts.year} digits={4} invalid={invalid} onChange={(year) => change({ ...parts, year })} />
      </div>
      <p role="status" className="text-sm font-medium text-bad-700 empty:hidden">
        {unread}
      </p>
    </FieldSet>
  )
}
