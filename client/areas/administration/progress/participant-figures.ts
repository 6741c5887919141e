import type { Actor } from '#shared/access/actor.ts'
import type { Overview } from '#shared/evaluations/model.ts'
import { advanceIn, participantState, unsentRounds } from '#shared/evaluations/progress.ts'
import type { ParticipantState, UnsentRound } from '#shared/evaluations/progress.ts'
import { canReopen } from '#shared/institutions/mutations.ts'
import type { ReopenRequest } from '#shared/institutions/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { isInput, phaseAt } from '#shared/stages/rules.ts'
import { mayAsLab } from '#shared/privileges/rules.ts'

/** Where an institution stands, as the administration sees it. */
export interface ParticipantFigures {
  readonly state: ParticipantState
  /** 0 to 100: of the round in a revision, of the input otherwise (EV10). */
  readonly advance: number
  readonly pendent: number
  readonly locked: boolean
  readonly lateChanges: number
  /** It asks to be opened again, and nobody has answered. */
  readonly request: ReopenRequest | undefined
  /** An administrator may write for it now (AN9). */
  readonly acts: boolean
  /** It can be reopened, and the stage lets it write then (SE11). */
  readonly reopens: boolean
  /** Revisions that ended without their evaluation having been sent: nothing of them is released (EV16). */
  readonly unsent: readonly UnsentRound[]
}

export function figuresOf(overview: Overview, form: FormHeader, actor: Actor, now: Instant): ParticipantFigures {
  const { locked, lateChanges } = overview
  const { advance, pendent } = advanceIn(overview, form, now)
  return {
    state: participantState(overview, form, now),
    advance,
    pendent,
    locked,
    lateChanges,
    request: overview.reopen,
    acts: mayAsLab(form, overview, actor, 'impersonalizate', now),
    reopens: canReopen(form, overview, now) && isInput(phaseAt(form, now)),
    unsent: unsentRounds(overview, form, now),
  }
}
