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

/** Most earlier values that a card lists, and most characters of JSON that they take together; the ledger holds them all. */
const longestChain = 100
const chainCharacters = 200_000

/**
 * Conflict rows of the cards that a batch raised, in its owners' scopes.
 * A chain of one's own edits after a lost one stays one card whose last value is the candidate (CF26), and so
 * do cards of one kind about one unit by one author: an inbox names what is wrong, not how often somebody tried.
 */
export async function conflictChanges(tx: Tx, raised: readonly RaisedCard[]): Promise<Change[]> {
  if (raised.length === 0) return []
  const open = new OpenCards(await openCards(tx, raised))
  const changed = new Map<string, Conflict>()
  for (const each of raised) {
    const known = open.continuedBy(each)
    const conflict = known ? continued(known, each) : opened(each)
    changed.set(conflict.id, conflict)
    open.put(conflict, known)
  }
  return [...changed.values()].map((row) => ({ scope: userScope(row.ownerId), part: '', table: 'conflict', id: row.id, row }))
}

/** Open cards by what a new one may continue. */
class OpenCards {
  readonly #chains = new Map<string, Conflict>()
  readonly #kinds = new Map<string, Conflict>()

  constructor(cards: readonly Conflict[]) {
    for (const card of cards) this.put(card, undefined)
  }

  continuedBy({ card, mutation, base, institutionId, formId }: RaisedCard): Conflict | undefined {
    const chained = base !== null && card.side === 'author' ? this.#chains.get(chainKey(card.ownerId, mutation, base)) : undefined
    if (chained && chained.unit === card.unit) return chained
    return this.#kinds.get(kindKey({ ...card, mutation, institutionId, formId }))
  }

  put(card: Conflict, before: Conflict | undefined): void {
    if (before?.mine?.mid) this.#chains.delete(chainKey(before.ownerId, before.mutation, before.mine.mid))
    if (before) this.#kinds.delete(kindKey(before))
    if (card.side === 'author' && card.mine?.mid) this.#chains.set(chainKey(card.ownerId, card.mutation, card.mine.mid), card)
    this.#kinds.set(kindKey(card), card)
  }
}

const chainKey = (ownerId: string, mutation: string, mid: string): string => `${ownerId}\n${mutation}\n${mid}`

type Kind = Pick<Conflict, 'ownerId' | 'side' | 'code' | 'mutation' | 'unit' | 'institutionId' | 'formId' | 'mine' | 'theirs'>
/** Cards with the same key say the same about the same: the newest one stands for all of them. */
const kindKey = ({ ownerId, side, code, mutation, unit, institutionId, formId, mine, theirs }: Kind): string =>
  [
    [ownerId, side, code, mutation, unit ?? '', institutionId, formId],
    // Two files are two things to choose from.
    [mine?.authorId ?? '', mine?.attachmentId ?? '', theirs?.authorId ?? '', theirs?.attachmentId ?? ''],
  ]
    .flat()
    .join('\n')

function opened({ card, id, institutionId, formId, mutation, at }: RaisedCard): Conflict {
  return { ...card, id, institutionId, formId, mutation, state: 'open', openedAt: at, closedAt: null }
}

function continued(known: Conflict, { card, at }: RaisedCard): Conflict {
  // Of the two sides the one that moved: one's own value, or the other's in a card about somebody else's.
  const before = card.side === 'author' ? known.mine : known.theirs
  return {
    ...known,
    code: card.code,
    mine: card.mine,
    theirs: card.theirs,
    params: card.params,
    chain: before ? newest([...known.chain, before]) : known.chain,
    openedAt: at,
  }
}

/** What a card lists of a chain: each further lost edit writes and sends the whole card again. */
function newest(chain: Conflict['chain']): Conflict['chain'] {
  let room = chainCharacters
  const from = chain.findLastIndex((side) => (room -= JSON.stringify(side).length) < 0) + 1
  return chain.slice(Math.max(from, chain.length - longestChain))
}

/** Open cards of those people in which a unit of what was raised is named: only those can go on. */
async function openCards(tx: Tx, raised: readonly RaisedCard[]): Promise<Conflict[]> {
  const owners = [...new Set(raised.map((each) => each.card.ownerId))]
  const units = new Set(raised.map((each) => each.card.unit))
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', owners.map(userScope)))
    .where('tbl', '=', 'conflict')
    .where('deleted', '=', 0)
    .execute()
  return rows
    .filter(({ data }) => [...units].some((unit) => unit === null || data.includes(JSON.stringify(unit))))
    .map((row): Conflict => JSON.parse(row.data))
    .filter((conflict) => conflict.state === 'open')
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
