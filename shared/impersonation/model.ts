import type { FormId, InstitutionId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'

/** An administrator's work in the place of an institution, from when they said why until it ends. */
export interface Impersonation {
  readonly formId: FormId
  readonly institutionId: InstitutionId
  readonly startedAt: Instant
  /** The newest thing that was done in it. */
  readonly lastAt: Instant
  /** When somebody, or the end of the session, ended it; null where nothing but time has. */
  readonly endedAt: Instant | null
}
