import { useCallback, useMemo } from 'react'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { decideAnswer } from '#shared/evaluations/mutations.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useOpenWorld } from '#client/data/use-world.ts'

export interface Decided {
  readonly decision: Decision
  readonly comment: string | null
}

/** Value of an answer as the evaluator saw it, kept on this device to be shown beside a later one (sync.md §3, row 8). */
export interface SeenValue {
  readonly rev: number
  readonly value: AnswerValue | null
}

const seenKey = (scope: string, unit: Unit): string => `seen:${scope}:${unit}`

function readSeen(stored: unknown): SeenValue | null {
  if (typeof stored !== 'object' || stored === null || !('rev' in stored) || typeof stored.rev !== 'number') return null
  // Written by `remember` below and read back by nothing else: its value is an answer's.
  return stored as SeenValue
}

export interface Deciding {
  /** Decides on the revision that is on the screen, over the decision that is on the screen. */
  decide(unit: Unit, wanted: Decided): Promise<Result<{ readonly mid: Mid | null }>>
  seen(unit: Unit, rev: number): Promise<SeenValue | null>
}

export function useDecide(): Deciding {
  const open = useOpenWorld()
  const engine = useEngine()
  const remember = useCallback(
    async (unit: Unit): Promise<void> => {
      const answer = open.world().answer(unit)
      if (answer) await engine.saveDraft(seenKey(open.scope, unit), { rev: answer.rev, value: answer.value } satisfies SeenValue)
    },
    [engine, open],
  )
  return useMemo(
    () => ({
      async decide(unit, { decision, comment }) {
        const world = open.world()
        const answer = world.answer(unit)
        if (!answer) return { ok: false, failure: failure('answer_missing') }
        const base = world.get('draft', unit)?.mid ?? null
        const result = await open.dispatch(decideAnswer, { unit, decision, comment, answerRev: answer.rev }, { base })
        if (result.ok) await remember(unit)
        return result
      },
      async seen(unit, rev) {
        const stored = readSeen(await engine.draft(seenKey(open.scope, unit)))
        return stored?.rev === rev ? stored : null
      },
    }),
    [engine, open, remember],
  )
}
