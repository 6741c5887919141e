import type { Participant } from '../institutions/model.ts'
import { dayMs, endOfDayMs, epochMs, startOfDayMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader, Phase, Stage, StageKind } from './model.ts'

interface Bounds {
  readonly startMs: number
  /** Last millisecond that belongs to the stage. */
  readonly endMs: number
}

const bounds = new WeakMap<Stage, Bounds>()

/** First and last millisecond of a stage: whole Santiago days (TM1), unless a rehearsal moved them. */
export function boundsOf(stage: Stage): Bounds {
  const known = bounds.get(stage)
  if (known) return known
  const found = {
    startMs: stage.startedAt ? epochMs(stage.startedAt) : startOfDayMs(stage.start),
    endMs: stage.cutAt ? epochMs(stage.cutAt) - 1 : endOfDayMs(stage.end),
  }
  bounds.set(stage, found)
  return found
}

/** The stage that contains a moment; undefined before, between and after stages (TM2). */
export function stageAt(form: Pick<FormHeader, 'stages'>, now: Instant): Stage | undefined {
  const at = epochMs(now)
  return form.stages.find((stage) => {
    const { startMs, endMs } = boundsOf(stage)
    return startMs <= at && at <= endMs
  })
}

/** Where the form stands at a moment (TM2). */
export function phaseAt(form: Pick<FormHeader, 'stages'>, now: Instant): Phase {
  const current = stageAt(form, now)
  if (current) return current.kind
  const at = epochMs(now)
  const started = form.stages.some((stage) => boundsOf(stage).startMs <= at)
  if (!started) return 'Pre'
  return form.stages.some((stage) => boundsOf(stage).startMs > at) ? 'Gap' : 'Closed'
}

/** Whether a form lets institutions appeal and has what they do decided. */
export const hasReplica = ({ stages }: Pick<FormHeader, 'stages'>): boolean => stages.some(({ kind }) => kind === 'ReplicaRevision')

/** Whether a form has begun for somebody: on record, or a stage of it has begun while it is enabled (TM15). */
export function isInitialized(form: Pick<FormHeader, 'initialized' | 'enabled' | 'stages'>, now: Instant): boolean {
  if (form.initialized === true) return true
  const at = epochMs(now)
  return form.enabled && form.stages.some((stage) => boundsOf(stage).startMs <= at)
}

/** Stage on a timeline: complete when over, current when inside, next when ahead (TM3). */
export function timelineState(stage: Stage, now: Instant): 'complete' | 'current' | 'next' {
  const { startMs, endMs } = boundsOf(stage)
  const at = epochMs(now)
  if (at > endMs) return 'complete'
  return at >= startMs ? 'current' : 'next'
}

const inputKinds: readonly StageKind[] = ['NormalInput', 'CorrectionInput', 'ReplicaInput']
export const isInput = (phase: Phase): boolean => (inputKinds as readonly Phase[]).includes(phase)

const revisionKinds: readonly StageKind[] = ['FirstRevision', 'SecondRevision', 'ReplicaRevision']
export const isRevision = (phase: Phase): phase is 'FirstRevision' | 'SecondRevision' | 'ReplicaRevision' =>
  (revisionKinds as readonly Phase[]).includes(phase)

/** How long after its end a stage still takes work done before it (TM6, TM14). */
export const graceMs = dayMs

/**
 * The stage that was running when the person acted, if its grace still holds (TM6, TM14): an input stage, or a revision for decisions.
 * occurredAt: device's time, trusted only between the lease and the stage's end. lease: newest server time the device knew.
 */
export function graceStage(
  form: FormHeader,
  now: Instant,
  occurredAt: Instant,
  lease: Instant | null,
  takes: (kind: StageKind) => boolean = isInput,
): Stage | undefined {
  if (!lease) return undefined
  const at = epochMs(now)
  const done = epochMs(occurredAt)
  const known = epochMs(lease)
  return form.stages.find((stage) => {
    if (!takes(stage.kind)) return false
    const { startMs, endMs } = boundsOf(stage)
    return at > endMs && at <= endMs + graceMs && known >= startMs && known <= endMs && done >= known && done <= endMs
  })
}

export type TimeRemaining =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'day' }
  | { readonly kind: 'clock'; readonly hours: number; readonly minutes: number; readonly seconds: number }
  | { readonly kind: 'over' }

/** Time left to the end of a stage's last day (TM5): whole days from 48 h, "day" from 24 h, else a clock. */
export function timeRemaining(stage: Stage, now: Instant): TimeRemaining {
  const leftMs = boundsOf(stage).endMs + 1 - epochMs(now)
  if (leftMs <= 0) return { kind: 'over' }
  if (leftMs >= 2 * dayMs) return { kind: 'days', days: Math.floor(leftMs / dayMs) }
  if (leftMs >= dayMs) return { kind: 'day' }
  const seconds = Math.floor(leftMs / 1000)
  return { kind: 'clock', hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 }
}

/** What time's work depends on: little enough to be asked of every institution, without its answers. A world has it. */
export interface TickFacts {
  readonly form: Pick<FormHeader, 'stages'>
  readonly participant: Pick<Participant, 'closedStageIds' | 'openedStageId' | 'openedEnd'>
}

/** Stages whose end or opening the platform has not applied yet to an institution, oldest first. */
export function ticksDue(
  { form, participant }: TickFacts,
  now: Instant,
): { readonly ended: readonly Stage[]; readonly opened: Stage | undefined } {
  const ended = form.stages
    .filter((stage) => boundsOf(stage).endMs < epochMs(now) && !participant.closedStageIds.includes(stage.id))
    .toSorted((left, right) => boundsOf(left).endMs - boundsOf(right).endMs)
  const current = stageAt(form, now)
  return { ended, opened: current && current.id !== participant.openedStageId ? current : undefined }
}

/** The stage that runs, where its last day is another one than its people know (TM24). */
export function endMoved({ form, participant }: TickFacts, now: Instant): Stage | undefined {
  const current = stageAt(form, now)
  const { openedStageId, openedEnd } = participant
  return current && current.id === openedStageId && openedEnd !== undefined && openedEnd !== current.end ? current : undefined
}

/** Whether a tick would change anything for this institution. */
export function isTickDue(facts: TickFacts, now: Instant): boolean {
  const { ended, opened } = ticksDue(facts, now)
  return ended.length > 0 || opened !== undefined || endMoved(facts, now) !== undefined
}
