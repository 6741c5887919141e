import { useCallback, useEffect, useState } from 'react'
import { useOnline } from '#client/data/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { toast } from '#client/ui/toast.tsx'
import { remindersOn, setReminders } from './reminder-calls.ts'
import { sessionsText } from './sessions-text.ts'

/** Whether the person is reminded of deadlines: as the server has it, and changed at once. */
export function RemindersCard() {
  const t = useText(sessionsText)
  const errorText = useErrorText()
  const online = useOnline()
  /** Undefined while it is on its way, null when it could not be had. */
  const [on, setOn] = useState<boolean | null>()
  const [busy, setBusy] = useState(false)
  const load = useCallback(async (): Promise<void> => {
    const reply = await remindersOn()
    setOn(reply.ok ? reply.value : null)
  }, [])
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  const change = async (wanted: boolean): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await setReminders(wanted)
    setBusy(false)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    setOn(wanted)
    return toast('success', t(wanted ? 'remindersOnNow' : 'remindersOffNow'))
  }
  return (
    <Card title={t('reminders')}>
      {on === undefined && online && <Skeleton />}
      {on === null && online && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => void load()}>
              {t('retry')}
            </Button>
          }
        >
          {t('remindersMissing')}
        </Notice>
      )}
      {typeof on === 'boolean' && (
        <Switch
          label={t('remindersSwitch')}
          hint={t('remindersHint')}
          checked={on}
          disabled={!online || busy}
          onChange={(wanted) => void change(wanted)}
        />
      )}
      {!online && <p className="text-ink-600">{t('remindersNeedNetwork')}</p>}
    </Card>
  )
}
