import type { Actor } from '../access/actor.ts'
import { rolesOf } from '../assignments/rules.ts'
import type { Participant } from '../institutions/model.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInput, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { allows, evaluatorWrites, institutionWrites } from './model.ts'
import type { Column, Privilege } from './model.ts'

/** Columns of the privilege matrix in which somebody of the lab stands, by who evaluates; none for anybody else. */
function labColumns(actor: Actor, { evaluatorId }: Pick<Participant, 'evaluatorId'>): Column[] {
  if (actor.kind === 'Administrator') return ['X']
  return actor.kind === 'Evaluator' && evaluatorId === actor.id ? ['E'] : []
}

/** Columns of the privilege matrix in which somebody stands in this form. */
export function columnsOf(world: World, actor: Actor): Column[] {
  if (actor.kind !== 'Institutional') return labColumns(actor, world.participant)
  if (actor.institutionId !== world.institutionId) return []
  const columns = new Set<Column>()
  for (const role of rolesOf(world, actor.id)) {
    if (role === 'InstitutionalLeader' || role === 'Delegate') columns.add('L')
    else columns.add(role === 'Professional' ? 'P' : 'A')
  }
  return [...columns]
}

/** Whether somebody holds a privilege now: the matrix, the form's switch and the lock (PR1, PR4, PR5). */
export const may = (world: World, actor: Actor, privilege: Privilege, now: Instant): boolean =>
  holdsPrivilege(columnsOf(world, actor), privilege, world.form, world.participant, now)

/** The same of somebody of the lab, by what an overview tells of the institution. */
export const mayAsLab = (
  form: FormHeader,
  participant: Pick<Participant, 'locked' | 'evaluatorId'>,
  actor: Actor,
  privilege: Privilege,
  now: Instant,
): boolean => holdsPrivilege(labColumns(actor, participant), privilege, form, participant, now)

function holdsPrivilege(
  standing: readonly Column[],
  privilege: Privilege,
  form: FormHeader,
  { locked }: Pick<Participant, 'locked'>,
  now: Instant,
): boolean {
  if (!form.enabled) return false
  const phase = phaseAt(form, now)
  const columns = standing.filter((column) => allows(privilege, phase, column))
  if (columns.length === 0) return false
  if (columns.includes('X')) return true
  // What an institution has not sent is its own (PR7).
  if (privilege === 'watchAnswers' && isInput(phase)) return locked
  if (institutionWrites.has(privilege)) return !locked
  if (evaluatorWrites.has(privilege)) return locked
  return true
}
