import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { instantOf } from '#shared/kernel/instant.ts'
import type { StorageReport } from '#sync/face.ts'
import { decisionsIn } from '#sync/attention.ts'
import { Page } from '#client/app/page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { useEngine, useTopic } from '#client/data/engine.tsx'
import { leave } from '#client/features/accounts/leave.ts'
import { KeptDrafts } from '#client/features/drafts/kept-drafts.tsx'
import { install, useInstallState } from '#client/features/sync/install.ts'
import { OfflinePreparation } from '#client/features/sync/offline-preparation.tsx'
import { SignOutDialog } from '#client/features/sync/sign-out-dialog.tsx'
import { AttentionList } from '#client/features/sync/attention-list.tsx'
import { SyncTools } from '#client/features/sync/sync-tools.tsx'
import { useAttention } from '#client/features/sync/use-attention.ts'
import { syncText } from '#client/features/sync/text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Status } from '#client/ui/badge.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'

function useStorageReport(): { report: StorageReport | null; refresh: () => void } {
  const engine = useEngine()
  const queue = useTopic('queue')
  const position = useTopic('position')
  const [report, setReport] = useState<StorageReport | null>(null)
  const refresh = useCallback(() => void engine.storageReport().then(setReport), [engine])
  useEffect(refresh, [refresh, queue, position])
  return { report, refresh }
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-ink-150 py-3 last:border-b-0">
      <dt className="text-ink-600">{name}</dt>
      <dd className="tabular font-medium text-ink-950">{children}</dd>
    </div>
  )
}

function StorageFacts({ report, refresh }: { readonly report: StorageReport; readonly refresh: () => void }) {
  const t = useText(syncText)
  const format = useFormat()
  const engine = useEngine()
  const ask = async (): Promise<void> => {
    if (!(await engine.persist())) toast('info', t('persistRefused'))
    refresh()
  }
  return (
    <dl>
      <Fact name={t('lastSuccess')}>{report.syncedAt === null ? t('never') : format.moment(instantOf(report.syncedAt))}</Fact>
      <Fact name={t('waiting')}>{t('waitingText', { n: report.waitingMutations, files: report.waitingFiles })}</Fact>
      <Fact name={t('records')}>{format.number(report.rows)}</Fact>
      <Fact name={t('used')}>{t('usedOf', { used: format.bytes(report.usageBytes), quota: format.bytes(report.quotaBytes) })}</Fact>
      <Fact name={t('persisted')}>
        {report.persisted ? (
          <Status tone="success" icon="check">
            {t('persistedYes')}
          </Status>
        ) : (
          <span className="inline-flex items-center gap-3">
            {t('persistedNo')}
            <Button size="small" onClick={() => void ask()}>
              {t('persistAsk')}
            </Button>
          </span>
        )}
      </Fact>
    </dl>
  )
}

function InstallCard() {
  const t = useText(syncText)
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

/** What this device keeps, how safely, and how to work without a network. */
export function DevicePage() {
  const t = useText(syncText)
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
