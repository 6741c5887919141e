import { isPinned } from '#client/data/session/pinned.ts'
import type { KnownUser } from '#client/data/session/session.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Status } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { accountsText } from '#client/features/accounts/text.ts'

interface Props {
  readonly known: readonly KnownUser[]
  readonly online: boolean
  readonly onContinue: (entry: KnownUser) => void
}

/** People whose data this device keeps, with how much of it was never sent. */
export function KnownUsers({ known, online, onContinue }: Props) {
  const t = useText(accountsText)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="known-users" className={online ? 'mt-4 border-t border-ink-150 pt-5' : undefined}>
      <h2 id="known-users" className="text-base">
        {t('onThisDevice')}
      </h2>
      <p className="text-sm text-ink-600">{t('onThisDeviceHint')}</p>
      <ul className="mt-3 grid gap-2">
        {known.map((entry) => {
          const name = `${entry.user.name} ${entry.user.surname}`.trim()
          const pinned = isPinned(entry.user._id)
          const closed = entry.shared && !online && !pinned
          return (
            <li key={entry.user._id}>
              <button
                type="button"
                disabled={closed}
                onClick={() => onContinue(entry)}
                aria-label={`${t('continueAsLabel', { name })}. ${t('unsent', { n: entry.unsent })}`}
                className="forced-edge flex w-full items-center gap-3 rounded-lg border border-ink-200 bg-white px-3.5 py-2.5 text-left shadow-card transition-colors hover:border-brand-400 hover:bg-brand-50 disabled:border-ink-200 disabled:bg-ink-50"
              >
                <Avatar name={name} size={38} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold text-ink-950">{name}</span>
                  <span className="block truncate text-sm text-ink-600">{entry.user.email}</span>
                  {closed && <span className="block text-sm text-ink-600">{t('sharedOffline')}</span>}
                  <Status tone={entry.unsent > 0 ? 'warning' : 'neutral'}>{t('unsent', { n: entry.unsent })}</Status>
                </span>
                {!closed && <Icon name={pinned ? 'lock' : 'chevron-right'} size={18} className="text-ink-500" />}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
