import { useState } from 'react'
import type { AccountEvent } from '#shared/accounts/settings-routes.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { accountHistory } from '#client/areas/account/sessions/settings-calls.ts'
import { sessionsText } from '#client/areas/account/sessions/sessions-text.ts'

/** Words of what a history calls an action; one that is none of an account's shows as it is. */
const words = {
  'Cambia nombre': 'renamed',
  'Acepta invitación': 'joined',
  'Crea cuenta': 'created',
  'Recuerda plazo': 'reminded',
  'Activa recordatorios': 'remindersBegun',
  'Desactiva recordatorios': 'remindersEnded',
  'Desactiva recordatorios por enlace': 'remindersEndedByLink',
  'Agrega a institución': 'added',
  'Quita de institución': 'removed',
} as const
const isKnown = (action: string): action is keyof typeof words => Object.hasOwn(words, action)

/** Who changed the account, when, from what to what. Fetched when it is opened. */
export function AccountHistory({ user }: { readonly user: SessionUser }) {
  const t = useText(sessionsText)
  const format = useFormat()
  /** Null when they could not be had. */
  const [events, setEvents] = useState<readonly AccountEvent[] | null>()
  const load = async (open: boolean): Promise<void> => {
    if (!open) return
    const reply = await accountHistory(user)
    setEvents(reply.ok ? reply.value : null)
  }
  return (
    <Disclosure summary={t('history')} onToggle={(open) => void load(open)} className="mt-5">
      {events === undefined && <Skeleton />}
      {events === null && <p className="text-ink-600">{t('historyMissing')}</p>}
      {events?.length === 0 && <p className="text-ink-600">{t('historyNone')}</p>}
      {events && events.length > 0 && (
        <ul className="grid gap-3">
          {events.map(({ at, action, text, by }) => (
            <li key={at}>
              <p className="break-words text-ink-900">
                {[isKnown(action) ? t(words[action]) : action, text].filter((each) => each !== '').join(': ')}
              </p>
              <p className="text-sm text-ink-600">
                {format.moment(at)} · {t('historyBy', { name: by })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
