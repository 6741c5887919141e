import { useState } from 'react'
import { decisionsIn } from '#sync/attention.ts'
import { Page } from '#client/page/page.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { leave } from '#client/features/accounts/leave.ts'
import { KeptDrafts } from '#client/features/sync/drafts/kept-drafts.tsx'
import { InstallCard } from '#client/features/sync/device/install-card.tsx'
import { OfflinePreparation } from '#client/features/sync/device/offline-preparation.tsx'
import { SignOutDialog } from '#client/features/sync/sign-out-dialog.tsx'
import { AttentionList } from '#client/features/sync/cards/attention-list.tsx'
import { SyncTools } from '#client/features/sync/copies/sync-tools.tsx'
import { StorageFacts, useStorageReport } from '#client/features/sync/device/storage-facts.tsx'
import { useAttention } from '#client/features/sync/cards/use-attention.ts'
import { panelText } from '#client/features/sync/panel-text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'

/** What this device keeps, how safely, and how to work without a network (ST10). */
export function DevicePage() {
  const t = useText(panelText)
  const { report, refresh } = useStorageReport()
  const attention = useAttention()
  const [leaving, setLeaving] = useState(false)
  return (
    <Page width="narrow">
      <PageHeading lead={t('deviceLead')} />
      <div className="mt-8 grid gap-6">
        {decisionsIn(attention) + attention.notices.length > 0 && (
          <Card padded={false}>
            <AttentionList attention={attention} level={2} />
          </Card>
        )}
        <KeptDrafts level={2} framed />
        <Card title={t('prepareTitle')}>
          <OfflinePreparation onReady={refresh} />
        </Card>
        <Card title={t('storageTitle')}>{report ? <StorageFacts report={report} refresh={refresh} /> : <Skeleton className="h-48" />}</Card>
        <Card title={t('tools')}>
          <SyncTools />
        </Card>
        <InstallCard />
        <Card title={t('removeTitle')}>
          <p className="text-ink-600">{t('removeLead')}</p>
          <Button kind="danger" icon="trash" onClick={() => setLeaving(true)} className="mt-4">
            {t('remove')}
          </Button>
        </Card>
        <p className="text-sm text-ink-500">{t('version', { version: __APP_VERSION__ })}</p>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} onLeave={() => leave()} />}
    </Page>
  )
}
