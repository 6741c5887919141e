import * as v from 'valibot'
import { typedText } from '../answers/model.ts'
import { actingRole } from '../assignments/rules.ts'
import { formCounters, isCorrectable, isObserved } from '../answers/rules.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, HistoryEntry } from '../contract/mutation.ts'
import { publishedDecisions } from '../evaluations/mutations.ts'
import type { Round } from '../evaluations/model.ts'
import { isRoundSent, questionOf } from '../evaluations/rules.ts'
import { must } from '../kernel/assert.ts'
import type { Instant } from '../kernel/instant.ts'
import { epochMs } from '../kernel/instant.ts'
import type { FormHeader, Stage } from '../stages/model.ts'
import { boundsOf, isInput, isRevision, stageAt } from '../stages/rules.ts'
import type { Change, World } from '../world.ts'
import { apply } from '../world.ts'
import { participantChange } from './changes.ts'
import type { Participant } from './model.ts'
import { returned } from '../answers/changes.ts'

/** What time's work depends on: little enough to be asked of every institution, without its answers. A world has it. */
export interface TickFacts {
  readonly form: Pick<FormHeader, 'stages'>
  readonly participant: Pick<Participant, 'closedStageIds' | 'openedStageId'>
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

/** Whether a tick would change anything for this institution. */
export function isTickDue(facts: TickFacts, now: Instant): boolean {
  const { ended, opened } = ticksDue(facts, now)
  return ended.length > 0 || opened !== undefined
}

/**
 * What time itself does to an institution: the end of an input stage locks it (TM8), the end of a first revision releases
 * what was decided (TM9), and a correction or replica stage opens it again when there is work for it (TM10, TM11).
 * Applied in stage order, each step on the state that the one before left.
 */
export const tickStage = mutation({
  name: 'stage.tick',
  version: 1,
  input: v.object({}),
  entityOf: () => 'stage',
  decide(world, _args, context) {
    if (context.actor.id !== 'system') return refused('administrators_only')
    const { ended, opened } = ticksDue(world, context.now)
    if (ended.length === 0 && !opened) return noop()
    const scratch = world.clone()
    const all: Change[] = []
    const history: HistoryEntry[] = []
    const step = (changes: Change[]): void => {
      all.push(...changes)
      apply(scratch, changes)
    }
    for (const stage of ended) {
      const { locked, closedStageIds, releasedStageIds } = scratch.participant
      if (isInput(stage.kind) && !locked) {
        const incomplete = formCounters(scratch).pendent > 0
        step([participantChange(scratch, { locked: true, lockReason: 'stageEnd', incomplete })])
        history.push({ unit: null, action: 'Envía', text: stage.name, role: 'System' })
      }
      if (stage.kind === 'FirstRevision' && !releasedStageIds.includes(stage.id)) step(publishedDecisions(scratch, 'FirstRevision'))
      step([participantChange(scratch, { closedStageIds: [...closedStageIds, stage.id] })])
    }
    if (opened) {
      step(openingChanges(scratch, opened))
      step([participantChange(scratch, { openedStageId: opened.id })])
    }
    return applied({ changes: lastOfEach(all), history })
  },
})

/** Only the final state of each row that several steps wrote. */
function lastOfEach(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.table} ${change.id}`, change])).values()]
}

function openingChanges(world: World, stage: Stage): Change[] {
  const { incomplete } = world.participant
  if (stage.kind === 'CorrectionInput') {
    const observed = [...world.list('evaluation')].some((each) => each.decision === 'Observed')
    if (!observed && !incomplete) return []
    const open = (unit: string): boolean =>
      world.get('evaluation', unit)?.decision !== 'Accepted' && isCorrectable(world, questionOf(world, unit), unit)
    return [
      ...returned(world, (unit) => open(unit) && !isObserved(world, unit), true),
      ...returned(world, (unit) => isObserved(world, unit), false),
      participantChange(world, { locked: false, lockReason: null, incomplete: false }),
    ]
  }
  const publishes: Partial<Record<Stage['kind'], readonly Round[]>> = {
    ReplicaInput: ['SecondRevision'],
    ShowResults: ['SecondRevision', 'ReplicaRevision'],
  }
  // What was not sent is not released: the undecided are the administrator's to see (TM13).
  const published = (publishes[stage.kind] ?? [])
    .filter((round) => isRoundSent(world, round, stage))
    .flatMap((round) => publishedDecisions(world, round))
  if (stage.kind !== 'ReplicaInput') return published
  const rejected = published.some((change) => change.table === 'evaluation' && change.row.decision === 'Rejected')
  if (!rejected) return published
  const scratch = world.clone()
  apply(scratch, published)
  return [
    ...published,
    ...returned(scratch, (unit) => scratch.get('evaluation', unit)?.decision === 'Rejected', false),
    participantChange(world, { locked: false, lockReason: null, incomplete: false }),
  ]
}

/** Whether an institution can be opened again now: not while evaluators decide on what it sent, nor outside every stage (SE11). */
export function canReopen(form: FormHeader, { locked }: Pick<Participant, 'locked'>, now: Instant): boolean {
  const stage = stageAt(form, now)
  return locked && stage !== undefined && !isRevision(stage.kind)
}

/** An administrator opens a sent institution again, with a reason (SE11). */
export const reopenParticipant = mutation({
  name: 'participant.reopen',
  version: 1,
  input: v.object({ reason: v.pipe(typedText, v.trim(), v.maxLength(2000)) }),
  entityOf: () => 'lock',
  decide(world, { reason }, context: Context) {
    if (context.actor.kind !== 'Administrator' || context.actor.id === 'system') return refused('administrators_only')
    if (reason === '') return refused('justification_missing')
    if (!world.participant.locked) return noop()
    if (!canReopen(world.form, world.participant, context.now)) return refused('stage_closed')
    return applied({
      changes: [
        ...returned(world, (unit) => must(world.answer(unit), `answer ${unit} is missing`).level === 0, true),
        participantChange(world, { locked: false, lockReason: null }),
      ],
      history: [{ unit: null, action: 'Devuelve', text: reason, role: actingRole(world, context.actor) }],
    })
  },
})
