import type { ReactNode } from 'react'
import { dayAt } from '#shared/kernel/instant.ts'
import type { OpenReportView } from '#shared/open-data/routes.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LockedSwitch } from '#client/ui/locked.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import type { es } from './strings.es.ts'
import { publicReportsText } from './text.ts'

/** Rows of a page, by the specification. */
const pageSize = 5
const choices = { filters: [], sortable: ['title', 'date'] } as const

interface Props {
  readonly rows: readonly OpenReportView[]
  readonly onToggle: (report: OpenReportView, isPublic: boolean) => void
  readonly onDownload: (report: OpenReportView) => void
  readonly onRemove: (report: OpenReportView) => void
  readonly actions: ReactNode
}

/** Every workbook that was brought or generated, with the one that visitors read. */
export function ReportTable({ rows, actions, ...acts }: Props) {
  const t = useText(publicReportsText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  const online = useOnline()
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf(t, online, acts)}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={({ title, description, fileName, years }) => `${title} ${description} ${fileName} ${years.join(' ')}`}
      searchLabel={t('searchLabel')}
      address={address}
      pageSize={pageSize}
      slash={slash}
      empty={(searched) => (
        <EmptyState icon="list" title={t(searched ? 'noneFound' : 'none')} actions={!searched && actions}>
          {!searched && t('noneAbout')}
        </EmptyState>
      )}
    />
  )
}

function columnsOf(
  t: Translate<typeof es>,
  online: boolean,
  { onToggle, onDownload, onRemove }: Pick<Props, 'onToggle' | 'onDownload' | 'onRemove'>,
): readonly DataColumn<OpenReportView>[] {
  return [
    {
      id: 'title',
      header: t('title'),
      rowHeader: true,
      sort: ({ title }) => title,
      cell: ({ title, description }) => (
        <span lang="es" className="block wrap-anywhere">
          <span className="block font-semibold">{title}</span>
          <span className="mt-0.5 line-clamp-3 block text-sm font-normal text-ink-600">{description}</span>
        </span>
      ),
      className: 'md:min-w-56',
    },
    {
      id: 'date',
      header: t('date'),
      sort: ({ date }) => date,
      cell: ({ date, by }) => (
        <span className="block">
          <time dateTime={date} className="tabular whitespace-nowrap">
            {dayAt(date)}
          </time>
          <span className="block text-sm wrap-anywhere text-ink-600">{by}</span>
        </span>
      ),
      narrow: 'under',
    },
    {
      id: 'holds',
      header: t('holds'),
      cell: ({ years, institutions, initiatives }) => (
        <span className="block">
          <span className="tabular block font-medium">{years.join(', ')}</span>
          <span className="block text-sm text-ink-600">{t('holdsIn', { institutions, initiatives })}</span>
        </span>
      ),
      narrow: 'under',
    },
    {
      id: 'public',
      header: t('public'),
      cell: (row) => (
        <span className="mt-1 inline-flex items-center gap-3 md:mt-0">
          {online ? (
            <Switch
              labelHidden
              label={t('publicOf', { title: row.title })}
              checked={row.public}
              onChange={(isPublic) => onToggle(row, isPublic)}
            />
          ) : (
            <LockedSwitch label={t('publicOf', { title: row.title })} checked={row.public} reason={t('needsNetwork')} />
          )}
          {/* Where there is no column whose heading says so. */}
          <span aria-hidden className="md:hidden">
            {t('public')}
          </span>
        </span>
      ),
      narrow: 'under',
      className: 'md:w-28',
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: (row) => (
        <span className="-my-2 flex justify-end">
          <IconButton icon="download" label={t('workbookOf', { title: row.title })} onClick={() => onDownload(row)} />
          <IconButton icon="trash" label={t('removeOf', { title: row.title })} aria-haspopup="dialog" onClick={() => onRemove(row)} />
        </span>
      ),
      className: 'w-24',
    },
  ]
}
