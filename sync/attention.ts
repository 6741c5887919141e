import { namesFile } from '#shared/attachments/rules.ts'
import type { Mid, UserId } from '#shared/kernel/ids.ts'
import type { Rows } from '#shared/world.ts'
import type { StoredOutcome, Upload } from './storage/storage.ts'

type Card = Rows['conflict']

/** Everything of a person's that did not stand, or that others did to it. Cards newest first. */
export interface Attention {
  /** Cards of one's own changes that did not stand. */
  readonly cards: readonly Card[]
  /** Cards with what others would rather have. */
  readonly suggestions: readonly Card[]
  /** Cards that only tell: they ask for no decision and are not counted. */
  readonly notices: readonly Card[]
  /** What did not stand and has no card, newest first. */
  readonly outcomes: readonly StoredOutcome[]
  /** Files that the server will never take. */
  readonly files: readonly Upload[]
}

interface Facts {
  readonly ownerId: UserId
  readonly cards: Iterable<Card>
  readonly outcomes: Iterable<StoredOutcome>
  readonly files: readonly Upload[]
}

/** Sorts what a device knows into what asks for a decision and what only tells. */
export function attentionOf({ ownerId, cards, outcomes, files }: Facts): Attention {
  const own = [...cards].filter((card) => card.ownerId === ownerId)
  const open = own.filter((card) => card.state === 'open').toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : -1))
  const carded = midsIn(own)
  return {
    cards: open.filter((card) => card.side === 'author'),
    suggestions: open.filter((card) => card.side === 'other'),
    notices: open.filter((card) => card.side === 'notice'),
    outcomes: [...outcomes]
      .filter((one) => needsAttention(one) && !carded.has(one.mid) && !files.some((file) => namesFile(one, file.id)))
      .toSorted((a, b) => (a.storedAt < b.storedAt ? 1 : -1)),
    files,
  }
}

/** How many decisions that asks for: the one number of every screen that tells it. */
export const decisionsIn = ({ cards, suggestions, outcomes, files }: Attention): number =>
  cards.length + suggestions.length + outcomes.length + files.length

export const needsAttention = (outcome: StoredOutcome): boolean => !outcome.dismissed && (outcome.d === 'lost' || outcome.d === 'refused')

/** Mutations that cards hold as their owner's own: one card tells of a whole chain of edits (CF26). */
export const midsIn = (cards: readonly Card[]): ReadonlySet<Mid> =>
  new Set(cards.flatMap((card) => [card.mine, ...card.chain].flatMap((side) => side?.mid ?? [])))
