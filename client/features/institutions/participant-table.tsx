import type { ReactNode } from 'react'
import { Advance, ParticipantStanding } from '#client/features/evaluations/participant-standing.tsx'
import { useSyncStatus } from '#client/data/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table.tsx'
import { institutionsText } from './text.ts'
import type { ParticipantEntry } from './use-participants.ts'

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
      {figures.reopens && (
        <Button size="small" icon="unlock" aria-label={t('reopenName', { name })} aria-haspopup="dialog" onClick={() => onReopen(entry)}>
          {t('reopen')}
        </Button>
      )}
      <LinkButton size="small" to={hrefOf(entry)} aria-label={t(figures.acts ? 'actName' : 'viewName', { name })}>
        {figures.acts ? t('act') : t('view')}
      </LinkButton>
    </span>
  )
}

function Name({ entry }: { readonly entry: ParticipantEntry }) {
  return (
    <>
      <span lang="es" className="block">
        {entry.name}
      </span>
      {entry.leader && <span className="block text-sm font-normal text-ink-600">{entry.leader}</span>}
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-ink-600">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

const figureClass = (n: number): string => (n === 0 ? 'text-ink-500' : 'font-semibold text-ink-950')

/** Institutions of a form for the administration: a table on wide screens, cards on narrow ones. */
export function ParticipantTable({ entries, hrefOf, onReopen }: Props) {
  const t = useText(institutionsText)
  const evaluator = (entry: ParticipantEntry) => entry.evaluator ?? <span className="text-ink-500">{t('noEvaluator')}</span>
  const columns: readonly Column<ParticipantEntry>[] = [
    { id: 'name', header: t('institution'), rowHeader: true, cell: (entry) => <Name entry={entry} />, className: 'min-w-56' },
    {
      id: 'state',
      header: t('state'),
      cell: ({ figures }) => <ParticipantStanding state={figures.state} locked={figures.locked} />,
      className: 'min-w-38',
    },
    { id: 'advance', header: t('advance'), cell: ({ figures }) => <Advance percent={figures.advance} /> },
    {
      id: 'pendent',
      header: t('pendent'),
      align: 'end',
      cell: ({ figures }) => <span className={figureClass(figures.pendent)}>{figures.pendent}</span>,
    },
    { id: 'evaluator', header: t('evaluator'), cell: evaluator },
    {
      id: 'late',
      header: t('late'),
      align: 'end',
      cell: ({ figures }) => <span className={figureClass(figures.lateChanges)}>{figures.lateChanges}</span>,
      className: 'w-24 whitespace-normal!',
    },
    {
      id: 'action',
      header: <span className="sr-only">{t('action')}</span>,
      align: 'end',
      cell: (entry) => <Actions entry={entry} hrefOf={hrefOf} onReopen={onReopen} />,
      className: 'whitespace-nowrap',
    },
  ]
  return (
    <>
      <div className="forced-edge hidden overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card lg:block">
        <Table caption={t('caption')} columns={columns} rows={entries} rowKey={(entry) => entry.institutionId} empty={t('filterEmpty')} />
      </div>
      <ul className="grid items-start gap-3 sm:grid-cols-2 lg:hidden">
        {entries.length === 0 && <li className="text-ink-600">{t('filterEmpty')}</li>}
        {entries.map((entry) => (
          <li key={entry.institutionId} className="forced-edge rounded-xl border border-ink-200/80 bg-white px-4 py-4 shadow-card">
            <div className="font-medium text-ink-950">
              <Name entry={entry} />
            </div>
            <div className="mt-2">
              <ParticipantStanding state={entry.figures.state} locked={entry.figures.locked} />
            </div>
            <div className="mt-3">
              <Advance percent={entry.figures.advance} />
            </div>
            <dl className="mt-3 grid gap-y-1 text-sm">
              <Fact label={t('pendent')}>{entry.figures.pendent}</Fact>
              <Fact label={t('late')}>{entry.figures.lateChanges}</Fact>
              <Fact label={t('evaluator')}>{evaluator(entry)}</Fact>
            </dl>
            <div className="mt-4">
              <Actions entry={entry} hrefOf={hrefOf} onReopen={onReopen} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
