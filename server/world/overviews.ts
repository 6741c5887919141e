import type { Actor } from '#shared/access/actor.ts'
import type { Overview } from '#shared/evaluations/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { overviewScope } from '#shared/protocol/scope.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { participationsOf } from './visibility.ts'

/** The overviews of an enabled form that one of the lab's people reaches, by institution. No world is opened. */
export async function overviewsFor(tx: Tx, actor: Actor, formId: FormId): Promise<Overview[]> {
  const reached = (await participationsOf(tx, actor)).filter((each) => each.formId === formId)
  const scopes = [...new Set(reached.map((each) => overviewScope(formId, each.evaluatorId)))]
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('tbl', '=', 'overview')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map((row): Overview => JSON.parse(row.data))
}
