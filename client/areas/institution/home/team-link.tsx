import { pageAddress } from '#shared/addresses.ts'
import { leadsTeam } from '#shared/team/rules.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { teamIn } from '#client/areas/institution/team/use-team.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { homeText } from './text.ts'

/** The way to the team's board, with how many of it are behind; nothing for who leads nobody. */
export function TeamLink() {
  const t = useText(homeText)
  const open = useOpenWorld()
  const late = useReading(everything, (world) => {
    const { members, stage } = teamIn(world, open)
    if (!leadsTeam(world, open.actor.id) || !members.some(({ own }) => !own)) return null
    return stage === null ? 0 : members.filter((each) => each.late && !each.own).length
  })
  if (late === null) return null
  return (
    <LinkButton kind="quiet" icon="list" to={pageAddress('team')} className="-ml-4.5 text-left">
      {late === 0 ? t('team') : `${t('team')} · ${t('teamLate', { n: late })}`}
    </LinkButton>
  )
}
