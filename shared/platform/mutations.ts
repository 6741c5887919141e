import * as v from 'valibot'
import { applied, directoryMutation, refused } from '../contract/mutation.ts'
import { againMost } from './model.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(300))

/** Has letters carried again that could not be delivered. Fails: administrators_only. Source: SPEC HP4. */
export const repeatLetters = directoryMutation({
  name: 'letter.repeat',
  version: 1,
  input: v.object({ ids: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(againMost)) }),
  entityOf: () => 'letters',
  decide(_, { ids }, { actor }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    return applied({
      history: [{ unit: null, element: 'letters', action: 'Reenvía cartas', text: String(ids.length), role: 'Administrator' }],
      reply: { sent: ids.length },
    })
  },
})

/** Gives a letter up: it is not tried any more, and no failure to look at. Fails: administrators_only. Source: SPEC HP4. */
export const giveUpLetter = directoryMutation({
  name: 'letter.giveUp',
  version: 1,
  input: v.object({ id: idSchema, template: v.pipe(v.string(), v.maxLength(60)) }),
  entityOf: ({ id }) => `letter:${id}`,
  decide(_, { id, template }, { actor }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    return applied({ history: [{ unit: null, element: id, action: 'Descarta carta', text: template, role: 'Administrator' }] })
  },
})
