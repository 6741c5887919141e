import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { participantStates } from '#shared/evaluations/progress.ts'
import type { EvaluatorRow } from '#shared/evaluations/evaluator-row.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { LockedIconButton } from '#client/ui/locked.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction, MenuEntry } from '#client/ui/overlays/menu.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { useInstitutionDownloads } from '#client/areas/evaluation/desk/downloads-menu.tsx'
import { listFilters, passes } from './list-filters.ts'
import type { ListFilter } from './list-filters.ts'
import { Advance, ParticipantStanding } from '#client/features/overviews/participant-standing.tsx'
import type { SendNews } from '#client/areas/evaluation/desk/sends-of.ts'
import { listText, obstacleText } from '#client/features/overviews/list-text.ts'
import type { ListTranslate } from '#client/features/overviews/list-text.ts'
import type { InstitutionEntry } from '#client/areas/evaluation/desk/use-institutions.ts'

const filterKeys = {
  all: 'filterAll',
  toDo: 'filterToDo',
  ready: 'filterReady',
  sent: 'filterSent',
  late: 'filterLate',
  away: 'filterAway',
} as const satisfies Record<ListFilter, string>

const choices = { filters: listFilters, sortable: ['name', 'leader', 'state', 'advance', 'observed', 'notAccepted', 'late'] }

/** What can be done to one institution of the list, beside opening it. */
export interface RowActions {
  readonly onSend: (entry: InstitutionEntry) => void
  readonly onAccept: (entry: InstitutionEntry) => void
  readonly onTravel: (entry: InstitutionEntry) => void
}

interface Props {
  readonly formId: FormId
  readonly entries: readonly InstitutionEntry[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (chosen: ReadonlySet<string>) => void
  /** What can be done to all that is selected. */
  readonly bulk: ReactNode
  readonly news: ReadonlyMap<InstitutionId, SendNews>
  /** Why the last send left an institution out. */
  readonly problemOf: (institutionId: InstitutionId) => Failure | undefined
  /** The signed-in person, who evaluates what is theirs. */
  readonly evaluator: string
  readonly actions: RowActions
}

/** A count; a dash while the answers are the institution's own. */
function Figure({ n }: { readonly n: number | null }) {
  const t = useText(listText)
  if (n === null) {
    return (
      <span className="text-ink-500">
        <span aria-hidden>{'–'}</span>
        <span className="sr-only">{t('unknown')}</span>
      </span>
    )
  }
  return <span className={n === 0 ? 'text-ink-500' : 'text-ink-900'}>{n}</span>
}

const changesOf = (row: EvaluatorRow): number => row.lateChanges + row.outdated
const isToDo = ({ row, watchable }: InstitutionEntry): boolean => watchable && row.locked && !row.released && row.pendent + row.outdated > 0

/** Why an institution's answers cannot be read here now; null when they can. */
function closedReason(t: ListTranslate, entry: InstitutionEntry, isOffline: boolean): string | null {
  if (!entry.watchable) return t('notWatchableReason')
  return !entry.onDevice && isOffline ? t('notOnDeviceNow') : null
}

/** Name, and what there is to be said of the row: where it is, what became of its send. */
function Naming({
  entry,
  send,
  problem,
}: {
  readonly entry: InstitutionEntry
  readonly send: SendNews | undefined
  readonly problem: Failure | undefined
}) {
  const t = useText(listText)
  const errorText = useErrorText()
  const { row } = entry
  return (
    <>
      <span lang="es" className="block">
        {entry.name}
      </span>
      {entry.leader && <span className="block text-sm font-normal text-ink-600 lg:hidden">{entry.leader}</span>}
      {!entry.onDevice && (
        <span className="flex items-center gap-1.5 text-sm font-normal text-ink-600">
          <Icon name="cloud" size={16} />
          {t('onlySummary')}
        </span>
      )}
      {entry.watchable && row.alerts > 0 && (
        <Badge tone="warning" icon="warning" className="mt-1 font-normal whitespace-normal!">
          {t('alerts', { n: row.alerts })}
        </Badge>
      )}
      {send?.kind === 'waiting' && (
        <Badge tone="info" className="mt-1 font-normal whitespace-normal!">
          {t('sendWaits')}
        </Badge>
      )}
      {problem && send?.kind !== 'waiting' && (
        <span role="status" className="mt-1 flex items-start gap-1.5 text-sm font-medium text-bad-700">
          <Icon name="warning" size={16} className="mt-0.5" />
          {t('sendFailedHere', { why: errorText(problem) })}
        </span>
      )}
      <span className="tabular mt-0.5 block text-sm font-normal text-ink-600 md:hidden">
        {entry.watchable
          ? t('figuresShort', { pendent: row.pendent, observed: row.observed, notAccepted: row.notAccepted, changes: changesOf(row) })
          : t('notWatchable')}
      </span>
    </>
  )
}

function Action({ entry, formId }: { readonly entry: InstitutionEntry; readonly formId: FormId }) {
  const t = useText(listText)
  const isOffline = !useOnline()
  const reason = closedReason(t, entry, isOffline)
  const toDecide = isToDo(entry)
  const label = t(toDecide ? 'evaluateName' : 'viewName', { name: entry.name })
  if (reason !== null) return <LockedIconButton icon="eye" label={label} reason={reason} />
  return (
    <LinkButton
      size="small"
      kind={toDecide ? 'primary' : 'secondary'}
      to={pageAddress('evaluation', { form: formId, institution: entry.institutionId })}
      aria-label={label}
    >
      {toDecide ? t('evaluate') : t('view')}
    </LinkButton>
  )
}

/** Everything that can be done to one institution, also what stands in a column where there is room for columns. */
function RowMenu({ entry, formId, actions }: { readonly entry: InstitutionEntry } & Pick<Props, 'formId' | 'actions'>) {
  const t = useText(listText)
  const navigate = useNavigate()
  const isOffline = !useOnline()
  const downloadsOf = useInstitutionDownloads(formId)
  const { institutionId, name } = entry
  const place = { form: formId, institution: institutionId }
  /** What is closed keeps its place, with the lock sign and why. */
  const closable = (action: MenuAction, reason: string | null): MenuAction =>
    reason === null ? action : { ...action, icon: 'lock', hint: reason, disabled: true }
  const toResults = (
    id: 'report' | 'preInform' | 'inform',
    page: 'generateReport' | 'generatePreInform' | 'generateInform',
    reason: string | null,
  ): MenuAction => closable({ id, label: t(id), icon: 'file', onAction: () => void navigate(pageAddress(page, place)) }, reason)
  const unread = closedReason(t, entry, isOffline)
  const away = !entry.onDevice && isOffline ? t('notOnDeviceNow') : null
  const entries: readonly MenuEntry[] = [
    closable(
      {
        id: 'open',
        label: t(isToDo(entry) ? 'evaluate' : 'view'),
        icon: isToDo(entry) ? 'check-circle' : 'eye',
        onAction: () => void navigate(pageAddress('evaluation', place)),
      },
      unread,
    ),
    closable(
      { id: 'accept', label: t('acceptRemaining'), icon: 'check', onAction: () => actions.onAccept(entry) },
      entry.acceptable ? away : entry.obstacle === null || entry.row.pendent === 0 ? t('nothingToAccept') : obstacleText(t, entry.obstacle),
    ),
    closable(
      { id: 'send', label: t('send'), icon: 'send', onAction: () => actions.onSend(entry) },
      entry.obstacle === null ? away : obstacleText(t, entry.obstacle),
    ),
    closable(
      { id: 'configuration', label: t('configuration'), icon: 'users', onAction: () => void navigate(pageAddress('assignment', place)) },
      away,
    ),
    'separator',
    toResults('report', 'generateReport', entry.decided ? null : t('reportClosed')),
    toResults('preInform', 'generatePreInform', entry.writes.preliminary ? null : t('textsClosed')),
    toResults('inform', 'generateInform', entry.writes.final ? null : t('textsClosed')),
    'separator',
    entry.onDevice
      ? { id: 'travel', label: t('travelOnDevice'), icon: 'cloud-check', disabled: true, onAction: () => undefined }
      : closable({ id: 'travel', label: t('travelOne'), icon: 'download', onAction: () => actions.onTravel(entry) }, away),
    ...downloadsOf(institutionId, entry.watchable ? null : t('notWatchableReason')),
  ]
  return (
    <Menu
      keep={keepBeside}
      label={t('actionsOf', { name })}
      trigger={<Icon name="dots" size={28} fixed />}
      triggerClassName="-my-1.5 inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
      entries={entries}
    />
  )
}

/** Institutions of an evaluator. Below 900 px a row is its name, where it stands and its menu, which has all that the columns do. */
export function InstitutionTable({ formId, entries, selected, onSelect, bulk, news, problemOf, evaluator, actions }: Props) {
  const t = useText(listText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  const figure = (read: (row: EvaluatorRow) => number): Pick<DataColumn<InstitutionEntry>, 'align' | 'narrow' | 'sort' | 'cell'> => ({
    align: 'end',
    narrow: 'out',
    sort: ({ watchable, row }) => (watchable ? read(row) : null),
    cell: ({ watchable, row }) => <Figure n={watchable ? read(row) : null} />,
  })
  const columns: readonly DataColumn<InstitutionEntry>[] = [
    {
      id: 'name',
      header: t('institution'),
      rowHeader: true,
      sort: (entry) => entry.name,
      cell: (entry) => <Naming entry={entry} send={news.get(entry.institutionId)} problem={problemOf(entry.institutionId)} />,
      className: 'min-w-44',
    },
    {
      id: 'leader',
      header: <span className="text-left">{t('leader')}</span>,
      sort: (entry) => entry.leader,
      cell: (entry) => entry.leader ?? <Figure n={null} />,
      className: 'max-lg:hidden w-36 whitespace-normal!',
    },
    {
      id: 'evaluator',
      header: t('evaluator'),
      cell: (entry) => (entry.mine ? evaluator : <Figure n={null} />),
      className: 'max-xl:hidden',
    },
    {
      id: 'state',
      header: t('state'),
      sort: ({ row }) => participantStates.indexOf(row.state),
      cell: ({ row }) => <ParticipantStanding state={row.state} locked={row.locked} />,
      narrow: 'under',
      className: 'min-w-38',
    },
    {
      id: 'advance',
      header: t('advance'),
      sort: ({ row }) => row.advance,
      cell: ({ row }) => (
        <>
          <Advance percent={row.advance} />
          <span className="tabular mt-0.5 block text-sm text-ink-600 max-md:hidden">{t('pendentCount', { n: row.pendent })}</span>
        </>
      ),
      narrow: 'under',
    },
    { id: 'observed', header: t('observed'), ...figure((row) => row.observed) },
    { id: 'notAccepted', header: t('notAccepted'), ...figure((row) => row.notAccepted), className: 'w-24 whitespace-normal!' },
    { id: 'late', header: t('late'), ...figure(changesOf), className: 'w-24 whitespace-normal!' },
    {
      id: 'action',
      header: <span className="sr-only">{t('action')}</span>,
      align: 'end',
      cell: (entry) => <Action entry={entry} formId={formId} />,
      narrow: 'under',
      className: 'pr-1!',
    },
    {
      id: 'menu',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: (entry) => <RowMenu entry={entry} formId={formId} actions={actions} />,
      className: 'w-14 pr-2! pl-1!',
    },
  ]
  return (
    <DataTable
      caption={t('institutionsCaption')}
      columns={columns}
      rows={entries}
      rowKey={(entry) => entry.institutionId}
      textOf={({ name, leader, institutionId }) => `${name} ${leader ?? ''} ${institutionId}`}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: listFilters, nameOf: (each) => t(filterKeys[each]), passes }}
      slash={slash}
      selection={{
        chosen: selected,
        onChange: onSelect,
        nameOf: (entry) => entry.name,
        // What did not stand stays chosen, whatever stands in its way now.
        selectable: (entry) => entry.sendable || (selected.has(entry.institutionId) && problemOf(entry.institutionId) !== undefined),
        actions: bulk,
      }}
      empty={(searched) => (
        <EmptyState icon="building" title={t(searched ? 'filterEmpty' : 'nobody')}>
          {!searched && t('nobodyBody')}
        </EmptyState>
      )}
    />
  )
}
