import type { FormId, InstitutionId, UserId } from '../kernel/ids.ts'
import { catalogScope, evalScope, formScope, instScope, orgScope, overviewScope, userScope } from '../protocol/scope.ts'
import type { Actor } from './actor.ts'

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
  return participation.institutionId === actor.institutionId
}

/**
 * Scopes that a person receives, sorted: the lab's names, their own cards, their institution,
 * and every enabled form in which they take part or evaluate. Evaluators' drafts never reach an institution, nor do overviews;
 * an evaluator receives the overviews of who is theirs.
 */
export function visibleScopes(actor: Actor, participations: readonly Participation[]): string[] {
  const found = new Set([catalogScope, userScope(actor.id)])
  if (actor.institutionId !== null) found.add(orgScope(actor.institutionId))
  for (const participation of participations) {
    if (!reaches(actor, participation)) continue
    const { institutionId, formId } = participation
    found.add(formScope(formId))
    found.add(orgScope(institutionId))
    found.add(instScope(institutionId, formId))
    if (actor.kind === 'Institutional') continue
    found.add(evalScope(institutionId, formId))
    found.add(overviewScope(formId, participation.evaluatorId))
  }
  return [...found].toSorted()
}
