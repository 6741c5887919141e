import { useCallback, useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { Instant } from '#shared/kernel/instant.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { isVisibleAt } from '#shared/results/reading.ts'
import { kindOpensAt } from '#shared/results/opening.ts'
import { kindsOpen } from '#shared/results/rules.ts'
import type { ResultState, Undecided } from '#shared/results/routes.ts'
import { reportResults, reportResultsByQuestion } from '#shared/reports/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { download } from '#client/data/server/call.ts'
import { shareText } from '#shared/results/words.ts'
import { useOnline } from '#client/data/server/online.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { CalculationDialog } from '#client/areas/administration/forms/calculation-dialog.tsx'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction } from '#client/ui/overlays/menu.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'
import { BulkReportsDialog } from './bulk-reports.tsx'
import { CalculateDialog } from './calculate-dialog.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { ApartDialog } from './apart-dialog.tsx'
import { LevelsDialog } from './levels-dialog.tsx'
import { KeptSettlement } from './kept-settlement.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { TroubleNotice } from './result-lists.tsx'
import type { Trouble } from './result-lists.tsx'
import { ResultsTable } from './results-table.tsx'
import { useFileFetching } from '#client/features/results/lab/use-file-fetching.ts'
import { isToPublish } from './plans.ts'
import { useResultsOverview } from '#client/features/results/lab/use-results.ts'

/** What still keeps results up once one answer was decided; null where nothing does. */
function without(trouble: Trouble, row: Undecided): Trouble | null {
  if (trouble.kind !== 'undecided') return trouble
  const rows = trouble.rows.filter(({ institutionId, unit }) => institutionId !== row.institutionId || unit !== row.unit)
  return rows.length === 0 && trouble.more === 0 ? null : { ...trouble, rows }
}

const windows: WindowNames<'levels' | 'apart' | 'calculate' | 'settle'> = {
  levels: 'niveles',
  apart: 'apart',
  calculate: 'generar',
  settle: 'editar',
}

/** The window over the list. */
type Open = { readonly kind: 'publish'; readonly chosen: readonly ResultState[] } | { readonly kind: 'manual' | 'reports' }

interface Props {
  readonly form: FormHeader
  readonly kind: ResultKind
  readonly now: Instant
}

/** Results of one kind of every institution of a form: how far they are, and what is done with them. */
export function FormResults({ form, kind, now }: Props) {
  const t = useText(labResultsText)
  const format = useFormat()
  const language = useLanguage()
  const errorText = useErrorText()
  const { found, again } = useResultsOverview(form.id, kind)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<Open | null>(null)
  const windowed = useWindowAddress(windows)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const closedId = useId()
  const close = useCallback(() => setOpen(null), [])
  const retry = <Button onClick={again}>{t('retry')}</Button>
  if (found.kind === 'loading') return <PageSkeleton />
  if (found.kind === 'offline')
    return (
      <EmptyState icon="cloud-off" title={t('offlineNone')} actions={retry}>
        {t('offlineNoneBody')}
      </EmptyState>
    )
  if (found.kind === 'refused')
    return (
      <EmptyState icon="warning" title={t('refused')} actions={retry}>
        {errorText(found.failure)}
      </EmptyState>
    )
  const { institutions: rows, calculatedBy, thresholds, visibleFrom } = found.page
  const isOpen = kindsOpen(form, now).includes(kind)
  const picked = rows.filter(({ institutionId }) => chosen.has(institutionId))
  const seen =
    visibleFrom !== null
      ? t('visibleFrom', { day: format.day(visibleFrom) })
      : t(isVisibleAt(form, kind, now) ? 'visibleNow' : 'visibleNever')
  const acts = (some: readonly ResultState[], all: boolean): ReactNode => (
    <>
      <ActButton
        closedId={isOpen ? null : closedId}
        disabled={some.length === 0}
        onClick={() => windowed.show('calculate', all ? '' : some.map(({ institutionId }) => institutionId).join(','))}
      >
        {t(all ? 'calculateAll' : 'calculate')}
      </ActButton>
      <ActButton
        closedId={isOpen ? null : closedId}
        primary
        disabled={!some.some(isToPublish)}
        onClick={() => setOpen({ kind: 'publish', chosen: all ? some.filter(isToPublish) : some })}
      >
        {t('publish')}
      </ActButton>
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      {found.readAt !== null && (
        <Notice tone="neutral" icon="cloud-off" role="status" actions={retry}>
          {t('offlineCopy', { time: format.moment(found.readAt) })}
        </Notice>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid max-w-prose gap-1">
          <p className="tabular font-semibold text-ink-950">
            {t('summary', {
              total: rows.length,
              calculated: rows.filter(({ state }) => state !== 'none').length,
              published: rows.filter(({ publishedAt }) => publishedAt !== null).length,
            })}
          </p>
          <p id={closedId} className="flex items-start gap-1.5 text-ink-700">
            <Icon name={isOpen ? 'unlock' : 'lock'} size={18} className="mt-0.5" />
            <span>{isOpen ? t('openNow') : <ClosedWords form={form} kind={kind} now={now} />}</span>
          </p>
          <p className="text-ink-600">{seen}</p>
          <p className="text-ink-600">
            {t(calculatedBy === 2 ? 'calculated2' : 'calculated1')}{' '}
            {calculatedBy === 2 && <TextButton onClick={() => setOpen({ kind: 'manual' })}>{t('toManual')}</TextButton>}
          </p>
          <p className="text-ink-600">
            {t('thresholds', { med: shareText(thresholds.med, 1, language), good: shareText(thresholds.good, 1, language) })}{' '}
            <TextButton onClick={() => windowed.show('levels')}>{t('editThresholds')}</TextButton>
          </p>
          <p className="text-ink-600">
            {form.apart ? t('apartNow', { why: form.apart[language] }) : t('apartNone')}{' '}
            <TextButton onClick={() => windowed.show('apart')}>{t('editApart')}</TextButton>
          </p>
        </div>
        <div className="flex max-w-full flex-wrap gap-2.5">
          {rows.length > 0 && acts(rows, true)}
          {rows.some(({ state }) => state !== 'none') && (
            <Button icon="file" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'reports' })}>
              {t('bulk')}
            </Button>
          )}
          <FormDownloads form={form} />
        </div>
      </div>
      {trouble && (
        <TroubleNotice
          formId={form.id}
          kind={kind}
          trouble={trouble}
          onSettled={(row) => setTrouble(without(trouble, row))}
          toManual={() => setOpen({ kind: 'manual' })}
          onClose={() => setTrouble(null)}
        />
      )}
      <ResultsTable formId={form.id} kind={kind} rows={rows} chosen={chosen} onChoose={setChosen} bulk={acts(picked, false)} />
      {windowed.open?.act === 'calculate' && (
        <CalculateDialog
          key={windowed.open.id}
          formId={form.id}
          kind={kind}
          named={windowed.open.id}
          rows={rows}
          onLook={again}
          onTrouble={setTrouble}
          onClose={windowed.close}
        />
      )}
      {windowed.open?.act === 'settle' && (
        <KeptSettlement
          key={windowed.open.id}
          formId={form.id}
          kind={kind}
          named={windowed.open.id}
          onSettled={(row) => {
            setTrouble(trouble && without(trouble, row))
            windowed.close()
          }}
          onClose={windowed.close}
        />
      )}
      {open?.kind === 'publish' && (
        <PublishDialog
          formId={form.id}
          kind={kind}
          chosen={open.chosen}
          rows={rows}
          seen={seen}
          onLook={again}
          onTrouble={setTrouble}
          onClose={close}
        />
      )}
      {open?.kind === 'reports' && <BulkReportsDialog form={form} kind={kind} onClose={close} />}
      {windowed.open?.act === 'apart' && <ApartDialog form={form} onSaved={again} onClose={windowed.close} />}
      {windowed.open?.act === 'levels' && <LevelsDialog form={form} onSaved={again} onClose={windowed.close} />}
      {open?.kind === 'manual' && <CalculationDialog form={form} onClose={close} />}
    </div>
  )
}

function TextButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onClick} className="rounded-sm text-brand-700 underline hover:text-brand-900">
      {children}
    </button>
  )
}

interface ActProps {
  /** Id of the words that say why it is closed; null while it is open. */
  readonly closedId: string | null
  readonly primary?: boolean | undefined
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An act on results: what is closed keeps its place with the lock sign, and the words above say why (FO1). */
function ActButton({ closedId, primary = false, disabled, onClick, children }: ActProps) {
  if (closedId !== null)
    return (
      <Button icon="lock" disabled aria-describedby={closedId}>
        {children}
      </Button>
    )
  return (
    <OnlineButton kind={primary ? 'primary' : 'secondary'} aria-haspopup="dialog" disabled={disabled} onClick={onClick}>
      {children}
    </OnlineButton>
  )
}

/** Why results of a kind are not worked out now, and when that opens. */
function ClosedWords({ form, kind, now }: Props) {
  const t = useText(labResultsText)
  const format = useFormat()
  const nameOf = useStageName()
  const opening = kindOpensAt(form, kind, now)
  const words = t(kind === 'preliminary' ? 'closedPreliminary' : 'closedFinal')
  if (opening === null) return `${words} ${t('opensNever')}`
  const day = format.day(opening.day)
  return `${words} ${opening.stage === null ? t('opensAfter', { day }) : t('opensAt', { day, stage: nameOf(opening.stage).text })}`
}

/** What is taken out of the form as a whole. */
function FormDownloads({ form }: { readonly form: FormHeader }) {
  const t = useText(labResultsText)
  const online = useOnline()
  const fetchFile = useFileFetching()
  const entry = (
    id: 'formResults' | 'formResultsCsv' | 'byQuestion',
    route: typeof reportResults,
    name: string,
    format: 'csv' | 'xlsx',
  ): MenuAction =>
    online
      ? {
          id,
          label: t(id),
          icon: 'download',
          onAction: () => fetchFile(t(id), () => download(route, { form: form.id }, `${name}_${form.id}.${format}`, { format })),
        }
      : { id, label: t(id), icon: 'lock', hint: t('needsNetwork'), disabled: true, onAction: () => undefined }
  return (
    <Menu
      keep={keepBeside}
      label={t('downloads')}
      className="max-w-full"
      trigger={
        <>
          <Icon name="download" size={20} className="-ml-0.5" />
          {t('downloads')}
          <Icon name="chevron-down" size={18} />
        </>
      }
      triggerClassName={buttonClass('secondary', 'medium')}
      entries={[
        entry('formResults', reportResults, 'resultados', 'xlsx'),
        entry('formResultsCsv', reportResults, 'resultados', 'csv'),
        entry('byQuestion', reportResultsByQuestion, 'resultados_preguntas', 'xlsx'),
      ]}
    />
  )
}
