import type { FieldChange, FormAction, HistoryEntry } from '../contract/mutation.ts'
import type { Change, World } from '../world.ts'
import type { Participant } from './model.ts'

/** Change of what an institution is in the form: its leader, delegate, lock and how far it has got. */
export const participantChange = (world: World, part: Partial<Participant>): Change => ({
  scope: world.scope,
  part: '',
  table: 'participant',
  id: world.institutionId,
  row: { ...world.participant, ...part },
})

/** The same of an institution in the history of the form, where administrators look for it. */
export const ofForm = (world: World, action: FormAction, changed: readonly FieldChange[] = []): HistoryEntry => ({
  unit: null,
  form: world.formId,
  element: world.institutionId,
  action,
  text: world.institution.name,
  changed: changed.length > 0 ? changed : undefined,
  role: 'Administrator',
})
