import { placeIn } from '../forms/place.ts'
import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { lost, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import type { Context, HistoryAction, Outcome } from '../contract/mutation.ts'
import { canAlert } from '../forms/alerts.ts'
import { alertSideSchema, definitionLimits, idSchema } from '../forms/model.ts'
import type { Alert } from '../forms/model.ts'
import type { Questionnaire } from '../questionnaire.ts'
import { differences, sameField } from './editing.ts'
import { entry, isOutcome, kept, markOf, open } from './gate.ts'
import type { Outline } from './model.ts'

const words = v.pipe(typedText, v.trim(), v.maxLength(definitionLimits.alertLength, 'text_limit'))
const fields = v.nullable(
  v.object({ first: alertSideSchema, second: alertSideSchema, text: words, en: v.optional(words), institution: v.optional(v.boolean()) }),
)
type Fields = Omit<Alert, 'id'>

const fieldsOf = ({ first, second, text, en, institution }: Fields): Fields => ({
  first,
  second,
  text,
  ...(en !== undefined && en !== '' && { en }),
  ...(institution === true && { institution }),
})

/**
 * Declares an alert (from null), changes it, or takes it away (to null); the same turned round takes that back (AL1). It is part of the
 * next version, and tells whoever evaluates: help texts are changed as long as it is.
 * Fails: definition_condition for a pair that nothing can raise, changed_meanwhile, definition_too_large.
 */
export const editAlert = questionnaireMutation({
  name: 'alert.edit',
  version: 1,
  input: v.object({ id: idSchema, from: fields, to: fields }),
  entityOf: ({ id }) => `alert:${id}`,
  decide(state, { id, from, to }, context) {
    const form = open(state, context, 'changeHelpTexts')
    return isOutcome(form) ? form : editedAlert(state, { id, from, to }, context)
  },
  overlay: (state, { id, to }, context) => {
    const stands = standing(state, id)
    return editedAlert(state, { id, from: stands ? fieldsOf(stands) : null, to }, context).changes
  },
})

const outlineOf = (state: Questionnaire): Outline => state.get('outline', state.formId) ?? { formId: state.formId, dimensionIds: [] }
const standing = (state: Questionnaire, id: string) => outlineOf(state).alerts?.find((each) => each.id === id)

interface AlertEdit {
  readonly id: string
  readonly from: Fields | null
  readonly to: Fields | null
}

function editedAlert(state: Questionnaire, { id, from, to }: AlertEdit, context: Context): Outcome {
  const outline = outlineOf(state)
  const alerts = outline.alerts ?? []
  const stands = standing(state, id)
  const before = stands ? fieldsOf(stands) : null
  const after = to && fieldsOf(to)
  if (sameField(before, after)) return noop()
  if (!sameField(before, from && fieldsOf(from)))
    return lost('changed_meanwhile', { params: { field: 'alert', by: stands?.by ?? '', at: stands?.at ?? '' } })
  if (after && !canAlert((question) => state.question(question), after))
    return refused('definition_condition', placeIn(`${id}.alerts`, after.text))
  if (!stands && alerts.length >= definitionLimits.alerts) return refused('definition_too_large', placeIn('alerts', after?.text ?? ''))
  const row = after && { id, ...after, ...markOf(context) }
  const next = stands ? alerts.flatMap((each) => (each.id === id ? (row ?? []) : each)) : [...alerts, ...(row ? [row] : [])]
  const action: HistoryAction = before === null ? 'Agrega alerta' : after === null ? 'Elimina alerta' : 'Cambia alerta'
  return kept(
    state,
    [{ scope: state.scope, part: '', table: 'outline', id: state.formId, row: { ...outline, alerts: next } }],
    [entry(context, action, id, (after ?? before)?.text ?? '', differences(before ?? {}, after ?? {}))],
  )
}
