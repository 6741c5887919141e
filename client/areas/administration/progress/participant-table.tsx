import { participantStates } from '#shared/evaluations/progress.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { Advance, ParticipantStanding } from '#client/features/overviews/participant-standing.tsx'
import { useSyncStatus } from '#client/data/world/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { institutionsText } from './text.ts'
import type { ParticipantEntry } from './use-participants.ts'

const listFilters = ['all', 'open', 'locked', 'notSent', 'late', 'unsent'] as const
type ListFilter = (typeof listFilters)[number]
const filterKeys = {
  all: 'filterAll',
  open: 'filterOpen',
  locked: 'filterLocked',
  notSent: 'filterNotSent',
  late: 'filterLate',
  unsent: 'filterUnsent',
} as const satisfies Record<ListFilter, string>

function passes({ figures }: ParticipantEntry, filter: ListFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'open') return !figures.locked
  if (filter === 'locked') return figures.locked
  if (filter === 'notSent') return figures.state === 'notSent'
  if (filter === 'unsent') return figures.unsent.length > 0
  return figures.lateChanges > 0
}

interface Props {
  readonly entries: readonly ParticipantEntry[]
  readonly hrefOf: (entry: ParticipantEntry) => string
  readonly onReopen: (entry: ParticipantEntry) => void
}

function Actions({ entry, hrefOf, onReopen }: Pick<Props, 'hrefOf' | 'onReopen'> & { readonly entry: ParticipantEntry }) {
  const t = useText(institutionsText)
  const { figures, name } = entry
  const isOffline = useSyncStatus().kind === 'offline'
  if (!entry.onDevice && isOffline) return <span className="text-sm text-ink-600">{t('notOnDevice')}</span>
  return (
    <span className="inline-flex flex-wrap gap-2 lg:justify-end">
      {(figures.reopens || figures.request) && (
        <Button
          size="small"
          icon="unlock"
          kind={figures.request ? 'primary' : 'secondary'}
          aria-label={t(figures.request ? 'answerRequestName' : 'reopenName', { name })}
          aria-haspopup="dialog"
          onClick={() => onReopen(entry)}
        >
          {t(figures.request ? 'answerRequest' : 'reopen')}
        </Button>
      )}
      <LinkButton size="small" to={hrefOf(entry)} aria-label={t(figures.acts ? 'actName' : 'viewName', { name })}>
        {figures.acts ? t('act') : t('view')}
      </LinkButton>
    </span>
  )
}

function Name({ entry }: { readonly entry: ParticipantEntry }) {
  const t = useText(institutionsText)
  return (
    <>
      <span lang="es" className="block">
        {entry.name}
      </span>
      {entry.figures.request && (
        <Badge tone="warning" icon="unlock" className="mt-1">
          {t('asksReopen')}
        </Badge>
      )}
      {entry.leader && <span className="block text-sm font-normal text-ink-600">{entry.leader}</span>}
      <span className="tabular mt-0.5 block text-sm font-normal text-ink-600 md:hidden">
        {t('figuresShort', { pendent: entry.figures.pendent, late: entry.figures.lateChanges })}
        <span className="block">{entry.evaluator ? t('evaluatedBy', { name: entry.evaluator }) : t('noEvaluator')}</span>
      </span>
    </>
  )
}

const figure = (n: number) => <span className={n === 0 ? 'text-ink-500' : 'font-semibold text-ink-950'}>{n}</span>

const choices = { filters: listFilters, sortable: ['name', 'state', 'advance', 'pendent', 'evaluator', 'late'] }

/** Institutions of a form for the administration. Below 900 px a row is its name with its figures, where it stands and what can be done. */
export function ParticipantTable({ entries, hrefOf, onReopen }: Props) {
  const t = useText(institutionsText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  const columns: readonly DataColumn<ParticipantEntry>[] = [
    {
      id: 'name',
      header: t('institution'),
      rowHeader: true,
      sort: (entry) => entry.name,
      cell: (entry) => <Name entry={entry} />,
      className: 'min-w-44',
    },
    {
      id: 'state',
      header: t('state'),
      sort: ({ figures }) => participantStates.indexOf(figures.state),
      cell: ({ figures }) => <ParticipantStanding state={figures.state} locked={figures.locked} />,
      narrow: 'under',
      className: 'min-w-38',
    },
    {
      id: 'advance',
      header: t('advance'),
      sort: ({ figures }) => figures.advance,
      cell: ({ figures }) => <Advance percent={figures.advance} />,
      narrow: 'under',
    },
    {
      id: 'pendent',
      header: t('pendent'),
      align: 'end',
      sort: ({ figures }) => figures.pendent,
      cell: ({ figures }) => figure(figures.pendent),
      narrow: 'out',
    },
    {
      id: 'evaluator',
      header: t('evaluator'),
      sort: (entry) => entry.evaluator,
      cell: (entry) => entry.evaluator ?? <span className="text-ink-500">{t('noEvaluator')}</span>,
      narrow: 'out',
    },
    {
      id: 'late',
      header: t('late'),
      align: 'end',
      sort: ({ figures }) => figures.lateChanges,
      cell: ({ figures }) => figure(figures.lateChanges),
      narrow: 'out',
      className: 'w-24 whitespace-normal!',
    },
    {
      id: 'action',
      header: <span className="sr-only">{t('action')}</span>,
      align: 'end',
      cell: (entry) => <Actions entry={entry} hrefOf={hrefOf} onReopen={onReopen} />,
      narrow: 'under',
      className: 'whitespace-nowrap',
    },
  ]
  return (
    <DataTable
      caption={t('caption')}
      columns={columns}
      rows={entries}
      rowKey={(entry) => entry.institutionId}
      textOf={({ name, leader, evaluator, institutionId }) => `${name} ${leader ?? ''} ${evaluator ?? ''} ${institutionId}`}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: listFilters, nameOf: (each) => t(filterKeys[each]), passes }}
      slash={slash}
      empty={() => <EmptyState icon="building" title={t('filterEmpty')} />}
    />
  )
}
