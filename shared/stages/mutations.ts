import * as v from 'valibot'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import type { Instant } from '../kernel/instant.ts'
import { parseScope } from '../protocol/scope.ts'
import type { FormHeader, Stage } from './model.ts'
import { phaseAt, stageAt, timelineState } from './rules.ts'

/** Ends the form's current stage now and starts its next one, for a rehearsal. Answers {stageKind}. Source: SPEC TM4. */
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
