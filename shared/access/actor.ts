import type { InstitutionId, UserId } from '../kernel/ids.ts'

/** Who a user is to the platform. */
export const userKinds = ['Administrator', 'Evaluator', 'Institutional'] as const
export type UserKind = (typeof userKinds)[number]

/** Who acts. Decided by the server from the session; the browser uses its own copy for previews only. */
export interface Actor {
  readonly id: UserId
  readonly kind: UserKind
  readonly name: string
  /** Institution that an Institutional user has in front; null for the lab's staff. What they may do, `belongsTo` says. */
  readonly institutionId: InstitutionId | null
  /** Every institution to which they belong; the one in front is their only one where nothing is said. */
  readonly institutionIds?: readonly InstitutionId[] | undefined
  /** An administrator who looks at an institution without acting for it; only a preview ever says so. */
  readonly watching?: true | undefined
}

/** Whether somebody is of an institution, whichever of theirs is in front (SM1). */
export const belongsTo = ({ institutionId, institutionIds }: Pick<Actor, 'institutionId' | 'institutionIds'>, id: InstitutionId): boolean =>
  institutionIds === undefined ? institutionId === id : institutionIds.includes(id)

/** The platform itself, for what time does (stage ends) rather than a person. */
export const systemActor: Actor = { id: 'system', kind: 'Administrator', name: 'IIP', institutionId: null }
