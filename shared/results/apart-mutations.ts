import * as v from 'valibot'
import { questionnaireMutation, refused } from '../contract/mutation.ts'
import { changedHeader } from '../forms/mutations.ts'
import { isOutcome, open } from '../questionnaires/gate.ts'
import { apartSchema } from './apart.ts'

/**
 * Declares that nothing of a form is compared with earlier ones, with the reason that readers see, or takes that back (`to` null). At any
 * stage: results stay as they are, and only how they are compared changes (RS22). `from` is what the administrator saw. Replies nothing.
 * Fails: administrators_only, not_found, apart_reason_empty, changed_meanwhile.
 */
export const declareApart = questionnaireMutation({
  name: 'form.declareApart',
  version: 1,
  serverOnly: true,
  input: v.object({ from: v.nullable(apartSchema), to: v.nullable(apartSchema) }),
  entityOf: () => 'form:apart',
  decide(state, { from, to }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (to && (to.es === '' || to.en === '')) return refused('apart_reason_empty')
    return changedHeader(form, { apart: from }, { apart: to }, context, 'Declara quiebre')
  },
})
