import * as v from 'valibot'
import type { UserId } from '../kernel/ids.ts'
import { dayMs } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'

export const orientations = ['Institucional', 'Ciudadana con Foco Económico', 'Ciudadana con Foco Social'] as const
export type Orientation = (typeof orientations)[number]

export const institutionSchema = v.object({
  id: is.institutionId,
  name: v.string(),
  code: v.string(),
  abbreviation: v.string(),
  /** Id of its category; a name where nobody made that one a category. */
  category: v.string(),
  orientation: v.picklist(orientations),
  /** E-mail domains of its staff, lower case. */
  domains: is.list(v.string()),
  /** Who leads it outside any form: whoever leads the form into which it is put. Absent where nobody said. */
  leaderId: v.optional(is.userId),
  /** False: no form takes it in. Absent: it is offered. */
  active: v.optional(v.boolean()),
  /** True: it is in no public result. */
  hide: v.optional(v.boolean()),
  /** True: it is in no list unless asked for, and its people do not get in. */
  deactivated: v.optional(v.boolean()),
  /** It never was: made by mistake and taken back before anybody worked in it. */
  removed: v.optional(v.boolean()),
  /** Who changed which field last, and when. */
  marks: v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant }))),
  /** The rehearsal that invented it: it is in no list. */
  rehearsal: v.optional(is.formId),
})
export type Institution = Readonly<v.InferOutput<typeof institutionSchema>>

/** What institutions are grouped by. */
export const categorySchema = v.object({
  id: v.string(),
  name: v.string(),
  shortDescription: v.string(),
  longDescription: v.string(),
  /** SHA-256 of its picture, in hex; null while it has none. */
  icon: v.nullable(v.string()),
  /** False: no institution is given it any more; those that have it keep it. */
  active: v.boolean(),
  /** Who changed which field last, and when. */
  marks: v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant }))),
})
export type Category = Readonly<v.InferOutput<typeof categorySchema>>

/** Why an institution's answers are read-only. */
const lockReasons = ['sent', 'stageEnd'] as const

/** What somebody who answers in a sub-dimension says of it: that they are done (FL5). Of each person and sub-dimension the newest. */
export const readyMarkSchema = v.object({
  subDimensionId: is.dimensionId,
  userId: is.userId,
  at: is.instant,
  /** The stage in which it was said; null outside stages. */
  stageId: v.nullable(is.stageId),
  /** How many questions of it were theirs, and how many comments there were on them. */
  asked: v.number(),
  comments: v.number(),
  /** It was taken back by hand. */
  off: v.optional(v.boolean()),
})
export type ReadyMark = Readonly<v.InferOutput<typeof readyMarkSchema>>
/** What an institution asks of the lab: to be opened again, and what became of it. */
export const reopenRequestSchema = v.object({
  /** The mutation that asked. */
  id: is.mid,
  by: is.userId,
  at: is.instant,
  reason: v.string(),
  state: v.picklist(['open', 'granted', 'declined']),
  /** Who of the lab answered, when and with what reason; absent while it is open. */
  answeredBy: v.optional(is.userId),
  answeredAt: v.optional(is.instant),
  answer: v.optional(v.string()),
})
export type ReopenRequest = Readonly<v.InferOutput<typeof reopenRequestSchema>>

/** Longest reason of a reopening, asked for, granted or declined. */
export const reopenReasonMost = 2000

/** An institution taking part in a form: who leads, who evaluates, how far it has got. */
export const participantSchema = v.object({
  institutionId: is.institutionId,
  formId: is.formId,
  leaderId: is.userId,
  delegateId: v.nullable(is.userId),
  evaluatorId: v.nullable(is.userId),
  locked: v.boolean(),
  lockReason: v.nullable(v.picklist(lockReasons)),
  /** The stage ended before the leader sent (TM8). */
  incomplete: v.boolean(),
  sentAt: v.nullable(is.instant),
  /** Number of the newest receipt. */
  receipt: v.nullable(v.string()),
  /** How many times the leader has sent. */
  sendCount: v.number(),
  /** Stages whose evaluation has been released to the institution or the administration. */
  releasedStageIds: is.list(is.stageId),
  /** Last stage whose opening the scheduler has applied; null before the first. */
  openedStageId: v.nullable(is.stageId),
  /** Last day that the opened stage had when its people were told; an earlier one is told to them (TM24). Absent in rows of earlier releases. */
  openedEnd: v.optional(is.day),
  /** Stages whose end the scheduler has applied. */
  closedStageIds: is.list(is.stageId),
  /** Sub-dimensions that the institution has opened for its replica. */
  replicaSubDimensionIds: is.list(v.string()),
  /** When it sent its replica; null when it was opened again since. */
  replicaSentAt: v.optional(v.nullable(is.instant)),
  surveySentAt: v.nullable(is.instant),
  /** The newest request to be opened again (RC6); those before it are in the history. */
  reopenRequest: v.optional(reopenRequestSchema),
  /** When an administrator took it out of the form: it can come back for thirty days (PA4). Absent or null: it takes part. */
  removedAt: v.optional(v.nullable(is.instant)),
  /** Whom somebody who leads wrote to about what waits for them, within the day: who wrote, and when (BO4). Absent: nobody. */
  written: v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant }))),
  /** Who set the leader or the delegate last, and when, by the name of the field. Absent where that was before it was kept. */
  marks: v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant }))),
  /** Answers that arrived after they could be applied, counted for the evaluator and the sender. */
  lateChanges: v.number(),
  /** Sub-dimensions of which somebody said that they are done. Absent: none. */
  ready: v.optional(is.list(readyMarkSchema)),
})
export type Participant = Readonly<v.InferOutput<typeof participantSchema>>

/** Who answers for an institution in a form: its leader, and the delegate where there is one. */
export const leadersOf = ({ leaderId, delegateId }: Pick<Participant, 'leaderId' | 'delegateId'>): UserId[] => [
  ...new Set([leaderId, ...(delegateId === null ? [] : [delegateId])]),
]

/** How long an institution that was taken out of a form can come back, milliseconds. */
export const restorableMs = 30 * dayMs

/** An institution that takes part in a form and has done nothing yet; `part` is what differs. */
export const newParticipant = (part: Pick<Participant, 'institutionId' | 'formId' | 'leaderId'> & Partial<Participant>): Participant => ({
  delegateId: null,
  evaluatorId: null,
  locked: false,
  lockReason: null,
  incomplete: false,
  sentAt: null,
  receipt: null,
  sendCount: 0,
  releasedStageIds: [],
  openedStageId: null,
  closedStageIds: [],
  replicaSubDimensionIds: [],
  surveySentAt: null,
  lateChanges: 0,
  ...part,
})
