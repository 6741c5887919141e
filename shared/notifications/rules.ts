import { pageAddress } from '../addresses.ts'
import { addressOf, addressText } from '../accounts/address.ts'
import { fullName, type Person } from '../accounts/model.ts'
import type { Assignment } from '../assignments/model.ts'
import { letter, type Letter } from '../contract/letter.ts'
import type { Institution, Participant } from '../institutions/model.ts'
import type { FormId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { allows } from '../privileges/model.ts'
import { isVisibleAt } from '../results/reading.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInput, phaseAt, stageAt } from '../stages/rules.ts'
import type { Notification, RecipientOption, TemplateOfForm } from './model.ts'

/** How an institution takes part in a form: one that runs, or the one that is told of. */
export interface Part {
  readonly form: FormHeader
  readonly participant: Participant
  readonly assignments: readonly Assignment[]
  /** A final result of the institution was published in it. */
  readonly hasFinal?: boolean | undefined
  /** The form has questions of a survey. */
  readonly hasSurvey?: boolean | undefined
}

/** Why an institution that was chosen gets nothing. */
export const leftWhys = ['noPart', 'noReport', 'noSurvey', 'surveySent', 'noStage', 'nobody'] as const
export type LeftWhy = (typeof leftWhys)[number]
export interface Left {
  readonly institution: Pick<Institution, 'id' | 'name'>
  readonly why: LeftWhy
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
  /** Address of what it is about. */
  readonly page?: string | undefined
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

/** Whether who leads an institution finds its final report of a form: it was published, and its stage has come (NT5). */
const findsReport = ({ form, hasFinal = false }: Part, now: Instant): boolean => hasFinal && isVisibleAt(form, 'final', now)

/** Whether a form's survey can be answered now (NT5). */
export const asksSurvey = (form: FormHeader, now: Instant): boolean => form.enabled && allows('replySurvey', phaseAt(form, now), 'L')

/** What a template tells an institution of, or why it has nothing to tell it. */
function aboutFor({ template }: Pick<Notification, 'template'>, { parts }: Addressed, now: Instant): About | LeftWhy {
  if (template === 'NotificationSent') return {}
  if (template === 'RemainingTimeExtended') {
    for (const { form } of parts) {
      const stage = stageAt(form, now)
      if (stage && isInput(stage.kind)) return { form: form.name, stage: stage.name, end: stage.end }
    }
    return 'noStage'
  }
  const [part] = parts
  if (!part) return 'noPart'
  const { form, participant, hasSurvey = false } = part
  if (template === 'FinalReportSent')
    return findsReport(part, now) ? { form: form.name, page: pageAddress('ownResults', { form: form.id, kind: 'final' }) } : 'noReport'
  if (!hasSurvey || !asksSurvey(form, now)) return 'noSurvey'
  return participant.surveySentAt === null ? { form: form.name, page: pageAddress('questionnaire', { form: form.id }) } : 'surveySent'
}

/** The letter of a notification to one person. */
export function letterOf(
  { template, subject, body }: Pick<Notification, 'template' | 'subject' | 'body'>,
  to: UserId,
  about: About,
): Letter {
  const { form = '', stage = '', end = '', page } = about
  const of = page === undefined ? { form } : { form, page }
  switch (template) {
    case 'NotificationSent':
      return letter('notificationSent', to, { subject, body })
    case 'SatisfactionPoll':
      return letter('satisfactionPoll', to, of)
    case 'FinalReportSent':
      return letter('finalReportSent', to, of)
    case 'RemainingTimeExtended':
      return letter('remainingTimeExtended', to, { form, stage, end })
  }
}

/**
 * Who gets a notification and why, once for each address: people who can sign in or were invited, of institutions that are not
 * deactivated, and nobody whom a rehearsal invented. Somebody of several institutions is told of the first (NT1). `left`: chosen
 * institutions to which it has nothing to tell, or nobody to tell it to (NT5).
 */
export function audienceOf(
  notification: Pick<Notification, 'option' | 'template'>,
  addressed: readonly Addressed[],
  now: Instant,
): { readonly recipients: readonly Recipient[]; readonly left: readonly Left[] } {
  const byAddress = new Map<string, Recipient>()
  const left: Left[] = []
  for (const each of addressed) {
    const { institution, people } = each
    if (institution.deactivated || institution.removed || institution.rehearsal !== undefined) continue
    const found = reasonsOf(each)
    const about = aboutFor(notification, each, now)
    if (typeof about === 'string') {
      left.push({ institution, why: about })
      continue
    }
    let isTold = false
    for (const person of people) {
      const reason = found.get(person.id)
      const address = addressOf(person.email)
      if (!reason || !reached[notification.option].includes(reason) || !address) continue
      if (!person.active || person.kind !== 'Institutional' || person.rehearsal !== undefined) continue
      const mailbox = addressText(address)
      isTold = true
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
    if (!isTold) left.push({ institution, why: 'nobody' })
  }
  return { recipients: [...byAddress.values()], left }
}

/** A form of which something can be told. */
export interface Tellable {
  readonly id: FormId
  /** When a final result was published in it last. */
  readonly publishedAt: Instant | null
  /** When a notification told of its final reports last. */
  readonly toldAt: Instant | null
  /** First day of its first stage. */
  readonly begun: string
}

/**
 * The form that a template tells of unless somebody chooses another: of reports the one in which results were published last of those that were
 * not told since, else the one published last; of a survey the newest (NT5).
 */
export function formToTell(template: TemplateOfForm, forms: readonly Tellable[]): FormId | null {
  const order = (left: string | null, right: string | null): number => ((left ?? '') < (right ?? '') ? 1 : -1)
  if (template === 'SatisfactionPoll') return forms.toSorted((left, right) => order(left.begun, right.begun))[0]?.id ?? null
  const isToTell = ({ publishedAt, toldAt }: Tellable): number => ((toldAt ?? '') < (publishedAt ?? '') ? 0 : 1)
  const published = forms.filter(({ publishedAt }) => publishedAt !== null)
  return published.toSorted((left, right) => isToTell(left) - isToTell(right) || order(left.publishedAt, right.publishedAt))[0]?.id ?? null
}
