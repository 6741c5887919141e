import { belongsTo } from '#shared/access/actor.ts'
import { reaches } from '#shared/access/visibility.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { isDecidedSince, isVisibleAt } from '#shared/results/reading.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Tx } from '../../db/open.ts'
import type { Session } from '../../http/session.ts'
import { headerOf, type WorldKey } from '../../world/store.ts'
import { participationIn } from '../../world/visibility.ts'

/**
 * As what somebody reads an institution's results: administrator and evaluator for the lab, leader for the institution (who leads it or
 * their delegate); member: of the institution, and told only that there are any.
 */
export type ReaderKind = 'administrator' | 'evaluator' | 'leader' | 'member'

export interface Reader {
  readonly as: ReaderKind
  readonly header: FormHeader
}

/** As what somebody reads an institution's results in a form; undefined for who has no business there, whether or not it takes part (RS11). */
export async function readerOf(tx: Tx, { actor }: Session, key: WorldKey, now: Instant): Promise<Reader | undefined> {
  if (actor.kind === 'Institutional' && !belongsTo(actor, key.institutionId)) return undefined
  const participation = await participationIn(tx, key, actor.kind === 'Evaluator' ? 'enabled' : 'any')
  if (!participation || !reaches(actor, participation)) return undefined
  const header = await headerOf(tx, key.formId)
  if (!header || header.removed) return undefined
  switch (actor.kind) {
    case 'Administrator':
      return { as: 'administrator', header }
    case 'Evaluator':
      return isDecidedSince(header, now) ? { as: 'evaluator', header } : undefined
    case 'Institutional':
      return { as: (await leads(tx, actor.id, key)) ? 'leader' : 'member', header }
  }
}

/** Whether somebody leads an institution, or stands in for who does: in this form, or in one that is enabled. */
async function leads(tx: Tx, userId: string, { institutionId, formId }: WorldKey): Promise<boolean> {
  const row = await tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .select('participant.form_id')
    .where('participant.institution_id', '=', institutionId)
    .where('form.removed', '=', 0)
    .where((each) => each.or([each('participant.form_id', '=', formId), each('form.enabled', '=', 1)]))
    .where((each) => each.or([each('participant.leader_id', '=', userId), each('participant.delegate_id', '=', userId)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody reads what was published of a kind: the lab at any time, an institution from its stage on. */
export const readsPublished = ({ as, header }: Reader, kind: ResultKind, now: Instant): boolean =>
  as === 'administrator' || as === 'evaluator' || isVisibleAt(header, kind, now)

/** Whether somebody reads what was not published: the lab alone. */
export const readsAll = ({ as }: Reader): boolean => as === 'administrator' || as === 'evaluator'
