import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { applied, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import { headerChange } from '../questionnaire.ts'
import { begun, entry, isOutcome, open } from '../questionnaires/gate.ts'
import { phaseAt } from '../stages/rules.ts'
import { reopeningReasonMost } from './closing.ts'

/**
 * Closes a form whose stages are over: from then on nothing of it changes. `archive`: SHA-256 of an archive of it that was verified and
 * still tells all that there is; what the platform holds of archives is its authority's to know. Fails: administrators_only, not_found,
 * rehearsal_not_closed, form_not_over, archive_missing, archive_outdated, form_waits {n}. Source: SPEC FC1, FC2.
 */
export const closeForm = questionnaireMutation({
  name: 'form.close',
  version: 1,
  serverOnly: true,
  besideClosing: true,
  input: v.object({ archive: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  entityOf: () => 'form:closed',
  decide(state, { archive }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (form.closed) return form.closed.archive === archive ? noop() : refused('form_closed')
    if (form.rehearsal) return refused('rehearsal_not_closed')
    if (phaseAt(form, context.now) !== 'Closed') return refused('form_not_over')
    const kept = state.facts?.archive
    if (kept?.sha256 !== archive) return refused('archive_missing')
    if (!kept.isCurrent) return refused('archive_outdated')
    if (kept.waiting > 0) return refused('form_waits', { n: kept.waiting })
    const closed = { at: context.now, by: context.actor.id, archive }
    return applied({
      changes: [headerChange({ ...form, ...begun(form, context), closed })],
      history: [entry(context, 'Cierra formulario', form.id, form.name, [{ field: 'closed', from: null, to: archive }])],
    })
  },
})

const reason = v.pipe(typedText, v.trim(), v.nonEmpty('reopening_reason_empty'), v.maxLength(reopeningReasonMost, 'text_limit'))

/** Opens a closed form again, for a reason that its history keeps. Fails: administrators_only, not_found. Source: SPEC FC4. */
export const reopenForm = questionnaireMutation({
  name: 'form.reopen',
  version: 1,
  serverOnly: true,
  besideClosing: true,
  input: v.object({ reason }),
  entityOf: () => 'form:closed',
  decide(state, args, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    const { closed, ...header } = form
    if (!closed) return noop()
    return applied({
      changes: [headerChange(header)],
      history: [entry(context, 'Reabre formulario', form.id, args.reason, [{ field: 'closed', from: closed.archive, to: null }])],
    })
  },
})
