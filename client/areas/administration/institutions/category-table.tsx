import type { ReactNode } from 'react'
import type { ListedCategory } from '#shared/institutions/directory-routes.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LockedSwitch } from '#client/ui/locked.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { iconAddress } from './category-dialog.tsx'
import type { es } from './strings.es.ts'
import { directoryText } from './text.ts'

const choices = { filters: [] as readonly string[], sortable: ['name', 'institutions'] }

/** What is done to one category. */
export type CategoryAct = 'edit' | 'history'

interface Props {
  readonly rows: readonly ListedCategory[]
  readonly onAct: (act: CategoryAct, category: ListedCategory) => void
  readonly onToggle: (category: ListedCategory, active: boolean) => void
  readonly create: ReactNode
}

/** Categories of institutions, with how many have each. */
export function CategoryTable({ rows, onAct, onToggle, create }: Props) {
  const t = useText(directoryText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  const online = useOnline()
  return (
    <DataTable
      caption={t('categoriesCaption')}
      columns={columnsOf(t, online, onAct, onToggle)}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={({ name, shortDescription, longDescription }) => `${name} ${shortDescription} ${longDescription}`}
      searchLabel={t('categoriesSearch')}
      address={address}
      slash={slash}
      empty={(searched) => <EmptyState icon="list" title={t('categoriesNone')} actions={!searched && create} />}
    />
  )
}

function columnsOf(
  t: Translate<typeof es>,
  online: boolean,
  onAct: Props['onAct'],
  onToggle: Props['onToggle'],
): readonly DataColumn<ListedCategory>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      rowHeader: true,
      sort: ({ name }) => name,
      cell: ({ name, icon, active }) => (
        <span className="flex items-start gap-3">
          {icon && <img src={iconAddress(icon)} alt="" className="size-9 shrink-0 rounded-sm object-contain" />}
          <span>
            <span lang="es" className="block wrap-anywhere">
              {name}
            </span>
            {!active && <Badge className="mt-1">{t('notEnabled')}</Badge>}
          </span>
        </span>
      ),
      className: 'md:min-w-36',
    },
    {
      id: 'short',
      header: t('shortDescription'),
      cell: ({ shortDescription }) => (
        <span lang="es" className="wrap-anywhere">
          {shortDescription}
        </span>
      ),
      narrow: 'under',
    },
    {
      id: 'institutions',
      header: t('institutionsCount'),
      align: 'end',
      sort: ({ institutions }) => institutions,
      cell: ({ institutions }) => institutions,
      narrow: 'out',
    },
    {
      id: 'active',
      header: t('enabled'),
      cell: (row) => (
        <span className="mt-1 inline-flex items-center gap-3 md:mt-0">
          {online ? (
            <Switch
              labelHidden
              label={t('enableOf', { name: row.name })}
              checked={row.active}
              onChange={(active) => onToggle(row, active)}
            />
          ) : (
            <LockedSwitch label={t('enableOf', { name: row.name })} checked={row.active} reason={t('needsNetwork')} />
          )}
          {/* Where there is no column whose heading says so. */}
          <span aria-hidden className="md:hidden">
            {t('enabled')}
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
          <IconButton icon="edit" label={t('editOf', { name: row.name })} aria-haspopup="dialog" onClick={() => onAct('edit', row)} />
          <IconButton
            icon="history"
            label={t('historyTitle', { name: row.name })}
            aria-haspopup="dialog"
            onClick={() => onAct('history', row)}
          />
        </span>
      ),
      className: 'w-24',
    },
  ]
}
