import type { AnyMutation } from '#shared/contract/mutation.ts'
import { mutations } from '#shared/mutations.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Asked } from './batch.ts'

const key = 'known_mutations'

const nameOf = (name: string, version: number): string => `${name} ${version}`
const namesOf = (catalogue: Iterable<AnyMutation>): string[] => [...catalogue].map(({ name, version }) => nameOf(name, version))

/** Notes at a start what this program can decide, beside what every program of this database could: servers of two versions may share it. */
export async function noteKnown(tx: Tx, names: readonly string[] = namesOf(mutations.values())): Promise<void> {
  await tx.q
    .insertInto('meta')
    .values({ key, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const query = tx.q.selectFrom('meta').select('value').where('key', '=', key)
  const noted = await knownIn(tx.kind === 'postgres' ? query.forUpdate() : query)
  const all = new Set([...noted, ...names])
  if (all.size === noted.size) return
  await tx.q
    .updateTable('meta')
    .set({ value: JSON.stringify([...all].toSorted()) })
    .where('key', '=', key)
    .execute()
}

async function knownIn(query: { executeTakeFirst(): Promise<{ value: string } | undefined> }): Promise<ReadonlySet<string>> {
  const row = await query.executeTakeFirst()
  // Written by noteKnown.
  const names: readonly string[] = JSON.parse(row?.value ?? '[]')
  return new Set(names)
}

/**
 * Whether any of these is for a newer program of this database: this one would refuse for ever what another server decides. What no program
 * knows is refused here and now (MS3).
 */
export async function areForNewer(db: Pick<Database, 'q'>, asked: readonly Asked[]): Promise<boolean> {
  const strange = asked.filter(({ n, v, spoiled }) => spoiled === undefined && v > (mutations.get(n)?.version ?? 0))
  if (strange.length === 0) return false
  const known = await knownIn(db.q.selectFrom('meta').select('value').where('key', '=', key))
  return strange.some(({ n, v }) => known.has(nameOf(n, v)))
}
