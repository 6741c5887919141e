import type { World } from '../world.ts'
import type { ReopenRequest } from './model.ts'

/** The request to be opened again that waits for an answer: whoever was opened meanwhile waits for none (RC6). */
export const openRequest = (world: World): ReopenRequest | undefined => {
  const { locked, reopenRequest } = world.participant
  return locked && reopenRequest?.state === 'open' ? reopenRequest : undefined
}
