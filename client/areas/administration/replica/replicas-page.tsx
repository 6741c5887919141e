import { useSearchParams } from 'react-router'
import type { FormId } from '#shared/kernel/ids.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { QuestionnaireContext, useQuestionnaireOf } from '#client/data/world/use-questionnaire.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { ReplicaConfiguration } from './replica-configuration.tsx'
import { replicaConfigurationText } from './configuration-text.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** How much of each form's replica may be appealed. */
export function ReplicasPage() {
  const t = useText(replicaConfigurationText)
  const [params, setParams] = useSearchParams()
  const forms = useTable('form')
  if (forms === null) return <PageSkeleton />
  const shown = forms.filter((form) => form.removed !== true).toSorted((left, right) => left.name.localeCompare(right.name, 'es'))
  const chosen = shown.find((form) => form.id === params.get('form'))
  return (
    <Page>
      <PageHeading lead={t('configLead')} />
      <div className="mt-6 grid max-w-2xl grid-cols-1 gap-6">
        {shown.length === 0 ? (
          <EmptyState icon="list" title={t('configNoForms')} />
        ) : (
          <Select
            label={t('configForm')}
            options={shown.map((form) => ({ value: form.id, label: form.name }))}
            value={chosen?.id ?? ''}
            onChange={(form) => setParams(form === '' ? {} : { form }, { replace: true })}
          />
        )}
        {chosen ? <Chosen key={chosen.id} formId={chosen.id} /> : shown.length > 0 && <p className="text-ink-600">{t('configChoose')}</p>}
      </div>
    </Page>
  )
}

function Chosen({ formId }: { readonly formId: FormId }) {
  const t = useText(replicaConfigurationText)
  const state = useQuestionnaireOf(formId)
  if (state.kind === 'opening') return <PageSkeleton />
  if (state.kind === 'missing')
    return (
      <EmptyState icon="cloud-off" title={t('configMissing')}>
        {t('configMissingBody')}
      </EmptyState>
    )
  return (
    <QuestionnaireContext value={state.open}>
      <ReplicaConfiguration />
    </QuestionnaireContext>
  )
}
