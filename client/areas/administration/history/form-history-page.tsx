import { useState } from 'react'
import { useParams } from 'react-router'
import type { FormId } from '#shared/kernel/ids.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { formEventKinds } from '#shared/questionnaires/history.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSought } from '#client/data/server/use-sought.ts'
import type { Given, Seeking } from '#client/data/server/use-sought.ts'
import { useQueue } from '#client/data/world/engine.tsx'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { EventItem } from './event-item.tsx'
import { RecordFilters } from './record-filters.tsx'
import { RecordList } from './record-list.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'
import { useFormChanges } from '#client/features/form-history/use-form-changes.ts'
import { useHistory } from './use-history.ts'
import type { Sought } from './use-history.ts'
import { BackToForms } from '#client/areas/administration/forms/opened-form.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { wordsMost } from '#client/ui/fields/words-field.tsx'

/** Waiting changes that are named. */
const waitingMost = 10

/** What of the history is looked for, in the address. */
const parseSought = ({ text, day }: Given): Sought => ({
  element: text('element'),
  kind: formEventKinds.find((each) => each === text('kind')),
  by: text('by'),
  words: text('words')?.slice(0, wordsMost),
  from: day('from'),
  until: day('until'),
  before: text('before'),
})

type Choices = readonly { readonly value: string; readonly label: string }[]

/** Whom and what the history can be narrowed to: they come with each page of it, and stay while the next one is read. */
function useChoices(found: KeptPage<HistoryPage>, element: string | undefined): { readonly people: Choices; readonly parts: Choices } {
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

function Filters({ found, sought, seek }: { readonly found: KeptPage<HistoryPage> } & Seeking<Sought>) {
  const t = useText(formHistoryText)
  const { people, parts } = useChoices(found, sought.element)
  return (
    <RecordFilters {...{ sought, seek }} label={t('search')} more={t('period')}>
      <Select
        label={t('kind')}
        placeholder={t('everything')}
        options={formEventKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
        value={sought.kind ?? ''}
        onChange={(kind) => seek({ kind })}
      />
      <Select
        label={t('part')}
        placeholder={t('wholeForm')}
        options={parts}
        value={sought.element ?? ''}
        onChange={(element) => seek({ element })}
      />
      <Select label={t('person')} placeholder={t('everybody')} options={people} value={sought.by ?? ''} onChange={(by) => seek({ by })} />
    </RecordFilters>
  )
}

function FormHistory({ formId }: { readonly formId: FormId }) {
  const t = useText(formHistoryText)
  const errorText = useErrorText()
  const seeking = useSought(parseSought)
  const { found, again } = useHistory(formId, seeking.sought)
  return (
    <>
      <Filters found={found} {...seeking} />
      <RecordList
        found={found}
        again={again}
        {...seeking}
        say={t}
        saysFound={(n) => t('found', { n })}
        refusalText={(failure) => (failure.code === 'not_found' ? t('notFound') : errorText(failure))}
        rowsOf={({ events, names }) => events.map((event) => <EventItem key={event._id} formId={formId} event={event} names={names} />)}
      />
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
