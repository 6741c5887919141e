import * as v from 'valibot'
import { useCallback, useMemo } from 'react'
import { answerValueSchema } from '#shared/answers/model.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { decideAnswer } from '#shared/evaluations/mutations.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOpenWorld } from '#client/data/world/use-world.ts'

export interface Decided {
  readonly decision: Decision
  readonly comment: string | null
  /** Half-written text that it was made of. */
  readonly clearDraft?: string | undefined
}

/** Value of an answer as the evaluator saw it, kept on this device to be shown beside a later one (CF8). */
export interface SeenValue {
  readonly rev: number
  readonly value: AnswerValue | null
}

/** How many revisions of one answer are remembered. */
const seenMost = 4
const seenKey = (scope: string, unit: Unit): string => `seen:${scope}:${unit}`

const seenSchema = v.array(v.object({ rev: v.number(), value: v.nullable(answerValueSchema) }))

function readSeen(stored: unknown): readonly SeenValue[] {
  const parsed = v.safeParse(seenSchema, stored)
  return parsed.success ? parsed.output : []
}

export interface Deciding {
  /** Decides on the revision and the file that are on the screen, over the decision that is on the screen. */
  decide(unit: Unit, wanted: Decided): Promise<Result<{ readonly mid: Mid | null }>>
  /** What this person saw when they decided on a revision; the newest that is not the present one when none is named. */
  seen(unit: Unit, rev?: number): Promise<SeenValue | null>
}

export function useDecide(): Deciding {
  const open = useOpenWorld()
  const engine = useEngine()
  const remember = useCallback(
    async (unit: Unit): Promise<void> => {
      const answer = open.world().answer(unit)
      if (!answer) return
      const key = seenKey(open.scope, unit)
      const before = readSeen(await engine.shelf.read(key)).filter((each) => each.rev !== answer.rev)
      await engine.shelf.write(key, [{ rev: answer.rev, value: answer.value }, ...before].slice(0, seenMost))
    },
    [engine, open],
  )
  return useMemo(
    () => ({
      async decide(unit, { decision, comment, clearDraft }) {
        const world = open.world()
        const answer = world.answer(unit)
        if (!answer) return { ok: false, failure: failure('answer_missing') }
        const base = world.get('draft', unit)?.mid ?? null
        const args = { unit, decision, comment, answerRev: answer.rev, file: world.attachment(unit)?.id ?? null }
        const result = await open.dispatch(decideAnswer, args, { base, clearDraft })
        if (result.ok) await remember(unit)
        return result
      },
      async seen(unit, rev) {
        const current = open.world().answer(unit)?.rev
        const all = readSeen(await engine.shelf.read(seenKey(open.scope, unit)))
        return all.find((each) => (rev === undefined ? each.rev !== current : each.rev === rev)) ?? null
      },
    }),
    [engine, open, remember],
  )
}
