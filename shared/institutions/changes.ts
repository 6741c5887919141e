import type { Change, World } from '../world.ts'
import type { Participant } from './model.ts'

/** Change of what an institution is in the form: its leader, delegate, lock and how far it has got. */
export const participantChange = (world: World, part: Partial<Participant>): Change => ({
  scope: world.scope,
  part: '',
  table: 'participant',
  id: world.institutionId,
  row: { ...world.participant, ...part },
})
