import type { KeptSiteFile } from '#shared/site/file-routes.ts'
import { documentHref, imageHref } from '#shared/site/view.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LockedIconButton } from '#client/ui/locked.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { FilePicture } from './file-picture.tsx'
import type { es } from './strings.es.ts'
import { siteFilesText } from './text.ts'

const filters = ['all', 'images', 'documents', 'unused'] as const
type Filter = (typeof filters)[number]
const choices = { filters, sortable: ['name', 'size', 'brought', 'uses'] }
const filterNames = { all: 'filterAll', images: 'filterImages', documents: 'filterDocuments', unused: 'filterUnused' } as const

function passes({ type, uses }: KeptSiteFile, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'images':
      return type === 'image'
    case 'documents':
      return type === 'document'
    case 'unused':
      return uses.length === 0
  }
}

interface Props {
  readonly rows: readonly KeptSiteFile[]
  readonly onUses: (file: KeptSiteFile) => void
  readonly onRemove: (file: KeptSiteFile) => void
}

/** Every picture and document of the site: what it is, who brought it, and on how many pages it is. */
export function FilesTable({ rows, onUses, onRemove }: Props) {
  const t = useText(siteFilesText)
  const format = useFormat()
  const online = useOnline()
  const slash = useShortcuts()
  const address = useTableView(choices)
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf({ t, format, online, onUses, onRemove })}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={({ name, kind, byName, uses }) => `${name} ${kind} ${byName} ${uses.map((use) => use.name).join(' ')}`}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: filters, nameOf: (filter) => t(filterNames[filter]), passes }}
      slash={slash}
      empty={(searched) =>
        searched && rows.length > 0 ? (
          <EmptyState icon="search" title={t('noneFound')} />
        ) : (
          <EmptyState icon="file" title={t('none')}>
            {t('noneBody')}
          </EmptyState>
        )
      }
    />
  )
}

const pagesOf = ({ uses }: KeptSiteFile): number => new Set(uses.map(({ pageId }) => pageId)).size

interface Parts extends Pick<Props, 'onUses' | 'onRemove'> {
  readonly t: Translate<typeof es>
  readonly format: Format
  readonly online: boolean
}

function columnsOf({ t, format, online, onUses, onRemove }: Parts): readonly DataColumn<KeptSiteFile>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      rowHeader: true,
      sort: ({ name }) => name,
      cell: (file) => (
        <span className="flex items-center gap-3">
          <FilePicture file={file} />
          <span className="min-w-0">
            {file.type === 'image' ? (
              <a
                href={imageHref({ id: file._id, kind: file.kind })}
                target="_blank"
                rel="noopener"
                title={t('see', { name: file.name })}
                className="wrap-anywhere text-brand-700 underline hover:text-brand-900"
              >
                {file.name}
              </a>
            ) : (
              <a
                href={documentHref({ id: file._id, name: file.name })}
                download
                title={t('download', { name: file.name })}
                className="wrap-anywhere text-brand-700 underline hover:text-brand-900"
              >
                {file.name}
              </a>
            )}
            <span className="tabular block text-sm font-normal text-ink-600">{kindText(t, file)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'size',
      header: t('size'),
      sort: ({ bytes }) => bytes,
      cell: ({ bytes }) => <span className="tabular whitespace-nowrap">{format.bytes(bytes)}</span>,
      narrow: 'under',
      className: 'md:w-28',
    },
    {
      id: 'brought',
      header: t('brought'),
      sort: ({ at }) => at,
      cell: ({ byName, at }) => <span className="tabular">{t('broughtBy', { name: byName, at: format.moment(at) })}</span>,
      narrow: 'under',
    },
    {
      id: 'uses',
      header: t('uses'),
      sort: (file) => pagesOf(file),
      cell: (file) => {
        const n = pagesOf(file)
        return n === 0 ? (
          <Button
            size="small"
            kind="quiet"
            className="-my-1.5 -ml-3 text-ink-600"
            aria-haspopup="dialog"
            aria-label={`${t('unused')}: ${file.name}`}
            onClick={() => onUses(file)}
          >
            {t('unused')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="quiet"
            className="-my-1.5 -ml-3"
            aria-haspopup="dialog"
            aria-label={t('usesOf', { n, name: file.name })}
            onClick={() => onUses(file)}
          >
            {t('usedIn', { n })}
          </Button>
        )
      },
      narrow: 'under',
      className: 'md:w-36',
    },
    {
      id: 'actions',
      header: t('actions'),
      align: 'end',
      cell: (file) => (
        <span className="-my-2 flex items-center justify-end">
          {online ? (
            <IconButton icon="trash" label={t('remove', { name: file.name })} aria-haspopup="dialog" onClick={() => onRemove(file)} />
          ) : (
            <LockedIconButton icon="trash" label={t('remove', { name: file.name })} reason={t('needsNetwork')} />
          )}
        </span>
      ),
      className: 'w-14',
    },
  ]
}

function kindText(t: Translate<typeof es>, { type, kind, width, height }: KeptSiteFile): string {
  if (type === 'document') return t('document', { kind: kind.toUpperCase() })
  return width === null || height === null ? t('image') : t('imageOf', { width, height })
}
