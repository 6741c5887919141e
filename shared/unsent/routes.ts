import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { copyLockSchema } from './model.ts'

/** Opens the lock of a copy for the person whose work it holds, who then reads it on their own device. */
export const openOwnCopy = route({
  name: 'unsent.open',
  method: 'POST',
  path: 'unsent/key',
  summary: 'Gives the key to the content of a sealed copy of unsent work, to its author only.',
  access: 'session',
  body: copyLockSchema,
  reply: v.object({ contentKey: v.string() }),
})
