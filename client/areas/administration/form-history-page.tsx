import { useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { FormId } from '#shared/kernel/ids.ts'
import { isDay } from '#shared/kernel/instant.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { formEventKinds } from '#shared/questionnaires/history.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { useQueue } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { dayOfParts, partsOfDay } from '#client/features/answers/day-parts.ts'
import { EventItem } from '#client/features/form-history/event-item.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'
import { useFormChanges } from '#client/features/form-history/use-form-changes.ts'
import { useHistory } from '#client/features/form-history/use-history.ts'
import type { ReadHistory, Sought } from '#client/features/form-history/use-history.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/select.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { BackToForms } from '#client/features/forms/opened-form.tsx'

/** What is typed is looked for once somebody rests. */
const restMs = 400
const wordsMost = 200
/** Waiting changes that are named. */
const waitingMost = 10

/** What of the history is looked for, in the address: a change of it begins at the newest again. */
function useSought(): { readonly sought: Sought; readonly seek: (next: Partial<Sought>, how?: 'typing') => void } {
  const [search, setSearch] = useSearchParams()
  const given = (name: keyof Sought): string | undefined => search.get(name) || undefined
  const day = (name: 'from' | 'until'): string | undefined => [given(name)].find((each) => each !== undefined && isDay(each))
  const sought: Sought = {
    element: given('element'),
    kind: formEventKinds.find((each) => each === given('kind')),
    by: given('by'),
    words: given('words')?.slice(0, wordsMost),
    from: day('from'),
    until: day('until'),
    before: given('before'),
  }
  const seek = (next: Partial<Sought>, how?: 'typing'): void => {
    const wanted = Object.entries({ ...sought, before: undefined, ...next }).filter((each): each is [string, string] => Boolean(each[1]))
    setSearch(Object.fromEntries(wanted), { replace: how === 'typing', state: { stays: true }, preventScrollReset: how === 'typing' })
  }
  return { sought, seek }
}

type Choices = readonly { readonly value: string; readonly label: string }[]

/** Whom and what the history can be narrowed to: they come with each page of it, and stay while the next one is read. */
function useChoices(found: ReadHistory, element: string | undefined): { readonly people: Choices; readonly parts: Choices } {
  const t = useText(formHistoryText)
  const [page, setPage] = useState<HistoryPage | null>(null)
  if (found.kind === 'ready' && found.page !== page) setPage(found.page)
  if (!page) return { people: [], parts: [] }
  const people = page.people.map(({ _id, name }) => ({ value: _id, label: _id === 'system' ? t('platform') : name }))
  const parts = page.parts.map(({ _id, number, name }) => ({ value: _id, label: `${number} ${name}`.trim() }))
  if (element === undefined || parts.some(({ value }) => value === element)) return { people, parts }
  const name = page.names[element] ?? page.events.find((event) => event.element === element)?.text ?? t('gone')
  return { people, parts: [{ value: element, label: name.length > 80 ? `${name.slice(0, 79)}…` : name }, ...parts] }
}

/** A word field that seeks once somebody rests. */
function Words({ words, seek }: { readonly words: string; readonly seek: (words: string) => void }) {
  const t = useText(formHistoryText)
  const [typed, setTyped] = useState(words)
  const [sent, setSent] = useState(words)
  // Somebody went back, or cleared the filters: what was typed goes with it.
  if (words !== sent) {
    setSent(words)
    setTyped(words)
  }
  useEffect(() => {
    if (typed === words) return
    const timer = setTimeout(() => {
      setSent(typed)
      seek(typed)
    }, restMs)
    return () => clearTimeout(timer)
    // What is typed alone begins a search.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed])
  return <TextField label={t('search')} type="search" icon="search" maxLength={wordsMost} value={typed} onChange={setTyped} />
}

/** One end of the period: it seeks as soon as its parts name a day, or none. */
function Limit({ label, day, onDay }: { readonly label: string; readonly day: string; readonly onDay: (day: string) => void }) {
  const [typed, setTyped] = useState(() => partsOfDay(day))
  const [sent, setSent] = useState(day)
  if (day !== sent) {
    setSent(day)
    setTyped(partsOfDay(day))
  }
  return (
    <DateField
      label={label}
      parts={typed}
      onChange={(parts) => {
        setTyped(parts)
        const named = dayOfParts(parts)
        if (named === undefined || named === day) return
        setSent(named)
        onDay(named)
      }}
    />
  )
}

function Filters({ found, sought, seek }: { readonly found: ReadHistory } & ReturnType<typeof useSought>) {
  const t = useText(formHistoryText)
  const { people, parts } = useChoices(found, sought.element)
  const { from = '', until = '' } = sought
  return (
    <search aria-label={t('search')} className="mt-6 block rounded-lg border border-ink-200 bg-white px-4 py-4 sm:px-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Words words={sought.words ?? ''} seek={(words) => seek({ words }, 'typing')} />
        <Select
          label={t('kind')}
          placeholder={t('everything')}
          options={formEventKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
          value={sought.kind ?? ''}
          onChange={(kind) => seek({ kind: formEventKinds.find((each) => each === kind) })}
        />
        <Select
          label={t('part')}
          placeholder={t('wholeForm')}
          options={parts}
          value={sought.element ?? ''}
          onChange={(element) => seek({ element })}
        />
        <Select label={t('person')} placeholder={t('everybody')} options={people} value={sought.by ?? ''} onChange={(by) => seek({ by })} />
      </div>
      <Disclosure summary={t('period')} open={from !== '' || until !== '' ? true : undefined} className="mt-2">
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <Limit label={t('from')} day={from} onDay={(day) => seek({ from: day })} />
          <Limit label={t('until')} day={until} onDay={(day) => seek({ until: day })} />
        </div>
      </Disclosure>
    </search>
  )
}

function FormHistory({ formId }: { readonly formId: FormId }) {
  const t = useText(formHistoryText)
  const errorText = useErrorText()
  const format = useFormat()
  const { sought, seek } = useSought()
  const { found, again } = useHistory(formId, sought)
  const isFiltered = Object.values({ ...sought, before: undefined }).some(Boolean)
  const page = found.kind === 'ready' ? found.page : null
  const shown = page?.events.length
  const list = useRef<HTMLOListElement>(null)
  /** Somebody turned the page: what they pressed is gone, and they read on at the top of the list. */
  const turned = useRef(false)
  const turn = (before: string | undefined): void => {
    turned.current = true
    seek({ before })
  }
  useEffect(() => {
    if (!page || !turned.current) return
    turned.current = false
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'start' })
  }, [page])
  useEffect(() => {
    if (isFiltered && shown !== undefined) announce(t('found', { n: shown }))
  }, [t, isFiltered, page, shown])
  const clear = isFiltered && (
    <Button onClick={() => seek({ element: '', kind: undefined, by: '', words: '', from: '', until: '' })}>{t('clear')}</Button>
  )
  return (
    <>
      <Filters found={found} sought={sought} seek={seek} />
      {found.kind === 'ready' && found.readAt !== null && (
        <Notice tone="neutral" icon="cloud-off" className="mt-5" actions={<Button onClick={again}>{t('retry')}</Button>}>
          {t('offlineBody', { time: format.moment(found.readAt) })}
        </Notice>
      )}
      {found.kind === 'loading' && (
        <p role="status" className="mt-6 text-ink-600">
          {t('loading')}
        </p>
      )}
      {found.kind === 'refused' && (
        <EmptyState icon="warning" title={t('refused')} actions={clear}>
          {found.failure.code === 'not_found' ? t('notFound') : errorText(found.failure)}
        </EmptyState>
      )}
      {found.kind === 'offline' && (
        <EmptyState icon="cloud-off" title={t('offlineTitle')} actions={<Button onClick={again}>{t('retry')}</Button>}>
          {t('offlineNone')}
        </EmptyState>
      )}
      {page && page.events.length === 0 && (
        <EmptyState icon="list" title={t(isFiltered ? 'notFoundRows' : 'none')} actions={clear}>
          {t(page.next === null ? (isFiltered ? 'notFoundBody' : 'noneBody') : 'notFoundYet')}
        </EmptyState>
      )}
      {page && page.events.length > 0 && (
        <>
          {clear && <div className="mt-5 flex justify-end">{clear}</div>}
          <ol ref={list} tabIndex={-1} aria-label={t('list')} className="mt-5 scroll-mt-20 rounded-lg border border-ink-200 bg-white">
            {page.events.map((event) => (
              <EventItem key={event._id} formId={formId} event={event} names={page.names} />
            ))}
          </ol>
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {page?.next && <Button onClick={() => turn(page.next ?? undefined)}>{t('older')}</Button>}
        {sought.before !== undefined && (
          <Button kind="quiet" onClick={() => turn(undefined)}>
            {t('newest')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Changes of one's own that the history does not have yet: they wait on this device. */
function Waiting({ formId }: { readonly formId: FormId }) {
  const t = useText(formHistoryText)
  const format = useFormat()
  const scope = questionnaireScope(formId)
  const waiting = useQueue().filter((item) => item.kind === 'mutation' && item.scope === scope && item.state !== 'attention')
  const changeOf = useFormChanges(waiting.map((item) => item.scope))
  if (waiting.length === 0) return null
  const shown = waiting.slice(0, waitingMost).flatMap((item) => changeOf(item)?.what ?? [])
  return (
    <Notice tone="info" icon="device" title={t('waiting', { n: waiting.length })} className="mt-5">
      {shown.length > 0 && <p>{format.list(shown)}</p>}
    </Notice>
  )
}

/** Who changed what of a form, when, and from what to what. */
export function FormHistoryPage() {
  const t = useText(formHistoryText)
  const { form: formId = '' } = useParams()
  const forms = useTable('form')
  if (forms === null) return <PageSkeleton />
  const form = forms.find((each) => each.id === formId)
  return (
    <Page>
      <PageHeading kicker={<BackToForms />} lead={t('lead')} />
      {form && (
        <p lang="es" className="mt-4 text-lg font-semibold text-ink-950">
          {form.name}
        </p>
      )}
      <Waiting formId={formId} />
      <FormHistory key={formId} formId={formId} />
    </Page>
  )
}
