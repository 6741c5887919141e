import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { setParticipants } from '#shared/institutions/routes.ts'
import { allows } from '#shared/privileges/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { evaluatorOptions, ParticipantList } from './participant-list.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { assigned, differs, leaving, loadsOf, spread, withChoice, without } from './selection.ts'
import type { Selected } from './selection.ts'
import { participantsText } from './text.ts'
import { useChoices } from './use-choices.ts'
import type { Choices, InstitutionChoice } from './use-choices.ts'
import { useSelection } from './use-selection.ts'
import type { Selection } from './use-selection.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { folded } from '#client/i18n/folded.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { ListHead } from '#client/ui/tables/list-head.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

const filters = ['all', 'in', 'out', 'noEvaluator', 'answered'] as const
type Filter = (typeof filters)[number]
const filterKeys = {
  all: 'filterAll',
  in: 'filterIn',
  out: 'filterOut',
  noEvaluator: 'filterNoEvaluator',
  answered: 'filterAnswered',
} as const satisfies Record<Filter, string>

interface Parts {
  readonly form: FormHeader
  readonly choices: Choices
  readonly selection: Selection
  readonly read: () => Promise<Choices | null>
}

/** Which institutions take part in a form and who evaluates each: nothing is sent before it is accepted. */
function Participants({ form, choices, selection, read }: Parts) {
  const t = useText(participantsText)
  const closedReason = useClosedReason()
  const errorText = useErrorText()
  const engine = useEngine()
  const navigate = useNavigate()
  const overviews = useTable('overview')
  const now = useNow(engine.now, form)
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [bulk, setBulk] = useState('')
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { selected, change } = selection
  const { stands, institutions, available } = choices

  const advances = useMemo(
    () => new Map((overviews ?? []).filter((each) => each.formId === form.id).map((each) => [each.institutionId, each])),
    [overviews, form.id],
  )
  const passes = ({ _id: id }: InstitutionChoice, by: Filter): boolean => {
    const choice = selected.get(id)
    if (by === 'in') return choice !== undefined
    if (by === 'out') return choice === undefined
    if (by === 'noEvaluator') return choice !== undefined && choice.evaluatorId === null
    return by === 'all' || (advances.get(id)?.answered ?? 0) > 0
  }
  const wanted = folded(words.trim())
  const found = institutions.filter(({ name, code, categoryName }) => folded(`${name} ${code} ${categoryName}`).includes(wanted))
  const rows = found.filter((each) => passes(each, filter))
  const shown = rows.filter((each) => selected.has(each._id)).map((each) => each._id)
  const loads = loadsOf(selected)
  const options = evaluatorOptions(choices.evaluators, loads, (parts) => t('load', parts))
  const closed = closedReason(form, 'changeAnswerPoints', now)
  const acts = form.enabled && allows('impersonalizate', phaseAt(form, now), 'X')
  const gone = leaving(stands, selected)
  const isChanged = differs(stands, selected)

  const send = async (removed: readonly { readonly institutionId: string; readonly name: string }[]): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const body = {
      institutions: [...selected].map(([institutionId, choice]) => ({ institutionId, ...choice })),
      removed: [...removed],
      seen: [...selection.seen].map(([institutionId, { evaluatorId }]) => ({ institutionId, evaluatorId })),
    }
    const reply = await callRoute(setParticipants, { params: { form: form.id }, body })
    void engine.syncNow()
    const fresh = await read()
    setBusy(false)
    setRemoving(false)
    if (!reply.ok) {
      if (fresh && reply.failure.code === 'participant_changed') selection.goOn(fresh.stands)
      return setProblem(errorText(reply.failure))
    }
    if (fresh) selection.settle(fresh.stands)
    toast('success', t('added'))
    void navigate(pageAddress('forms'))
  }
  const accept = (): void => {
    if (gone.length > 0) setRemoving(true)
    else void send([])
  }
  const put = (next: Selected): void => {
    setProblem(null)
    change(next)
  }
  return (
    <>
      <Notice tone="warning" className="mb-6">
        {t('warning')}
      </Notice>
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mb-6">
          {closed}
        </Notice>
      )}
      {selection.resumed && isChanged && (
        <Notice tone="info" className="mb-6" actions={<Button onClick={() => selection.settle(stands)}>{t('discard')}</Button>}>
          {t('resumed')}
        </Notice>
      )}
      <ListHead
        search={{ label: t('search'), words, onChange: setWords }}
        filters={{
          label: t('filter'),
          names: filters,
          current: filter,
          onChange: setFilter,
          nameOf: (each) => t(filterKeys[each]),
          countOf: (each) => found.filter((institution) => passes(institution, each)).length,
        }}
      />
      {closed === null && shown.length > 0 && (
        <div className="mb-4 flex flex-wrap items-end gap-3 rounded-lg border border-ink-200 bg-ink-50 px-4 py-3">
          <Select
            label={t('bulkLabel', { n: shown.length })}
            placeholder={t('noEvaluator')}
            options={options}
            value={bulk}
            onChange={setBulk}
            className="w-full sm:w-96"
          />
          <Button onClick={() => put(assigned(selected, shown, bulk === '' ? null : bulk))}>{t('bulkAssign')}</Button>
          <Button
            kind="quiet"
            title={t('spreadHint')}
            onClick={() => {
              const next = spread(
                selected,
                shown,
                choices.evaluators.map((each) => each._id),
              )
              const n = shown.filter((id) => next.get(id)?.evaluatorId !== selected.get(id)?.evaluatorId).length
              announce(t('spreadDone', { n }))
              put(next)
            }}
          >
            {t('spread')}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState icon="building" title={institutions.length === 0 ? t('empty') : t('emptyFilter')} />
      ) : (
        <ParticipantList
          rows={rows}
          rowProps={({ _id: id }) => {
            const overview = advances.get(id)
            return {
              choice: selected.get(id),
              before: stands.has(id),
              available: available.has(id),
              advance: overview && { ready: overview.input.total - overview.input.pendent, total: overview.input.total },
              evaluators: options,
              readOnly: closed !== null || busy,
              actIn: acts && stands.has(id) && selected.has(id) ? form.id : null,
              onTake: (each, takes) =>
                put(takes ? withChoice(selected, each, stands.get(each) ?? { evaluatorId: null }) : without(selected, each)),
              onEvaluator: (each, evaluatorId) => put(assigned(selected, [each], evaluatorId)),
              onLead: (each, who) => put(withChoice(selected, each, { evaluatorId: selected.get(each)?.evaluatorId ?? null, who })),
            }
          }}
        />
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {closed === null && (
          <Button kind="primary" busy={busy} disabled={!isChanged} onClick={accept}>
            {t('accept')}
          </Button>
        )}
        <LinkButton to={pageAddress('forms')}>{t('back')}</LinkButton>
        {isChanged && <p className="text-sm text-ink-600">{t('unsaved')}</p>}
      </div>
      {removing && (
        <RemovalDialog
          institutions={institutions.filter((each) => gone.includes(each._id))}
          busy={busy}
          onConfirm={(removed) => void send(removed)}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** What this device holds of who takes part, where the server cannot be asked. */
function HeldParticipants({ form, onRetry }: { readonly form: FormHeader; readonly onRetry: () => void }) {
  const t = useText(participantsText)
  const format = useFormat()
  const overviews = useTable('overview')
  const own = (overviews ?? [])
    .filter((each) => each.formId === form.id)
    .toSorted((left, right) => left.name.localeCompare(right.name, 'es'))
  return (
    <>
      <Notice tone="warning" icon="cloud-off" title={t('offlineTitle')} actions={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {t('offlineBody')}
      </Notice>
      {own.length === 0 ? (
        <EmptyState icon="building" title={t('empty')} />
      ) : (
        <ul aria-label={t('list')} className="mt-6 rounded-lg border border-ink-200 bg-white">
          {own.map(({ institutionId, name, input }) => (
            <li key={institutionId} className="border-b border-ink-150 px-5 py-3 last:border-b-0">
              <span className="font-medium text-ink-950">{name}</span>
              <span className="ml-3 text-sm text-ink-600">
                {t('advance', { ready: format.number(input.total - input.pendent), total: format.number(input.total) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FormParticipants({ form }: { readonly form: FormHeader }) {
  const { choices, failure, read } = useChoices(form.id)
  const selection = useSelection(form.id, choices?.stands ?? null, form.name)
  if (failure !== null && choices === null) return <HeldParticipants form={form} onRetry={() => void read()} />
  return choices && selection ? <Participants form={form} choices={choices} selection={selection} read={read} /> : <PageSkeleton />
}

/** Associate institutions and define evaluator. */
export function ParticipantsPage() {
  const t = useText(participantsText)
  const { form: formId } = useParams()
  const forms = useTable('form')
  const form = forms?.find((each) => each.id === formId)
  if (forms === null) return <PageSkeleton />
  return (
    <Page width="wide">
      <PageHeading
        lead={form ? t('lead', { form: form.name }) : t('notFound')}
        actions={form && <HistoryLink formId={form.id} kind="participants" />}
      />
      {form && (
        <div className="mt-6">
          <FormParticipants key={form.id} form={form} />
        </div>
      )}
    </Page>
  )
}
