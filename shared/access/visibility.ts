import type { FormId, InstitutionId, UserId } from '../kernel/ids.ts'
import {
  beforeScope,
  catalogScope,
  evalScope,
  formerScope,
  formScope,
  instScope,
  notesScope,
  orgScope,
  overviewScope,
  ownScope,
  questionnaireScope,
  userScope,
} from '../protocol/scope.ts'
import { belongsTo, type Actor } from './actor.ts'

/** An institution taking part in an enabled form, and who evaluates it. */
export interface Participation {
  readonly institutionId: InstitutionId
  readonly formId: FormId
  readonly evaluatorId: UserId | null
}

/** Whether a person reaches an institution's data in a form at all: its own people, its evaluator, the administrators. */
export function reaches(actor: Actor, participation: Participation): boolean {
  if (actor.kind === 'Administrator') return true
  if (actor.kind === 'Evaluator') return participation.evaluatorId === actor.id
  return belongsTo(actor, participation.institutionId)
}

/** Most institutions that come whole to whoever evaluates them without having been opened. */
export const carriedUnasked = 20

/**
 * Of the participations that a person reaches, those that come whole to a device: all to the people of an institution and to an
 * evaluator of a few; else, to the lab, those that were opened there. `opened`: by their scope.
 */
export function carriedBy(actor: Actor, participations: readonly Participation[], opened: ReadonlySet<string>): Participation[] {
  const reached = participations.filter((participation) => reaches(actor, participation))
  if (actor.kind === 'Institutional') return reached
  if (actor.kind === 'Evaluator' && reached.length <= carriedUnasked) return reached
  return reached.filter(({ institutionId, formId }) => opened.has(instScope(institutionId, formId)))
}

/** Forms that there are, for administrators, and those of them whose questionnaire is worked on where they are. */
export interface Administered {
  readonly forms: readonly FormId[]
  readonly opened: readonly FormId[]
}

/**
 * Scopes that a person receives, sorted: the lab's names, their own cards and notices, their institutions, the header of every enabled form in
 * which they take part or evaluate, to the lab the overviews of who is theirs, and what is carried of those forms;
 * to administrators the header of every form, and the questionnaires that they opened. Neither
 * overviews nor evaluators' drafts nor what was said when an earlier form was decided ever reach an institution; what it answered in that one itself
 * does.
 */
export function visibleScopes(
  actor: Actor,
  participations: readonly Participation[],
  carried: readonly Participation[],
  administered: Administered = { forms: [], opened: [] },
): string[] {
  const found = new Set([catalogScope, userScope(actor.id), ownScope(actor.id)])
  if (actor.kind === 'Administrator') {
    for (const formId of administered.forms) found.add(formScope(formId))
    for (const formId of administered.opened) found.add(questionnaireScope(formId))
  }
  for (const institutionId of actor.institutionIds ?? [actor.institutionId]) if (institutionId !== null) found.add(orgScope(institutionId))
  const isOfLab = actor.kind !== 'Institutional'
  for (const participation of participations) {
    if (!reaches(actor, participation)) continue
    found.add(formScope(participation.formId))
    if (isOfLab) found.add(overviewScope(participation.formId, participation.evaluatorId))
  }
  for (const participation of carried) {
    if (!reaches(actor, participation)) continue
    const { institutionId, formId } = participation
    found.add(orgScope(institutionId))
    found.add(instScope(institutionId, formId))
    if (!isOfLab) {
      found.add(beforeScope(institutionId, formId))
      continue
    }
    found.add(evalScope(institutionId, formId))
    found.add(formerScope(institutionId, formId))
    // Administrators do not read along in what an evaluator notes.
    if (actor.kind === 'Evaluator') found.add(notesScope(institutionId, formId))
  }
  return [...found].toSorted()
}
