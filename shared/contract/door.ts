import type { ErrorCode } from '../errors.ts'

/** Codes of every call that carries out a mutation: whose it is, and what its key was used for before. */
export const doorFailures = [
  'not_found',
  'forbidden',
  'mid_reused',
  'key_reused',
  'no_role',
  'not_assigned_evaluator',
] as const satisfies readonly ErrorCode[]
