import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { may } from '#shared/answers/rules.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { decisionsOf, isReleased, roundAt } from '#shared/evaluations/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { ThreeColumns } from '#client/app/three-columns.tsx'
import { everything, useOpenWorld, useReading } from '#client/data/use-world.ts'
import type { OpenWorld } from '#client/data/use-world.ts'
import { AcceptRemaining, AcceptedTogether } from '#client/features/evaluations/accept-remaining.tsx'
import { ReviewCriteria } from '#client/features/evaluations/review-criteria.tsx'
import { evaluationPath } from '#client/features/evaluations/paths.ts'
import { ReviewMap } from '#client/features/evaluations/review-map.tsx'
import { ReviewQueue } from '#client/features/evaluations/review-queue.tsx'
import { matches, reviewFilters, wholeReview } from '#client/features/evaluations/review.ts'
import type { ReviewFilter, ReviewUnit, SubDimensionReview } from '#client/features/evaluations/review.ts'
import { SendEvaluation } from '#client/features/evaluations/send-evaluation.tsx'
import { ShortcutsDialog } from '#client/features/evaluations/shortcuts-dialog.tsx'
import { evaluationsText } from '#client/features/evaluations/text.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

interface View {
  /** Navigation that it was read from: another one reads it anew. */
  readonly key: string
  readonly filter: ReviewFilter
  readonly unit: Unit | null
}

/** Filter and open answer: read from the address, then written to it without a navigation, so that the focus stays in the queue. */
function useView(fallback: ReviewFilter): readonly [View, (next: Partial<Omit<View, 'key'>>) => void] {
  const { key, search, pathname } = useLocation()
  const [view, setView] = useState<View | null>(null)
  const current = useMemo((): View => {
    if (view?.key === key) return view
    const query = new URLSearchParams(search)
    const filter = reviewFilters.find((each) => each === query.get('filter')) ?? fallback
    return { key, filter, unit: query.get('unit') }
  }, [view, key, search, fallback])
  const change = (next: Partial<Omit<View, 'key'>>): void => {
    const changed = { ...current, ...next }
    setView(changed)
    const query = new URLSearchParams({ filter: changed.filter, ...(changed.unit ? { unit: changed.unit } : {}) })
    history.replaceState(history.state, '', `${pathname}?${query.toString()}`)
  }
  return [current, change]
}

/** Answers that the filter chose when it was set stay in the list when a decision takes them out of it: nothing jumps away. */
function useShown(key: string, entries: readonly ReviewUnit[], filter: ReviewFilter): readonly ReviewUnit[] {
  const kept = useRef<{ key: string; units: Set<Unit> }>({ key: '', units: new Set() })
  if (kept.current.key !== key) kept.current = { key, units: new Set() }
  for (const entry of entries) if (matches(entry, filter)) kept.current.units.add(entry.unit)
  return entries.filter((entry) => kept.current.units.has(entry.unit))
}

/** The sub-dimension to go to next: the first after this one, then from the start, in which the filter finds something. */
function nextWith(review: readonly SubDimensionReview[], current: string, filter: ReviewFilter): SubDimensionReview | undefined {
  const at = review.findIndex((each) => each.id === current)
  const found = (each: SubDimensionReview): boolean => each.id !== current && each.entries.some((entry) => matches(entry, filter))
  return review.slice(at + 1).find(found) ?? review.find(found)
}

function Standing({ world, now, offered }: { readonly world: World; readonly now: string; readonly offered: readonly Decision[] }) {
  const t = useText(evaluationsText)
  const running = roundAt(world, now)
  if (offered.length > 0) return null
  if (running && isReleased(world, running.stage)) {
    return (
      <Notice tone="success" title={t('sent')} className="mt-5">
        {t('sentBody')}
      </Notice>
    )
  }
  const reason = !world.form.enabled ? t('formDisabled') : running && !world.participant.locked ? t('notLocked') : t('noRound')
  return (
    <Notice tone="neutral" icon="lock" className="mt-5">
      {reason}
    </Notice>
  )
}

/** Evaluation of one institution: map with filters, queue of answers, criterion (institution-area §2, "Evaluation and send"; ux 42). */
export function EvaluationDesk() {
  const t = useText(evaluationsText)
  const open = useOpenWorld()
  const version = useReading(everything, versionOf)
  const { subDimensionId } = useParams()
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
  const focusList = (state as { readonly focusList?: boolean } | null)?.focusList === true

  const place = { formId: world.formId, institutionId: world.institutionId }
  if (!may(world, actor, 'watchAnswers', now)) {
    return (
      <Page>
        <PageHeading title={world.institution.name} kicker={world.form.name} />
        <EmptyState icon="lock" title={t('private')} actions={<LinkButton to="/dashboard/evaluation">{t('backToList')}</LinkButton>}>
          {t('privateBody')}
        </EmptyState>
      </Page>
    )
  }
  if (!part) {
    const first = review.find((each) => each.entries.some((entry) => matches(entry, view.filter))) ?? review[0]
    return first ? <Navigate to={evaluationPath({ ...place, subDimensionId: first.id, filter: view.filter })} replace /> : null
  }

  const pathOf = (id: string): string => evaluationPath({ ...place, subDimensionId: id, filter: view.filter })
  const pendent = review.flatMap((each) => each.entries).filter((entry) => entry.asked && entry.decision === undefined).length
  const waiting = nextWith(review, part.id, view.filter)
  const dimension = world.index.topDimensions.find((each) => each.subDimensionIds.includes(part.id))
  const end = (
    <WayOn
      next={waiting && { name: waiting.name, to: pathOf(waiting.id) }}
      allReviewed={mayDecide && pendent === 0}
      send={mayDecide && round && pendent === 0 ? <SendEvaluation round={round} /> : null}
    />
  )
  const filters = reviewFilters
    .filter((each) => each !== 'rejected' || round !== 'FirstRevision')
    .filter((each) => each !== 'undecided' || mayDecide)
  return (
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
      helpTitle={t('criteriaShort')}
      helpOpen={helpOpen}
      onHelpOpenChange={setHelpOpen}
    >
      <div className="mx-auto max-w-4xl px-4 pt-6 pb-28 md:px-8 lg:px-6 xl:px-8">
        <PageHeading
          title={part.name}
          documentTitle={`${part.name} - ${t('documentTitle', { name: world.institution.name })}`}
          kicker={
            <span className="flex flex-wrap items-center gap-x-2">
              <LinkButton kind="quiet" size="small" icon="arrow-left" to="/dashboard/evaluation" className="-ml-3">
                {t('backToList')}
              </LinkButton>
              <span lang="es">{world.institution.name}</span>
              {dimension && (
                <span lang="es" className="text-ink-600">
                  <span aria-hidden className="max-sm:hidden">
                    {'· '}
                  </span>
                  {dimension.name}
                </span>
              )}
            </span>
          }
          actions={
            <>
              {mayDecide && round && <AcceptRemaining round={round} pendent={pendent} />}
              {mayDecide && round && <SendEvaluation round={round} />}
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
        <Standing world={world} now={now} offered={offered} />
        {mayDecide && round && <AcceptedTogether round={round} />}
        <div className="mt-6">
          {shown.length === 0 ? (
            <Nothing
              next={waiting && { name: waiting.name, to: pathOf(waiting.id) }}
              done={view.filter === 'undecided' && mayDecide && pendent === 0}
              onAll={() => setView({ filter: 'all', unit: null })}
              end={end}
            />
          ) : (
            <ReviewQueue
              key={`${part.id} ${view.filter} ${key}`}
              label={part.name}
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
  )
}

interface Next {
  readonly name: string
  readonly to: string
}

function WayOn({ next, allReviewed, send }: { readonly next: Next | undefined; readonly allReviewed: boolean; readonly send: ReactNode }) {
  const t = useText(evaluationsText)
  if (allReviewed) {
    return (
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-xl border border-good-300 bg-good-50 px-5 py-4">
        <div>
          <p className="font-semibold text-ink-950">{t('allReviewed')}</p>
          <p className="text-ink-700">{t('allReviewedBody')}</p>
        </div>
        {send}
      </div>
    )
  }
  if (!next) return null
  return (
    <div className="mt-6 flex justify-end">
      <LinkButton to={next.to} state={{ focusList: true }} iconEnd="arrow-right">
        {t('nextWith', { name: next.name })}
      </LinkButton>
    </div>
  )
}

interface NothingProps {
  readonly next: Next | undefined
  readonly done: boolean
  readonly onAll: () => void
  readonly end: ReactNode
}

function Nothing({ next, done, onAll, end }: NothingProps) {
  const t = useText(evaluationsText)
  if (done) return end
  return (
    <EmptyState
      icon="filter"
      title={next ? t('nothingHere') : t('nothingAnywhere')}
      actions={
        <>
          {next && (
            <LinkButton kind="primary" to={next.to} state={{ focusList: true }} iconEnd="arrow-right">
              {t('nextWith', { name: next.name })}
            </LinkButton>
          )}
          <Button kind="quiet" onClick={onAll}>
            {t('showAll')}
          </Button>
        </>
      }
    />
  )
}
