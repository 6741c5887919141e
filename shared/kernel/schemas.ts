import * as v from 'valibot'
import type {
  AttachmentId,
  DimensionId,
  FormId,
  FormVersionId,
  InstitutionId,
  Mid,
  QuestionId,
  RowId,
  StageId,
  Unit,
  UserId,
} from './ids.ts'
import type { Day, Instant } from './instant.ts'

/** Ids and moments as rows and replies hold them: what kind of thing each names is a matter of types alone. */
export const userId: v.GenericSchema<string, UserId> = v.string()
export const institutionId: v.GenericSchema<string, InstitutionId> = v.string()
export const formId: v.GenericSchema<string, FormId> = v.string()
export const formVersionId: v.GenericSchema<string, FormVersionId> = v.string()
export const dimensionId: v.GenericSchema<string, DimensionId> = v.string()
export const questionId: v.GenericSchema<string, QuestionId> = v.string()
export const rowId: v.GenericSchema<string, RowId> = v.string()
export const attachmentId: v.GenericSchema<string, AttachmentId> = v.string()
export const stageId: v.GenericSchema<string, StageId> = v.string()
export const mid: v.GenericSchema<string, Mid> = v.string()
export const unit: v.GenericSchema<string, Unit> = v.string()
export const instant: v.GenericSchema<string, Instant> = v.string()
export const day: v.GenericSchema<string, Day> = v.string()

/** A list that its readers do not change. */
export const list = <Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, readonly Item[]> => v.array(item)

/** Values by a name that is not known beforehand, which their readers do not change. */
export const dictionary = <Value>(value: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Readonly<Record<string, Value>>> =>
  v.record(v.string(), value)

/** Names, counts and limits for a sentence. */
export const sentenceParams = dictionary(v.union([v.string(), v.number()]))
