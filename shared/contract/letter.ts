import * as v from 'valibot'
import { assignmentLevels } from '../assignments/model.ts'
import * as is from '../kernel/schemas.ts'
import type { UserId } from '../kernel/ids.ts'
import { resultKinds } from '../results/model.ts'

const nothing = v.object({})

/** How much a reader still has to complete in a stage, and how much that is complete they still have to send. */
const owed = { pending: v.number(), unsent: v.optional(v.number(), 0) }

/** A stage that is about to end, with how much its reader still owes in it; `end`: its last day, `YYYY-MM-DD`. */
export const reminderItemSchema = v.object({ form: v.string(), stage: v.string(), end: v.string(), ...owed })

/** An element that somebody was given: a question by its number, everything else by its name. */
const givenSchema = v.object({ element: v.string(), level: v.picklist(assignmentLevels), name: v.string() })
export type Given = Readonly<v.InferOutput<typeof givenSchema>>

/** Who asks, what their address is, from where and about what: '' where nothing is named. `page`: where they were. */
const help = {
  who: v.string(),
  email: v.string(),
  institution: v.string(),
  form: v.string(),
  text: v.string(),
  page: v.string(),
}

/** Every letter with what it tells, beside whom it greets and where it leads: a template without its data, or its words in every language, does not compile. */
export const letterData = {
  /** The institution is told where it is known. */
  invited: v.object({ institution: v.exactOptional(v.string()) }),
  /**
   * What somebody was given in a form. One that names its institution waits, and becomes one with the others to the same person about the same;
   * one that does not, of an earlier version or of no element, leaves at once. `gathered`: it has become one already (LE1).
   */
  assigned: v.object({
    count: v.number(),
    form: v.string(),
    items: v.optional(v.array(givenSchema), []),
    institutionId: v.exactOptional(is.institutionId),
    formId: v.exactOptional(is.formId),
    gathered: v.exactOptional(v.literal('yes')),
  }),
  /** What `who` was in charge of is the reader's from now on. `delegate`: whether they also stood in for the reader as leader. */
  inherited: v.object({
    who: v.string(),
    form: v.string(),
    count: v.number(),
    items: v.array(givenSchema),
    delegate: v.picklist(['yes', 'no']),
    page: v.string(),
  }),
  /** What somebody is no longer in charge of; `by`: who changed that. */
  assignedNoMore: v.object({ by: v.string(), form: v.string(), count: v.number(), items: v.array(givenSchema) }),
  /** Who stands in for the leader of an institution in a form from now on, and who no longer does. */
  delegates: v.object({ institution: v.string(), form: v.string(), page: v.string() }),
  delegatesNoMore: v.object({ institution: v.string(), form: v.string() }),
  /** Who belongs to one more institution. */
  belongs: v.object({ institution: v.string() }),
  /** Who leads an institution now, and who did. */
  leads: v.object({ institution: v.string() }),
  leadsNoMore: v.object({ institution: v.string(), leader: v.string() }),
  /** Who evaluates an institution from now on, with how many decisions and private notes they find; and who did. */
  evaluates: v.object({
    institution: v.string(),
    form: v.string(),
    count: v.number(),
    notes: v.optional(v.number(), 0),
    evaluator: v.string(),
  }),
  evaluatesNoMore: v.object({
    institution: v.string(),
    form: v.string(),
    count: v.number(),
    notes: v.optional(v.number(), 0),
    evaluator: v.string(),
  }),
  /** Who evaluates an institution that nobody evaluated, and who no longer evaluates one that nobody evaluates now. */
  evaluatesFirst: v.object({ institution: v.string(), form: v.string(), page: v.string() }),
  evaluatesNoLonger: v.object({ institution: v.string(), form: v.string(), count: v.number(), notes: v.number() }),
  /** Told to who leads an institution that has sent: somebody else evaluates it. */
  evaluatorChanged: v.object({ institution: v.string(), form: v.string() }),
  /** An institution no longer takes part in a form, or takes part in it again. */
  takenOut: v.object({ institution: v.string(), form: v.string() }),
  broughtBack: v.object({ institution: v.string(), form: v.string(), page: v.string() }),
  /** A form that had begun is hidden from who works in it, or shown to them again. */
  formHidden: v.object({ form: v.string() }),
  formShown: v.object({ form: v.string() }),
  /** `page`: address of the question, which a letter of an earlier version does not say. */
  commented: v.object({
    number: v.string(),
    question: v.string(),
    page: v.exactOptional(v.string()),
  }),
  /** Somebody replied to one's comment; `keeps`: and said that the answer stays as it is. */
  replied: v.object({ number: v.string(), question: v.string(), who: v.string(), keeps: v.picklist(['yes', 'no']), page: v.string() }),
  /** An input stage began, or opened an institution again; `end`: its last day, `YYYY-MM-DD`. */
  stageOpened: v.object({ form: v.string(), stage: v.string(), end: v.string(), ...owed, page: v.string() }),
  /** Answers of the reader's came back with observations while their institution was at work; `end`: the last day of the stage. */
  observed: v.object({ form: v.string(), stage: v.string(), end: v.string(), count: v.number(), page: v.string() }),
  /** What an institution had sent is open again, and why. */
  reopened: v.object({ institution: v.string(), form: v.string(), reason: v.string(), page: v.string() }),
  sendConfirmation: v.object({ number: v.string(), answers: v.number(), files: v.number(), form: v.string() }),
  /** `by`: who took the send back. */
  sendRecalled: v.object({ number: v.string(), form: v.string(), by: v.string() }),
  /** An institution asks the lab to be opened again, with its reason; the lab says no, with theirs. `page`: where it is answered. */
  reopenAsked: v.object({ institution: v.string(), form: v.string(), by: v.string(), reason: v.string(), page: v.string() }),
  reopenDeclined: v.object({ form: v.string(), reason: v.string() }),
  evaluationReceived: v.object({ form: v.string() }),
  /** Who answers in a sub-dimension is done with it. `page`: its address. */
  sectionReady: v.object({ author: v.string(), section: v.string(), form: v.string(), page: v.string() }),
  /** A stage ends later than it did; `end`: its last day, `YYYY-MM-DD`. */
  remainingTimeExtended: v.object({ form: v.string(), stage: v.string(), end: v.string() }),
  /** A stage ends sooner than it did; `end`: its last day, `YYYY-MM-DD`. */
  stageShortened: v.object({ form: v.string(), stage: v.string(), end: v.string(), ...owed, page: v.string() }),
  /** What the lab wrote freely: plain text. */
  notificationSent: v.object({ subject: v.string(), body: v.string() }),
  satisfactionPoll: v.object({ form: v.string(), page: v.exactOptional(v.string()) }),
  finalReportSent: v.object({ form: v.string(), page: v.exactOptional(v.string()) }),
  /** Results that an institution may read from a day on, `YYYY-MM-DD`; '' for at once. A version above 1 takes the place of the one before. */
  resultsPublished: v.object({
    institution: v.string(),
    form: v.string(),
    kind: v.picklist(resultKinds),
    version: v.number(),
    from: v.string(),
    /** Why it was worked out again; '' where nobody said. */
    reason: v.exactOptional(v.string()),
  }),
  /** Of all forms in which something is owed; `end`: the first of their last days. */
  reminder: v.object({ end: v.string(), items: v.array(reminderItemSchema) }),
  /** Somebody who leads writes about what waits for the reader in a stage; `end`: its last day. `email`: their address, which an answer to it goes to; `text`: their own words. */
  leaderWrote: v.object({
    who: v.string(),
    email: v.string(),
    form: v.string(),
    stage: v.string(),
    end: v.string(),
    pending: v.number(),
    text: v.string(),
    page: v.string(),
  }),
  /** `mailbox`: where it goes, which is not the account's address any more. */
  addressMoved: v.object({ mailbox: v.string() }),
  /** The last one, to who asked that their name go: `mailbox` is forgotten as soon as it went or cannot go. */
  anonymised: v.object({ mailbox: v.string() }),
  /** Somebody of an institution asks for help: as a letter to an administrator, or to the mailbox that answers. `text`: what they wrote, which is no link's. */
  helpAsked: v.object(help),
  helpDesk: v.object({ ...help, mailbox: v.string() }),
  /** What they wrote is with the lab. */
  helpReceived: v.object({ text: v.string(), page: v.string() }),
  recovery: nothing,
  passwordChanged: nothing,
  signInClosed: nothing,
  /** A key stands from now on, the first or another; it was taken away by its person, or by somebody else. */
  factorOn: nothing,
  factorOff: nothing,
  factorReset: nothing,
  /** Single sign-on lets in from now on, or no more. */
  ssoLinked: nothing,
  ssoUnlinked: nothing,
  /** A passkey lets its person in from now on, or no more; `passkey`: the name that they gave it. */
  passkeyOn: v.object({ passkey: v.string() }),
  passkeyOff: v.object({ passkey: v.string() }),
  passkeyCloned: v.object({ passkey: v.string() }),
} as const

export type LetterTemplate = keyof typeof letterData
export type LetterData<T extends LetterTemplate = LetterTemplate> = Readonly<v.InferOutput<(typeof letterData)[T]>>

/** A letter to put into the outbox, by template and the data of that template; the server turns it into text. */
export type Letter<T extends LetterTemplate = LetterTemplate> = {
  readonly [Each in T]: { readonly template: Each; readonly to: UserId; readonly data: LetterData<Each> }
}[T]

/** A letter to somebody, with the data that its template tells. */
export const letter = <const T extends LetterTemplate>(
  template: T,
  to: UserId,
  data: LetterData<T>,
): { readonly template: T; readonly to: UserId; readonly data: LetterData<T> } => ({ template, to, data })
