import type { LetterData, LetterTemplate } from '../contract/letter.ts'
import { dayAt, dayMs, epochMs, type Day, type Instant } from '../kernel/instant.ts'
import { isStillAhead } from '../reminders/rules.ts'
import { jobEveryMs, type ErrorClass, type Hindrance, type JobName } from './model.ts'

/** Without a sign of life for so long a process has gone. */
const goneMs = 60_000
/** How often a job may miss its turn before it is late; one that runs often has so long at least. */
const turnsMissed = 3
const leastLateMs = 120_000
/** What has waited on a device for so long is pointed out. */
const leftLongMs = dayMs
/** A letter that was due so long ago and has not been taken up tells that nobody carries any. */
const mailStuckMs = 15 * 60_000
const backupOldMs = 2 * dayMs
const drillOldMs = 100 * dayMs
/** Free space below which a server is short of it. */
const diskShortBytes = 2_000_000_000
/** From this share of its quota on an institution is near it. */
export const nearQuotaShare = 0.8

const isOlder = (at: Instant, ms: number, now: Instant): boolean => epochMs(now) - epochMs(at) > ms

/** Whether a process has given no sign of life for a minute (HP1). */
export const isGone = ({ seenAt }: { readonly seenAt: Instant }, now: Instant): boolean => isOlder(seenAt, goneMs, now)

/** Whether what waits on a device has waited for longer than a day (HP7). */
export const isLeftLong = ({ lastSeenAt }: { readonly lastSeenAt: Instant }, now: Instant): boolean => isOlder(lastSeenAt, leftLongMs, now)

export interface JobState {
  readonly name: JobName
  readonly lastSuccessAt: Instant | null
  /** Runs that failed since one succeeded. */
  readonly failures: number
  /** Since when it runs in a process that is there; null while it rests. */
  readonly runningSince: Instant | null
}

/** Whether a job has not succeeded for three times its interval, and does not run now either (HP5). */
export function isLate({ name, lastSuccessAt, runningSince }: JobState, now: Instant): boolean {
  if (runningSince !== null || lastSuccessAt === null) return false
  return isOlder(lastSuccessAt, Math.max(leastLateMs, turnsMissed * jobEveryMs[name]), now)
}

/** What a letter tells, as far as time can make it wrong. */
type Lasting = 'secret' | 'invitation' | 'day' | 'stage' | 'standing' | 'fact'
const lastingOf: Readonly<Record<LetterTemplate, Lasting>> = {
  recovery: 'secret',
  signInClosed: 'secret',
  invited: 'invitation',
  reminder: 'day',
  stageOpened: 'stage',
  observed: 'stage',
  remainingTimeExtended: 'stage',
  stageShortened: 'stage',
  leaderWrote: 'stage',
  assigned: 'standing',
  inherited: 'standing',
  assignedNoMore: 'standing',
  delegates: 'standing',
  delegatesNoMore: 'standing',
  belongs: 'standing',
  leads: 'standing',
  leadsNoMore: 'standing',
  evaluates: 'standing',
  evaluatesNoMore: 'standing',
  evaluatesFirst: 'standing',
  evaluatesNoLonger: 'standing',
  evaluatorChanged: 'standing',
  takenOut: 'standing',
  broughtBack: 'standing',
  formHidden: 'standing',
  formShown: 'standing',
  commented: 'standing',
  replied: 'standing',
  reopened: 'standing',
  reopenAsked: 'standing',
  reopenDeclined: 'standing',
  evaluationReceived: 'standing',
  sectionReady: 'standing',
  sendConfirmation: 'fact',
  sendRecalled: 'fact',
  notificationSent: 'fact',
  satisfactionPoll: 'standing',
  finalReportSent: 'fact',
  resultsPublished: 'fact',
  addressMoved: 'fact',
  anonymised: 'fact',
  helpAsked: 'fact',
  helpDesk: 'fact',
  helpReceived: 'fact',
  passwordChanged: 'fact',
  factorOn: 'fact',
  factorOff: 'fact',
  factorReset: 'fact',
  ssoLinked: 'fact',
  ssoUnlinked: 'fact',
  passkeyOn: 'fact',
  passkeyOff: 'fact',
  passkeyCloned: 'fact',
}
/** Whether a kind of letter is one of this version. */
export const isKnownTemplate = (name: string): name is LetterTemplate => Object.hasOwn(lastingOf, name)

/** How old a letter may be that is sent again: what tells how things stand less than what tells what happened. */
const oldMs: Readonly<Record<Lasting, number>> = {
  secret: 0,
  day: 0,
  invitation: 30 * dayMs,
  stage: 30 * dayMs,
  standing: 7 * dayMs,
  fact: 30 * dayMs,
}

/** Templates that may say the opposite of each other, or the same again, of one thing. */
const aboutTheSame: Readonly<Partial<Record<LetterTemplate, string>>> = {
  invited: 'invited',
  evaluates: 'evaluates',
  evaluatesNoMore: 'evaluates',
  evaluatesFirst: 'evaluates',
  evaluatesNoLonger: 'evaluates',
  takenOut: 'takesPart',
  broughtBack: 'takesPart',
  formHidden: 'shown',
  formShown: 'shown',
  leads: 'leads',
  leadsNoMore: 'leads',
  delegates: 'delegates',
  delegatesNoMore: 'delegates',
  reopened: 'reopened',
  sendConfirmation: 'send',
  sendRecalled: 'send',
  resultsPublished: 'results',
  stageOpened: 'stage',
  remainingTimeExtended: 'stage',
  stageShortened: 'stage',
  factorOn: 'factor',
  factorOff: 'factor',
  factorReset: 'factor',
  ssoLinked: 'sso',
  ssoUnlinked: 'sso',
  passkeyOn: 'passkey',
  passkeyOff: 'passkey',
  passkeyCloned: 'passkey',
}
/** What names the thing in a letter's data. */
const naming = ['institution', 'form', 'stage', 'kind', 'number', 'passkey'] as const

/** What a letter is about, equal for those of which the later one counts; null where each stands for itself. */
export function topicOf(template: LetterTemplate, data: LetterData): string | null {
  const topic = aboutTheSame[template]
  if (topic === undefined) return null
  const named: Readonly<Record<string, unknown>> = { ...data }
  return JSON.stringify([topic, ...naming.map((name) => (template === 'invited' ? null : (named[name] ?? null)))])
}

export interface FailedLetter {
  readonly template: LetterTemplate
  readonly data: LetterData
  readonly createdAt: Instant
  /** Whether its reader was written to about the same afterwards. */
  readonly hasNewer: boolean
}

export interface Reader {
  /** Whether a letter could reach them: the account is open, not invented, and its address is one. */
  readonly reachable: boolean
  readonly joined: boolean
}

const endIn = (data: LetterData): Day | null => ('end' in data && typeof data.end === 'string' ? data.end : null)

/** Why a letter that could not be delivered is not sent again; null when it is (HP4). */
export function hindranceOf({ template, data, createdAt, hasNewer }: FailedLetter, reader: Reader | null, now: Instant): Hindrance | null {
  const lasting = lastingOf[template]
  // Its link would let somebody in who did not ask for it today.
  if (lasting === 'secret') return 'askAnew'
  if (lasting === 'invitation' && reader?.joined) return 'joined'
  // It says how much is left, and how many days.
  if (lasting === 'day' && dayAt(createdAt) !== dayAt(now)) return 'day'
  const end = endIn(data)
  if (end !== null && !isStillAhead({ end }, now)) return 'over'
  if (hasNewer) return 'newer'
  if (lasting !== 'day' && isOlder(createdAt, oldMs[lasting], now)) return 'old'
  return reader?.reachable ? null : 'reader'
}

/** Of what kind an error of a letter is, and the code of a mail server that answered; the words themselves may hold an address. */
export function errorOf(words: string): { readonly errorClass: ErrorClass; readonly code: number | null } {
  const code = /^([245]\d\d)[ -]/.exec(words)?.[1]
  if (code !== undefined) return { errorClass: 'answered', code: Number(code) }
  const isUnreachable =
    /\bE(?:CONN\w+|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|PIPE|SOCKET|DNS)\b|getaddrinfo|greeting|timeout|closed|socket|TLS/i
  return { errorClass: isUnreachable.test(words) ? 'unreachable' : 'program', code: null }
}

/** What of the platform somebody has to look at, the worst first. `n`: of how many. */
export const concernKinds = [
  'notReady',
  'diskShort',
  'mailStuck',
  'jobs',
  'failedLetters',
  'backupNever',
  'backupOld',
  'nearQuota',
  'leftWork',
  'gone',
  'mixedVersions',
  'drillNever',
  'drillOld',
] as const
export type ConcernKind = (typeof concernKinds)[number]
export interface Concern {
  readonly kind: ConcernKind
  readonly n: number
}

export interface Standing {
  readonly at: Instant
  readonly processes: readonly {
    readonly seenAt: Instant
    readonly version: string
    readonly figures: { readonly reason: string | null; readonly diskFreeBytes: number | null }
  }[]
  readonly jobs: readonly JobState[]
  readonly letters: { readonly failed: number; readonly dueSince: Instant | null }
  readonly backup: { readonly backupAt: Instant | null; readonly drillAt: Instant | null }
  readonly storage: { readonly nearQuota: number }
  readonly devices: { readonly leftLong: number }
}

/** What an administrator has to look at, of all that the page says (HP9). */
export function concernsOf({ at, processes, jobs, letters, backup, storage, devices }: Standing): readonly Concern[] {
  const here = processes.filter((each) => !isGone(each, at))
  const mailStuck = letters.dueSince !== null && isOlder(letters.dueSince, mailStuckMs, at)
  const found: Readonly<Record<ConcernKind, number>> = {
    notReady: here.filter(({ figures }) => figures.reason !== null).length,
    diskShort: here.filter(({ figures }) => figures.diskFreeBytes !== null && figures.diskFreeBytes < diskShortBytes).length,
    mailStuck: mailStuck ? 1 : 0,
    jobs: jobs.filter((job) => job.failures > 0 || isLate(job, at)).length,
    failedLetters: letters.failed,
    backupNever: backup.backupAt === null ? 1 : 0,
    backupOld: backup.backupAt !== null && isOlder(backup.backupAt, backupOldMs, at) ? 1 : 0,
    nearQuota: storage.nearQuota,
    leftWork: devices.leftLong,
    gone: processes.length - here.length,
    mixedVersions: new Set(here.map(({ version }) => version)).size > 1 ? 1 : 0,
    drillNever: backup.drillAt === null ? 1 : 0,
    drillOld: backup.drillAt !== null && isOlder(backup.drillAt, drillOldMs, at) ? 1 : 0,
  }
  return concernKinds.map((kind) => ({ kind, n: found[kind] })).filter(({ n }) => n > 0)
}
