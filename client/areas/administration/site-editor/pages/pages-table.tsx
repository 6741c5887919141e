import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { ListedPage } from '#shared/site/routes.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LockedIconButton } from '#client/ui/locked.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { StateBadge } from '#client/areas/administration/site-editor/state-badge.tsx'
import type { es } from '#client/areas/administration/site-editor/strings.es.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

const filters = ['all', 'draft', 'changed', 'removed'] as const
type Filter = (typeof filters)[number]
const choices = { filters, sortable: ['name', 'state', 'changed'] }
const filterNames = { all: 'filterAll', draft: 'filterDraft', changed: 'filterChanged', removed: 'filterRemoved' } as const

const passes = (page: ListedPage, filter: Filter): boolean =>
  filter === 'removed' ? page.removed : !page.removed && (filter === 'all' || page.state === filter)

interface Props {
  /** Those that were removed among them. */
  readonly rows: readonly ListedPage[]
  readonly onRemove: (page: ListedPage) => void
  readonly onBringBack: (page: ListedPage) => void
  readonly create: ReactNode
}

/** Pages of the site with where they stand and who changed them last. */
export function PagesTable({ rows, onRemove, onBringBack, create }: Props) {
  const t = useText(siteEditorText)
  const format = useFormat()
  const online = useOnline()
  const slash = useShortcuts()
  const address = useTableView(choices)
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf({ t, format, online, onRemove, onBringBack })}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={({ name, byName, address: at }) => `${name} ${byName} ${at ?? ''}`}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: filters, nameOf: (filter) => t(filterNames[filter]), passes }}
      slash={slash}
      empty={(searched) =>
        searched && rows.length > 0 ? (
          <EmptyState icon="search" title={t('noneFound')} />
        ) : (
          <EmptyState icon="globe" title={t('none')} actions={create}>
            {t('noneBody')}
          </EmptyState>
        )
      }
    />
  )
}

interface Parts {
  readonly t: Translate<typeof es>
  readonly format: Format
  readonly online: boolean
  readonly onRemove: Props['onRemove']
  readonly onBringBack: Props['onBringBack']
}

function columnsOf({ t, format, online, onRemove, onBringBack }: Parts): readonly DataColumn<ListedPage>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      rowHeader: true,
      sort: ({ name }) => name,
      cell: ({ _id, name, reserved, removed, address }) => (
        <span className="block">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {removed ? (
              <span className="wrap-anywhere">{name}</span>
            ) : (
              <Link to={pageAddress('pageEditor', { page: _id })} className="wrap-anywhere text-brand-700 underline hover:text-brand-900">
                {name}
              </Link>
            )}
            {reserved && <Badge icon="lock">{t('reserved')}</Badge>}
          </span>
          {address !== null && !removed && <span className="block text-sm font-normal wrap-anywhere text-ink-600">{address}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      sort: ({ state, removed }) => (removed ? 'z' : state),
      cell: (page) => (
        <span className="mt-1 block md:mt-0">
          <StateBadge page={page} />
          {page.removed && page.published && (
            <span className="mt-1 block text-sm font-normal text-ink-600">{t('stateRemovedPublished')}</span>
          )}
        </span>
      ),
      narrow: 'under',
      className: 'md:w-48',
    },
    {
      id: 'changed',
      header: t('changed'),
      sort: ({ at }) => at,
      cell: ({ byName, at }) => <span className="tabular">{t('changedBy', { name: byName, at: format.moment(at) })}</span>,
      narrow: 'under',
    },
    {
      id: 'actions',
      header: t('actions'),
      align: 'end',
      cell: (page) => (
        <span className="-my-2 flex items-center justify-end max-sm:flex-col">
          {page.removed ? (
            <Button
              size="small"
              icon="undo"
              disabled={!online}
              title={online ? undefined : t('needsNetwork')}
              aria-label={t('bringBackOf', { name: page.name })}
              onClick={() => onBringBack(page)}
            >
              {t('bringBack')}
            </Button>
          ) : (
            <>
              {page.published && page.address !== null && (
                <a
                  href={page.address}
                  target="_blank"
                  rel="noopener"
                  title={t('see', { name: page.name })}
                  aria-label={t('see', { name: page.name })}
                  className="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
                >
                  <Icon name="external" />
                </a>
              )}
              <Link
                to={pageAddress('pageEditor', { page: page._id })}
                title={t('edit', { name: page.name })}
                aria-label={t('edit', { name: page.name })}
                className="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
              >
                <Icon name="edit" />
              </Link>
              {page.reserved ? null : online ? (
                <IconButton icon="trash" label={t('remove', { name: page.name })} aria-haspopup="dialog" onClick={() => onRemove(page)} />
              ) : (
                <LockedIconButton icon="trash" label={t('remove', { name: page.name })} reason={t('needsNetwork')} />
              )}
            </>
          )}
        </span>
      ),
      className: 'w-14 md:w-44',
    },
  ]
}
