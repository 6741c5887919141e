/** What acts are about, as people look for them. */
export const auditGroups = [
  'access',
  'impersonation',
  'downloads',
  'answers',
  'assignments',
  'evaluation',
  'results',
  'participants',
  'forms',
  'stages',
  'institutions',
  'people',
  'notifications',
  'site',
  'platform',
] as const
export type AuditGroup = (typeof auditGroups)[number]

/** Acts that are no mutation; a mutation's act has its name. */
export const actKinds = [
  'session.signIn',
  'session.failed',
  'session.signOut',
  'session.ended',
  'session.renewed',
  'account.password',
  'account.factorOn',
  'account.factorOff',
  'account.factorReset',
  'account.ssoLinked',
  'account.ssoUnlinked',
  'account.passkeyOn',
  'account.passkeyOff',
  'account.passkeyCloned',
  'account.recoveryCodes',
  'account.recoveryUsed',
  'account.invite',
  'file.download',
  'file.copyOpened',
  'impersonation.start',
  'impersonation.end',
  'rehearsal.enter',
  'platform.console',
  'platform.putBack',
  'platform.acknowledged',
  'data.redacted',
  'data.expired',
] as const

/** First word of a kind, and what it is about. A word that is not here is about the platform. */
const groupOfWord: Readonly<Record<string, AuditGroup>> = {
  session: 'access',
  account: 'access',
  impersonation: 'impersonation',
  file: 'downloads',
  answer: 'answers',
  answers: 'answers',
  attachment: 'answers',
  comment: 'answers',
  conflict: 'answers',
  quarantine: 'answers',
  survey: 'answers',
  unsent: 'answers',
  assignment: 'assignments',
  team: 'assignments',
  delegate: 'assignments',
  leader: 'assignments',
  invitation: 'assignments',
  evaluation: 'evaluation',
  result: 'results',
  inform: 'results',
  participant: 'participants',
  form: 'forms',
  dimension: 'forms',
  question: 'forms',
  reportText: 'forms',
  alert: 'forms',
  points: 'forms',
  administrative: 'forms',
  section: 'answers',
  replica: 'forms',
  rehearsal: 'forms',
  dashboards: 'forms',
  stage: 'stages',
  stages: 'stages',
  institution: 'institutions',
  category: 'institutions',
  person: 'people',
  user: 'people',
  member: 'people',
  notice: 'notifications',
  help: 'notifications',
  notification: 'notifications',
  reminder: 'notifications',
  letter: 'notifications',
  siteFile: 'site',
  openReport: 'site',
  page: 'site',
  site: 'site',
  platform: 'platform',
  data: 'people',
}

const wordOf = (kind: string): string => kind.split('.')[0] ?? ''

/** Under what the sentence of a kind stands in each language; `kind_other` is for what this program does not know of. */
export const sentenceKeyOf = (kind: string): string => `kind_${kind.replace('.', '_')}`

/** What an act is about. */
export const groupOf = (kind: string): AuditGroup => groupOfWord[wordOf(kind)] ?? 'platform'

/** First words of the kinds that are about something. */
export const wordsOf = (group: AuditGroup): readonly string[] => Object.keys(groupOfWord).filter((word) => groupOfWord[word] === group)
