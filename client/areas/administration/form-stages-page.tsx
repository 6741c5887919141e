import { Link, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { DraftsContext, useDraftBook } from '#client/data/use-drafts.ts'
import { QuestionnaireContext, useQuestionnaireOf, useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import type { OpenQuestionnaire } from '#client/data/use-questionnaire.ts'
import { HistoryLink } from '#client/features/form-history/history-link.tsx'
import { PlanEditor } from '#client/features/stages/plan-editor.tsx'
import { planningText } from '#client/features/stages/plan-text.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'

/** When each stage of a form takes place. */
export function FormStagesPage() {
  const t = useText(planningText)
  const { form = '' } = useParams()
  const state = useQuestionnaireOf(form)
  if (state.kind === 'opening') return <PageSkeleton />
  if (state.kind === 'missing')
    return (
      <Page>
        <EmptyState icon="cloud-off" title={t('missing')} actions={<LinkButton to={pageAddress('forms')}>{t('backToForms')}</LinkButton>}>
          {t('missingBody')}
        </EmptyState>
      </Page>
    )
  return <Kept key={form} open={state.open} />
}

function Kept({ open }: { readonly open: OpenQuestionnaire }) {
  const drafts = useDraftBook(open.scope)
  if (!drafts) return <PageSkeleton />
  return (
    <QuestionnaireContext value={open}>
      <DraftsContext value={drafts}>
        <Stages />
      </DraftsContext>
    </QuestionnaireContext>
  )
}

function Stages() {
  const t = useText(planningText)
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  if (!form) return <PageSkeleton />
  return (
    <Page>
      <PageHeading
        kicker={
          <Link to={pageAddress('forms')} className="text-brand-700 hover:text-brand-900">
            {t('backToForms')}
          </Link>
        }
        lead={t('lead')}
        actions={<HistoryLink formId={form.id} kind="stages" />}
      />
      <p lang="es" className="mt-4 text-lg font-semibold text-ink-950">
        {form.name}
      </p>
      <PlanEditor form={form} />
    </Page>
  )
}
