import { systemActor } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'

/** What the people are called who wrote and brought what the site is made of, by id. */
export async function namesOf(tx: Pick<Tx, 'q' | 'kind'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', [...new Set(ids)]))
    .orderBy('id')
    .execute()
  return new Map([[systemActor.id, systemActor.name], ...rows.map((row) => [row.id, fullName(row)] as const)])
}
