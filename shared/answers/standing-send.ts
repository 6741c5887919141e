import type { Send } from '../sends/model.ts'
import type { World } from '../world.ts'
import { level } from './model.ts'

/** The send to the evaluation that stands; undefined when there is none. */
export const standingSend = (world: World): Send | undefined =>
  world.participant.locked && world.participant.lockReason === 'sent'
    ? [...world.list('send')].find(
        ({ number, recalledAt, toLevel }) =>
          number === world.participant.receipt && recalledAt === undefined && toLevel === level.Evaluation,
      )
    : undefined
