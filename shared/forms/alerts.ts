import { kinds } from './kinds.ts'
import type { Alert, AlertSide, Question } from './model.ts'

type Find = (id: string) => Question | undefined

/** What one side of an alert may be about a question: any answer, or one of its choices. */
export const alertValues = (question: Question): ReadonlyArray<boolean | string | null> => [null, ...kinds[question.kind].choices(question)]

function isSide(find: Find, { questionId, value }: AlertSide): boolean {
  const question = find(questionId)
  return question !== undefined && !question.survey && alertValues(question).includes(value)
}

/** Whether an alert is one that can be raised: two questions that are asked, choices that they have, one side that says something, and words. */
export const canAlert = (find: Find, { first, second, text, institution }: Omit<Alert, 'id'>): boolean =>
  first.questionId !== second.questionId &&
  (first.says || second.says) &&
  text.trim() !== '' &&
  isSide(find, first) &&
  isSide(find, second) &&
  // What the lab answers by itself is nothing that an institution is told of (VI5).
  (institution !== true || [first, second].every(({ questionId }) => find(questionId)?.administrative === false))
