import type { ErrorCode } from '../errors.ts'

/** Codes of every call that carries out a mutation: whose it is, and what its key was used for before. */
export const doorFailures = [
  'not_found',
  'forbidden',
  'mid_reused',
  'key_reused',
  'no_role',
  'not_assigned_evaluator',
  'impersonation_missing',
  'form_closed',
] as const satisfies readonly ErrorCode[]

/** Of every call that changes what a question says: its value, its file, or that it has none. */
export const answeringFailures = [
  ...doorFailures,
  'stage_closed',
  'form_sent',
  'form_disabled',
  'administrators_only',
  'not_assignee',
  'concurrent',
  'answer_already_accepted',
  'sent_upward',
  'not_observed',
  'comment_pending',
  'question_retired',
  'dependent_closed',
  'row_missing',
] as const satisfies readonly ErrorCode[]
