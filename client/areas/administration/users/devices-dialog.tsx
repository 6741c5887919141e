import { useCallback, useEffect, useState } from 'react'
import type { UserDevice, UserView } from '#shared/accounts/user-routes.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { usersText } from './text.ts'
import { endSessionThere, readDevices } from './user-calls.ts'
import { nameOf } from './user-words.ts'

/** Where somebody is signed in and what waits on each of their devices, and the way to end a session there. */
export function DevicesDialog({ user, onClose }: { readonly user: UserView; readonly onClose: () => void }) {
  const t = useText(usersText)
  const errorText = useErrorText()
  /** Undefined while they are on their way, null when they could not be had. */
  const [devices, setDevices] = useState<readonly UserDevice[] | null>()
  const [ending, setEnding] = useState<string | null>(null)
  const load = useCallback(async (): Promise<void> => {
    const reply = await readDevices(user._id)
    setDevices(reply.ok ? reply.value : null)
  }, [user._id])
  useEffect(() => {
    void load()
  }, [load])
  const end = async (session: string): Promise<void> => {
    setEnding(session)
    const reply = await endSessionThere(user._id, session)
    await load()
    setEnding(null)
    if (reply.ok) toast('success', t('sessionEnded'))
    else if (reply.failure.code !== 'not_found') toast('error', errorText(reply.failure))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devicesTitle', { name: nameOf(user) })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p className="mb-4 text-ink-600">{t('devicesHint')}</p>
      {devices === undefined && <Skeleton />}
      {devices === null && <p className="text-ink-600">{t('historyMissing')}</p>}
      {devices?.length === 0 && <p className="text-ink-600">{t('devicesNone')}</p>}
      {devices && devices.length > 0 && (
        <ul className="divide-y divide-ink-200">
          {devices.map((device, at) => (
            <DeviceRow
              key={device.session ?? `device ${at}`}
              device={device}
              busy={ending !== null && ending === device.session}
              onEnd={(session) => void end(session)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface RowProps {
  readonly device: UserDevice
  readonly busy: boolean
  readonly onEnd: (session: string) => void
}

function DeviceRow({ device, busy, onEnd }: RowProps) {
  const t = useText(usersText)
  const format = useFormat()
  const { session, current, browser, system, address, lastUsedAt, lastSeenAt, waiting } = device
  const name = browser && system ? t('programOn', { browser, system }) : (browser ?? system ?? t('programUnknown'))
  const seen = lastUsedAt ?? lastSeenAt
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere text-ink-900">
          {name}
          {current && <Badge tone="success">{t('thisSession')}</Badge>}
          {session === null && <Badge tone="neutral">{t('sessionOver')}</Badge>}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-600">
          {[seen === null ? null : t('lastSeen', { when: format.moment(seen) }), address === null ? null : t('fromAddress', { address })]
            .filter((each) => each !== null)
            .join(' · ')}
        </p>
        <p className={waiting !== null && waiting > 0 ? 'text-sm font-medium text-warm-900' : 'text-sm text-ink-600'}>
          {waiting === null ? t('waitingUnknown') : waiting === 0 ? t('waitingNone') : t('waitingThere', { n: waiting })}
        </p>
      </div>
      {session !== null && !current && (
        <OnlineButton size="small" busy={busy} onClick={() => onEnd(session)} aria-label={t('endThereOf', { name })}>
          {t('endThere')}
        </OnlineButton>
      )}
    </li>
  )
}
