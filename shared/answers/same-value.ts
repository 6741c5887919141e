import type { AnswerValue } from './model.ts'

/**
 * Whether two values are the same answer: canonical by kind, so key order and the order of choices do not matter.
 * Row order of a block does.
 */
export function sameValue(left: AnswerValue | null, right: AnswerValue | null): boolean {
  return canonical(left) === canonical(right)
}

/** A value as text that is equal exactly when the answers are; for comparisons and digests. */
export function canonical(value: AnswerValue | null): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('choice' in value) return JSON.stringify(['choice', value.choice.value, value.choice.extra ?? ''])
  if ('rows' in value) return JSON.stringify(['rows', ...value.rows])
  const choices = value.choices.map((each) => [each.value, each.extra ?? '']).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
  return JSON.stringify(['choices', value.none === true, choices])
}
