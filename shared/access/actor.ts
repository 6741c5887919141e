import type { InstitutionId, UserId } from '../kernel/ids.ts'

/** Who a user is to the platform. */
export const userKinds = ['Administrator', 'Evaluator', 'Institutional'] as const
export type UserKind = (typeof userKinds)[number]

/** Who acts. Decided by the server from the session; the browser uses its own copy for previews only. */
export interface Actor {
  readonly id: UserId
  readonly kind: UserKind
  readonly name: string
  /** Institution to which an Institutional user belongs; null for the lab's staff. */
  readonly institutionId: InstitutionId | null
  /** An administrator who looks at an institution without acting for it; only a preview ever says so. */
  readonly watching?: true | undefined
}

/** The platform itself, for what time does (stage ends) rather than a person. */
export const systemActor: Actor = { id: 'system', kind: 'Administrator', name: 'IIP', institutionId: null }
