import { useMemo } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import { resultKinds } from '#shared/results/model.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSession } from '#client/data/session/session.ts'
import { ReportTexts } from '#client/features/results/report-texts.tsx'
import { ChosenInstitution } from './chosen-institution.tsx'
import { CategoryComparison } from '#client/features/results/comparison.tsx'
import { DimensionTree } from '#client/features/results/dimension-tree.tsx'
import { FormName } from './form-name.tsx'
import { FormerResult } from '#client/features/results/former.tsx'
import { InvalidSelection } from './invalid-selection.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { WhatIfReplica } from '#client/features/results/own/replica-trial.tsx'
import { Profile, SubDimensions } from '#client/features/results/result-chart.tsx'
import { ResultFiles } from './result-files.tsx'
import { ResultSummary } from '#client/features/results/result-summary.tsx'
import { useResultView } from '#client/features/results/own/use-own-results.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const tabLook =
  '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950'

/** What one institution obtained, for who evaluates it and for administrators: read, and never changed here. */
export function GenerateReportPage() {
  const t = useText(labResultsText)
  const { form = '' } = useParams()
  const [params] = useSearchParams()
  const kind = resultKinds.find((each) => each === params.get('kind')) ?? 'preliminary'
  const institution = params.get('institution')
  return (
    <Page width="wide">
      <PageHeading kicker={<FormName id={form} />} title={t('titleReport')} />
      <nav aria-label={t('kinds')} className="mt-5 flex flex-wrap gap-x-6 border-b border-ink-200">
        {resultKinds.map((each) => (
          <Link
            key={each}
            to={pageAddress('generateReport', { form, kind: each, institution: institution ?? undefined })}
            state={{ stays: true }}
            preventScrollReset
            aria-current={each === kind ? 'page' : undefined}
            className={tabLook}
          >
            {t(each)}
          </Link>
        ))}
      </nav>
      <ChosenInstitution key={kind} form={form} kind={kind}>
        {(chosen) => <Result key={chosen} form={form} institution={chosen} kind={kind} />}
      </ChosenInstitution>
    </Page>
  )
}

interface Place {
  readonly form: string
  readonly institution: string
  readonly kind: ResultKind
}

function Result({ form, institution, kind }: Place) {
  const t = useText(labResultsText)
  const format = useFormat()
  const errorText = useErrorText()
  const { found, again } = useResultView(institution, form, kind)
  const retry = <Button onClick={again}>{t('retry')}</Button>
  switch (found.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'offline':
      return (
        <EmptyState icon="cloud-off" title={t('offlineNone')} actions={retry}>
          {t('offlineNoneBody')}
        </EmptyState>
      )
    case 'refused':
      if (found.failure.code === 'not_found') return <InvalidSelection />
      return (
        <EmptyState icon="warning" title={t('refused')} actions={retry}>
          {errorText(found.failure)}
        </EmptyState>
      )
    case 'ready':
      return (
        <div className="mt-6 grid grid-cols-1 gap-10">
          {found.readAt !== null && (
            <Notice tone="neutral" icon="cloud-off" role="status" actions={retry} className="-mb-4">
              {t('offlineRead', { time: format.moment(found.readAt) })}
            </Notice>
          )}
          <Whole view={found.page} />
        </div>
      )
  }
}

function Whole({ view }: { readonly view: ResultView }) {
  const t = useText(labResultsText)
  const navigate = useNavigate()
  const { user } = useSession()
  const place = { form: view.form.id, institution: view.institution.id }
  const places = useMemo(
    () =>
      new Map<Unit, DimensionId>(view.questions.flatMap(({ units, dimensionId }) => units.map(({ unit }) => [unit, dimensionId] as const))),
    [view],
  )
  const reviewHref = ({ unit }: { readonly unit: Unit }): string | null => {
    const subDimension = places.get(unit)
    if (subDimension === undefined) return null
    return user?.kind === 'Evaluator'
      ? pageAddress('evaluation', { ...place, subDimension, unit, filter: 'all' })
      : pageAddress('filling', { ...place, subDimension, question: unit })
  }
  return (
    <>
      {view.state === 'live' && (
        <Notice
          tone="warning"
          title={t('liveTitle')}
          className="-mb-4"
          actions={
            user?.kind === 'Administrator' && (
              <Button size="small" onClick={() => void navigate(pageAddress('results', { form: view.form.id, kind: view.kind }))}>
                {t('toResults')}
              </Button>
            )
          }
        >
          {view.undecided > 0 ? t('liveUndecided', { n: view.undecided }) : t('liveBody')}
        </Notice>
      )}
      <ResultSummary
        view={view}
        actions={
          <div className="flex flex-wrap gap-2.5">
            <LinkButton
              kind="primary"
              icon="edit"
              to={pageAddress(view.kind === 'preliminary' ? 'generatePreInform' : 'generateInform', place)}
            >
              {t('writeTexts')}
            </LinkButton>
            {view.state !== 'live' && <ResultFiles view={view} />}
          </div>
        }
      />
      {view.kind === 'preliminary' && <WhatIfReplica view={view} appeals={false} />}
      <section className="forced-edge grid gap-x-12 gap-y-10 rounded-xl border border-ink-200/80 bg-white px-5 py-6 shadow-card md:px-8 lg:grid-cols-2">
        <Profile view={view} />
        <SubDimensions view={view} />
      </section>
      <CategoryComparison view={view} />
      <ReportTexts view={view} title={t('textsOfReport')} />
      <DimensionTree view={view} reviewHref={reviewHref} />
      <FormerResult view={view} />
    </>
  )
}
