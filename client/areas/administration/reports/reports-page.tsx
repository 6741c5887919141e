import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportJob } from '#shared/reports/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useTakingPart } from './use-taking-part.ts'
import { FormFiles } from './form-files.tsx'
import { ReportList } from './report-list.tsx'
import { ReportWishForm } from './report-wish.tsx'
import { reportsText } from './text.ts'
import { useReportJobs } from './use-report-jobs.ts'
import type { ReportJobsState } from './use-report-jobs.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** What administrators take out of a form: asked for here, made apart, and fetched within a day. */
export function ReportsPage() {
  const t = useText(reportsText)
  const [params, setParams] = useSearchParams()
  const forms = useTable('form')
  const overviews = useTable('overview')
  const nameOf = useCallback(
    ({ kind, formId, institutionId }: ReportJob): string => {
      const form = forms?.find(({ id }) => id === formId)?.name ?? t('formGone')
      const institution =
        institutionId === null ? undefined : (overviews?.find((each) => each.institutionId === institutionId)?.name ?? institutionId)
      return [t(kind), form, institution].filter((part) => part !== undefined).join(' · ')
    },
    [forms, overviews, t],
  )
  const became = useCallback((job: ReportJob): void => toast('success', t('becameReady', { name: nameOf(job) })), [nameOf, t])
  const state = useReportJobs(became)
  if (forms === null || overviews === null) return <PageSkeleton />
  const shown = forms.filter((form) => form.removed !== true).toSorted((left, right) => left.name.localeCompare(right.name, 'es'))
  const chosen = shown.find((form) => form.id === params.get('form')) ?? (shown.length === 1 ? shown[0] : undefined)
  return (
    <Page>
      <PageHeading lead={t('lead')} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title={t('newReport')}>
          {shown.length === 0 ? (
            <EmptyState icon="list" title={t('noForms')}>
              {t('noFormsBody')}
            </EmptyState>
          ) : (
            <div className="grid gap-6">
              <Select
                label={t('form')}
                options={shown.map((form) => ({ value: form.id, label: form.name }))}
                value={chosen?.id ?? ''}
                onChange={(form) => setParams(form === '' ? {} : { form }, { replace: true, state: { stays: true } })}
              />
              {chosen && <Chosen key={chosen.id} form={chosen} state={state} />}
            </div>
          )}
        </Card>
        {/* Whoever asks at the foot of the form sees beside it how far the report is. */}
        <div className="grid gap-6 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
          <Card title={t('mine')}>
            <ReportList state={state} nameOf={nameOf} />
          </Card>
          <Card title={t('files')}>
            <FormFiles form={chosen} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Chosen({ form, state }: { readonly form: FormHeader; readonly state: ReportJobsState }) {
  const t = useText(reportsText)
  const overviews = useTable('overview')
  const taking = useTakingPart(form, overviews ?? [])
  return (
    <ReportWishForm
      formId={form.id}
      taking={taking}
      onAsk={async (wish) => {
        const reply = await state.ask(wish)
        if (!reply.ok) return reply.failure
        toast('success', t('asked'))
        return null
      }}
    />
  )
}
