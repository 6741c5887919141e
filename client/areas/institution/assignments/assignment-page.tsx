import { useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { notAssigned } from '#shared/assignments/pending.ts'
import { rolesOf, visibleParts } from '#shared/assignments/rules.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { usePageTitle } from '#client/page/page-title.tsx'
import { Page } from '#client/page/page.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { useSession } from '#client/data/session/session.ts'
import { everything, useAsSeen, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { AssignmentHelp } from './assignment-help.tsx'
import { AssignmentMap } from './assignment-map.tsx'
import { ReadyLine } from '#client/areas/institution/filling/ready/ready-line.tsx'
import { AssignmentPanel } from './assignment-panel.tsx'
import { LateWatched } from '#client/features/impersonation/late-watched.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { assignmentsText } from './text.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { FormText, formText } from '#client/features/texts/form-text.tsx'

const ShareOut = latePart(() => import('./share-out.tsx'), 'ShareOut')

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

function AssignmentContent() {
  const t = useText(assignmentsText)
  const pageTitle = usePageTitle()
  const open = useOpenWorld()
  useReading(everything, versionOf)
  const [search] = useSearchParams()
  const world = open.world()
  const parts = visibleParts(world, open.actor)
  const subDimensions = world.index.subDimensions.filter((each) => parts === '*' || parts.includes(each.id))
  const current = subDimensions.find((each) => each.id === search.get('subDimension')) ?? subDimensions[0]
  const roles = rolesOf(world, open.actor.id)
  const isEvaluator = open.actor.kind === 'Evaluator'
  const isOfLab = open.actor.kind !== 'Institutional'
  const countsShown = isOfLab || roles.some((role) => role !== 'Professional')
  if (!current) {
    return (
      <Page>
        <PageHeading />
        <EmptyState icon="users" title={t('nothing')}>
          {t('nothingBody')}
        </EmptyState>
      </Page>
    )
  }
  const pending = countsShown ? subDimensions.reduce((sum, each) => sum + notAssigned(world, each.id), 0) : 0
  const whole = search.get('view') === 'all' && !isEvaluator
  const dimension = world.index.topDimensions.find((each) => each.id === current.parentId)
  const title = formText(current.name, current.en?.name)
  const pathOf = (id: string): string => {
    const [form, institution] = [search.get('form') ?? undefined, search.get('institution') ?? undefined]
    return pageAddress('assignment', { form, institution, subDimension: id })
  }
  const place = { form: world.formId, institution: world.institutionId }
  return (
    <ThreeColumns
      map={
        <AssignmentMap
          world={world}
          subDimensions={subDimensions}
          current={whole ? undefined : current.id}
          countsShown={countsShown}
          pathOf={pathOf}
          wholePath={isEvaluator || !countsShown ? null : pageAddress('assignment', { ...(isOfLab ? place : {}), view: 'all' })}
        />
      }
      mapTitle={t('map')}
      mapCount={pending}
      help={<AssignmentHelp subDimension={current} subDimensions={subDimensions} countsShown={countsShown} />}
      helpTitle={t('help')}
    >
      <div className="mx-auto max-w-4xl px-4 pt-6 pb-28 md:px-8">
        {whole ? (
          <>
            <PageHeading title={t('shareTitle')} documentTitle={`${t('shareTitle')} - ${pageTitle}`} />
            <div className="mt-4">
              <ShareOut subDimensions={subDimensions} onClose={() => undefined} />
            </div>
          </>
        ) : (
          <>
            <PageHeading
              title={title.text}
              lang={title.lang}
              documentTitle={`${title.text} - ${pageTitle}`}
              kicker={
                <span className="flex flex-wrap items-center gap-x-2">
                  {isOfLab && (
                    <LinkButton
                      kind="quiet"
                      size="small"
                      icon="arrow-left"
                      to={pageAddress(isEvaluator ? 'evaluation' : 'filling', place)}
                      className="-ml-3"
                    >
                      {world.institution.name}
                    </LinkButton>
                  )}
                  <span className={isOfLab ? 'text-ink-600' : undefined}>
                    <FormText es={dimension?.name ?? ''} en={dimension?.en?.name} />
                  </span>
                </span>
              }
            />
            <p className="mt-3 empty:hidden">
              <ReadyLine subDimensionId={current.id} />
            </p>
            <div className="mt-6">
              <AssignmentPanel key={current.id} subDimension={current} />
            </div>
          </>
        )}
      </div>
    </ThreeColumns>
  )
}

/** Who answers what. */
export function AssignmentPage() {
  const { user } = useSession()
  const [search] = useSearchParams()
  // The lab's people come from an institution's evaluation or questionnaire: who evaluates only reads, and so does who does not act for it.
  const place =
    user?.kind === 'Institutional'
      ? { institutionId: user.institutionId, formId: user.formIdActive }
      : { institutionId: search.get('institution'), formId: search.get('form') }
  const opened = <Opened {...place} />
  if (user?.kind !== 'Administrator' || place.institutionId === null || place.formId === null) return opened
  return (
    <LateWatched institutionId={place.institutionId} formId={place.formId}>
      {opened}
    </LateWatched>
  )
}

interface Place {
  readonly institutionId: InstitutionId | null
  readonly formId: FormId | null
}

function Opened({ institutionId, formId }: Place) {
  const found = useWorldOf(institutionId, formId)
  const open = useAsSeen(found.kind === 'open' ? found.open : null)
  if (found.kind === 'opening' || (found.kind === 'open' && !open)) return <PageSkeleton />
  if (found.kind === 'missing') {
    return <Absent lacks={institutionId === null || formId === null ? 'form' : 'device'} />
  }
  return (
    <WorldContext value={open}>
      <AssignmentContent />
    </WorldContext>
  )
}
