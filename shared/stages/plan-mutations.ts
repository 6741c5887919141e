import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import { idSchema } from '../forms/model.ts'
import { leadersOf } from '../institutions/model.ts'
import { isDay } from '../kernel/instant.ts'
import { headerChange } from '../questionnaire.ts'
import { differences } from '../questionnaires/editing.ts'
import { begun, entry, isOutcome, markOf, open } from '../questionnaires/gate.ts'
import { stageKinds } from './model.ts'
import type { Stage } from './model.ts'
import { mergeStages, owesIn, plannedFields, stageLimits, stageProblems } from './plan.ts'
import { phaseAt, stageAt } from './rules.ts'

const plannedDay = v.pipe(v.string(), v.check(isDay, 'stage_day_missing'))
const plannedSchema = v.strictObject({
  id: idSchema,
  kind: v.picklist(stageKinds, 'stage_kind_missing'),
  name: v.pipe(typedText, v.trim(), v.maxLength(200, 'stage_name_length')),
  start: plannedDay,
  end: plannedDay,
})
const plannedList = v.pipe(
  v.array(plannedSchema),
  v.maxLength(stageLimits.stages),
  v.check((stages) => new Set(stages.map(({ id }) => id)).size === stages.length),
)

/**
 * Plans a form's stages: `from` those that the person saw, `to` as they want them, brought together with what somebody else changed
 * meanwhile (TM19). What a rehearsal moved is not asked about, and stays. Source: SPEC TM16, TM17.
 */
export const editStages = questionnaireMutation({
  name: 'stages.edit',
  version: 1,
  input: v.object({ from: plannedList, to: plannedList }),
  entityOf: () => 'form:stages',
  decide(state, { from, to }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (form.rehearsal) return refused('rehearsal_stages')
    const merged = mergeStages(form.stages, from, to)
    if (merged.kind === 'moved') {
      const mark = form.marks?.[stageMark(merged.stageId)]
      return lost('changed_meanwhile', {
        params: { field: 'stages', by: mark?.by ?? '', at: mark?.at ?? '', stage: merged.name, stageField: merged.field },
      })
    }
    const [problem] = stageProblems(merged.stages, form, context.now)
    if (problem) {
      const nameOf = (id: string | undefined): string => [...merged.stages, ...form.stages].find((stage) => stage.id === id)?.name ?? ''
      return refused(problem.code, { stage: nameOf(problem.stageId), ...(problem.other ? { other: nameOf(problem.other) } : {}) })
    }
    const changes = stageChanges(form.stages, merged.stages)
    if (changes.length === 0) return noop()
    const [busy] = state.facts?.elsewhere ?? []
    const isOver = (stages: readonly Stage[]): boolean => phaseAt({ ...form, stages }, context.now) === 'Closed'
    // What was over begins again: an institution may have gone on to another form (PA1).
    if (form.enabled && busy !== undefined && isOver(form.stages) && !isOver(merged.stages))
      return refused('participant_busy', { name: busy })
    const named = new Set([...form.stages, ...merged.stages].map(({ id }) => stageMark(id)))
    const kept = Object.entries(form.marks ?? {}).filter(([field]) => !field.startsWith(stageMark('')) || named.has(field))
    const marks = { ...Object.fromEntries(kept), ...Object.fromEntries(changes.map(({ id }) => [stageMark(id), markOf(context)])) }
    return applied({
      changes: [headerChange({ ...form, ...begun(form, context), stages: merged.stages, marks })],
      history: changes.map(({ id, was, becomes }) =>
        entry(context, actionOf(was, becomes), id, (becomes ?? was)?.name ?? '', differences(was ?? {}, becomes ?? {})),
      ),
    })
  },
})

/** Tells leader and delegate of an institution that still has to send that the stage that runs ends on this day (TM21). */
export const tellExtension = mutation({
  name: 'stage.tellExtension',
  version: 1,
  serverOnly: true,
  input: v.object({ stageId: idSchema, end: plannedDay }),
  entityOf: () => 'stage',
  decide(world, { stageId, end }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    const stage = stageAt(world.form, context.now)
    if (stage?.id !== stageId || stage.end !== end || !owesIn(stage, world.participant)) return noop()
    return applied({
      history: [{ unit: null, action: 'Avisa más plazo', text: `${stage.name}: ${end}`, role: 'Administrator' }],
      letters: leadersOf(world.participant).map((to) =>
        letter('remainingTimeExtended', to, { form: world.form.name, stage: stage.name, end }),
      ),
    })
  },
})

/** Under which name the header's marks say who changed a stage. */
const stageMark = (id: string): string => `stage:${id}`

interface StageChange {
  readonly id: string
  readonly was: Stage | undefined
  readonly becomes: Stage | undefined
}
const actionOf = (was: Stage | undefined, becomes: Stage | undefined): 'Agrega etapa' | 'Elimina etapa' | 'Cambia etapa' => {
  if (!was) return 'Agrega etapa'
  return becomes ? 'Cambia etapa' : 'Elimina etapa'
}

function stageChanges(before: readonly Stage[], after: readonly Stage[]): StageChange[] {
  const [stood, stands] = [before, after].map((stages) => new Map(stages.map((stage) => [stage.id, stage])))
  return [...new Set([...before, ...after].map(({ id }) => id))]
    .map((id) => ({ id, was: stood?.get(id), becomes: stands?.get(id) }))
    .filter(({ was, becomes }) => plannedFields.some((field) => was?.[field] !== becomes?.[field]))
}
