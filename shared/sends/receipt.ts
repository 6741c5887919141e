import type { Actor } from '../access/actor.ts'
import { leads } from '../assignments/rules.ts'
import type { Instant } from '../kernel/instant.ts'
import { epochMs, instantOf } from '../kernel/instant.ts'
import type { FormHeader, Stage } from '../stages/model.ts'
import { boundsOf, isInput, isRevision, stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Send } from './model.ts'
import { isToEvaluation } from './recall.ts'

/**
 * What comes after a send by the stages of the form (RT1): of one to the evaluation the revision that follows and the input after it; of
 * one within the institution the stage in which all of it is to be sent, by its end. Null where no stage is planned for it.
 */
export function nextOf(
  form: Pick<FormHeader, 'stages'>,
  { sentAt, toLevel }: Pick<Send, 'sentAt' | 'toLevel'>,
): {
  readonly by: Stage | null
  readonly revision: Stage | null
  readonly input: Stage | null
} {
  const at = stageAt(form, sentAt) ?? null
  if (!isToEvaluation({ toLevel })) return { by: at, revision: null, input: null }
  const from = at ? boundsOf(at).endMs : epochMs(sentAt)
  const after = form.stages
    .filter((stage) => boundsOf(stage).startMs > from)
    .toSorted((left, right) => boundsOf(left).startMs - boundsOf(right).startMs)
  const revision = after.find(({ kind }) => isRevision(kind)) ?? null
  const input = revision && (after.find((stage) => isInput(stage.kind) && boundsOf(stage).startMs > boundsOf(revision).endMs) ?? null)
  return { by: null, revision, input }
}

/** Whether a person reads a receipt (RT2): of one to the evaluation everybody who reaches the institution. */
export function readsReceipt(world: World, actor: Actor, send: Send): boolean {
  if (isToEvaluation(send) || actor.kind === 'Administrator') return true
  if (actor.kind !== 'Institutional') return false
  return actor.id === send.authorId || leads(world, actor.id) || (send.to ?? []).includes(actor.id)
}

/** Receipts that a person reads, the newest first. */
export const receiptsFor = (world: World, actor: Actor): Send[] =>
  [...world.list('send')]
    .filter((send) => readsReceipt(world, actor, send))
    .toSorted((left, right) => (left.sentAt < right.sentAt ? 1 : -1))

/** When a stage begins and ends, as instants. */
export const spanOf = (stage: Stage): { readonly from: Instant; readonly to: Instant } => {
  const { startMs, endMs } = boundsOf(stage)
  return { from: instantOf(startMs), to: instantOf(endMs) }
}
