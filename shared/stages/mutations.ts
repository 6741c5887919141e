import * as v from 'valibot'
import { returned } from '../answers/changes.ts'
import { formCounters, isCorrectable, isObserved } from '../answers/rules.ts'
import { applied, directoryMutation, mutation, noop, refused } from '../contract/mutation.ts'
import type { HistoryEntry } from '../contract/mutation.ts'
import type { Round } from '../evaluations/model.ts'
import { publishedDecisions } from '../evaluations/mutations.ts'
import { isRoundSent, questionOf } from '../evaluations/rules.ts'
import { participantChange } from '../institutions/changes.ts'
import { unlocking } from '../institutions/reopen.ts'
import type { Instant } from '../kernel/instant.ts'
import { parseScope } from '../protocol/scope.ts'
import { openingLetters, shorteningLetters } from '../reminders/opening.ts'
import { apply } from '../world.ts'
import type { Change, World } from '../world.ts'
import type { FormHeader, Stage } from './model.ts'
import { endMoved, isInput, phaseAt, stageAt, ticksDue, timelineState } from './rules.ts'

/** Ends the form's current stage now and starts its next one, for a rehearsal. Replies {stageKind}. Source: SPEC TM4. */
export const advanceStage = directoryMutation({
  name: 'stage.advance',
  version: 1,
  input: v.object({}),
  entityOf: () => 'stages',
  decide(rows, _args, { actor, now }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    const scope = parseScope(rows.scope)
    const form = scope?.kind === 'form' ? rows.get('form', scope.formId) : undefined
    if (!form) return refused('not_found')
    if (!form.enabled) return refused('form_disabled')
    const current = stageAt(form, now)
    const next = form.stages.find((stage) => stage.id !== current?.id && timelineState(stage, now) === 'next')
    if (!current && !next) return noop({ stageKind: phaseAt(form, now) })
    const row: FormHeader = { ...form, stages: form.stages.map((stage) => moved(stage, current, next, now)) }
    return applied({
      changes: [{ scope: rows.scope, part: '', table: 'form', id: form.id, row }],
      history: [
        {
          unit: null,
          action: 'Adelanta etapa',
          text: `${current?.name ?? '–'} → ${next?.name ?? '–'}`,
          role: actor.id === 'system' ? 'System' : 'Administrator',
        },
      ],
      reply: { stageKind: phaseAt(row, now) },
    })
  },
})

function moved(stage: Stage, current: Stage | undefined, next: Stage | undefined, now: Instant): Stage {
  if (stage.id === current?.id) return { ...stage, cutAt: now }
  return stage.id === next?.id ? { ...stage, startedAt: now } : stage
}

/**
 * What time itself does to an institution: the end of an input stage locks it (TM8), the end of a first revision releases
 * what was decided (TM9), and a correction or replica stage opens it again when there is work for it (TM10, TM11). A last day that moved
 * nearer is told (TM24).
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
    const moved = endMoved(world, context.now)
    if (ended.length === 0 && !opened && !moved) return noop()
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
      if (stage.kind === 'FirstRevision' && !releasedStageIds.includes(stage.id))
        step(publishedDecisions(scratch, 'FirstRevision', context.now))
      step([participantChange(scratch, { closedStageIds: [...closedStageIds, stage.id] })])
    }
    if (opened) {
      step(openingChanges(scratch, opened, context.now))
      step([participantChange(scratch, { openedStageId: opened.id, openedEnd: opened.end })])
    }
    const letters = opened ? openingLetters(scratch, opened, context.now) : []
    if (moved) {
      step([participantChange(scratch, { openedEnd: moved.end })])
      if (moved.end < (world.participant.openedEnd ?? moved.end)) letters.push(...shorteningLetters(scratch, moved, context.now))
    }
    return applied({ changes: lastOfEach(all), history, letters })
  },
})

/** Only the final state of each row that several steps wrote. */
function lastOfEach(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.table} ${change.id}`, change])).values()]
}

function openingChanges(world: World, stage: Stage, now: Instant): Change[] {
  const { incomplete, lockReason } = world.participant
  if (stage.kind === 'NormalInput') {
    return lockReason === 'stageEnd' ? [unlocking(world, { incomplete: false })] : []
  }
  if (stage.kind === 'CorrectionInput') {
    const observed = [...world.list('evaluation')].some((each) => each.decision === 'Observed')
    if (!observed && !incomplete) return []
    const open = (unit: string): boolean =>
      world.get('evaluation', unit)?.decision !== 'Accepted' && isCorrectable(world, questionOf(world, unit), unit)
    return [
      ...returned(world, (unit) => open(unit) && !isObserved(world, unit), true),
      ...returned(world, (unit) => isObserved(world, unit), false),
      unlocking(world, { incomplete: false }),
    ]
  }
  const publishes: Partial<Record<Stage['kind'], readonly Round[]>> = {
    ReplicaInput: ['SecondRevision'],
    ShowResults: ['SecondRevision', 'ReplicaRevision'],
  }
  // What was not sent is not released: the undecided are the administrator's to see (TM13).
  const published = (publishes[stage.kind] ?? [])
    .filter((round) => isRoundSent(world, round, stage))
    .flatMap((round) => publishedDecisions(world, round, now))
  if (stage.kind !== 'ReplicaInput') return published
  const rejected = published.some((change) => change.table === 'evaluation' && change.row.decision === 'Rejected')
  if (!rejected) return published
  const scratch = world.clone()
  apply(scratch, published)
  return [
    ...published,
    ...returned(scratch, (unit) => scratch.get('evaluation', unit)?.decision === 'Rejected', false),
    unlocking(world, { incomplete: false }),
  ]
}
