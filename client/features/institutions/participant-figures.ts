import type { Actor } from '#shared/access/actor.ts'
import { formCounters, may } from '#shared/answers/rules.ts'
import { participantState } from '#shared/evaluations/progress.ts'
import type { ParticipantState } from '#shared/evaluations/progress.ts'
import { advanceOf, roundAt, roundCounters, unsentRounds } from '#shared/evaluations/rules.ts'
import { canReopen } from '#shared/institutions/mutations.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { isInput, phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'

/** Where an institution stands, as the administration sees it. */
export interface ParticipantFigures {
  readonly state: ParticipantState
  /** 0 to 100: of the round in a revision, of the input otherwise (EV10). */
  readonly advance: number
  readonly pendent: number
  readonly locked: boolean
  readonly lateChanges: number
  /** An administrator may write for it now (AN9). */
  readonly acts: boolean
  /** It can be reopened, and the stage lets it write then (SE11). */
  readonly reopens: boolean
  /** Revisions that ended without their evaluation having been sent: nothing of them is released (EV16). */
  readonly unsent: readonly { readonly stage: string; readonly undecided: readonly Unit[] }[]
}

export function figuresOf(world: World, actor: Actor, now: Instant): ParticipantFigures {
  const running = roundAt(world, now)
  const counters = running ? roundCounters(world, running.round) : formCounters(world)
  const { locked, lateChanges } = world.participant
  return {
    state: participantState(world, now),
    advance: advanceOf(counters),
    pendent: counters.pendent,
    locked,
    lateChanges,
    acts: may(world, actor, 'impersonalizate', now),
    reopens: canReopen(world, now) && isInput(phaseAt(world.form, now)),
    unsent: unsentRounds(world, now).map(({ stage, undecided }) => ({ stage: stage.name, undecided })),
  }
}
