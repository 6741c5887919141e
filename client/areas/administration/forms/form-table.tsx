import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { ReactNode } from 'react'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { isInitialized } from '#shared/stages/rules.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
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
import type { IconName } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { LockedIconButton, LockedSwitch } from '#client/ui/locked.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction, MenuEntry } from '#client/ui/overlays/menu.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { useClosedReason } from './closed-words.ts'
import type { ClosedReason } from './closed-words.ts'
import type { FormFormat } from './form-calls.ts'
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

/** Pages on which parts of a form are prepared. */
export type FormPage = 'formStages' | 'formScores' | 'formHelps' | 'formReport' | 'formHistory' | 'results' | 'dashboardsConfig'

/** What can be done to a form. */
export interface FormActions {
  /** Its questionnaire: to be worked on, or read once it has begun. */
  readonly onQuestions: (form: FormHeader) => void
  /** Opens a page on which part of the form is prepared. */
  readonly onPage: (page: FormPage, form: FormHeader) => void
  readonly onEdit: (form: FormHeader) => void
  readonly onCalculation: (form: FormHeader) => void
  /** Answers its administrative questions with a file. */
  readonly onAdministrative: (form: FormHeader) => void
  readonly onClone: (form: FormHeader) => void
  readonly onReports: (form: FormHeader) => void
  readonly onDownload: (form: FormHeader, format: FormFormat) => void
  readonly onToggle: (form: FormHeader) => void
  readonly onRemove: (form: FormHeader) => void
  readonly onProgress: (form: FormHeader) => void
  readonly onParticipants: (form: FormHeader) => void
  readonly onRehearse: (form: FormHeader) => void
  /** Its archive, and closing it on that. */
  readonly onArchive: (form: FormHeader) => void
}

interface Props {
  readonly rows: readonly FormRow[]
  readonly actions: FormActions
  readonly now: Instant
  /** What makes the first one. */
  readonly create: ReactNode
}

interface Drawing {
  readonly t: Translate<typeof es>
  readonly format: Format
  readonly nameOf: ReturnType<typeof useStageName>
  readonly closedReason: ClosedReason
  readonly now: Instant
  readonly online: boolean
  readonly actions: FormActions
}

/**
 * Every form of the lab. From 1280 px everything that is prepared of a form has a column of its own; below 900 px a row is its name, its
 * period and its menu, which has all that the columns do.
 */
export function FormTable({ rows, actions, now, create }: Props) {
  const t = useText(formsText)
  const format = useFormat()
  const nameOf = useStageName()
  const closedReason = useClosedReason()
  const address = useTableView(choices)
  const slash = useShortcuts()
  const online = useOnline()
  return (
    <DataTable
      caption={t('caption')}
      columns={columnsOf({ t, format, nameOf, closedReason, now, online, actions })}
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
        <EmptyState icon="list" title={t(searched ? 'notFound' : 'none')} actions={!searched && create}>
          {t(searched ? 'notFoundBody' : 'noneBody')}
        </EmptyState>
      )}
    />
  )
}

const periodText = ({ t, format }: Drawing, { period }: FormRow): string =>
  period ? t('periodOf', { from: format.day(period.from), to: format.day(period.to) }) : t('noPeriod')

/** Why a form is not switched now; null when it may be. */
const switchClosed = (drawing: Drawing, form: FormHeader): string | null =>
  drawing.closedReason(form, 'changeStatusForm', drawing.now) ?? (drawing.online ? null : drawing.t('needsNetwork'))

function columnsOf(drawing: Drawing): readonly DataColumn<FormRow>[] {
  const { t, nameOf, actions } = drawing
  return [
    {
      id: 'name',
      header: <Heading>{t('name')}</Heading>,
      rowHeader: true,
      sort: ({ form }) => form.name,
      cell: ({ form }) => <span lang="es">{form.name}</span>,
      className: 'min-w-36 lg:max-xl:min-w-26 lg:max-xl:px-2.5!',
    },
    {
      id: 'period',
      header: <Heading>{t('period')}</Heading>,
      sort: ({ period }) => period?.from ?? null,
      cell: (row) => (
        <>
          <span className="block lg:max-xl:text-sm">{periodText(drawing, row)}</span>
          <Badge tone={tones[row.standing]} className="mt-1">
            {row.form.closed ? (
              t('standing_closed')
            ) : row.stage === null ? (
              t(`standing_${row.standing}`)
            ) : (
              <span lang={nameOf(row.stage).lang}>{nameOf(row.stage).text}</span>
            )}
          </Badge>
        </>
      ),
      narrow: 'under',
      className: `min-w-44 lg:max-xl:min-w-28 ${close}`,
    },
    {
      id: 'stages',
      header: <Heading>{t('stages')}</Heading>,
      align: 'end',
      sort: ({ form }) => form.stages.length,
      cell: ({ form }) => (
        <Link
          to={pageAddress('formStages', { form: form.id })}
          aria-label={t('stagesOf', { n: form.stages.length, name: form.name })}
          className="rounded-sm text-brand-700 underline hover:text-brand-900"
        >
          {form.stages.length}
        </Link>
      ),
      narrow: 'out',
      className: close,
    },
    {
      id: 'institutions',
      header: <Heading>{t('institutions')}</Heading>,
      align: 'end',
      sort: (row) => row.institutions,
      cell: ({ form, institutions }) => (
        <Link
          to={pageAddress('participants', { form: form.id })}
          aria-label={`${institutions ?? t('unknown')}, ${t('institutionsOf', { name: form.name })}`}
          className="rounded-sm font-medium text-brand-700 underline hover:text-brand-900"
        >
          {institutions ?? <Unknown text={t('unknown')} />}
        </Link>
      ),
      narrow: 'out',
      className: close,
    },
    pageColumn(drawing, 'scores', 'formScores', 'check-circle'),
    pageColumn(drawing, 'report', 'formReport', 'file', t('reportShort')),
    {
      id: 'calculation',
      header: <Heading>{t('calculation')}</Heading>,
      cell: ({ form }) => (
        <Button
          kind="quiet"
          size="small"
          className="-mx-2 -my-1 lg:max-xl:-mx-1 lg:max-xl:px-1! lg:max-xl:text-xs lg:max-xl:font-medium"
          aria-haspopup="dialog"
          aria-label={`${t(form.calculatedBy === 2 ? 'calculation2' : 'calculation1')}, ${t('calculationOf', { name: form.name })}`}
          onClick={() => actions.onCalculation(form)}
        >
          {t(form.calculatedBy === 2 ? 'calculation2' : 'calculation1')}
        </Button>
      ),
      narrow: 'out',
      className: close,
    },
    pageColumn(drawing, 'helps', 'formHelps', 'help', t('helpsShort')),
    {
      id: 'administrative',
      header: (
        <Heading>
          <span aria-hidden>{t('administrativeShort')}</span>
          <span className="sr-only">{t('administrative')}</span>
        </Heading>
      ),
      cell: ({ form }) => <AdministrativeButton form={form} drawing={drawing} />,
      className: wideOnly,
    },
    {
      id: 'dashboards',
      header: <Heading>{t('dashboards')}</Heading>,
      cell: ({ form }) => <DashboardsLink form={form} drawing={drawing} />,
      className: `max-xl:hidden text-center ${close}`,
    },
    {
      id: 'enabled',
      header: <Heading>{t('isEnabled')}</Heading>,
      cell: ({ form }) => <EnabledSwitch form={form} drawing={drawing} />,
      narrow: 'out',
      className: close,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: ({ form }) => <RowActions form={form} drawing={drawing} />,
      className: `w-12 ${close}`,
    },
  ]
}

/** Cells of many columns beside each other. */
const close = 'px-2.5! lg:max-xl:px-1!'
const wideOnly = `max-lg:hidden text-center ${close}`

/** Where thirteen columns stand beside each other their headings are small. */
function Heading({ children }: { readonly children: ReactNode }) {
  return <span className="lg:max-xl:text-xs">{children}</span>
}

/** A column of links to the page on which a part of each form is prepared. */
function pageColumn(
  { t }: Drawing,
  id: 'scores' | 'report' | 'helps',
  page: FormPage,
  icon: IconName,
  short: string = t(id),
): DataColumn<FormRow> {
  return {
    id,
    header: <Heading>{short}</Heading>,
    cell: ({ form }) => (
      <Link
        to={pageAddress(page, { form: form.id })}
        title={t(`${id}Of`, { name: form.name })}
        aria-label={t(`${id}Of`, { name: form.name })}
        className="-my-1 inline-flex size-[32px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
      >
        <Icon name={icon} size={18} fixed />
      </Link>
    ),
    className: wideOnly,
  }
}

/** Why the administrative questions of a form are not answered with a file now; null when they may be. */
const administrativeClosed = (drawing: Drawing, form: FormHeader): string | null =>
  drawing.closedReason(form, 'changeAnswerPoints', drawing.now) ??
  (form.enabled ? (drawing.online ? null : drawing.t('needsNetwork')) : drawing.t('administrativeDisabled'))

function AdministrativeButton({ form, drawing }: { readonly form: FormHeader; readonly drawing: Drawing }) {
  const { t, actions } = drawing
  const label = t('administrativeOf', { name: form.name })
  const closed = administrativeClosed(drawing, form)
  return (
    <span className="-my-1 inline-flex">
      {closed === null ? (
        <IconButton icon="upload" size="small" label={label} aria-haspopup="dialog" onClick={() => actions.onAdministrative(form)} />
      ) : (
        <LockedIconButton icon="upload" label={label} reason={closed} />
      )}
    </span>
  )
}

/** Leads to what of a form everybody reads; closed where its points are. */
function DashboardsLink({ form, drawing }: { readonly form: FormHeader; readonly drawing: Drawing }) {
  const { t } = drawing
  const label = t('dashboardsOf', { name: form.name })
  const closed = drawing.closedReason(form, 'changeAnswerPoints', drawing.now)
  return (
    <span className="-my-1 inline-flex">
      {closed === null ? (
        <Link
          to={pageAddress('dashboardsConfig', { form: form.id })}
          title={label}
          aria-label={label}
          className="inline-flex size-[32px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
        >
          <Icon name="eye" size={18} fixed />
        </Link>
      ) : (
        <LockedIconButton icon="eye" label={label} reason={closed} />
      )}
    </span>
  )
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <span className="text-ink-500">
      <span aria-hidden>{'–'}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

function EnabledSwitch({ form, drawing }: { readonly form: FormHeader; readonly drawing: Drawing }) {
  const { t, actions } = drawing
  const closed = switchClosed(drawing, form)
  const label = t('enableOf', { name: form.name })
  return closed === null ? (
    <Switch labelHidden label={label} checked={form.enabled} onChange={() => actions.onToggle(form)} />
  ) : (
    <LockedSwitch label={label} checked={form.enabled} reason={closed} />
  )
}

function RowActions({ form, drawing }: { readonly form: FormHeader; readonly drawing: Drawing }) {
  const { t, actions, online } = drawing
  const { name } = form
  const begun = isInitialized(form, drawing.now)
  return (
    <span className="-my-2 flex items-center justify-end">
      <span className="flex items-center max-md:hidden">
        <IconButton
          icon={begun ? 'eye' : 'edit'}
          size="small"
          label={t(begun ? 'viewQuestionsOf' : 'editQuestionsOf', { name })}
          onClick={() => actions.onQuestions(form)}
        />
        {online ? (
          <>
            <IconButton icon="copy" size="small" label={t('cloneOf', { name })} onClick={() => actions.onClone(form)} />
            <IconButton
              icon="trash"
              size="small"
              label={t('removeOf', { name })}
              aria-haspopup="dialog"
              onClick={() => actions.onRemove(form)}
            />
          </>
        ) : (
          <>
            <LockedIconButton icon="copy" label={t('cloneOf', { name })} reason={t('needsNetwork')} />
            <LockedIconButton icon="trash" label={t('removeOf', { name })} reason={t('needsNetwork')} />
          </>
        )}
      </span>
      <Menu
        keep={keepBeside}
        label={t('actionsOf', { name })}
        trigger={<Icon name="dots" size={28} fixed />}
        triggerClassName="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 lg:max-xl:w-[34px] hover:bg-ink-100 hover:text-ink-950"
        entries={entriesOf(form, drawing)}
      />
    </span>
  )
}

function entriesOf(form: FormHeader, drawing: Drawing): readonly MenuEntry[] {
  const { t, actions, online } = drawing
  /** What is closed keeps its place, with the lock sign and why. */
  const closable = (entry: MenuAction, reason: string | null): MenuAction =>
    reason === null ? entry : { ...entry, icon: 'lock', hint: reason, disabled: true }
  const offline = online ? null : t('needsNetwork')
  return [
    ...(form.enabled
      ? [{ id: 'progress', label: t('progress'), icon: 'list', onAction: () => actions.onProgress(form) } as const, 'separator' as const]
      : []),
    isInitialized(form, drawing.now)
      ? { id: 'questions', label: t('viewQuestions'), icon: 'eye', onAction: () => actions.onQuestions(form) }
      : { id: 'questions', label: t('editQuestions'), icon: 'edit', onAction: () => actions.onQuestions(form) },
    { id: 'edit', label: t('edit'), icon: 'list', onAction: () => actions.onEdit(form) },
    { id: 'participants', label: t('institutionsAct'), icon: 'building', onAction: () => actions.onParticipants(form) },
    { id: 'stages', label: t('stagesAndPeriods'), icon: 'calendar', onAction: () => actions.onPage('formStages', form) },
    { id: 'scores', label: t('scores'), icon: 'check-circle', onAction: () => actions.onPage('formScores', form) },
    { id: 'helps', label: t('helps'), icon: 'help', onAction: () => actions.onPage('formHelps', form) },
    { id: 'report', label: t('report'), icon: 'file', onAction: () => actions.onPage('formReport', form) },
    { id: 'results', label: t('results'), icon: 'chart', onAction: () => actions.onPage('results', form) },
    closable(
      { id: 'dashboards', label: t('dashboards'), icon: 'eye', onAction: () => actions.onPage('dashboardsConfig', form) },
      drawing.closedReason(form, 'changeAnswerPoints', drawing.now),
    ),
    { id: 'history', label: t('history'), icon: 'history', onAction: () => actions.onPage('formHistory', form) },
    { id: 'rehearse', label: t('rehearse'), icon: 'clock', onAction: () => actions.onRehearse(form) },
    { id: 'calculation', label: t('calculation'), icon: 'settings', onAction: () => actions.onCalculation(form) },
    closable(
      {
        id: 'administrative',
        label: t('administrative'),
        icon: 'upload',
        onAction: () => actions.onAdministrative(form),
      },
      administrativeClosed(drawing, form),
    ),
    { id: 'reports', label: t('reports'), icon: 'download', onAction: () => actions.onReports(form) },
    closable({ id: 'archive', label: t('archive'), icon: 'lock', onAction: () => actions.onArchive(form) }, offline),
    closable({ id: 'json', label: t('downloadJson'), icon: 'download', onAction: () => actions.onDownload(form, 'json') }, offline),
    closable(
      { id: 'xlsform', label: t('downloadXlsForm'), icon: 'download', onAction: () => actions.onDownload(form, 'xlsform') },
      offline,
    ),
    closable({ id: 'clone', label: t('clone'), icon: 'copy', onAction: () => actions.onClone(form) }, offline),
    closable(
      {
        id: 'toggle',
        label: t(form.enabled ? 'disable' : 'enable'),
        icon: form.enabled ? 'eye-off' : 'eye',
        onAction: () => actions.onToggle(form),
      },
      switchClosed(drawing, form),
    ),
    'separator',
    closable({ id: 'remove', label: t('remove'), icon: 'trash', danger: true, onAction: () => actions.onRemove(form) }, offline),
  ]
}
