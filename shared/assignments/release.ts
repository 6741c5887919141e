import { participantChange } from '../institutions/changes.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Change, World } from '../world.ts'
import { holdsAnything } from './rules.ts'

/** What somebody is responsible for in a form is nobody's again, and so is the delegation. */
export function released(world: World, userId: UserId): Change[] {
  const changes: Change[] = []
  if (holdsAnything(world, userId))
    for (const assignment of world.list('assignment'))
      if (assignment.userId === userId)
        changes.push({
          scope: world.scope,
          part: '',
          table: 'assignment',
          id: assignment.element,
          row: { ...assignment, userId: null, rev: assignment.rev + 1 },
        })
  if (world.participant.delegateId === userId) changes.push(participantChange(world, { delegateId: null }))
  return changes
}
