import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { auditGroups } from '#shared/audit/model.ts'
import { auditExport } from '#shared/audit/routes.ts'
import type { AuditPage as Acts } from '#shared/audit/routes.ts'
import { isDay } from '#shared/kernel/instant.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { download } from '#client/data/call.ts'
import { dayOfParts, partsOfDay } from '#client/features/answers/day-parts.ts'
import { ActItem } from '#client/features/audit/act-item.tsx'
import { ChainState } from '#client/features/audit/chain-state.tsx'
import { auditText } from '#client/features/audit/text.ts'
import { useActs } from '#client/features/audit/use-acts.ts'
import type { ReadActs, SoughtActs } from '#client/features/audit/use-acts.ts'
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
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.tsx'

/** What is typed is looked for once somebody rests. */
const restMs = 400
const wordsMost = 200

type Seek = (next: Partial<SoughtActs>, how?: 'typing') => void

/** What of the audit is looked for, in the address: a change of it begins at the newest again. */
function useSought(): { readonly sought: SoughtActs; readonly seek: Seek } {
  const [search, setSearch] = useSearchParams()
  const given = (name: keyof SoughtActs): string | undefined => search.get(name) || undefined
  const day = (name: 'from' | 'until'): string | undefined => [given(name)].find((each) => each !== undefined && isDay(each))
  const sought: SoughtActs = {
    person: given('person'),
    institution: given('institution'),
    form: given('form'),
    group: auditGroups.find((each) => each === given('group')),
    words: given('words')?.slice(0, wordsMost),
    from: day('from'),
    until: day('until'),
    before: given('before'),
  }
  const seek: Seek = (next, how) => {
    const wanted = Object.entries({ ...sought, before: undefined, ...next }).filter((each): each is [string, string] => Boolean(each[1]))
    setSearch(Object.fromEntries(wanted), { replace: how === 'typing', state: { stays: true }, preventScrollReset: how === 'typing' })
  }
  return { sought, seek }
}

/** A word field that seeks once somebody rests. */
function Words({ words, seek }: { readonly words: string; readonly seek: (words: string) => void }) {
  const t = useText(auditText)
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

interface FiltersProps {
  readonly found: ReadActs
  readonly sought: SoughtActs
  readonly seek: Seek
}

function Filters({ found, sought, seek }: FiltersProps) {
  const t = useText(auditText)
  // Whom and what it can be narrowed to comes with each page of it, and stays while the next one is read.
  const [page, setPage] = useState<Acts | null>(null)
  if (found.kind === 'ready' && found.page !== page) setPage(found.page)
  const options = (of: 'people' | 'institutions' | 'forms') => (page?.[of] ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  const { from = '', until = '', form = '' } = sought
  return (
    <search aria-label={t('search')} className="mt-6 block rounded-lg border border-ink-200 bg-white px-4 py-4 sm:px-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Words words={sought.words ?? ''} seek={(words) => seek({ words }, 'typing')} />
        <Select
          label={t('group')}
          placeholder={t('everything')}
          options={auditGroups.map((group) => ({ value: group, label: t(`group_${group}`) }))}
          value={sought.group ?? ''}
          onChange={(group) => seek({ group: auditGroups.find((each) => each === group) })}
        />
        <Select
          label={t('person')}
          placeholder={t('everybody')}
          options={options('people')}
          value={sought.person ?? ''}
          onChange={(person) => seek({ person })}
        />
        <Select
          label={t('institution')}
          placeholder={t('everyInstitution')}
          options={options('institutions')}
          value={sought.institution ?? ''}
          onChange={(institution) => seek({ institution })}
        />
      </div>
      <Disclosure summary={t('more')} open={from !== '' || until !== '' || form !== '' ? true : undefined} className="mt-2">
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <Select
            label={t('form')}
            placeholder={t('everyForm')}
            options={options('forms')}
            value={form}
            onChange={(next) => seek({ form: next })}
            className="w-full sm:w-72"
          />
          <Limit label={t('from')} day={from} onDay={(day) => seek({ from: day })} />
          <Limit label={t('until')} day={until} onDay={(day) => seek({ until: day })} />
        </div>
      </Disclosure>
    </search>
  )
}

/** Takes away what is shown, in either format: that it was taken is in the audit from then on. */
function Taking({ sought }: { readonly sought: SoughtActs }) {
  const t = useText(auditText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null)
  const take = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(format)
    const asked = Object.entries({ ...sought, before: undefined, format }).filter((each): each is [string, string] => Boolean(each[1]))
    const taken = await download(auditExport, {}, `auditoria.${format}`, Object.fromEntries(asked))
    setBusy(null)
    if (taken.ok) toast('success', t('exported'))
    else toast('error', errorText(taken.failure))
  }
  return (
    <div role="group" aria-label={t('export')} className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-700">{t('export')}</span>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button key={format} size="small" icon="download" busy={busy === format} disabled={busy !== null} onClick={() => void take(format)}>
          {t(format)}
        </Button>
      ))}
    </div>
  )
}

/** What administrators and evaluators did and who came in, the newest first. */
export function AuditPage() {
  const t = useText(auditText)
  const errorText = useErrorText()
  const format = useFormat()
  const { sought, seek } = useSought()
  const { found, again } = useActs(sought)
  const isFiltered = Object.values({ ...sought, before: undefined }).some(Boolean)
  const page = found.kind === 'ready' ? found.page : null
  const shown = page?.acts.length
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
    <Button onClick={() => seek({ person: '', institution: '', form: '', group: undefined, words: '', from: '', until: '' })}>
      {t('clear')}
    </Button>
  )
  return (
    <Page>
      <PageHeading lead={t('lead')} />
      <ChainState />
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
          {errorText(found.failure)}
        </EmptyState>
      )}
      {found.kind === 'offline' && (
        <EmptyState icon="cloud-off" title={t('offlineTitle')} actions={<Button onClick={again}>{t('retry')}</Button>}>
          {t('offlineNone')}
        </EmptyState>
      )}
      {page && page.acts.length === 0 && (
        <EmptyState icon="list" title={t(isFiltered ? 'notFoundRows' : 'none')} actions={clear}>
          {t(page.next === null ? (isFiltered ? 'notFoundBody' : 'noneBody') : 'notFoundYet')}
        </EmptyState>
      )}
      {page && page.acts.length > 0 && (
        <>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
            <Taking sought={sought} />
            {clear}
          </div>
          <ol ref={list} tabIndex={-1} aria-label={t('list')} className="mt-4 scroll-mt-20 rounded-lg border border-ink-200 bg-white">
            {page.acts.map((act) => (
              <ActItem key={act.n} act={act} names={page.names} />
            ))}
          </ol>
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {page?.next && <Button onClick={() => turn(String(page.next))}>{t('older')}</Button>}
        {sought.before !== undefined && (
          <Button kind="quiet" onClick={() => turn(undefined)}>
            {t('newest')}
          </Button>
        )}
      </div>
    </Page>
  )
}
