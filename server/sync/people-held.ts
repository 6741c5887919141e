import { pseudonymName } from '#shared/accounts/anonymise-mutations.ts'
import type { Institution, Participant } from '#shared/institutions/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import { TryAgain, type Tx } from '../db/open.ts'
import { lockScopes } from './changes.ts'

type Leading = Extract<Change, { table: 'participant' | 'institution' }>

const leads = (change: Change): change is Leading => change.table === 'participant' || change.table === 'institution'

/** Who leads, stands in or evaluates by a row. */
const holdersOf = (row: Participant | Institution): UserId[] =>
  ('formId' in row ? [row.leaderId, row.delegateId, row.evaluatorId] : [row.leaderId]).flatMap((id) => id ?? [])

/** What only its person's devices hold: its lock comes after those of people. */
const isPersons = (scope: string): boolean => {
  const kind = parseScope(scope)?.kind
  return kind === 'own' || kind === 'user'
}

/**
 * Holds, until the end of the transaction, whom a batch puts in charge of something and whose account it changes, before any of it is
 * written: nobody is put in charge of something while they are anonymised, and the other way round. Where somebody
 * was anonymised since the batch was decided on it is decided again (LW2). Where one writes at a time there is nothing to do.
 *
 * Nobody waits in a circle: everybody locks the scopes of institutions and forms first (of what a batch works on, when it is opened), then
 * accounts by id, then what is a person's own, and last the order of commits. Anonymising locks every scope in which its person has a row, then the account, before it looks at
 * anything (`directoriesOf`); who changes an account holds a scope of it, so that those two meet there.
 */
export async function holdPeople(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (tx.kind !== 'postgres') return
  const changed = new Set(changes.flatMap((change) => (change.table === 'person' ? [change.id] : [])))
  const named = await newlyInCharge(tx, changes.filter(leads))
  const ids = [...new Set([...changed, ...named])].toSorted()
  if (ids.length === 0) return
  await lockScopes(
    tx,
    [...new Set(changes.map(({ scope }) => scope))].filter((scope) => !isPersons(scope)),
  )
  for (const [strength, some] of inTurns(ids, (id) => changed.has(id))) {
    const accounts = tx.q
      .selectFrom('user')
      .select(['id', 'name', 'active'])
      .where(oneOf(tx.kind, 'id', some))
      .orderBy('id')
    // Sign-ins of who is put in charge go on meanwhile.
    const rows = await (strength ? accounts.forUpdate() : accounts.forKeyShare()).execute()
    const isGone = rows.some(({ id, name, active }) => named.has(id) && !changed.has(id) && active !== 1 && name === pseudonymName)
    if (isGone) throw new TryAgain('somebody was anonymised meanwhile')
  }
}

/** Ids in their order, those that follow each other and are changed, or are not, together. */
function inTurns(ids: readonly UserId[], isChanged: (id: UserId) => boolean): [isChanged: boolean, ids: UserId[]][] {
  const turns: [boolean, UserId[]][] = []
  for (const id of ids) {
    const last = turns.at(-1)
    if (last && last[0] === isChanged(id)) last[1].push(id)
    else turns.push([isChanged(id), [id]])
  }
  return turns
}

/** People whom rows put in charge of what they were not in charge of before. */
async function newlyInCharge(tx: Tx, changes: readonly Leading[]): Promise<ReadonlySet<UserId>> {
  const found = new Set<UserId>()
  for (const { scope, table, id, row } of changes) {
    const before = await tx.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', table)
      .where('id', '=', id)
      .where('deleted', '=', 0)
      .executeTakeFirst()
    const known = before && new Set(holdersOf(JSON.parse(before.data)))
    for (const holder of holdersOf(row)) if (!known?.has(holder)) found.add(holder)
  }
  return found
}
