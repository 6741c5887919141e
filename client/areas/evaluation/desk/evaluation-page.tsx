import { useMemo, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { decisionsOf, isReleased, roundAt } from '#shared/evaluations/rules.ts'
import type { World } from '#shared/world.ts'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { DraftsContext, useDraftBook } from '#client/data/world/use-drafts.ts'
import { everything, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { EvidenceStandContext, useEvidenceStand } from '#client/features/attachments/evidence-stand.tsx'
import { AcceptRemaining, AcceptedTogether } from './accept-remaining.tsx'
import { InstitutionDownloads } from './downloads-menu.tsx'
import { ReviewCriteria } from '#client/areas/evaluation/desk/card/review-criteria.tsx'
import { ReviewMap } from './review-map.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { matches, reviewFilters, wholeReview } from './review.ts'
import { SendEvaluation } from './send-evaluation.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StandingNotice } from './standing-notice.tsx'
import { evaluationsText } from './text.ts'
import { nextWith, useShown, useView } from './use-view.ts'
import type { View } from './use-view.ts'
import { NothingLeft, WayOn } from './way-on.tsx'
import { OpenInstitution } from '#client/features/presence/open-here.tsx'
import { useStanding } from '#client/features/presence/use-present.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useOpenedSends } from '#client/features/replica/use-opened-sends.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { may } from '#shared/privileges/rules.ts'
import { DimensionName, FormText, formText } from '#client/features/texts/form-text.tsx'

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

const BesideEvidence = latePart(() => import('#client/features/attachments/beside-evidence.tsx'), 'BesideEvidence')

/** Map with filters, queue of answers, criterion. */
function EvaluationDesk() {
  const t = useText(evaluationsText)
  const open = useOpenWorld()
  const version = useReading(everything, versionOf)
  const { subDimension: subDimensionId } = useParams()
  const { state, key } = useLocation()
  const world = open.world()
  const { actor } = open
  const now = useNow(open.now, world.form)
  const running = roundAt(world, now)
  const mayDecide = running !== undefined && !isReleased(world, running.stage) && may(world, actor, 'sendEvaluations', now)
  const round = running?.round
  const offered = useMemo(() => (mayDecide && round ? decisionsOf(round) : []), [mayDecide, round])
  const review = useMemo(
    () => wholeReview(world, round, actor.id),
    // The world is one object whose rows move with its version.
    // oxlint-disable-next-line react/exhaustive-deps
    [world, version, round, actor.id],
  )
  const [chosen, setView] = useView(mayDecide ? 'undecided' : 'all')
  // Where nothing is to be decided any more, a filter of what is undecided leads nowhere.
  const view: View = chosen.filter === 'undecided' && !mayDecide ? { ...chosen, filter: 'all' } : chosen
  const [helpOpen, setHelpOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const part = review.find((each) => each.id === subDimensionId)
  const shown = useShown(`${subDimensionId ?? ''} ${view.filter} ${key}`, part?.entries ?? [], view.filter)
  const active = shown.find((entry) => entry.unit === view.unit) ?? shown.find((entry) => matches(entry, 'undecided')) ?? shown[0]
  const reads = may(world, actor, 'watchAnswers', now)
  useStanding(reads ? (active?.unit ?? null) : null)
  const stand = useEvidenceStand()
  // Beside the work stands what belongs to the open answer, whichever it is by now.
  const followed = useMemo(
    () => ({ ...stand, shown: stand.shown && stand.beside ? (active?.file ?? null) : stand.shown }),
    [stand, active?.file],
  )
  const focusList = (state as { readonly focusList?: boolean } | null)?.focusList === true

  useOpenedSends()
  const place = { form: world.formId, institution: world.institutionId }
  if (!reads) {
    return (
      <Page>
        <PageHeading title={world.institution.name} kicker={<FormText es={world.form.name} en={world.form.en?.name} />} />
        <EmptyState icon="lock" title={t('private')} actions={<LinkButton to={pageAddress('evaluations')}>{t('backToList')}</LinkButton>}>
          {t('privateBody')}
        </EmptyState>
      </Page>
    )
  }
  if (!part) {
    const first = review.find((each) => each.entries.some((entry) => matches(entry, view.filter))) ?? review[0]
    return first ? <Navigate to={pageAddress('evaluation', { ...place, subDimension: first.id, filter: view.filter })} replace /> : null
  }

  const pathOf = (id: string): string => pageAddress('evaluation', { ...place, subDimension: id, filter: view.filter })
  const pendent = review.flatMap((each) => each.entries).filter((entry) => entry.asked && entry.decision === undefined).length
  const waiting = nextWith(review, part.id, view.filter)
  const dimension = world.index.topDimensions.find((each) => each.subDimensionIds.includes(part.id))
  const end = (
    <WayOn
      next={waiting && { name: formText(waiting.name, waiting.en?.name).text, to: pathOf(waiting.id) }}
      allReviewed={mayDecide && pendent === 0}
      send={mayDecide && round && pendent === 0 ? <SendEvaluation round={round} /> : null}
    />
  )
  const title = formText(part.name, part.en?.name)
  const filters = reviewFilters
    .filter((each) => each !== 'rejected' || round !== 'FirstRevision')
    .filter((each) => each !== 'undecided' || mayDecide)
    .filter((each) => each !== 'withAlert' || (world.index.definition.alerts?.length ?? 0) > 0)
  return (
    <EvidenceStandContext value={followed}>
      <ThreeColumns
        map={
          <ReviewMap
            world={world}
            review={review}
            current={part.id}
            filter={view.filter}
            filters={filters}
            onFilter={(filter) => setView({ filter, unit: null })}
            pathOf={pathOf}
          />
        }
        mapTitle={t('map')}
        mapCount={pendent}
        help={<ReviewCriteria entry={active} />}
        beside={stand.beside && stand.shown && <BesideEvidence file={active?.file ?? null} onClose={() => stand.show(null)} />}
        helpTitle={t('criteriaShort')}
        helpOpen={helpOpen}
        onHelpOpenChange={setHelpOpen}
      >
        <div className="mx-auto max-w-4xl px-4 pt-6 pb-28 md:px-8 lg:px-6 xl:px-8">
          <PageHeading
            title={title.text}
            lang={title.lang}
            documentTitle={`${title.text} - ${t('documentTitle', { name: world.institution.name })}`}
            kicker={
              <span className="flex flex-wrap items-center gap-x-2">
                <LinkButton kind="quiet" size="small" icon="arrow-left" to={pageAddress('evaluations')} className="-ml-3">
                  {t('backToList')}
                </LinkButton>
                <span lang="es">{world.institution.name}</span>
                <OpenInstitution />
                {dimension && (
                  <span className="text-ink-600">
                    <span aria-hidden className="max-sm:hidden">
                      {'· '}
                    </span>
                    <DimensionName of={dimension} />
                  </span>
                )}
              </span>
            }
            actions={
              <>
                {mayDecide && round && <AcceptRemaining round={round} pendent={pendent} />}
                {mayDecide && round && <SendEvaluation round={round} />}
                <InstitutionDownloads formId={world.formId} institutionId={world.institutionId} />
                <IconButton
                  icon="keyboard"
                  label={t('shortcuts')}
                  aria-haspopup="dialog"
                  onClick={() => setKeysOpen(true)}
                  className="-mr-2.5 max-md:hidden"
                />
              </>
            }
          />
          <StandingNotice world={world} now={now} offered={offered} />
          {mayDecide && round && <AcceptedTogether round={round} />}
          <div className="mt-6">
            {shown.length === 0 ? (
              <NothingLeft
                next={waiting && { name: formText(waiting.name, waiting.en?.name).text, to: pathOf(waiting.id) }}
                done={view.filter === 'undecided' && mayDecide && pendent === 0}
                onAll={() => setView({ filter: 'all', unit: null })}
                end={end}
              />
            ) : (
              <ReviewQueue
                key={`${part.id} ${view.filter} ${key}`}
                label={title.text}
                entries={shown}
                active={active?.unit ?? null}
                onActive={(unit) => setView({ unit })}
                round={round}
                offered={offered}
                onHelp={() => setKeysOpen(true)}
                takesFocus={focusList}
                end={end}
              />
            )}
          </div>
        </div>
        <ShortcutsDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
      </ThreeColumns>
    </EvidenceStandContext>
  )
}

/** Evaluation of one institution. */
export function EvaluationPage() {
  const { form = '', institution = '' } = useParams()
  const found = useWorldOf(institution, form)
  const drafts = useDraftBook(found.kind === 'open' ? found.open.scope : null)
  if (found.kind === 'opening') return <PageSkeleton />
  if (found.kind === 'missing') return <Absent lacks="device" />
  if (!drafts) return <PageSkeleton />
  return (
    <WorldContext value={found.open}>
      <DraftsContext value={drafts}>
        <EvaluationDesk />
      </DraftsContext>
    </WorldContext>
  )
}
