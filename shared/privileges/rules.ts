import { belongsTo, type Actor } from '../access/actor.ts'
import { rolesOf } from '../assignments/rules.ts'
import type { Participant } from '../institutions/model.ts'
import { dayAt, epochMs, instantOf } from '../kernel/instant.ts'
import type { Day, Instant } from '../kernel/instant.ts'
import type { FormHeader, Stage } from '../stages/model.ts'
import { boundsOf, hasReplica, isInitialized, isInput, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { allows, evaluatorWrites, institutionWrites, opensIn } from './model.ts'
import type { Column, FormPrivilege, Privilege } from './model.ts'

/** Columns of the privilege matrix in which somebody of the lab stands, by who evaluates; none for anybody else. */
function labColumns(actor: Actor, { evaluatorId }: Pick<Participant, 'evaluatorId'>): Column[] {
  if (actor.kind === 'Administrator') return ['X']
  return actor.kind === 'Evaluator' && evaluatorId === actor.id ? ['E'] : []
}

/** Columns of the privilege matrix in which somebody stands in this form. */
export function columnsOf(world: World, actor: Actor): Column[] {
  if (actor.kind !== 'Institutional') return labColumns(actor, world.participant)
  if (!belongsTo(actor, world.institutionId)) return []
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
  // What a replica changes belongs to the final report (PR12).
  if (privilege === 'createInform' && phase === 'CalculateResults' && hasReplica(form)) return false
  // What an institution has not sent is its own (PR7).
  if (privilege === 'watchAnswers' && isInput(phase)) return locked
  if (institutionWrites.has(privilege)) return !locked
  if (evaluatorWrites.has(privilege)) return locked
  return true
}

/** What a change of a form is asked by: no more of it than its switch, its stages and whether it has begun. */
export type FormStanding = Pick<FormHeader, 'initialized' | 'enabled' | 'stages' | 'closed'>

/** Whether administrators may change this of a form now (PR1, PR9); structure is besides frozen once the form has begun (PR10), and everything once it was closed (FC3). */
export function mayChangeForm(form: FormStanding, privilege: FormPrivilege, now: Instant): boolean {
  if (form.closed) return false
  if (privilege === 'changeSurveyStructure' && isInitialized(form, now)) return false
  const phase = phaseAt(form, now)
  if (phase !== 'Gap') return opensIn(privilege, phase)
  return neighbours(form, now).every((stage) => opensIn(privilege, stage.kind))
}

/** Where a change of a form that is closed opens again. */
export interface Opening {
  /** The stage that opens it; null when it is what comes after the last one. */
  readonly stage: Stage | null
  /** Its first day. */
  readonly day: Day
}

/** When a change of a form opens next after now, as its stages stand; null when it never does (PR11). */
export function opensAt(form: FormStanding, privilege: FormPrivilege, now: Instant): Opening | null {
  const turns = form.stages
    .flatMap((stage) => [
      { ms: boundsOf(stage).startMs, stage },
      { ms: boundsOf(stage).endMs + 1, stage: null },
    ])
    .filter(({ ms }) => ms > epochMs(now))
    // Where one stage ends as the next begins, it is the next that opens.
    .toSorted((left, right) => left.ms - right.ms || (left.stage === null ? 1 : 0) - (right.stage === null ? 1 : 0))
  const opening = turns.find(({ ms }) => mayChangeForm(form, privilege, instantOf(ms)))
  return opening ? { stage: opening.stage, day: dayAt(instantOf(opening.ms)) } : null
}

/** The stages on both sides of a moment that lies between two. */
function neighbours(form: Pick<FormHeader, 'stages'>, now: Instant): Stage[] {
  const at = epochMs(now)
  const inOrder = form.stages.toSorted((left, right) => boundsOf(left).startMs - boundsOf(right).startMs)
  const next = inOrder.findIndex((stage) => boundsOf(stage).startMs > at)
  return inOrder.slice(Math.max(0, next - 1), next + 1)
}
