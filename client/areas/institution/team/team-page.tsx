import { leads } from '#shared/assignments/rules.ts'
import { leadsTeam } from '#shared/team/rules.ts'
import type { World } from '#shared/world.ts'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSession } from '#client/data/session/session.ts'
import { DraftsContext, useDraftBook } from '#client/data/world/use-drafts.ts'
import { everything, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { TeamBoard } from './team-board.tsx'
import { teamText } from './text.ts'
import { teamIn } from './use-team.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

function TeamContent() {
  const t = useText(teamText)
  const open = useOpenWorld()
  useReading(everything, versionOf)
  const world = open.world()
  if (!leadsTeam(world, open.actor.id)) {
    return (
      <Page>
        <PageHeading />
        <EmptyState icon="users" title={t('nobody')}>
          {t('nobodyBody')}
        </EmptyState>
      </Page>
    )
  }
  const team = teamIn(world, open)
  return (
    <Page width="wide">
      <PageHeading lead={team.stage === null ? t('leadClosed') : leads(world, open.actor.id) ? t('lead') : t('leadArea')} />
      <div className="mt-6">
        <TeamBoard team={team} />
      </div>
    </Page>
  )
}

/** What each person has and owes, for who leads the institution or an area. */
export function TeamPage() {
  const { user } = useSession()
  const found = useWorldOf(user?.institutionId ?? null, user?.formIdActive ?? null)
  const drafts = useDraftBook(found.kind === 'open' ? found.open.scope : null)
  if (found.kind === 'missing') return <Absent lacks="form" />
  if (found.kind === 'opening' || !drafts) return <PageSkeleton />
  return (
    <WorldContext value={found.open}>
      <DraftsContext value={drafts}>
        <TeamContent />
      </DraftsContext>
    </WorldContext>
  )
}
