import * as v from 'valibot'
import { questionnaireMutation, refused } from '../contract/mutation.ts'
import { changedHeader } from '../forms/mutations.ts'
import { isOutcome, open as openForm } from '../questionnaires/gate.ts'
import { replicaConfigSchema } from './model.ts'
import { checkedReplica, hasReplicaBegun, inOrder } from './rules.ts'

/**
 * Says how many sub-dimensions an institution may appeal and which nobody may, until the form's replica begins. `from` is what the
 * administrator saw. Fails: administrators_only, replica_configuration_closed, changed_meanwhile and what `checkedReplica` says.
 * Source: SPEC RP2, RP12.
 */
export const configureReplica = questionnaireMutation({
  name: 'replica.configure',
  version: 1,
  input: v.object({ from: v.nullable(replicaConfigSchema), to: replicaConfigSchema }),
  entityOf: () => 'form:replica',
  decide(state, { from, to }, context) {
    const form = openForm(state, context)
    if (isOutcome(form)) return form
    if (hasReplicaBegun(form, context.now)) return refused('replica_configuration_closed')
    const checked = checkedReplica(to, state.index)
    if (!checked.ok) return refused(checked.failure.code, checked.failure.params)
    const sorted = (config: typeof to): typeof to => inOrder(config, state.index)
    return changedHeader(form, { replica: from && sorted(from) }, { replica: sorted(to) }, context, 'Configura réplica')
  },
})
