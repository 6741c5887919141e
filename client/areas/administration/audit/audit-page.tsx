import { useState } from 'react'
import { auditGroups } from '#shared/audit/model.ts'
import { auditExport } from '#shared/audit/routes.ts'
import type { AuditPage as Acts } from '#shared/audit/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSought } from '#client/data/server/use-sought.ts'
import type { Given, Seeking } from '#client/data/server/use-sought.ts'
import { download } from '#client/data/server/call.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { ActItem } from './act-item.tsx'
import { ChainState } from './chain-state.tsx'
import { auditText } from './text.ts'
import { useActs } from './use-acts.ts'
import type { SoughtActs } from './use-acts.ts'
import { RecordFilters } from '#client/areas/administration/history/record-filters.tsx'
import { RecordList } from '#client/areas/administration/history/record-list.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { wordsMost } from '#client/ui/fields/words-field.tsx'

/** What of the audit is looked for, in the address. */
const parseSought = ({ text, day }: Given): SoughtActs => ({
  person: text('person'),
  institution: text('institution'),
  form: text('form'),
  group: auditGroups.find((each) => each === text('group')),
  words: text('words')?.slice(0, wordsMost),
  from: day('from'),
  until: day('until'),
  before: text('before'),
})

function Filters({ found, sought, seek }: { readonly found: KeptPage<Acts> } & Seeking<SoughtActs>) {
  const t = useText(auditText)
  // Whom and what it can be narrowed to comes with each page of it, and stays while the next one is read.
  const [page, setPage] = useState<Acts | null>(null)
  if (found.kind === 'ready' && found.page !== page) setPage(found.page)
  const options = (of: 'people' | 'institutions' | 'forms') => (page?.[of] ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <RecordFilters
      {...{ sought, seek }}
      label={t('search')}
      more={t('more')}
      isMoreSought={sought.form !== undefined}
      also={
        <Select
          label={t('form')}
          placeholder={t('everyForm')}
          options={options('forms')}
          value={sought.form ?? ''}
          onChange={(form) => seek({ form })}
          className="w-full sm:w-72"
        />
      }
    >
      <Select
        label={t('group')}
        placeholder={t('everything')}
        options={auditGroups.map((group) => ({ value: group, label: t(`group_${group}`) }))}
        value={sought.group ?? ''}
        onChange={(group) => seek({ group })}
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
    </RecordFilters>
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
  const seeking = useSought(parseSought)
  const { found, again } = useActs(seeking.sought)
  return (
    <Page>
      <PageHeading lead={t('lead')} />
      <ChainState />
      <Filters found={found} {...seeking} />
      <RecordList
        found={found}
        again={again}
        {...seeking}
        say={t}
        saysFound={(n) => t('found', { n })}
        refusalText={errorText}
        rowsOf={({ acts, names }) => acts.map((act) => <ActItem key={act.n} act={act} names={names} />)}
        actions={<Taking sought={seeking.sought} />}
      />
    </Page>
  )
}
