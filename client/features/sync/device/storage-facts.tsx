import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { StorageReport } from '#sync/face.ts'
import { useEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import { lastSync } from '#client/features/sync/last-sync.ts'
import { panelText } from '#client/features/sync/panel-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Status } from '#client/ui/badge.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** What this device keeps, read anew when something was kept or has left. */
export function useStorageReport(): { report: StorageReport | null; refresh: () => void } {
  const engine = useEngine()
  const queue = useTopic('queue')
  const position = useTopic('position')
  const [report, setReport] = useState<StorageReport | null>(null)
  const refresh = useCallback(() => void engine.storageReport().then(setReport), [engine])
  useEffect(refresh, [refresh, queue, position])
  return { report, refresh }
}

/** Asks the browser to keep what is here, and says so where it does not. */
export function useProtect(refresh: () => void): () => Promise<void> {
  const t = useText(panelText)
  const engine = useEngine()
  return async () => {
    if (!(await engine.persist())) toast('info', t('persistRefused'))
    refresh()
  }
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-ink-150 py-3 last:border-b-0">
      <dt className="text-ink-600">{name}</dt>
      <dd className="tabular font-medium text-ink-950">{children}</dd>
    </div>
  )
}

/** How much is kept here, and how safely. */
export function StorageFacts({ report, refresh }: { readonly report: StorageReport; readonly refresh: () => void }) {
  const t = useText(panelText)
  const format = useFormat()
  const protect = useProtect(refresh)
  const { kind } = useSyncStatus()
  const { toSend, files } = useEngine().counts()
  return (
    <dl>
      <Fact name={t('lastSuccess')}>{lastSync(t, format.moment, report.syncedAt, kind)}</Fact>
      <Fact name={t('waiting')}>{t('waitingText', { n: toSend, files })}</Fact>
      <Fact name={t('used')}>{t('usedOf', { used: format.bytes(report.usageBytes), quota: format.bytes(report.quotaBytes) })}</Fact>
      <Fact name={t('persisted')}>
        {report.persisted ? (
          <Status tone="success" icon="check">
            {t('persistedYes')}
          </Status>
        ) : (
          <span className="inline-flex items-center gap-3">
            {t('persistedNo')}
            <Button size="small" onClick={() => void protect()}>
              {t('persistAsk')}
            </Button>
          </span>
        )}
      </Fact>
    </dl>
  )
}
