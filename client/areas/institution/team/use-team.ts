import { epochMs } from '#shared/kernel/instant.ts'
import { teamOf } from '#shared/team/board.ts'
import { writableOf } from '#shared/team/rules.ts'
import type { Member, Team } from '#shared/team/board.ts'
import type { World } from '#shared/world.ts'
import { onceAVersion } from '#client/data/app/once-a-version.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { workIn } from '#client/areas/institution/sends/work-summary.tsx'

const quarterHourMs = 15 * 60_000

/** The reader's team, worked out once until a row moves or a quarter of an hour has passed: the board and the start page alike. */
export function teamIn(world: World, open: OpenWorld): Team {
  const now = open.now()
  return onceAVersion(open, `team ${Math.floor(epochMs(now) / quarterHourMs)}`, () => teamOf(world, open.actor, now, workIn(world, open)))
}

/** Why nobody writes to a person of the team now; null where somebody may. */
export type WriteBar = 'own' | 'gone' | 'notJoined' | 'written' | 'nothing'

/** What keeps the reader from writing to somebody, the first that stands in the way (BO4, BO5). */
export function writeBar(world: World, open: OpenWorld, { own, person, userId, written }: Member): WriteBar | null {
  if (own) return 'own'
  if (!person?.active) return 'gone'
  if (writableOf(world, open.actor.id, userId, workIn(world, open)).length === 0) return 'nothing'
  if (!person.joined) return 'notJoined'
  return written ? 'written' : null
}
