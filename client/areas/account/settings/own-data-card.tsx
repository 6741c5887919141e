import { useState } from 'react'
import { ownData, passToOwnData } from '#shared/accounts/own-data-routes.ts'
import { downloadByPass } from '#client/data/server/download-by-pass.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { sessionsText } from '#client/areas/account/sessions/sessions-text.ts'

/** Everything that is kept of the person, to take along, and whom to ask that their name go (LW8). */
export function OwnDataCard() {
  const t = useText(sessionsText)
  const errorText = useErrorText()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await downloadByPass(passToOwnData, ownData, {}, { language })
    setBusy(false)
    if (reply.ok) toast('success', t('ownDataBegun'))
    else toast('error', errorText(reply.failure))
  }
  return (
    <Card title={t('ownData')}>
      <p className="text-ink-600">{t('ownDataLead')}</p>
      <div className="mt-5">
        <OnlineButton className="w-fit" icon="download" busy={busy} onClick={() => void take()}>
          {t('ownDataTake')}
        </OnlineButton>
      </div>
      <p className="mt-4 text-sm text-ink-600">{t('ownDataErase')}</p>
    </Card>
  )
}
