import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { phaseAt } from '#shared/stages/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { sendEvaluation } from '#shared/evaluations/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { useEngine, useSyncStatus } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { InstitutionTable } from '#client/features/evaluations/institution-table.tsx'
import { evaluationsText } from '#client/features/evaluations/text.ts'
import { useInstitutions } from '#client/features/evaluations/use-institutions.ts'
import type { InstitutionEntry } from '#client/features/evaluations/use-institutions.ts'
import { FormHead } from '#client/features/stages/form-head.tsx'
import { useChosenForm } from '#client/features/stages/use-chosen-form.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { OfflinePreparation } from '#client/features/sync/offline-preparation.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { folded } from '#client/i18n/folded.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ListHead } from '#client/ui/list-head.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectionBar } from '#client/ui/selection-bar.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'
import { uiText } from '#client/ui/text.ts'

const listFilters = ['all', 'toDo', 'ready', 'sent', 'late'] as const
type ListFilter = (typeof listFilters)[number]
const filterKeys = {
  all: 'filterAll',
  toDo: 'filterToDo',
  ready: 'filterReady',
  sent: 'filterSent',
  late: 'filterLate',
} as const satisfies Record<ListFilter, string>

function passes(entry: InstitutionEntry, filter: ListFilter): boolean {
  const { row } = entry
  if (filter === 'all') return true
  if (filter === 'toDo') return row.locked && !row.released && row.pendent + row.outdated > 0
  if (filter === 'ready') return entry.sendable
  if (filter === 'sent') return row.released
  return row.lateChanges + row.outdated > 0
}

const finds = (entry: InstitutionEntry, words: string): boolean =>
  folded(`${entry.name} ${entry.leader ?? ''}`).includes(folded(words.trim()))

interface BulkProps {
  readonly form: FormHeader
  readonly entries: readonly InstitutionEntry[]
  readonly toInstitution: boolean
  readonly onClose: () => void
  /** Institutions that were not sent, each with why. */
  readonly onDone: (problems: ReadonlyMap<string, string>) => void
}

function BulkSend({ form, entries, toInstitution, onClose, onDone }: BulkProps) {
  const t = useText(evaluationsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const status = useSyncStatus()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    const problems = new Map<string, string>()
    for (const { institutionId } of entries) {
      const result = await engine.dispatch(sendEvaluation, instScope(institutionId, form.id), {})
      if (!result.ok) problems.set(institutionId, errorText(result.failure))
    }
    setBusy(false)
    const n = entries.length - problems.size
    if (n > 0) toast(status.kind === 'offline' ? 'info' : 'success', status.kind === 'offline' ? t('sendQueued') : t('sendDoneMany', { n }))
    if (problems.size > 0)
      toast(
        'error',
        entries
          .filter((each) => problems.has(each.institutionId))
          .map((each) => t('sendFailedOne', { name: each.name, why: problems.get(each.institutionId) ?? '' })),
      )
    onDone(problems)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sendManyTitle')}
      actions={
        <>
          <Button kind="primary" icon="send" busy={busy} onClick={() => void send()}>
            {t('sendConfirm')}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <p>{toInstitution ? t('sendBodyManyInstitution') : t('sendBodyManyAdministration')}</p>
      <ul className="mt-3 list-disc pl-6" lang="es">
        {entries.map((each) => (
          <li key={each.institutionId}>{each.name}</li>
        ))}
      </ul>
    </Dialog>
  )
}

function FormInstitutions({ form, now }: { readonly form: FormHeader; readonly now: string }) {
  const t = useText(evaluationsText)
  const entries = useInstitutions(form, now)
  const [filter, setFilter] = useState<ListFilter>('all')
  const [words, setWords] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, setSending] = useState(false)
  const [preparing, setPreparing] = useState(false)
  useEffect(() => {
    setSelected(new Set())
    setProblems(new Map())
  }, [form.id])
  if (!entries) return <PageSkeleton />
  if (entries.length === 0) {
    return (
      <EmptyState icon="building" title={t('nobody')}>
        {t('nobodyBody')}
      </EmptyState>
    )
  }
  const shown = entries.filter((entry) => passes(entry, filter) && finds(entry, words))
  const chosen = entries.filter((entry) => selected.has(entry.institutionId) && entry.sendable)
  const select = (institutionId: string, on: boolean): void => {
    const next = new Set(selected)
    if (on) next.add(institutionId)
    else next.delete(institutionId)
    setSelected(next)
  }
  const selectAll = (on: boolean): void =>
    setSelected(new Set(on ? shown.filter((entry) => entry.sendable).map((entry) => entry.institutionId) : []))
  const inRound = phaseAt(form, now).endsWith('Revision')
  const pendent = entries.reduce((sum, { row }) => sum + (row.locked ? row.pendent : 0), 0)
  const missing = entries.filter((entry) => !entry.onDevice).length
  return (
    <section aria-labelledby="institutions">
      <ListHead
        heading={
          <div>
            <h2 id="institutions" className="text-xl">
              {t('institutions')}
            </h2>
            <p className="tabular text-ink-600">
              {inRound ? t('summary', { institutions: entries.length, pendent }) : t('summaryPlain', { institutions: entries.length })}
            </p>
          </div>
        }
        search={{ label: t('search'), words, onChange: setWords }}
        filters={{
          label: t('filter'),
          names: listFilters,
          current: filter,
          onChange: setFilter,
          nameOf: (each) => t(filterKeys[each]),
          countOf: (each) => entries.filter((entry) => passes(entry, each)).length,
        }}
      />
      {(missing > 0 || preparing) && (
        <Notice tone="neutral" icon="cloud-off" title={missing > 0 ? t('prepareHint', { n: missing }) : undefined} className="mb-4">
          <OfflinePreparation onBegin={() => setPreparing(true)} />
        </Notice>
      )}
      <InstitutionTable
        formId={form.id}
        entries={shown}
        selected={selected}
        onSelect={select}
        onSelectAll={selectAll}
        problems={problems}
      />
      {chosen.length > 0 && (
        <SelectionBar
          chosen={new Set(chosen.map((entry) => entry.institutionId))}
          listed={shown.filter((entry) => entry.sendable).map((entry) => entry.institutionId)}
          onChange={setSelected}
        >
          <Button kind="primary" icon="send" onClick={() => setSending(true)}>
            {t('send')}
          </Button>
        </SelectionBar>
      )}
      {sending && (
        <BulkSend
          form={form}
          entries={chosen}
          toInstitution={phaseAt(form, now) === 'FirstRevision'}
          onClose={() => setSending(false)}
          onDone={(left) => {
            setSending(false)
            setProblems(left)
            setSelected(new Set(left.keys()))
          }}
        />
      )}
    </section>
  )
}

/** Evaluator home: form, stages, time left and the institutions to evaluate. */
export function EvaluationsPage() {
  const t = useText(evaluationsText)
  const engine = useEngine()
  const status = useSyncStatus()
  const forms = useTable('form')
  const { form: asked } = useParams()
  const [form, choose] = useChosenForm(forms, asked)
  const now = useNow(engine.now, form)
  return (
    <>
      <FormHead heading={<PageHeading lead={form?.description} />} forms={forms} form={form} onChoose={choose} now={now} />
      <div className="mx-auto w-full max-w-[1400px] px-4 pt-8 pb-24 md:px-6">
        {form ? (
          <FormInstitutions form={form} now={now} />
        ) : forms === null || status.kind === 'connecting' ? (
          <PageSkeleton />
        ) : (
          <EmptyState icon="building" title={t('nobody')}>
            {t('nobodyBody')}
          </EmptyState>
        )}
      </div>
    </>
  )
}
