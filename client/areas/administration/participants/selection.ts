import type { Invitee } from '#shared/accounts/model.ts'
import type { InstitutionId, UserId } from '#shared/kernel/ids.ts'

/** Who is to lead an institution that is put in: somebody known, or to be invited. */
export type Lead = { readonly userId: UserId } | { readonly invite: Invitee }

/** An institution that is to take part. */
export interface Choice {
  readonly evaluatorId: UserId | null
  /** Said only of one that is put in now. */
  readonly who?: Lead | undefined
}

/** Institutions that are to take part, by id. */
export type Selected = ReadonlyMap<InstitutionId, Choice>

export const withChoice = (selected: Selected, id: InstitutionId, choice: Choice): Selected => new Map([...selected, [id, choice]])

export function without(selected: Selected, id: InstitutionId): Selected {
  const rest = new Map(selected)
  rest.delete(id)
  return rest
}

/** Gives institutions that take part to one evaluator, or to none. */
export function assigned(selected: Selected, ids: readonly InstitutionId[], evaluatorId: UserId | null): Selected {
  const next = new Map(selected)
  for (const id of ids) {
    const choice = next.get(id)
    if (choice) next.set(id, { ...choice, evaluatorId })
  }
  return next
}

/** How many institutions each evaluator has. */
export function loadsOf(selected: Selected): ReadonlyMap<UserId, number> {
  const loads = new Map<UserId, number>()
  for (const { evaluatorId } of selected.values()) if (evaluatorId !== null) loads.set(evaluatorId, (loads.get(evaluatorId) ?? 0) + 1)
  return loads
}

/** Gives those of some institutions that have nobody to whoever has least, one after the other. */
export function spread(selected: Selected, ids: readonly InstitutionId[], evaluatorIds: readonly UserId[]): Selected {
  let next = selected
  for (const id of ids) {
    const choice = next.get(id)
    if (!choice || choice.evaluatorId !== null) continue
    const loads = loadsOf(next)
    const [least] = evaluatorIds.toSorted((left, right) => (loads.get(left) ?? 0) - (loads.get(right) ?? 0))
    if (least === undefined) return next
    next = withChoice(next, id, { ...choice, evaluatorId: least })
  }
  return next
}

/** What a person chose, over what stands now: what they left as they saw it is as it stands. */
export function rebased(seen: Selected, chosen: Selected, stands: Selected): Selected {
  const evaluatorIn = (of: Selected, id: InstitutionId): UserId | null | undefined => of.get(id)?.evaluatorId
  const ids = [...new Set([...stands.keys(), ...chosen.keys()])]
  const next = ids.map((id): [InstitutionId, Choice | undefined] => [
    id,
    evaluatorIn(seen, id) === evaluatorIn(chosen, id) ? stands.get(id) : chosen.get(id),
  ])
  return new Map(next.flatMap(([id, choice]) => (choice ? [[id, choice]] : [])))
}

/** Institutions that took part and are not to any more. */
export const leaving = (before: Selected, now: Selected): InstitutionId[] => [...before.keys()].filter((id) => !now.has(id))

/** Whether there is anything to send. */
export function differs(before: Selected, now: Selected): boolean {
  if (before.size !== now.size) return true
  return [...now].some(([id, choice]) => before.get(id)?.evaluatorId !== choice.evaluatorId)
}
