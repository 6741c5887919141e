import { useMemo } from 'react'
import type { Conflict } from '#shared/conflicts/model.ts'
import type { StoredOutcome, Upload } from '#sync/storage/storage.ts'
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
  /** Files that the server will never take. */
  readonly files: readonly Upload[]
}

const none: readonly Conflict[] = []

/** Everything of the signed-in person's that did not stand, or that others did to it, newest first. */
export function useAttention(): Attention {
  const engine = useEngine()
  const rows = useTable('conflict') ?? none
  const version = useTopic('outcomes')
  const queued = useTopic('queue')
  return useMemo(() => {
    const open = rows
      .filter((card) => card.ownerId === engine.actor.id && card.state === 'open')
      .toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : -1))
    const files = engine.parkedFiles()
    const carded = new Set(
      rows.filter((card) => card.ownerId === engine.actor.id).flatMap((card) => [card.mine, ...card.chain].map((side) => side?.mid)),
    )
    return {
      cards: open.filter((card) => card.side === 'author'),
      suggestions: open.filter((card) => card.side === 'other'),
      notices: open.filter((card) => card.side === 'notice'),
      outcomes: engine
        .outcomes()
        .filter((one) => (one.d === 'lost' || one.d === 'refused') && !carded.has(one.mid) && !files.some((file) => tellsOf(one, file))),
      files,
    }
    // The engine's outcomes and files move with their versions.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, rows, version, queued])
}

/** Whether an outcome is why a file does not go: its card says so already. */
const tellsOf = ({ n, a }: StoredOutcome, file: Upload): boolean =>
  n === 'attachment.add' && typeof a === 'object' && a !== null && Reflect.get(a, 'id') === file.id

export const attentionSize = ({ cards, suggestions, notices, outcomes, files }: Attention): number =>
  cards.length + suggestions.length + notices.length + outcomes.length + files.length
