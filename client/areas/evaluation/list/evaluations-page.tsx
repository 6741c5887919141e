import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { roundAt } from '#shared/evaluations/rules.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { InstitutionId, Mid } from '#shared/kernel/ids.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { DownloadsMenu } from '#client/areas/evaluation/desk/downloads-menu.tsx'
import { InstitutionTable } from './institution-table.tsx'
import { listText } from '#client/features/overviews/list-text.ts'
import { useInstitutions } from '#client/areas/evaluation/desk/use-institutions.ts'
import type { InstitutionEntry } from '#client/areas/evaluation/desk/use-institutions.ts'
import { useSends } from '#client/areas/evaluation/desk/use-sends.ts'
import type { SendNews } from '#client/areas/evaluation/desk/sends-of.ts'
import { FormHead } from '#client/features/stages/form-head.tsx'
import { useChosenForm } from '#client/features/stages/use-chosen-form.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const BulkSend = latePart(() => import('./bulk-send.tsx'), 'BulkSend')
const AcceptInList = latePart(() => import('./accept-in-list.tsx'), 'AcceptInList')
const TravelDialog = latePart(() => import('#client/areas/evaluation/desk/travel-dialog.tsx'), 'TravelDialog')

const ListMorningLine = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/visits/list-morning-line.tsx'))).ListMorningLine,
}))

/** The window over the list. */
type Open =
  | { readonly kind: 'send'; readonly entries: readonly InstitutionEntry[] }
  | { readonly kind: 'accept'; readonly entry: InstitutionEntry }
  | { readonly kind: 'travel'; readonly initially: readonly string[] }

/** Institutions that are chosen. Those whose send the server did not let stand are chosen again, once for each try. */
function useChosen(news: ReadonlyMap<InstitutionId, SendNews>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const told = useRef(new Set<Mid>())
  useEffect(() => {
    const fresh = [...news].filter(([, each]) => each.kind === 'failed' && !told.current.has(each.mid))
    if (fresh.length === 0) return
    for (const [, each] of fresh) if (each.kind === 'failed') told.current.add(each.mid)
    setChosen((before) => new Set([...before, ...fresh.map(([institutionId]) => institutionId)]))
  }, [news])
  return [chosen, setChosen] as const
}

function FormInstitutions({ form, now }: { readonly form: FormHeader; readonly now: string }) {
  const t = useText(listText)
  const { actor } = useEngine()
  const entries = useInstitutions(form, now)
  const news = useSends(form, now)
  const [chosen, setChosen] = useChosen(news)
  const [problems, setProblems] = useState<ReadonlyMap<InstitutionId, Failure>>(new Map())
  const [open, setOpen] = useState<Open | null>(null)
  if (!entries) return <PageSkeleton />
  if (entries.length === 0) {
    return (
      <EmptyState icon="building" title={t('nobody')}>
        {t('nobodyBody')}
      </EmptyState>
    )
  }
  const close = (): void => setOpen(null)
  const running = roundAt({ form }, now)
  const pendent = entries.reduce((sum, { row }) => sum + (row.locked ? row.pendent : 0), 0)
  const sendable = entries.filter((entry) => entry.sendable)
  const ready = sendable.filter((entry) => chosen.has(entry.institutionId))
  const listed = new Map(entries.map((entry) => [entry.institutionId, entry]))
  /** What was sent since, by whichever device, is no problem any more. */
  const problemOf = (id: InstitutionId): Failure | undefined => {
    if (listed.get(id)?.row.released) return undefined
    const said = news.get(id)
    return said?.kind === 'failed' ? said.why : problems.get(id)
  }
  const selected = new Set([...chosen].filter((id) => listed.get(id)?.sendable || problemOf(id) !== undefined))
  return (
    <section aria-labelledby="institutions">
      <Suspense fallback={null}>
        <ListMorningLine form={form} className="-mt-3 mb-6" />
      </Suspense>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="institutions" className="text-xl">
            {t('institutions')}
          </h2>
          <p className="tabular text-ink-600">
            {running ? t('summary', { institutions: entries.length, pendent }) : t('summaryPlain', { institutions: entries.length })}
          </p>
        </div>
        <div className="flex max-w-full min-w-0 flex-wrap gap-3">
          <Button icon="cloud-check" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'travel', initially: [] })}>
            {t('travel')}
          </Button>
          <DownloadsMenu formId={form.id} />
        </div>
      </div>
      <InstitutionTable
        formId={form.id}
        entries={entries}
        selected={selected}
        onSelect={setChosen}
        bulk={
          <Button
            kind="primary"
            icon="send"
            aria-haspopup="dialog"
            disabled={ready.length === 0}
            onClick={() => setOpen({ kind: 'send', entries: ready })}
          >
            {t('send')}
          </Button>
        }
        news={news}
        problemOf={problemOf}
        evaluator={actor.name}
        actions={{
          onSend: (entry) => setOpen({ kind: 'send', entries: [entry] }),
          onAccept: (entry) => setOpen({ kind: 'accept', entry }),
          onTravel: ({ institutionId }) => setOpen({ kind: 'travel', initially: [institutionId] }),
        }}
      />
      {open?.kind === 'send' && (
        <BulkSend
          form={form}
          entries={open.entries}
          toInstitution={running?.round === 'FirstRevision'}
          news={news}
          onClose={close}
          onDone={(left) => {
            close()
            setProblems(left)
            setChosen(new Set(left.keys()))
          }}
        />
      )}
      {open?.kind === 'accept' && running && (
        <AcceptInList formId={form.id} institutionId={open.entry.institutionId} round={running.round} onClose={close} />
      )}
      {open?.kind === 'travel' && <TravelDialog formId={form.id} entries={entries} initially={open.initially} onClose={close} />}
    </section>
  )
}

/** Evaluator home: form, stages, time left and the institutions to evaluate. */
export function EvaluationsPage() {
  const t = useText(listText)
  const engine = useEngine()
  const status = useSyncStatus()
  const navigate = useNavigate()
  const forms = useTable('form')
  const { form: asked } = useParams()
  const [form, choose] = useChosenForm(forms, asked)
  const now = useNow(engine.now, form)
  return (
    <>
      <FormHead
        heading={<PageHeading lead={form?.description} />}
        forms={forms}
        form={form}
        onChoose={(id) => {
          choose(id)
          void navigate(pageAddress('evaluations', { form: id }), { state: { stays: true } })
        }}
        now={now}
      />
      <div className="mx-auto w-full max-w-[1400px] px-4 pt-8 pb-24 md:px-6">
        {form ? (
          <FormInstitutions key={form.id} form={form} now={now} />
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
