import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { decisionsIn } from '#sync/attention.ts'
import { useEngine, useQueue, useSyncStatus } from '#client/data/world/engine.tsx'
import { KeptDrafts } from '#client/features/sync/drafts/kept-drafts.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/overlays/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { AttentionList } from './cards/attention-list.tsx'
import { lastSync } from './last-sync.ts'
import { QueueList } from './queue-list.tsx'
import { stateKeyOf } from './state-key.ts'
import { StorageActions } from './device/storage-actions.tsx'
import { useStorageReport } from './device/storage-facts.tsx'
import { SyncTools } from './copies/sync-tools.tsx'
import { panelText } from './panel-text.ts'
import { useAttention } from './cards/use-attention.ts'

interface Props {
  readonly onClose: () => void
}

/** Everything about what waits: state in words, what did not stand, the queue, copies. */
export function SyncPanel({ onClose }: Props) {
  const t = useText(panelText)
  const format = useFormat()
  const engine = useEngine()
  const navigate = useNavigate()
  const status = useSyncStatus()
  const queue = useQueue()
  const attention = useAttention()
  const decisions = decisionsIn(attention)
  const { toSend, files } = engine.counts()
  // What this device kept of it: a page that was opened without a network has met nobody.
  const { report } = useStorageReport()
  const syncedAt = report ? (report.syncedAt ?? status.syncedAt) : (status.syncedAt ?? undefined)
  const [busy, setBusy] = useState(false)
  const syncNow = async (): Promise<void> => {
    setBusy(true)
    await engine.syncNow()
    setBusy(false)
  }
  return (
    <Drawer open onClose={onClose} title={t('panel')}>
      <section className="border-b border-ink-150 px-5 py-5">
        <p role="status">{t(stateKeyOf(status))}</p>
        {decisions > 0 && <p className="mt-1 font-medium text-ink-950">{t('decisions', { n: decisions })}</p>}
        <p className="tabular mt-1 text-sm text-ink-600">
          {t('lastSuccess')}: {lastSync(t, format.moment, syncedAt, status.kind)}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {status.kind === 'needs-auth' ? (
            <Button kind="primary" icon="key" onClick={() => void navigate(pageAddress('login'))}>
              {t('signInAgain')}
            </Button>
          ) : status.kind === 'needs-update' ? (
            <Button kind="primary" icon="sync" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          ) : status.kind === 'storage' ? (
            <StorageActions />
          ) : (
            // Never shut: it is how a person has the server asked now, whatever was heard of it last.
            <Button
              kind={status.pending > 0 && status.kind !== 'offline' ? 'primary' : 'secondary'}
              icon="sync"
              busy={busy}
              onClick={() => void syncNow()}
            >
              {t('syncNow')}
            </Button>
          )}
        </div>
      </section>
      <AttentionList attention={attention} />
      <section className="border-b border-ink-150">
        <h3 className="px-5 pt-5 pb-2 text-base">{t('queueTitle', { n: toSend + files })}</h3>
        <QueueList items={queue} />
      </section>
      <KeptDrafts level={3} />
      <section className="px-5 py-5">
        <h3 className="text-base">{t('whereTitle')}</h3>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-ink-700">
          <li>{t('where1')}</li>
          <li>{t('where2')}</li>
          <li>{t('where3')}</li>
        </ul>
        <Disclosure summary={t('tools')} className="mt-3">
          <SyncTools />
        </Disclosure>
      </section>
    </Drawer>
  )
}
