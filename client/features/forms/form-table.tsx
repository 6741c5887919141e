import type { FormHeader } from '#shared/stages/model.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import type { DataColumn } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Menu } from '#client/ui/menu.tsx'
import type { MenuEntry } from '#client/ui/menu.tsx'
import { useTableView } from '#client/ui/use-table-view.ts'
import { standings } from './form-row.ts'
import type { FormRow, Standing } from './form-row.ts'
import type { es } from './strings.es.ts'
import { formsText } from './text.ts'

const filters = ['all', ...standings] as const
const filterKeys = {
  all: 'filterAll',
  running: 'filterRunning',
  coming: 'filterComing',
  over: 'filterOver',
} as const satisfies Record<(typeof filters)[number], string>
const choices = { filters, sortable: ['name', 'period', 'stages', 'institutions'] }
const tones = { running: 'info', coming: 'neutral', over: 'neutral' } as const satisfies Record<Standing, string>

interface Props {
  readonly rows: readonly FormRow[]
  /** What can be done to a form, in its row's menu. */
  readonly entriesOf: (form: FormHeader) => readonly MenuEntry[]
}

/** Every form of the lab. Below 900 px a row is a form's name, its period and its menu. */
export function FormTable({ rows, entriesOf }: Props) {
  const t = useText(formsText)
  const format = useFormat()
  const address = useTableView(choices)
  const slash = useShortcuts()
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf(t, format, entriesOf)}
      rows={rows}
      rowKey={({ form }) => form.id}
      textOf={({ form }) => `${form.name} ${form.description}`}
      searchLabel={t('search')}
      address={address}
      filters={{
        label: t('filter'),
        names: filters,
        nameOf: (each) => t(filterKeys[each]),
        passes: (row, filter) => filter === 'all' || row.standing === filter,
      }}
      slash={slash}
      empty={(searched) => (
        <EmptyState icon="list" title={t(searched ? 'notFound' : 'none')}>
          {t(searched ? 'notFoundBody' : 'noneBody')}
        </EmptyState>
      )}
    />
  )
}

const periodText = (t: Translate<typeof es>, format: Format, { period }: FormRow): string =>
  period ? t('periodOf', { from: format.day(period.from), to: format.day(period.to) }) : t('noPeriod')

function columnsOf(t: Translate<typeof es>, format: Format, entriesOf: Props['entriesOf']): readonly DataColumn<FormRow>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      rowHeader: true,
      sort: ({ form }) => form.name,
      cell: ({ form }) => <span lang="es">{form.name}</span>,
      className: 'min-w-44',
    },
    {
      id: 'period',
      header: t('period'),
      sort: ({ period }) => period?.from ?? null,
      cell: (row) => periodText(t, format, row),
      narrow: 'under',
    },
    {
      id: 'stages',
      header: t('stages'),
      align: 'end',
      sort: ({ form }) => form.stages.length,
      cell: ({ form }) => form.stages.length,
      narrow: 'out',
    },
    {
      id: 'institutions',
      header: t('institutions'),
      align: 'end',
      sort: (row) => row.institutions,
      cell: (row) => row.institutions,
      narrow: 'out',
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ standing, stage }) => (
        <Badge tone={tones[standing]}>{stage === null ? t(filterKeys[standing]) : <span lang="es">{stage}</span>}</Badge>
      ),
      narrow: 'out',
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: ({ form }) => (
        <Menu
          floats
          label={t('actionsOf', { name: form.name })}
          trigger={<Icon name="dots" size={28} fixed />}
          triggerClassName="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
          className="-my-2 inline-block"
          entries={entriesOf(form)}
        />
      ),
      className: 'w-12',
    },
  ]
}
