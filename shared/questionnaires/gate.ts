import type { FormPrivilege } from '../privileges/model.ts'
import { applied, lost, refused } from '../contract/mutation.ts'
import type { Context, FieldChange, HistoryAction, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { FailureParams } from '../kernel/failure.ts'
import { mayChangeForm } from '../privileges/rules.ts'
import type { Questionnaire } from '../questionnaire.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInitialized } from '../stages/rules.ts'
import type { Change } from '../world.ts'
import { brokenBy } from './editing.ts'
import type { Met } from './editing.ts'

export const roleOf = ({ actor }: Context): 'System' | 'Administrator' => (actor.id === 'system' ? 'System' : 'Administrator')
export const markOf = ({ actor, now }: Context) => ({ by: actor.id, at: now })

/** That a form has begun is kept from the first change of it after that on: nothing of what follows takes it back (PR10). */
export const begun = (form: FormHeader, { now }: Context): Partial<FormHeader> => (isInitialized(form, now) ? { initialized: true } : {})

/** Code with which each change of a form is refused while it is closed. */
const closedCodes = {
  changeSurveyStructure: 'form_structure_closed',
  changeHelpTexts: 'form_helps_closed',
  changeStatusForm: 'form_status_closed',
  changeAnswerPoints: 'form_points_closed',
} as const satisfies Record<FormPrivilege, string>

/** Why nobody, or not this person, may change this of a form now; the form where they may. */
export function open(state: Questionnaire, context: Context, ...privileges: readonly FormPrivilege[]): FormHeader | Outcome {
  if (context.actor.kind !== 'Administrator') return refused('administrators_only')
  const { form } = state
  if (!form) return refused('not_found')
  const closed = privileges.find((privilege) => !mayChangeForm(form, privilege, context.now))
  if (closed === undefined) return form
  return refused(closed === 'changeSurveyStructure' && isInitialized(form, context.now) ? 'form_structure_frozen' : closedCodes[closed])
}
export const isOutcome = (found: object): found is Outcome => 'disposition' in found

/** Somebody changed it after the person had read it: what they wrote is kept with its mutation, and they choose (QE2). */
export const moved = ({ field, by, at }: Extract<Met, { kind: 'moved' }>, about: FailureParams = {}): Outcome =>
  lost('changed_meanwhile', { params: { field, by, at, ...about } })

export const entry = (
  context: Context,
  action: HistoryAction,
  element: string,
  text: string,
  changed: readonly FieldChange[] = [],
): HistoryEntry => ({ unit: null, element, action, text, role: roleOf(context), ...(changed.length > 0 ? { changed } : {}) })

/** An outcome, unless the questionnaire would break a rule with it (DF2, DF3). */
export function kept(
  state: Questionnaire,
  changes: readonly Change[],
  history: readonly HistoryEntry[],
  reply?: Outcome['reply'],
): Outcome {
  const broken = brokenBy(state, changes)
  return broken ? refused(broken.code, broken.params) : applied({ changes, history, reply })
}
