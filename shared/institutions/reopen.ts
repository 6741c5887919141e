import type { Change, World } from '../world.ts'
import { participantChange } from './changes.ts'
import type { Participant, ReopenRequest } from './model.ts'

/** The request to be opened again that waits for an answer: whoever was opened meanwhile waits for none (RC6). */
export const openRequest = (world: World): ReopenRequest | undefined => {
  const { locked, reopenRequest } = world.participant
  return locked && reopenRequest?.state === 'open' ? reopenRequest : undefined
}

/** The institution open again. A request for that ends with it: it does not wait for an answer once it is locked again (RC8). */
export function unlocking(world: World, part: Partial<Participant>): Change {
  const request = openRequest(world)
  return participantChange(world, {
    ...(request ? { reopenRequest: { ...request, state: 'granted' } } : {}),
    ...part,
    locked: false,
    lockReason: null,
  })
}
