import * as v from 'valibot'
import { fullName } from '../accounts/model.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import { phaseAt } from '../stages/rules.ts'
import { heirLetters, released } from './release.ts'
import { isLeader } from './rules.ts'

/**
 * What a person of an institution was responsible for in a form is nobody's any more: their account is being closed. Answers stay, and
 * are whoever's stands above, who is told (AC14). The leadership is handed over first; in a form that is over nothing changes. Fails:
 * administrators_only, user_leads. Source: SPEC AC12.
 */
export const releasePerson = mutation({
  name: 'person.release',
  version: 1,
  besideClosing: true,
  serverOnly: true,
  input: v.object({ userId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(world, { userId }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const person = world.person(userId)
    if (!person || person.institutionId !== world.institutionId || phaseAt(world.form, context.now) === 'Closed') return noop()
    if (isLeader(world, userId)) return refused('user_leads', { form: world.form.name })
    const changes = released(world, userId)
    if (changes.length === 0) return noop()
    return applied({
      changes,
      history: [{ unit: null, action: 'Quita responsable', text: fullName(person), role: 'Administrator' }],
      letters: heirLetters(world, userId, context.actor.id),
    })
  },
})
