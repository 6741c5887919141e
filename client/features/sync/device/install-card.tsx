import { install, useInstallState } from './install.ts'
import { panelText } from '#client/features/sync/panel-text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Status } from '#client/ui/badge.tsx'

/** Offers to install the application, or says how. */
export function InstallCard() {
  const t = useText(panelText)
  const state = useInstallState()
  return (
    <Card title={t('install')}>
      {state === 'installed' ? (
        <Status tone="success" icon="check">
          {t('installed')}
        </Status>
      ) : (
        <>
          <p className="text-ink-600">{t('installLead')}</p>
          {state === 'offered' ? (
            <Button icon="install" onClick={() => void install()} className="mt-4">
              {t('install')}
            </Button>
          ) : (
            <p className="mt-2 text-ink-600">{t('installManual')}</p>
          )}
        </>
      )}
    </Card>
  )
}
