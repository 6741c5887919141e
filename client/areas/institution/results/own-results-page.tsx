import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { leads } from '#shared/assignments/rules.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, InstitutionId, Unit } from '#shared/kernel/ids.ts'
import { allows } from '#shared/privileges/model.ts'
import { may } from '#shared/privileges/rules.ts'
import type { ResultLine, ResultView } from '#shared/results/routes.ts'
import { boundsOf, phaseAt } from '#shared/stages/rules.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import type { World } from '#shared/world.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSession } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { useWorldOf } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { ReportTexts } from '#client/features/results/report-texts.tsx'
import { CategoryComparison } from '#client/features/results/comparison.tsx'
import { DimensionTree } from '#client/features/results/dimension-tree.tsx'
import { Downloads } from './downloads.tsx'
import { Evolution } from './evolution.tsx'
import { FormerResult } from '#client/features/results/former.tsx'
import { KeptReports } from './kept-reports.tsx'
import { ownResultsText } from '#client/features/results/own/own-text.ts'
import { WhatIfReplica } from '#client/features/results/own/replica-trial.tsx'
import { Profile, SubDimensions } from '#client/features/results/result-chart.tsx'
import { ResultSummary } from '#client/features/results/result-summary.tsx'
import { resultsText } from '#client/features/results/text.ts'
import { useOwnResults, useResultView } from '#client/features/results/own/use-own-results.ts'
import { usePapers } from './use-papers.ts'
import type { Papers } from './use-papers.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'

const leadsOne = (user: SessionUser | null): boolean =>
  user?.role.some((role) => role === 'InstitutionalLeader' || role === 'Delegate') ?? false

/** What was published of the person's own institution: for who leads it; others are told that there is something. */
export function OwnResultsPage() {
  const { user } = useSession()
  const institutionId = user?.institutionId
  if (!institutionId) return null
  return <OwnResultsOf key={institutionId} institutionId={institutionId} institution={user.institution ?? ''} />
}

function OwnResultsOf({ institutionId, institution }: { readonly institutionId: InstitutionId; readonly institution: string }) {
  const { user } = useSession()
  const { found, again } = useOwnResults(institutionId)
  const papers = usePapers(institutionId)
  const active = useWorldOf(institutionId, user?.formIdActive ?? null)
  const open = active.kind === 'open' ? active.open : null
  const { form, kind } = useParams()
  const list = found.kind === 'ready' ? found.page : null
  const lines = list?.results ?? []
  const line = form === undefined ? lines[0] : lines.find((each) => each.formId === form && (kind === undefined || each.kind === kind))
  const shown = list !== null && !list.noteOnly ? line : undefined
  return (
    <Page>
      <Head institution={institution} lines={list?.noteOnly ? [] : lines} line={shown} />
      <div className="mt-6 grid gap-10">
        {list === null ? (
          <Unread found={found} again={again} />
        ) : list.noteOnly ? (
          <NoteOnly />
        ) : lines.length === 0 ? (
          <NothingYet open={open} leads={leadsOne(user)} />
        ) : shown === undefined ? (
          <UnknownResult />
        ) : (
          <Shown key={`${shown.formId} ${shown.kind}`} {...{ line: shown, lines, papers, open, institutionId }} />
        )}
        {!list?.noteOnly && (papers.reports?.length || shown) ? <KeptReports papers={papers} lines={lines} /> : null}
      </div>
    </Page>
  )
}

interface HeadProps {
  readonly institution: string
  readonly lines: readonly ResultLine[]
  readonly line: ResultLine | undefined
}

function Head({ institution, lines, line }: HeadProps) {
  const t = useText(ownResultsText)
  const r = useText(resultsText)
  const navigate = useNavigate()
  const keyOf = ({ formId, kind }: ResultLine): string => `${kind} ${formId}`
  const choose = (key: string): void => {
    const chosen = lines.find((each) => keyOf(each) === key)
    if (chosen) void navigate(pageAddress('ownResults', { form: chosen.formId, kind: chosen.kind }), { state: { stays: true } })
  }
  return (
    <PageHeading
      kicker={<span lang="es">{institution}</span>}
      lead={line && t('lead')}
      actions={
        lines.length > 1 && (
          <Select
            label={t('choose')}
            value={line ? keyOf(line) : ''}
            onChange={choose}
            placeholder={line ? null : undefined}
            options={lines.map((each) => ({ value: keyOf(each), label: t('choice', { form: each.form, kind: r(`kind_${each.kind}`) }) }))}
            className="w-full sm:w-96"
          />
        )
      }
    />
  )
}

function Unread({ found, again }: { readonly found: KeptPage<unknown>; readonly again: () => void }) {
  const t = useText(ownResultsText)
  const errorText = useErrorText()
  const retry = <Button onClick={again}>{t('retry')}</Button>
  if (found.kind === 'refused')
    return (
      <EmptyState icon="warning" title={t('refused')} actions={retry}>
        {errorText(found.failure)}
      </EmptyState>
    )
  if (found.kind === 'offline')
    return (
      <EmptyState icon="cloud-off" title={t('offlineTitle')} actions={retry}>
        {t('offlineBody')}
      </EmptyState>
    )
  return (
    <p role="status" className="text-ink-600">
      {t('loading')}
    </p>
  )
}

/** Area leaders and professionals are told that there are results, and never a figure. */
function NoteOnly() {
  const t = useText(ownResultsText)
  return (
    <Notice title={t('noteTitle')} icon="chart">
      <p>{t('noteBody')}</p>
    </Notice>
  )
}

/** Nothing is published: from when on it can be seen, by the stages of the form in front. */
function NothingYet({ open, leads: isForThem }: { readonly open: OpenWorld | null; readonly leads: boolean }) {
  const t = useText(ownResultsText)
  const when = open && <When world={open.world()} now={open.now()} />
  return (
    <EmptyState icon="chart" title={t('noneTitle')} actions={<LinkButton to={pageAddress('home')}>{t('toHome')}</LinkButton>}>
      <p>{t(isForThem ? 'noneBody' : 'noteNone')}</p>
      {when}
    </EmptyState>
  )
}

function When({ world, now }: { readonly world: World; readonly now: string }): ReactNode {
  const t = useText(ownResultsText)
  const format = useFormat()
  const nameOf = useStageName()
  const { form } = world
  const name = formText(form.name, form.en?.name).text
  if (allows('canSeePremilinaryResults', phaseAt(form, now), 'L')) return <p className="mt-2">{t('noneNow', { form: name })}</p>
  const next = form.stages
    .filter((stage) => allows('canSeePremilinaryResults', stage.kind, 'L') && boundsOf(stage).startMs > epochMs(now))
    .toSorted((a, b) => boundsOf(a).startMs - boundsOf(b).startMs)[0]
  return next && <p className="mt-2">{t('noneWhen', { form: name, stage: nameOf(next).text, at: format.opening(next.start) })}</p>
}

function UnknownResult() {
  const t = useText(ownResultsText)
  return (
    <EmptyState
      icon="search"
      title={t('unknownTitle')}
      actions={
        <LinkButton kind="primary" to={pageAddress('ownResults')}>
          {t('toNewest')}
        </LinkButton>
      }
    >
      {t('unknownBody')}
    </EmptyState>
  )
}

interface ShownProps {
  readonly line: ResultLine
  readonly lines: readonly ResultLine[]
  readonly papers: Papers
  readonly open: OpenWorld | null
  readonly institutionId: InstitutionId
}

function Shown({ line, lines, papers, open, institutionId }: ShownProps) {
  const t = useText(ownResultsText)
  const format = useFormat()
  const { found, again } = useResultView(institutionId, line.formId, line.kind)
  if (found.kind !== 'ready') return <Unread found={found} again={again} />
  const { page: view, readAt } = found
  // Only of the form in front this device knows where it stands.
  const inFront = open !== null && open.world().formId === view.form.id ? open : null
  return (
    <>
      {readAt !== null && (
        <Notice tone="neutral" icon="cloud-off" actions={<Button onClick={again}>{t('retry')}</Button>}>
          {t('keptCopy', { moment: format.moment(readAt) })}
        </Notice>
      )}
      {inFront && <SurveyReminder open={inFront} />}
      <ResultSummary view={view} actions={<Downloads view={view} papers={papers} />} className={readAt === null ? undefined : '-mt-4'} />
      {inFront && view.kind === 'preliminary' && phaseAt(inFront.world().form, inFront.now()) === 'ReplicaInput' && (
        <WhatIfReplica view={view} appeals />
      )}
      <Charts view={view} />
      <section className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <CategoryComparison view={view} />
        <Evolution lines={lines} />
      </section>
      <ReportTexts view={view} title={t('texts')} />
      <Breakdown view={view} inFront={inFront} />
      <FormerResult view={view} />
    </>
  )
}

function Charts({ view }: { readonly view: ResultView }) {
  const t = useText(ownResultsText)
  return (
    <section className="forced-edge grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-12 gap-y-10 rounded-xl border border-ink-200/80 bg-white px-5 py-6 shadow-card md:px-8">
      <h2 className="sr-only">{t('chartsTitle')}</h2>
      <Profile view={view} />
      <SubDimensions view={view} />
    </section>
  )
}

/** Each answer can be looked at in its questionnaire while that is on this device. */
function Breakdown({ view, inFront }: { readonly view: ResultView; readonly inFront: OpenWorld | null }) {
  const places = useMemo(
    () =>
      new Map<Unit, DimensionId>(view.questions.flatMap(({ units, dimensionId }) => units.map(({ unit }) => [unit, dimensionId] as const))),
    [view],
  )
  return (
    <DimensionTree
      view={view}
      reviewHref={({ unit }) => {
        const subDimension = places.get(unit)
        if (!inFront || subDimension === undefined) return null
        return pageAddress('filling', { form: view.form.id, institution: view.institution.id, subDimension, question: unit })
      }}
    />
  )
}

/** Results are there and the survey is not: a word, to who may send it. */
function SurveyReminder({ open }: { readonly open: OpenWorld }) {
  const t = useText(ownResultsText)
  const world = open.world()
  const { form, participant, index } = world
  const hasSurvey = index.surveyQuestions.length > 0
  if (!hasSurvey || participant.surveySentAt !== null || !leads(world, open.actor.id) || !may(world, open.actor, 'replySurvey', open.now()))
    return null
  const name = formText(form.name, form.en?.name).text
  return (
    <Notice
      title={t('surveyTitle')}
      icon="star"
      actions={
        <LinkButton to={pageAddress('filling', { form: world.formId, institution: world.institutionId, subDimension: surveyDimensionId })}>
          {t('surveyGo')}
        </LinkButton>
      }
    >
      {t('surveyBody', { form: name })}
    </Notice>
  )
}
