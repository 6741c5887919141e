import { useState } from 'react'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { remindersOn, setReminders } from './reminder-calls.ts'
import { ServerReadState, useServerRead } from '#client/areas/account/sessions/server-read.tsx'
import { sessionsText } from '#client/areas/account/sessions/sessions-text.ts'

/** Whether the person is reminded of deadlines: as the server has it, and changed at once. */
export function RemindersCard() {
  const t = useText(sessionsText)
  const errorText = useErrorText()
  const online = useOnline()
  const read = useServerRead(remindersOn)
  const [busy, setBusy] = useState(false)
  const change = async (wanted: boolean): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await setReminders(wanted)
    if (reply.ok) await read.load()
    setBusy(false)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    return toast('success', t(wanted ? 'remindersOnNow' : 'remindersOffNow'))
  }
  return (
    <Card title={t('reminders')}>
      <ServerReadState of={read} missing={t('remindersMissing')} needsNetwork={t('remindersNeedNetwork')} />
      {typeof read.value === 'boolean' && (
        <Switch
          label={t('remindersSwitch')}
          hint={online ? t('remindersHint') : t('remindersNeedNetwork')}
          checked={read.value}
          disabled={!online || busy}
          onChange={(wanted) => void change(wanted)}
        />
      )}
    </Card>
  )
}
