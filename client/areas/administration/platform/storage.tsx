import { useState } from 'react'
import { storageFile } from '#shared/platform/routes.ts'
import type { HeldStorage, PlatformStorage } from '#shared/platform/routes.ts'
import { nearQuotaShare } from '#shared/platform/rules.ts'
import { download } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { Kept } from './kept.tsx'
import { platformText } from './text.ts'
import { useRefresh, useStorage } from './use-platform.ts'

const filters = ['all', 'near'] as const
type Filter = (typeof filters)[number]
const choices = { filters, sortable: ['institution', 'form', 'files', 'bytes', 'rows'] }

/** What each institution keeps, the biggest first (HP6). */
export function Storage() {
  const t = useText(platformText)
  const reading = useStorage()
  useRefresh(reading.again)
  return (
    <section aria-labelledby="platform-storage">
      <h2 id="platform-storage" className="text-xl">
        {t('storage')}
      </h2>
      <Kept of={reading}>{(page) => <Held page={page} />}</Kept>
    </section>
  )
}

function Held({ page: { at, quotaBytes, held } }: { readonly page: PlatformStorage }) {
  const t = useText(platformText)
  const format = useFormat()
  const address = useTableView(choices)
  const slash = useShortcuts()
  const sum = (of: 'files' | 'bytes'): number => held.reduce((total, each) => total + each[of], 0)
  const share = ({ bytes }: HeldStorage): number => bytes / quotaBytes
  return (
    <>
      <div className="mt-1 mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="tabular text-ink-600">
          {t('storageTotal', { files: format.number(sum('files')), bytes: format.bytes(sum('bytes')) })}
          {' · '}
          {t('storageQuota', { bytes: format.bytes(quotaBytes) })}
          {' · '}
          {t('storageRead', { time: format.time(at) })}
        </p>
        {held.length > 0 && <Taking />}
      </div>
      <DataTable<HeldStorage, Filter>
        caption={t('storageCaption')}
        rows={held}
        rowKey={({ institution, form }) => `${institution} ${form}`}
        textOf={({ name, formName }) => `${name} ${formName}`}
        searchLabel={t('storageSearch')}
        address={address}
        filters={{
          label: t('storageFilter'),
          names: filters,
          nameOf: (each) => t(`storage_${each}`),
          passes: (row, filter) => filter === 'all' || share(row) >= nearQuotaShare,
        }}
        slash={slash}
        columns={[
          {
            id: 'institution',
            header: t('columnInstitution'),
            rowHeader: true,
            sort: ({ name }) => name,
            cell: (row) => (
              <>
                <span className="block wrap-anywhere">{row.name}</span>
                {share(row) >= nearQuotaShare && (
                  <Badge tone="warning" className="mt-1">
                    {t('storage_near')}
                  </Badge>
                )}
              </>
            ),
          },
          {
            id: 'form',
            header: t('columnForm'),
            sort: ({ formName }) => formName,
            cell: ({ formName }) => (
              <span lang="es" className="wrap-anywhere">
                {formName}
              </span>
            ),
            narrow: 'under',
          },
          {
            id: 'files',
            header: t('columnFiles'),
            align: 'end',
            sort: ({ files }) => files,
            cell: ({ files }) => format.number(files),
            narrow: 'out',
          },
          { id: 'bytes', header: t('columnBytes'), align: 'end', sort: ({ bytes }) => bytes, cell: ({ bytes }) => format.bytes(bytes) },
          {
            id: 'share',
            header: t('columnShare'),
            cell: (row) => (
              <span className="flex items-center gap-3">
                <ProgressBar
                  label={t('shareOf', { name: row.name })}
                  value={row.bytes}
                  max={quotaBytes}
                  text={format.percent(share(row))}
                  className="w-20"
                />
                <span className="tabular text-sm text-ink-700">{format.percent(share(row))}</span>
              </span>
            ),
            narrow: 'out',
          },
          {
            id: 'rows',
            header: t('columnRows'),
            align: 'end',
            sort: ({ rows }) => rows,
            cell: ({ rows }) => format.number(rows),
            narrow: 'out',
          },
        ]}
        empty={(searched) => <EmptyState icon="building" title={t(searched ? 'storageNotFound' : 'storageNone')} />}
      />
    </>
  )
}

/** Takes the table away: that it was taken is in the audit. */
function Taking() {
  const t = useText(platformText)
  const errorText = useErrorText()
  const online = useOnline()
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null)
  const take = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(format)
    const taken = await download(storageFile, {}, `almacenamiento.${format}`, { format })
    setBusy(null)
    if (taken.ok) toast('success', t('exported'))
    else toast('error', errorText(taken.failure))
  }
  return (
    <div role="group" aria-label={t('export')} className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-700">{t('export')}</span>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          icon="download"
          busy={busy === format}
          disabled={busy !== null || !online}
          onClick={() => void take(format)}
        >
          {t(format)}
        </Button>
      ))}
    </div>
  )
}
