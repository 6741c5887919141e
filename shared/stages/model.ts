import type { Day } from '../kernel/instant.ts'
import type { FormId, FormVersionId, StageId } from '../kernel/ids.ts'

/** Stage kinds in canonical order (administration-area §3). */
export const stageKinds = [
  'NormalInput',
  'FirstRevision',
  'CorrectionInput',
  'SecondRevision',
  'CalculateResults',
  'ReplicaInput',
  'ReplicaRevision',
  'ShowResults',
] as const
export type StageKind = (typeof stageKinds)[number]

/** Where a form stands now: inside a stage, before the first, between two, or after the last (rules S2). */
export type Phase = StageKind | 'Pre' | 'Gap' | 'Closed'

export interface Stage {
  readonly id: StageId
  readonly kind: StageKind
  readonly name: string
  /** First day, inclusive. */
  readonly start: Day
  /** Last day, inclusive. */
  readonly end: Day
  /** Moment at which a rehearsal ended it before its day was over. */
  readonly cutAt?: string | undefined
  /** Moment at which a rehearsal started it before its first day. */
  readonly startedAt?: string | undefined
}

/** What everybody who takes part in a form sees of it; its questions are in the FormDefinition. */
export interface FormHeader {
  readonly id: FormId
  readonly name: string
  readonly description: string
  readonly versionId: FormVersionId
  readonly enabled: boolean
  readonly stages: readonly Stage[]
}
