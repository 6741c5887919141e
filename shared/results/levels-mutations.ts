import * as v from 'valibot'
import { questionnaireMutation, refused } from '../contract/mutation.ts'
import { changedHeader } from '../forms/mutations.ts'
import { isOutcome, open } from '../questionnaires/gate.ts'
import { areInOrder } from './levels.ts'
import { thresholdsSchema } from './model.ts'

/**
 * Says from which part of what can be obtained on a dimension is REGULAR and from which on BUENO, at any stage: what was worked out
 * keeps those that it was worked out with (RS6). `from` is what the administrator saw, null where the form said nothing. Replies
 * nothing. Fails: administrators_only, not_found, levels_order, changed_meanwhile.
 */
export const setLevels = questionnaireMutation({
  name: 'form.setLevels',
  version: 1,
  serverOnly: true,
  input: v.object({ from: v.nullable(thresholdsSchema), to: thresholdsSchema }),
  entityOf: () => 'form:levels',
  decide(state, { from, to }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (!areInOrder(to)) return refused('levels_order')
    return changedHeader(form, { levels: from }, { levels: to }, context, 'Cambia niveles')
  },
})
