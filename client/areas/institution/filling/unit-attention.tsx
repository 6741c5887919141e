import type { Unit } from '#shared/kernel/ids.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { usePlaces } from '#client/features/sync/use-places.ts'
import type { Conflict } from '#shared/conflicts/model.ts'
import { latePart } from '#client/ui/loading/late-part.tsx'

const ConflictCard = latePart(() => import('#client/features/sync/cards/conflict-card.tsx'), 'ConflictCard')

const sameCards = (left: readonly Conflict[], right: readonly Conflict[]): boolean =>
  left.length === right.length && left.every((card, at) => card === right[at])

/** What did not stand about one unit, beside its answer. */
export function UnitAttention({ unit }: { readonly unit: Unit }) {
  const cards = useReading(
    [`unit:${unit}`],
    (world, { actor }) =>
      [...world.list('conflict')].filter(
        (card) => card.unit === unit && card.ownerId === actor.id && card.state === 'open' && card.side !== 'notice',
      ),
    sameCards,
  )
  return cards.length === 0 ? null : <Cards cards={cards} />
}

/** The list of what did not stand has the card, too. */
const stay = (): void => undefined

function Cards({ cards }: { readonly cards: readonly Conflict[] }) {
  const { scope } = useOpenWorld()
  const places = usePlaces([scope])
  return (
    <div className="grid divide-y divide-warm-300 rounded-lg border border-warm-300 bg-warm-50/60">
      {cards.map((card) => (
        <ConflictCard key={card.id} card={card} places={places} isInPlace onClose={stay} />
      ))}
    </div>
  )
}
