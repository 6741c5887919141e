import * as v from 'valibot'
import { digestsSchema, formEnglishSchema } from '../forms/model.ts'
import * as is from '../kernel/schemas.ts'
import { rehearsalSchema } from '../rehearsals/model.ts'
import { replicaConfigSchema } from '../replica/model.ts'

/** Stage kinds in canonical order. */
export const stageKinds = [
  'NormalInput',
  'FirstRevision',
  'CorrectionInput',
  'SecondRevision',
  'CalculateResults',
  'ReplicaInput',
  'ReplicaRevision',
  'ShowResults',
] as const
export type StageKind = (typeof stageKinds)[number]

/** Where a form stands now: inside a stage, before the first, between two, or after the last (TM2). */
export const phases = [...stageKinds, 'Pre', 'Gap', 'Closed'] as const
export type Phase = (typeof phases)[number]

export const stageSchema = v.object({
  id: is.stageId,
  kind: v.picklist(stageKinds),
  name: v.string(),
  /** First day, inclusive. */
  start: is.day,
  /** Last day, inclusive. */
  end: is.day,
  /** Moment at which a rehearsal ended it before its day was over. */
  cutAt: v.optional(v.string()),
  /** Moment at which a rehearsal started it before its first day. */
  startedAt: v.optional(v.string()),
})
export type Stage = Readonly<v.InferOutput<typeof stageSchema>>

/** What everybody who takes part in a form sees of it; its questions are in the FormDefinition. */
export const formHeaderSchema = v.object({
  id: is.formId,
  name: v.string(),
  description: v.string(),
  /** Name and description in English; what is missing is read in Spanish. */
  en: v.optional(formEnglishSchema),
  enFrom: v.optional(digestsSchema),
  versionId: is.formVersionId,
  enabled: v.boolean(),
  /** Whether it began for somebody once, which nothing takes back; absent means not yet on record (TM15). */
  initialized: v.optional(v.boolean()),
  stages: is.list(stageSchema),
  /** Without it nothing can be appealed (RP1). */
  replica: v.optional(replicaConfigSchema),
  /** How points come about: 1 worked out from answers and decisions, which is how it is unless said otherwise, 2 uploaded. */
  calculatedBy: v.optional(v.picklist([1, 2])),
  /** Parts of what can be obtained at which a level of results begins; absent: a third and two thirds (RS6). */
  levels: v.optional(v.object({ med: v.number(), good: v.number() })),
  /** Why nothing of it is compared with earlier forms, as an administrator declared (RS22). Absent: it is compared. */
  apart: v.optional(v.object({ es: v.string(), en: v.string() })),
  /** The form that was made as a copy of this one, the newest. */
  nextFormId: v.optional(is.formId),
  /** Set in a rehearsal of another form, of which nothing counts. */
  rehearsal: v.optional(rehearsalSchema),
  /** Deleted: nobody takes part in it, and no list shows it. */
  removed: v.optional(v.boolean()),
  /** Archived and read-only: when, by whom, and the SHA-256 of the archive that was verified (FC1). Absent: its scopes take changes. */
  closed: v.optional(v.object({ at: is.instant, by: is.userId, archive: v.string() })),
  /** What of the published questions is counted with, as a digest: texts, helps and points are no part of it. Absent: of a version before it was kept. */
  structure: v.optional(v.string()),
  /** Who changed a field last, and when; a stage's by `stage:` and its id. */
  marks: v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant }))),
})
export type FormHeader = Readonly<v.InferOutput<typeof formHeaderSchema>>
