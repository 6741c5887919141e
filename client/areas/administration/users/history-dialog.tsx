import { useEffect, useState } from 'react'
import type { AccountEvent } from '#shared/accounts/settings-routes.ts'
import type { UserView } from '#shared/accounts/user-routes.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { usersText } from './text.ts'
import { readHistory } from './user-calls.ts'
import { nameOf } from './user-words.ts'

/** What was done to an account, the newest first. */
export function HistoryDialog({ user, onClose }: { readonly user: UserView; readonly onClose: () => void }) {
  const t = useText(usersText)
  const format = useFormat()
  /** Undefined while they are on their way, null when they could not be had. */
  const [events, setEvents] = useState<readonly AccountEvent[] | null>()
  useEffect(() => {
    let left = false
    void readHistory(user._id).then((reply) => {
      if (!left) setEvents(reply.ok ? reply.value : null)
    })
    return () => {
      left = true
    }
  }, [user._id])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('historyTitle', { name: nameOf(user) })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {events === undefined && <Skeleton />}
      {events === null && <p className="text-ink-600">{t('historyMissing')}</p>}
      {events?.length === 0 && <p className="text-ink-600">{t('historyNone')}</p>}
      {events && events.length > 0 && (
        <ul className="grid gap-3">
          {events.map(({ at, action, text, by }) => (
            <li key={`${at} ${action} ${text}`}>
              <p lang="es" className="wrap-anywhere text-ink-900">
                {action}: {text}
              </p>
              <p className="text-sm text-ink-600">
                {format.moment(at)} · {t('historyBy', { name: by })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
