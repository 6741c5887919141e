import { lazy, Suspense } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { withoutResponsible } from '#shared/assignments/pending.ts'
import { stateFactsOf } from '#shared/evaluations/overview.ts'
import { participantState } from '#shared/evaluations/progress.ts'
import type { Orientation } from '#shared/institutions/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { decisionsIn } from '#sync/attention.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { usePageTitle } from '#client/page/page-title.tsx'
import { useSession } from '#client/data/session/session.ts'
import { everything, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { StageTimeline } from '#client/features/stages/stage-timeline.tsx'
import { stagesText } from '#client/features/stages/text.ts'
import { TimeLeft } from '#client/features/stages/time-left.tsx'
import { useNow } from '#client/features/stages/use-now.ts'
import { useAttention } from '#client/features/sync/cards/use-attention.ts'
import { FormText, formText } from '#client/features/texts/form-text.tsx'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { HomeAwaiting } from './awaiting.tsx'
import { HomeDimensions } from './dimensions.tsx'
import { HalfWritten } from './half-written.tsx'
import { NextStep } from './next-step.tsx'
import { TeamLink } from './team-link.tsx'
import { awaitingOf, standingOf } from './standing.ts'
import { namesOf } from '#client/areas/institution/sends/destination.ts'
import { workIn, WorkFigures } from '#client/areas/institution/sends/work-summary.tsx'
import { homeText } from './text.ts'
import { may } from '#shared/privileges/rules.ts'

/** Of the replica's weeks alone: no other visit carries it. */
const ReplicaOverview = latePart(() => import('#client/areas/institution/replica/replica-overview.tsx'), 'ReplicaOverview')

// What asks for nothing comes after the page stands.
const HomeBeside = lazy(async () => ({ default: (await loadPart(() => import('./beside.tsx'))).HomeBeside }))

const HomeMorningLine = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/visits/home-morning-line.tsx'))).HomeMorningLine,
}))
const orientationKeys = {
  Institucional: 'orientation_0',
  'Ciudadana con Foco Económico': 'orientation_1',
  'Ciudadana con Foco Social': 'orientation_2',
} as const satisfies Record<Orientation, string>

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

function HomeContent() {
  const t = useText(homeText)
  const title = usePageTitle()
  const s = useText(stagesText)
  const open = useOpenWorld()
  useReading(everything, versionOf)
  const world = open.world()
  const { actor } = open
  const { form, participant, institution } = world
  const name = formText(form.name, form.en?.name)
  const now = useNow(open.now, form)
  const work = workIn(world, open)
  const standing = standingOf(world, actor, work)
  const decisions = decisionsIn(useAttention())
  const { all, total } = standing
  const category = useSession().user?.institutions.find(({ _id }) => _id === institution.id)?.category
  const writable = standing.open
  const appeals = phaseAt(form, now) === 'ReplicaInput'
  // Who may appeal has the replica before them in the place of what pends.
  const hidesPending = may(world, actor, 'replyAnwerObservedReplica', now)
  const assigns = all && may(world, actor, 'assignInstitutionResponsable', now)
  const unassigned = assigns ? withoutResponsible(world).length : 0
  const sends = [...world.list('send')].toSorted((a, b) => (a.sentAt < b.sentAt ? 1 : -1))
  const lead = participant.locked
    ? participant.lockReason === 'stageEnd'
      ? t('standingEnded')
      : t('standingSent')
    : appeals
      ? t('standingReplica')
      : !standing.open
        ? t('standingClosed')
        : total === 0
          ? t('standingNobody')
          : t(all ? 'standingAll' : 'standingOwn', { n: standing.own + standing.others, own: standing.own, total })
  return (
    <>
      <div className="border-b border-ink-200 bg-white">
        <div className="mx-auto w-full max-w-[1400px] px-4 pt-8 pb-7 md:px-6 md:pt-10">
          <Suspense fallback={null}>
            <HomeMorningLine className="-mt-3 mb-6 md:-mt-4" />
          </Suspense>
          <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-7">
            <div className="min-w-0 flex-1 basis-[min(24rem,100%)]">
              <PageHeading
                title={name.text}
                lang={name.lang}
                documentTitle={title}
                kicker={
                  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                    <span lang="es">{institution.name}</span>
                    <Badge tone={participant.locked ? 'info' : 'neutral'} icon={participant.locked ? 'lock' : undefined}>
                      {s(`state_${participantState(stateFactsOf(world), form, now)}`)}
                    </Badge>
                  </span>
                }
                lead={lead}
              />
              <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-600">
                {category !== undefined && category !== '' && <span>{t('category', { name: category })}</span>}
                <span>{t('orientation', { name: t(orientationKeys[institution.orientation]) })}</span>
              </p>
              {form.description.trim() !== '' && (
                <Disclosure summary={t('about')} className="mt-1">
                  <p className="max-w-prose wrap-anywhere whitespace-pre-line text-ink-700">
                    <FormText es={form.description} en={form.en?.description} />
                  </p>
                </Disclosure>
              )}
              {total > 0 && !appeals && (
                <div className="mt-5 max-w-2xl">
                  <ProgressBar
                    label={t('progress')}
                    value={writable ? standing.ready : standing.answered}
                    max={total}
                    text={writable ? t('done', { n: standing.ready, total }) : t('answeredOf', { n: standing.answered, total })}
                    className="mb-4 h-2.5"
                  />
                  {writable ? (
                    <WorkFigures parts={standing} />
                  ) : (
                    <p className="tabular text-sm text-ink-600">{t('answeredOf', { n: standing.answered, total })}</p>
                  )}
                </div>
              )}
              <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2.5">
                <NextStep world={world} standing={standing} writable={writable} />
                <TeamLink />
                <HalfWritten />
                {unassigned > 0 && (
                  <LinkButton kind="quiet" icon="users" to={pageAddress('assignment')} className="-ml-4.5 text-left">
                    {t('configure')}
                    {' · '}
                    {t('unassigned', { n: unassigned })}
                  </LinkButton>
                )}
              </div>
            </div>
            <TimeLeft form={form} now={now} className="max-w-full md:shrink-0 md:border-l md:border-ink-200 md:pl-8" />
          </div>
          {form.stages.length > 0 && (
            <div className="mt-9">
              <StageTimeline form={form} now={now} />
            </div>
          )}
        </div>
      </div>
      <div className="mx-auto grid w-full max-w-[1400px] items-start gap-x-10 gap-y-10 px-4 pt-9 pb-24 md:px-6 lg:grid-cols-[minmax(0,1fr)_340px] lg:grid-rows-[auto_1fr]">
        {/* First for who reads on a narrow screen: what is theirs alone; on a wide one it stands beside. */}
        <aside className="min-w-0 lg:col-start-2">
          <HomeAwaiting world={world} awaiting={hidesPending ? null : awaitingOf(world, work)} conflicts={decisions} />
        </aside>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {appeals ? (
            <ReplicaOverview onClose={() => undefined} />
          ) : standing.dimensions.length === 0 ? (
            <EmptyState icon="check-circle" title={t('pendingNone')}>
              {total === 0 ? t('standingNobody') : t('pendingNoneBody')}
            </EmptyState>
          ) : (
            <HomeDimensions world={world} standing={standing} writable={writable} />
          )}
        </div>
        <div className="min-w-0 lg:col-start-2">
          <Suspense fallback={null}>
            <HomeBeside world={world} sends={sends} namesOf={(people) => namesOf(world, people)} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Dashboard of an institution's user: where things stand and what is theirs to do. */
export function HomePage() {
  const { user } = useSession()
  const found = useWorldOf(user?.institutionId ?? null, user?.formIdActive ?? null)
  if (found.kind === 'opening') return <PageSkeleton />
  if (found.kind === 'missing') {
    // Their own form is what the start page is about: without it there is none.
    return <Absent lacks="form" />
  }
  return (
    <WorldContext value={found.open}>
      <HomeContent />
    </WorldContext>
  )
}
