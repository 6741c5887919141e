import type { Conflict } from '#shared/conflicts/model.ts'
import type { Card } from '#shared/contract/mutation.ts'
import type { FormId, InstitutionId, Mid } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { userScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** A card that a decision asked for, with what the engine knows about it. */
export interface RaisedCard {
  readonly card: Card
  /** Its id: the mutation's mid and the card's place in the outcome. */
  readonly id: string
  readonly institutionId: InstitutionId
  readonly formId: FormId
  readonly mutation: string
  readonly base: Mid | null
  readonly at: Instant
}

/**
 * Conflict rows of the cards that a batch raised, in its owners' scopes.
 * A chain of one's own edits after a lost one stays one card whose last value is the candidate (sync.md §3, row 26).
 */
export async function conflictChanges(tx: Tx, raised: readonly RaisedCard[]): Promise<Change[]> {
  if (raised.length === 0) return []
  const owners = new Set(raised.filter((each) => each.base !== null && each.card.side === 'author').map((each) => each.card.ownerId))
  const open = await openAuthorCards(tx, [...owners])
  const changed = new Map<string, Conflict>()
  for (const each of raised) {
    const known =
      each.base !== null && each.card.side === 'author' ? open.get(chainKey(each.card.ownerId, each.mutation, each.base)) : undefined
    const conflict = known && known.unit === each.card.unit ? continued(known, each) : opened(each)
    changed.set(conflict.id, conflict)
    if (known) open.delete(chainKey(known.ownerId, known.mutation, known.mine?.mid ?? ''))
    if (conflict.side === 'author' && conflict.mine?.mid)
      open.set(chainKey(conflict.ownerId, conflict.mutation, conflict.mine.mid), conflict)
  }
  return [...changed.values()].map((row) => ({ scope: userScope(row.ownerId), part: '', table: 'conflict', id: row.id, row }))
}

const chainKey = (ownerId: string, mutation: string, mid: string): string => `${ownerId}\n${mutation}\n${mid}`

function opened({ card, id, institutionId, formId, mutation, at }: RaisedCard): Conflict {
  return { ...card, id, institutionId, formId, mutation, state: 'open', openedAt: at, closedAt: null }
}

function continued(known: Conflict, { card, at }: RaisedCard): Conflict {
  return {
    ...known,
    code: card.code,
    mine: card.mine,
    theirs: card.theirs,
    params: card.params,
    chain: known.mine ? [...known.chain, known.mine] : known.chain,
    openedAt: at,
  }
}

async function openAuthorCards(tx: Tx, owners: readonly string[]): Promise<Map<string, Conflict>> {
  const found = new Map<string, Conflict>()
  if (owners.length === 0) return found
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', owners.map(userScope)))
    .where('tbl', '=', 'conflict')
    .where('deleted', '=', 0)
    .execute()
  for (const row of rows) {
    const conflict: Conflict = JSON.parse(row.data)
    if (conflict.state !== 'open' || conflict.side !== 'author' || !conflict.mine?.mid) continue
    found.set(chainKey(conflict.ownerId, conflict.mutation, conflict.mine.mid), conflict)
  }
  return found
}

/** Cards of one person about one institution in one form, for decisions that speak about them. */
export async function cardsOf(tx: Tx, ownerId: string, institutionId: InstitutionId, formId: FormId): Promise<Conflict[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', userScope(ownerId))
    .where('tbl', '=', 'conflict')
    .where('deleted', '=', 0)
    .execute()
  return rows
    .map((row): Conflict => JSON.parse(row.data))
    .filter((conflict) => conflict.institutionId === institutionId && conflict.formId === formId)
}
