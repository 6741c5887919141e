import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { planningText } from './plan-text.ts'
import { useText } from '#client/i18n/text.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { BackToForms, OpenedForm, WithDrafts } from '#client/areas/administration/forms/opened-form.tsx'

/** When each stage of a form takes place. */
export function FormStagesPage() {
  return (
    <OpenedForm>
      <WithDrafts>
        <Stages />
      </WithDrafts>
    </OpenedForm>
  )
}

function Stages() {
  const t = useText(planningText)
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  if (!form) return <PageSkeleton />
  return (
    <Page>
      <PageHeading kicker={<BackToForms />} lead={t('lead')} actions={<HistoryLink formId={form.id} kind="stages" />} />
      <p lang="es" className="mt-4 text-lg font-semibold text-ink-950">
        {form.name}
      </p>
      <PlanEditor form={form} />
    </Page>
  )
}
