import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { DraftsContext, useDraftBook } from '#client/data/world/use-drafts.ts'
import { QuestionnaireContext, useOpenQuestionnaire, useQuestionnaireOf } from '#client/data/world/use-questionnaire.ts'
import { formsText } from './text.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** The form of the address, opened for what works on it; says so where it cannot be had. */
export function OpenedForm({ children }: { readonly children: ReactNode }) {
  const t = useText(formsText)
  const { form = '' } = useParams()
  const state = useQuestionnaireOf(form)
  if (state.kind === 'opening') return <PageSkeleton />
  if (state.kind === 'missing')
    return (
      <div className="mx-auto w-full max-w-280 px-4 pt-8 pb-24 md:px-6">
        <EmptyState icon="cloud-off" title={t('missing')} actions={<LinkButton to={pageAddress('forms')}>{t('backToForms')}</LinkButton>}>
          {t('missingBody')}
        </EmptyState>
      </div>
    )
  return (
    <QuestionnaireContext key={form} value={state.open}>
      {children}
    </QuestionnaireContext>
  )
}

/** With what is half written of the opened form on this device. */
export function WithDrafts({ children }: { readonly children: ReactNode }) {
  const drafts = useDraftBook(useOpenQuestionnaire().scope)
  return drafts ? <DraftsContext value={drafts}>{children}</DraftsContext> : <PageSkeleton />
}

/** Where a form's pages stand above their heading: one step below the table of forms. */
export function BackToForms() {
  const t = useText(formsText)
  return (
    <Link to={pageAddress('forms')} className="text-brand-700 hover:text-brand-900">
      {t('backToForms')}
    </Link>
  )
}
