import { Link, useParams, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { dashboardTabs } from '#shared/dashboards/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { ConfigurationTab } from './configuration-tab.tsx'
import { dashboardsText } from './configuration-text.ts'
import { ShowingPanel } from './showing-panel.tsx'
import { useShowing } from './use-showing.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { BackToForms, OpenedForm } from '#client/areas/administration/forms/opened-form.tsx'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const tabLook =
  '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950'

/** Which figures of a form everybody reads. */
export function DashboardsPage() {
  return (
    <OpenedForm>
      <Dashboards />
    </OpenedForm>
  )
}

function Dashboards() {
  const t = useText(dashboardsText)
  const closedReason = useClosedReason()
  const open = useOpenQuestionnaire()
  const { form: formId = '' } = useParams()
  const showing = useShowing(formId)
  const [search] = useSearchParams()
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const index = useQuestionnaireReading(['table:question', 'table:dimension', 'table:outline'], (state) => state.index)
  if (!form) return <PageSkeleton />
  const closed = closedReason(form, 'changeAnswerPoints', open.now())
  const tab = dashboardTabs.find((each) => each === search.get('tab')) ?? 'general'
  return (
    <Page width="wide">
      <PageHeading
        kicker={<BackToForms />}
        lead={
          <>
            <span lang="es" className="font-semibold text-ink-950">
              {form.name}
            </span>
            {' · '}
            {t('lead')}
          </>
        }
        actions={<HistoryLink formId={form.id} kind="results" />}
      />
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mt-5">
          {closed}
        </Notice>
      )}
      <ShowingPanel showing={showing} />
      <nav aria-label={t('tabs')} className="mt-6 mb-6 flex flex-wrap gap-x-6 border-b border-ink-200">
        {dashboardTabs.map((each) => (
          <Link
            key={each}
            to={pageAddress('dashboardsConfig', { form: formId, tab: each })}
            state={{ stays: true }}
            preventScrollReset
            aria-current={each === tab ? 'page' : undefined}
            className={tabLook}
          >
            {t(`tab_${each}`)}
          </Link>
        ))}
      </nav>
      <ConfigurationTab key={`${formId} ${tab}`} formId={formId} tab={tab} index={index} closed={closed} onSaved={showing.reload} />
    </Page>
  )
}
