import * as v from 'valibot'
import { applied, noop, ownMutation, refused } from '../contract/mutation.ts'
import type { Change } from '../world.ts'
import { noticesMax } from './model.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(300))

/**
 * Marks notices as read, for oneself. What was read once stays so, with the moment that came first; what is not on the device any more
 * is passed over. Fails: not_found (somebody else's). Source: SPEC NO2.
 */
export const readNotices = ownMutation({
  name: 'notice.read',
  version: 1,
  input: v.object({ ids: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(2 * noticesMax)) }),
  entityOf: () => 'notices',
  decide(own, { ids }, { actor, now }) {
    if (actor.id !== own.userId) return refused('not_found')
    const changes = [...new Set(ids)].flatMap((id): Change[] => {
      const notice = own.get('notice', id)
      return notice?.readAt === null ? [{ scope: own.scope, part: '', table: 'notice', id, row: { ...notice, readAt: now } }] : []
    })
    return changes.length === 0 ? noop() : applied({ changes })
  },
})
