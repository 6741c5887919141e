import type { ReactNode } from 'react'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { impersonationText } from '#client/features/impersonation/text.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import type { es } from './strings.es.ts'
import { directoryText } from './text.ts'

/** What is done to one institution. */
export type InstitutionAct = 'edit' | 'flags' | 'lead' | 'act' | 'history' | 'remove'

const filters = ['all', 'invited', 'closed', 'hidden'] as const
const filterKeys = { all: 'filterAll', invited: 'filterInvited', closed: 'filterClosed', hidden: 'filterHidden' } as const
const choices = { filters, sortable: ['name', 'category', 'leader', 'orientation'] }

const passes = ({ leader, active, hide }: ListedInstitution, filter: (typeof filters)[number]): boolean => {
  if (filter === 'invited') return leader !== null && !leader.joined
  if (filter === 'closed') return !active
  return filter === 'all' || hide
}

interface Props {
  readonly rows: readonly ListedInstitution[]
  readonly onAct: (act: InstitutionAct, institution: ListedInstitution) => void
  readonly create: ReactNode
}

/** Every institution of the lab. Below 900 px a row is its name with category and leader, and its menu. */
export function DirectoryTable({ rows, onAct, create }: Props) {
  const t = useText(directoryText)
  const impersonation = useText(impersonationText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  const online = useOnline()
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf({ t, impersonation, online, onAct })}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={(row) => [row.name, row.code, row.categoryName, row.leaderName, row.orientation, row.leaderEmail].join(' ')}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: filters, nameOf: (each) => t(filterKeys[each]), passes }}
      slash={slash}
      empty={(searched) => (
        <EmptyState icon="building" title={t(searched ? 'notFound' : 'none')} actions={!searched && create}>
          {t(searched ? 'notFoundBody' : 'noneBody')}
        </EmptyState>
      )}
    />
  )
}

interface Said {
  readonly t: Translate<typeof es>
  readonly impersonation: ReturnType<typeof useText<(typeof impersonationText)['es']>>
  readonly online: boolean
  readonly onAct: Props['onAct']
}

function columnsOf({ t, impersonation, online, onAct }: Said): readonly DataColumn<ListedInstitution>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      rowHeader: true,
      sort: ({ name }) => name,
      cell: ({ name, code }) => (
        <>
          <span lang="es" className="wrap-anywhere">
            {name}
          </span>
          <span className="block text-sm font-normal text-ink-600">{code}</span>
        </>
      ),
      className: 'md:min-w-40',
    },
    {
      id: 'category',
      header: t('category'),
      sort: ({ categoryName }) => categoryName,
      cell: ({ categoryName }) => <span lang="es">{categoryName}</span>,
      narrow: 'under',
    },
    {
      id: 'leader',
      header: t('leader'),
      sort: ({ leaderName }) => leaderName,
      cell: ({ leader, leaderName, leaderEmail }) =>
        leader ? (
          <>
            <span className="block">{leaderName}</span>
            <span className="block text-sm wrap-anywhere text-ink-600">{leaderEmail}</span>
            {!leader.joined && (
              <Badge tone="warning" className="mt-1">
                {t('invited')}
              </Badge>
            )}
          </>
        ) : (
          <span className="text-ink-600">{t('noLeader')}</span>
        ),
      narrow: 'under',
      className: 'md:min-w-44',
    },
    {
      id: 'orientation',
      header: t('orientation'),
      sort: ({ orientation }) => orientation,
      cell: ({ orientation }) => <span lang="es">{orientation}</span>,
      narrow: 'out',
    },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => (
        <Button
          kind="quiet"
          size="small"
          className="-mx-2 -my-1 max-w-44 flex-wrap justify-start! gap-1! py-1! text-left"
          aria-haspopup="dialog"
          aria-label={`${stateWords(t, row).join(', ')}, ${t('stateOf', { name: row.name })}`}
          onClick={() => onAct('flags', row)}
        >
          {row.deactivate && <Badge tone="danger">{t('deactivated')}</Badge>}
          <Badge tone={row.active ? 'success' : 'neutral'}>{t(row.active ? 'enabled' : 'notEnabled')}</Badge>
          {row.hide && <Badge tone="warning">{t('hidden')}</Badge>}
        </Button>
      ),
      narrow: 'under',
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: (row) => (
        <span className="-my-2 flex justify-end">
          <Menu
            keep={keepBeside}
            label={t('actionsOf', { name: row.name })}
            trigger={<Icon name="dots" size={28} fixed />}
            triggerClassName="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
            entries={[
              { id: 'edit', label: t('edit'), icon: 'edit', onAction: () => onAct('edit', row) },
              { id: 'flags', label: t('state'), icon: 'settings', onAction: () => onAct('flags', row) },
              { id: 'lead', label: t('leaderAct'), icon: 'users', onAction: () => onAct('lead', row) },
              { id: 'act', label: impersonation('begin'), icon: 'building', onAction: () => onAct('act', row) },
              { id: 'history', label: t('history'), icon: 'history', onAction: () => onAct('history', row) },
              'separator',
              {
                id: 'remove',
                label: t('remove'),
                icon: 'trash',
                danger: true,
                disabled: !online,
                hint: online ? undefined : t('needsNetwork'),
                onAction: () => onAct('remove', row),
              },
            ]}
          />
        </span>
      ),
      className: 'w-12',
    },
  ]
}

const stateWords = (t: Translate<typeof es>, { deactivate, active, hide }: ListedInstitution): string[] => [
  ...(deactivate ? [t('deactivated')] : []),
  t(active ? 'enabled' : 'notEnabled'),
  ...(hide ? [t('hidden')] : []),
]
