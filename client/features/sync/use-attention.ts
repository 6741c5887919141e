import { useMemo } from 'react'
import type { Conflict } from '#shared/conflicts/model.ts'
import type { StoredOutcome } from '#sync/storage/storage.ts'
import { useEngine, useTopic } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'

export interface Attention {
  /** Cards of one's own changes that did not stand. */
  readonly cards: readonly Conflict[]
  /** Cards with what others would rather have. */
  readonly suggestions: readonly Conflict[]
  /** Cards that only tell. */
  readonly notices: readonly Conflict[]
  /** What did not stand and has no open card. */
  readonly outcomes: readonly StoredOutcome[]
}

const none: readonly Conflict[] = []

/** Everything of the signed-in person's that did not stand, or that others did to it, newest first. */
export function useAttention(): Attention {
  const engine = useEngine()
  const rows = useTable('conflict') ?? none
  const version = useTopic('outcomes')
  return useMemo(() => {
    const open = rows
      .filter((card) => card.ownerId === engine.actor.id && card.state === 'open')
      .toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : -1))
    const carded = new Set(
      rows.filter((card) => card.ownerId === engine.actor.id).flatMap((card) => [card.mine, ...card.chain].map((side) => side?.mid)),
    )
    return {
      cards: open.filter((card) => card.side === 'author'),
      suggestions: open.filter((card) => card.side === 'other'),
      notices: open.filter((card) => card.side === 'notice'),
      outcomes: engine.outcomes().filter((one) => (one.d === 'lost' || one.d === 'refused') && !carded.has(one.mid)),
    }
    // The engine's outcomes move with their version.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, rows, version])
}

export const attentionSize = ({ cards, suggestions, notices, outcomes }: Attention): number =>
  cards.length + suggestions.length + notices.length + outcomes.length
