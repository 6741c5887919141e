import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { maturities } from '#shared/results/maturities.ts'
import type { ResultState } from '#shared/results/routes.ts'
import { maturityWord, mostText, pointsText } from '#shared/results/words.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn, Selection } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction } from '#client/ui/overlays/menu.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { resultFiles } from '#client/features/results/lab/result-downloads.ts'
import { useFileFetching } from '#client/features/results/lab/use-file-fetching.ts'
import { isToPublish } from './plans.ts'

const filters = ['all', 'none', 'ready', 'published'] as const
type Filter = (typeof filters)[number]
const filterKeys = { all: 'filterAll', none: 'filterNone', ready: 'filterReady', published: 'filterPublished' } as const satisfies Record<
  Filter,
  string
>
const passes = (row: ResultState, filter: Filter): boolean => {
  switch (filter) {
    case 'all':
      return true
    case 'none':
      return row.state === 'none'
    case 'ready':
      return isToPublish(row)
    case 'published':
      return row.publishedAt !== null
  }
}
const choices = { filters, sortable: ['name', 'state', 'points', 'maturity', 'dates', 'texts'] }
const states = ['none', 'calculated', 'newer', 'published'] as const satisfies readonly ResultState['state'][]
const stateTones = { none: 'neutral', calculated: 'info', newer: 'warning', published: 'success' } as const satisfies Record<
  ResultState['state'],
  Tone
>

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  readonly rows: readonly ResultState[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  /** What can be done to all that is chosen. */
  readonly bulk: Selection<ResultState>['actions']
}

/** Institutions of a form with how far their results are. Below 900 px a row is its name, state and points, and its menu. */
export function ResultsTable({ formId, kind, rows, chosen, onChoose, bulk }: Props) {
  const t = useText(labResultsText)
  const address = useTableView(choices)
  const slash = useShortcuts()
  return (
    <DataTable
      caption={t('caption')}
      columns={useColumns(formId, kind)}
      rows={rows}
      rowKey={({ institutionId }) => institutionId}
      textOf={(row) => [row.name, row.code, row.category, row.evaluator ?? ''].join(' ')}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: filters, nameOf: (each) => t(filterKeys[each]), passes }}
      selection={{ chosen, onChange: onChoose, nameOf: ({ name }) => name, actions: bulk }}
      slash={slash}
      empty={(searched) => (
        <EmptyState icon="building" title={t(searched ? 'notFound' : 'nobody')}>
          {!searched && t('nobodyBody')}
        </EmptyState>
      )}
    />
  )
}

function None(): ReactNode {
  const t = useText(labResultsText)
  return (
    <span className="text-ink-500">
      <span aria-hidden>{'–'}</span>
      <span className="sr-only">{t('noData')}</span>
    </span>
  )
}

function useColumns(formId: string, kind: ResultKind): readonly DataColumn<ResultState>[] {
  const t = useText(labResultsText)
  const format = useFormat()
  const language = useLanguage()
  return [
    {
      id: 'name',
      header: t('institution'),
      rowHeader: true,
      sort: ({ name }) => name,
      cell: ({ institutionId, name, category, evaluator }) => (
        <>
          <Link
            lang="es"
            to={pageAddress('generateReport', { form: formId, institution: institutionId, kind })}
            className="rounded-sm wrap-anywhere text-brand-700 underline hover:text-brand-900"
          >
            {name}
          </Link>
          <span className="mt-0.5 block text-sm font-normal text-ink-600">
            <span lang="es">{category}</span>
            {` · ${evaluator ?? t('noEvaluator')}`}
          </span>
        </>
      ),
      className: 'md:min-w-48',
    },
    {
      id: 'state',
      header: t('state'),
      sort: ({ state }) => states.indexOf(state),
      cell: ({ state, version }) => (
        <>
          <Badge tone={stateTones[state]} className="whitespace-nowrap">
            {t(`state_${state}`)}
          </Badge>
          {state !== 'none' && <span className="mt-0.5 block text-sm text-ink-600">{t('versionIs', { n: version })}</span>}
        </>
      ),
      narrow: 'under',
    },
    {
      id: 'points',
      header: t('points'),
      align: 'end',
      sort: (row) => row.points,
      cell: (row) =>
        row.points === null || row.max === null ? (
          <None />
        ) : (
          <span className="font-medium whitespace-nowrap text-ink-950">
            {pointsText(row.points, language)}
            <span className="block text-sm font-normal text-ink-600">{t('outOf', { max: mostText(row.max, language) })}</span>
          </span>
        ),
      narrow: 'under',
    },
    {
      id: 'maturity',
      header: t('maturity'),
      sort: ({ maturity }) => (maturity === null ? null : maturities.indexOf(maturity)),
      cell: ({ maturity }) => (maturity === null ? <None /> : maturityWord(maturity, language)),
      narrow: 'out',
    },
    {
      id: 'dates',
      header: t('dates'),
      sort: ({ at }) => at,
      cell: ({ at, publishedAt }) =>
        at === null ? (
          <None />
        ) : (
          <span className="text-sm">
            <span className="block">{t('calculatedAt', { at: format.moment(at) })}</span>
            {publishedAt !== null && <span className="mt-0.5 block">{t('publishedAt', { at: format.moment(publishedAt) })}</span>}
          </span>
        ),
      narrow: 'out',
      className: 'min-w-40',
    },
    {
      id: 'texts',
      header: t('texts'),
      sort: ({ written }) => written,
      cell: ({ written, texts }) => (
        <span className={written === 0 ? 'text-sm text-ink-600' : 'text-sm'}>{t('writtenOf', { written, texts })}</span>
      ),
      narrow: 'out',
    },
    {
      id: 'menu',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: (row) => <RowMenu row={row} formId={formId} kind={kind} />,
      className: 'w-14 pr-2! pl-1!',
    },
  ]
}

function RowMenu({ row, formId, kind }: { readonly row: ResultState } & Pick<Props, 'formId' | 'kind'>) {
  const t = useText(labResultsText)
  const navigate = useNavigate()
  const online = useOnline()
  const fetchFile = useFileFetching()
  const { institutionId, name, state } = row
  const place = { form: formId, institution: institutionId }
  const closed = state === 'none' ? t('notCalculated') : online ? null : t('needsNetwork')
  const fetched = (id: keyof ReturnType<typeof resultFiles>): MenuAction =>
    closed === null
      ? { id, label: t(id), icon: 'download', onAction: () => fetchFile(`${t(id)}: ${name}`, resultFiles(place, kind)[id]) }
      : { id, label: t(id), icon: 'lock', hint: closed, disabled: true, onAction: () => undefined }
  return (
    <Menu
      keep={keepBeside}
      label={t('actionsOf', { name })}
      trigger={<Icon name="dots" size={28} fixed />}
      triggerClassName="-my-1.5 inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
      entries={[
        {
          id: 'open',
          label: t('openResult'),
          icon: 'eye',
          onAction: () => void navigate(pageAddress('generateReport', { ...place, kind })),
        },
        {
          id: 'texts',
          label: t('writeTexts'),
          icon: 'edit',
          onAction: () => void navigate(pageAddress(kind === 'preliminary' ? 'generatePreInform' : 'generateInform', place)),
        },
        'separator',
        fetched('pdfEs'),
        fetched('pdfEn'),
        fetched('csv'),
        fetched('xlsx'),
      ]}
    />
  )
}
