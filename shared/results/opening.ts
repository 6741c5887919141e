import { dayAt, epochMs, instantOf } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Opening } from '../privileges/rules.ts'
import type { FormHeader } from '../stages/model.ts'
import { boundsOf } from '../stages/rules.ts'
import type { ResultKind } from './model.ts'
import { kindsOpen } from './rules.ts'

/** The kind that is worked on now: the one that is open, or the preliminary one before and between. */
export const kindInFront = (form: Pick<FormHeader, 'stages'>, now: Instant): ResultKind => kindsOpen(form, now)[0] ?? 'preliminary'

/** When results of a kind may be worked out next after now, as the form's stages stand; null when they are open now, or never again (RS8). */
export function kindOpensAt(form: Pick<FormHeader, 'stages'>, kind: ResultKind, now: Instant): Opening | null {
  if (kindsOpen(form, now).includes(kind)) return null
  const turns = form.stages
    .flatMap((stage) => [
      { ms: boundsOf(stage).startMs, stage },
      { ms: boundsOf(stage).endMs + 1, stage: null },
    ])
    .filter(({ ms }) => ms > epochMs(now))
    // Where one stage ends as the next begins, it is the next that opens.
    .toSorted((left, right) => left.ms - right.ms || (left.stage === null ? 1 : 0) - (right.stage === null ? 1 : 0))
  const opening = turns.find(({ ms }) => kindsOpen(form, instantOf(ms)).includes(kind))
  return opening ? { stage: opening.stage, day: dayAt(instantOf(opening.ms)) } : null
}
