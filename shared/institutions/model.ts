import type { FormId, InstitutionId, StageId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'

export type Orientation = 'Institucional' | 'Ciudadana con Foco Económico' | 'Ciudadana con Foco Social'

export interface Institution {
  readonly id: InstitutionId
  readonly name: string
  readonly code: string
  readonly abbreviation: string
  readonly category: string
  readonly orientation: Orientation
  /** E-mail domains of its staff, lower case. */
  readonly domains: readonly string[]
}

/** Why an institution's answers are read-only. */
export type LockReason = 'sent' | 'stageEnd'

/** An institution taking part in a form: who leads, who evaluates, how far it has got (institution-area §3). */
export interface Participant {
  readonly institutionId: InstitutionId
  readonly formId: FormId
  readonly leaderId: UserId
  readonly delegateId: UserId | null
  readonly evaluatorId: UserId | null
  readonly locked: boolean
  readonly lockReason: LockReason | null
  /** The stage ended before the leader sent (rules S7). */
  readonly incomplete: boolean
  readonly sentAt: Instant | null
  /** Number of the newest receipt. */
  readonly receipt: string | null
  /** How many times the leader has sent. */
  readonly sendCount: number
  /** Stages whose evaluation has been released to the institution or the administration. */
  readonly releasedStageIds: readonly StageId[]
  /** Last stage whose opening the scheduler has applied; null before the first. */
  readonly openedStageId: StageId | null
  /** Stages whose end the scheduler has applied. */
  readonly closedStageIds: readonly StageId[]
  /** Sub-dimensions that the institution has opened for its replica. */
  readonly replicaSubDimensionIds: readonly string[]
  readonly surveySentAt: Instant | null
  /** Answers that arrived after they could be applied, counted for the evaluator and the sender. */
  readonly lateChanges: number
}

/** An institution that takes part in a form and has done nothing yet; `part` is what differs. */
export const newParticipant = (part: Pick<Participant, 'institutionId' | 'formId' | 'leaderId'> & Partial<Participant>): Participant => ({
  delegateId: null,
  evaluatorId: null,
  locked: false,
  lockReason: null,
  incomplete: false,
  sentAt: null,
  receipt: null,
  sendCount: 0,
  releasedStageIds: [],
  openedStageId: null,
  closedStageIds: [],
  replicaSubDimensionIds: [],
  surveySentAt: null,
  lateChanges: 0,
  ...part,
})
