import { addressOf, addressText } from '../accounts/address.ts'
import { fullName, type Person } from '../accounts/model.ts'
import type { Assignment } from '../assignments/model.ts'
import { letter, type Letter } from '../contract/letter.ts'
import type { Institution, Participant } from '../institutions/model.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInput, stageAt } from '../stages/rules.ts'
import type { Notification, RecipientOption } from './model.ts'

/** How an institution takes part in a form that is shown. */
export interface Part {
  readonly form: FormHeader
  readonly participant: Participant
  readonly assignments: readonly Assignment[]
}

/** An institution that is told something, with its people and where it takes part. */
export interface Addressed {
  readonly institution: Institution
  readonly people: readonly Person[]
  readonly parts: readonly Part[]
}

/** Why somebody is told, the highest first. */
export const reasons = ['leader', 'delegate', 'areaLeader', 'professional'] as const
export type Reason = (typeof reasons)[number]

export interface Recipient {
  readonly userId: UserId
  readonly name: string
  /** How the letter greets them. */
  readonly greeted: string
  readonly email: string
  /** Theirs among the chosen ones, by name. */
  readonly institution: string
  /** The highest that they are in any of them. */
  readonly reason: Reason
  readonly about: About
}

/** Form, stage and last day of it that a letter tells of. */
export interface About {
  readonly form?: string | undefined
  readonly stage?: string | undefined
  readonly end?: string | undefined
}

const higher = (left: Reason, right: Reason): Reason => (reasons.indexOf(left) <= reasons.indexOf(right) ? left : right)

const reached: Readonly<Record<RecipientOption, readonly Reason[]>> = {
  '1': ['leader', 'delegate'],
  '2': ['leader', 'delegate', 'areaLeader'],
  '3': reasons,
}

/** Who of an institution is what in the forms in which it takes part; outside any, who leads it. */
function reasonsOf({ institution, parts }: Addressed): Map<UserId, Reason> {
  const found = new Map<UserId, Reason>()
  const note = (id: UserId | null | undefined, reason: Reason): void => {
    if (!id) return
    const known = found.get(id)
    found.set(id, known === undefined ? reason : higher(known, reason))
  }
  if (parts.length === 0) note(institution.leaderId, 'leader')
  for (const { participant, assignments } of parts) {
    note(participant.leaderId, 'leader')
    note(participant.delegateId, 'delegate')
    for (const { userId, level } of assignments) note(userId, level === 'Question' ? 'professional' : 'areaLeader')
  }
  return found
}

/** What a template tells an institution of; undefined where it has nothing to tell it. */
function aboutFor({ template }: Pick<Notification, 'template'>, { parts }: Addressed, now: Instant): About | undefined {
  if (template === 'NotificationSent') return {}
  if (template === 'RemainingTimeExtended') {
    for (const { form } of parts) {
      const stage = stageAt(form, now)
      if (stage && isInput(stage.kind)) return { form: form.name, stage: stage.name, end: stage.end }
    }
    return undefined
  }
  const [first] = parts
  return first && { form: first.form.name }
}

/** The letter of a notification to one person. */
export function letterOf(
  { template, subject, body }: Pick<Notification, 'template' | 'subject' | 'body'>,
  to: UserId,
  about: About,
): Letter {
  const { form = '', stage = '', end = '' } = about
  switch (template) {
    case 'NotificationSent':
      return letter('notificationSent', to, { subject, body })
    case 'SatisfactionPoll':
      return letter('satisfactionPoll', to, { form })
    case 'FinalReportSent':
      return letter('finalReportSent', to, { form })
    case 'RemainingTimeExtended':
      return letter('remainingTimeExtended', to, { form, stage, end })
  }
}

/**
 * Who gets a notification and why, once for each address: people who can sign in or were invited, of institutions that are not
 * deactivated, and nobody whom a rehearsal invented. Somebody of several institutions is told of the first (NT1).
 */
export function recipientsOf(
  notification: Pick<Notification, 'option' | 'template'>,
  addressed: readonly Addressed[],
  now: Instant,
): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const each of addressed) {
    const { institution, people } = each
    if (institution.deactivated || institution.removed || institution.rehearsal !== undefined) continue
    const found = reasonsOf(each)
    const about = aboutFor(notification, each, now)
    for (const person of people) {
      const reason = found.get(person.id)
      const address = addressOf(person.email)
      if (!reason || !reached[notification.option].includes(reason) || !address) continue
      if (!person.active || person.kind !== 'Institutional' || person.rehearsal !== undefined) continue
      const mailbox = addressText(address)
      if (!about) continue
      const known = byAddress.get(mailbox)
      if (known) {
        byAddress.set(mailbox, {
          ...known,
          institution: `${known.institution} · ${institution.name}`,
          reason: higher(known.reason, reason),
        })
        continue
      }
      byAddress.set(mailbox, {
        userId: person.id,
        name: fullName(person),
        greeted: person.name,
        email: mailbox,
        institution: institution.name,
        reason,
        about,
      })
    }
  }
  return [...byAddress.values()]
}
