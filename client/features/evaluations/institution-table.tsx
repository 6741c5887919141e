import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { useSyncStatus } from '#client/data/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table.tsx'
import type { EvaluatorRow } from '#shared/evaluations/progress.ts'
import { Advance, ParticipantStanding } from './participant-standing.tsx'
import { evaluationsText } from './text.ts'
import type { InstitutionEntry } from './use-institutions.ts'

/** A count; a dash while the answers are the institution's own. */
function Figure({ n, strong = false }: { readonly n: number | null; readonly strong?: boolean }) {
  const t = useText(evaluationsText)
  if (n === null) {
    return (
      <span className="text-ink-500">
        <span aria-hidden>{'–'}</span>
        <span className="sr-only">{t('unknown')}</span>
      </span>
    )
  }
  return <span className={n === 0 ? 'text-ink-500' : strong ? 'font-semibold text-ink-950' : 'text-ink-900'}>{n}</span>
}

function Action({ entry, formId }: { readonly entry: InstitutionEntry; readonly formId: FormId }) {
  const t = useText(evaluationsText)
  const isOffline = useSyncStatus().kind === 'offline'
  if (!entry.onDevice && isOffline) return <span className="text-sm text-ink-600">{t('notOnDevice')}</span>
  if (!entry.watchable) return <span className="block max-w-44 text-sm leading-snug text-ink-600">{t('notWatchable')}</span>
  const toDecide = entry.row.locked && !entry.row.released && entry.row.pendent + entry.row.outdated > 0
  return (
    <LinkButton
      size="small"
      kind={toDecide ? 'primary' : 'secondary'}
      to={pageAddress('evaluation', { form: formId, institution: entry.institutionId })}
      aria-label={t(toDecide ? 'evaluateName' : 'viewName', { name: entry.name })}
    >
      {toDecide ? t('evaluate') : t('view')}
    </LinkButton>
  )
}

interface Props {
  readonly formId: FormId
  readonly entries: readonly InstitutionEntry[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (institutionId: string, on: boolean) => void
  readonly onSelectAll: (on: boolean) => void
  /** Why the last bulk send left an institution out. */
  readonly problems: ReadonlyMap<string, string>
}

/** Institutions of an evaluator: a table on wide screens, cards on narrow ones. */
export function InstitutionTable({ formId, entries, selected, onSelect, onSelectAll, problems }: Props) {
  const t = useText(evaluationsText)
  const isOffline = useSyncStatus().kind === 'offline'
  const selectable = entries.filter((entry) => entry.sendable)
  const select = (entry: InstitutionEntry) =>
    entry.sendable ? (
      <Checkbox
        label={t('selectName', { name: entry.name })}
        labelHidden
        checked={selected.has(entry.institutionId)}
        onChange={(on) => onSelect(entry.institutionId, on)}
        className="-m-2"
      />
    ) : null
  const name = (entry: InstitutionEntry) => (
    <>
      <span lang="es" className="block">
        {entry.name}
      </span>
      {entry.leader && <span className="block text-sm font-normal text-ink-600">{entry.leader}</span>}
      {(entry.onDevice || !isOffline) && (
        <Link
          to={pageAddress('assignment', { form: formId, institution: entry.institutionId })}
          aria-label={t('configurationName', { name: entry.name })}
          className="inline-block min-h-6 text-sm font-normal text-brand-700"
        >
          {t('configuration')}
        </Link>
      )}
      {problems.has(entry.institutionId) && (
        <span className="block text-sm font-medium text-bad-700">{problems.get(entry.institutionId)}</span>
      )}
    </>
  )
  const figure = (read: (row: EvaluatorRow) => number, strong?: boolean) => (entry: InstitutionEntry) => (
    <Figure n={entry.watchable ? read(entry.row) : null} strong={strong ?? false} />
  )
  const columns: readonly Column<InstitutionEntry>[] = [
    {
      id: 'select',
      header: (
        <Checkbox
          label={t('selectAll')}
          labelHidden
          disabled={selectable.length === 0}
          checked={selectable.length > 0 && selectable.every((entry) => selected.has(entry.institutionId))}
          indeterminate={
            selectable.some((entry) => selected.has(entry.institutionId)) && !selectable.every((entry) => selected.has(entry.institutionId))
          }
          onChange={onSelectAll}
          className="-m-2"
        />
      ),
      cell: select,
      className: 'w-12',
    },
    { id: 'name', header: t('institution'), rowHeader: true, cell: name, className: 'min-w-56' },
    {
      id: 'state',
      header: t('state'),
      cell: (entry) => <ParticipantStanding state={entry.row.state} locked={entry.row.locked} />,
      className: 'min-w-42',
    },
    {
      id: 'advance',
      header: t('advance'),
      cell: (entry) => (entry.watchable ? <Advance percent={entry.row.advance} /> : <Figure n={null} />),
    },
    { id: 'pendent', header: t('pendent'), align: 'end', cell: figure((row) => row.pendent, true) },
    { id: 'observed', header: t('observed'), align: 'end', cell: figure((row) => row.observed) },
    {
      id: 'notAccepted',
      header: t('notAccepted'),
      align: 'end',
      cell: figure((row) => row.notAccepted),
      className: 'w-28 whitespace-normal!',
    },
    {
      id: 'late',
      header: t('late'),
      align: 'end',
      cell: figure((row) => row.lateChanges + row.outdated),
      className: 'w-24 whitespace-normal!',
    },
    {
      id: 'action',
      header: <span className="sr-only">{t('action')}</span>,
      align: 'end',
      cell: (entry) => <Action entry={entry} formId={formId} />,
    },
  ]
  return (
    <>
      <div className="forced-edge hidden overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card lg:block">
        <Table
          caption={t('institutionsCaption')}
          columns={columns}
          rows={entries}
          rowKey={(entry) => entry.institutionId}
          empty={t('filterEmpty')}
        />
      </div>
      <ul className="grid items-start gap-3 md:grid-cols-2 lg:hidden">
        {entries.length === 0 && <li className="text-ink-600">{t('filterEmpty')}</li>}
        {entries.map((entry) => (
          <li key={entry.institutionId} className="forced-edge rounded-xl border border-ink-200/80 bg-white px-4 py-4 shadow-card">
            <div className="flex items-start justify-between gap-3">
              <div className="font-medium text-ink-950">{name(entry)}</div>
              {select(entry)}
            </div>
            <div className="mt-2">
              <ParticipantStanding state={entry.row.state} locked={entry.row.locked} />
            </div>
            {entry.watchable && (
              <>
                <div className="mt-3">
                  <Advance percent={entry.row.advance} />
                </div>
                <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
                  {(
                    [
                      ['pendent', entry.row.pendent],
                      ['observed', entry.row.observed],
                      ['notAccepted', entry.row.notAccepted],
                      ['late', entry.row.lateChanges + entry.row.outdated],
                    ] as const
                  ).map(([label, n]) => (
                    <div key={label} className="flex justify-between gap-2">
                      <dt className="text-ink-600">{t(label)}</dt>
                      <dd className="tabular">
                        <Figure n={n} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
            <div className="mt-4">
              <Action entry={entry} formId={formId} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
