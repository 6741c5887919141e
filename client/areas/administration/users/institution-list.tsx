import { useId } from 'react'
import type { UserList } from '#shared/accounts/user-routes.ts'
import { useText } from '#client/i18n/text.ts'
import { Combobox } from '#client/ui/fields/combobox.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { usersText } from './text.ts'

type Named = UserList['institutions'][number]

interface Props {
  readonly title: string
  /** To whom they belong. */
  readonly chosen: readonly Named[]
  readonly all: readonly Named[]
  readonly disabled?: boolean | undefined
  readonly onAdd: (institution: Named) => void
  /** Absent where none may be taken away. */
  readonly onRemove?: ((institution: Named) => void) | undefined
}

/** Institutions of somebody, each with the way to take it away, and a field to add another one. */
export function InstitutionList({ title, chosen, all, disabled = false, onAdd, onRemove }: Props) {
  const t = useText(usersText)
  const id = useId()
  const held = new Set(chosen.map(({ _id }) => _id))
  return (
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <p id={id} className={chosen.length > 0 ? 'text-md font-semibold text-ink-950' : 'sr-only'}>
        {title}
      </p>
      {chosen.length > 0 && (
        <ul className="divide-y divide-ink-200 rounded-md border border-ink-200">
          {chosen.map((institution) => (
            <li key={institution._id} className="flex min-h-11 items-center justify-between gap-3 pl-3.5 wrap-anywhere">
              {institution.name}
              {onRemove && (
                <IconButton
                  icon="close"
                  label={t('institutionRemove', { name: institution.name })}
                  disabled={disabled}
                  onClick={() => onRemove(institution)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Begun anew after each one, with nothing written in it. */}
      <Combobox
        key={chosen.length}
        label={t('institutionAdd')}
        optional
        disabled={disabled}
        options={all.filter(({ _id }) => !held.has(_id)).map(({ _id, name }) => ({ id: _id, label: name }))}
        selected={null}
        onSelect={(wanted) => {
          const institution = all.find(({ _id }) => _id === wanted)
          if (institution) onAdd(institution)
        }}
      />
    </div>
  )
}
