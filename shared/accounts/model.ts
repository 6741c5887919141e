import type { InstitutionId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { UserKind } from '../access/actor.ts'

/** What colleagues and evaluators see of a user. */
export interface Person {
  readonly id: UserId
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly kind: UserKind
  readonly institutionId: InstitutionId | null
  readonly active: boolean
  /** False while the invitation has not been accepted. */
  readonly joined: boolean
  /** Who invited, while the invitation has not been accepted; undefined for accounts that the lab made. */
  readonly invitedBy?: UserId | undefined
  /** When the newest invitation was sent. */
  readonly invitedAt?: Instant | undefined
}

export const fullName = (person: Pick<Person, 'name' | 'surname'>): string => `${person.name} ${person.surname}`.trim()

/** Password floor of the specification (institution-area §5); 64 and more are accepted (reliability 1.5). */
export const passwordMinLength = 5
export const passwordMaxLength = 1024
