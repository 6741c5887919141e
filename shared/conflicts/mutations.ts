import * as v from 'valibot'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import { userScope } from '../protocol/scope.ts'

/**
 * Closes a card of one's own. keep: mine was given up for what stands · reapply: mine was written again by a new mutation ·
 * dismiss: read. What the card holds stays in it and in the history.
 */
export const resolveConflict = mutation({
  name: 'conflict.resolve',
  version: 1,
  besideClosing: true,
  input: v.object({ id: v.pipe(v.string(), v.maxLength(128)), choice: v.picklist(['keep', 'reapply', 'dismiss']) }),
  entityOf: ({ id }) => `conflict:${id}`,
  decide(world, { id, choice }, context) {
    const card = world.get('conflict', id)
    if (!card || card.ownerId !== context.actor.id) return refused('conflict_missing')
    if (card.state !== 'open') return noop()
    const state = choice === 'keep' ? 'kept' : choice === 'reapply' ? 'reapplied' : 'dismissed'
    return applied({
      changes: [{ scope: userScope(card.ownerId), part: '', table: 'conflict', id, row: { ...card, state, closedAt: context.now } }],
    })
  },
})

/** Work that the device could not write in any other form: entered whole, so that somebody can read it, and changes nothing. */
export const quarantineRaw = mutation({
  name: 'quarantine.raw',
  version: 1,
  besideClosing: true,
  input: v.object({ raw: v.pipe(v.string(), v.maxLength(1_000_000)) }),
  entityOf: () => 'quarantine',
  decide: () => refused('quarantined'),
})
