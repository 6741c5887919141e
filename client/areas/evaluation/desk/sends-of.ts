import { sendEvaluation } from '#shared/evaluations/mutations.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId, Mid } from '#shared/kernel/ids.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { QueueItem } from '#sync/face.ts'
import type { StoredOutcome } from '#sync/storage/storage.ts'

/** What became of an institution's evaluation that was sent from this device and is not plainly sent. */
export type SendNews =
  /** It waits here or is on its way: the server has not judged it. */
  | { readonly kind: 'waiting' }
  /** The server did not let it stand. */
  | { readonly kind: 'failed'; readonly mid: Mid; readonly why: Failure }

type Asked = Pick<QueueItem, 'name' | 'scope' | 'state'>
type Judged = Pick<StoredOutcome, 'mid' | 'n' | 's' | 'd' | 'code' | 'params' | 't' | 'storedAt' | 'dismissed'>

const didNotStand = ({ d, dismissed }: Judged): boolean => !dismissed && (d === 'lost' || d === 'refused')

function institutionIn(text: string, formId: FormId): InstitutionId | null {
  const scope = parseScope(text)
  return scope?.kind === 'inst' && scope.formId === formId ? scope.institutionId : null
}

/**
 * News of the sends of a form, by institution: what waits, else how the last one was judged. What was judged of a send before
 * `sinceMs`, when the round began, is of another round.
 */
export function sendsOf(
  formId: FormId,
  sinceMs: number,
  queue: readonly Asked[],
  outcomes: readonly Judged[],
): ReadonlyMap<InstitutionId, SendNews> {
  const news = new Map<InstitutionId, SendNews>()
  const judged = outcomes.filter((each) => each.n === sendEvaluation.name && didNotStand(each) && Date.parse(each.t) >= sinceMs)
  for (const { s, mid, code, params } of judged.toSorted((a, b) => (a.storedAt < b.storedAt ? -1 : 1))) {
    const institutionId = institutionIn(s, formId)
    if (institutionId !== null) news.set(institutionId, { kind: 'failed', mid, why: failure(code, params) })
  }
  for (const { name, scope, state } of queue) {
    const institutionId = name === sendEvaluation.name && state !== 'attention' ? institutionIn(scope, formId) : null
    if (institutionId !== null) news.set(institutionId, { kind: 'waiting' })
  }
  return news
}
