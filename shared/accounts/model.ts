import * as v from 'valibot'
import { userKinds } from '../access/actor.ts'
import * as is from '../kernel/schemas.ts'

/** What colleagues and evaluators see of a user. */
export const personSchema = v.object({
  id: is.userId,
  name: v.string(),
  surname: v.string(),
  email: v.string(),
  kind: v.picklist(userKinds),
  institutionId: v.nullable(is.institutionId),
  active: v.boolean(),
  /** False while the invitation has not been accepted. */
  joined: v.boolean(),
  /** Who invited, while the invitation has not been accepted; undefined for accounts that the lab made. */
  invitedBy: v.optional(is.userId),
  /** Where somebody of the lab comes from, as it was written: the lab itself, the development bank. */
  origin: v.optional(v.string()),
  /** The rehearsal that invented them: they are in no list, have no password and get no letters. */
  rehearsal: v.optional(is.formId),
  /** When the newest invitation was sent. */
  invitedAt: v.optional(is.instant),
  /** They belong to the institution whose row this is no more: inactive here, whatever the account is elsewhere. */
  left: v.optional(v.literal(true)),
  /** They belong to another institution too, so that the account is the lab's business alone. */
  elsewhere: v.optional(v.literal(true)),
  /** Whoever it was asked that their name go: what stands in its place is a pseudonym, and no address (LW1). */
  anonymised: v.optional(v.literal(true)),
})
export type Person = Readonly<v.InferOutput<typeof personSchema>>

export const fullName = (person: Pick<Person, 'name' | 'surname'>): string => `${person.name} ${person.surname}`.trim()

/** Password floor of the specification; 64 and more are accepted. */
export const passwordMinLength = 5
export const passwordMaxLength = 1024
/** Never trimmed or folded; how good it is, the server judges. */
/** A password that somebody chooses, as a call brings it; what is wrong with an empty one is said beside all else that is. */
export const chosenSchema = v.optional(v.pipe(v.string(), v.maxLength(passwordMaxLength, 'password_too_long')), '')
export const passwordSchema = v.pipe(v.string(), v.nonEmpty('password_empty'), v.maxLength(passwordMaxLength, 'password_too_long'))

/** What is wrong with a password that somebody chose. */
export const chosenPassword = [
  'password_empty',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_own_words',
  'passwords_differ',
] as const
/** Attempts are counted: too many of them have to wait. */
export const counted = ['too_many_requests', 'sign_in_closed'] as const

/** Who is invited: name, surname and e-mail, without spaces around. */
export interface Invitee {
  readonly name: string
  readonly surname: string
  readonly email: string
}
