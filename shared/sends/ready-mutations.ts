import * as v from 'valibot'
import { belongsTo } from '../access/actor.ts'
import { named } from '../accounts/names.ts'
import { pageAddress } from '../addresses.ts'
import { actingRole } from '../assignments/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import { participantChange } from '../institutions/changes.ts'
import type { ReadyMark } from '../institutions/model.ts'
import { asksTheSame, isOf, markedAt, mayMark, readyMarks, toldOf } from './ready.ts'
import { owedIn } from './rules.ts'
import { isAtWork } from './standing.ts'

/**
 * Says that one is done with a sub-dimension, or takes that back. Who leads the area is told once of what is said; what falls, and is said
 * again, is told again. Fails: no_role, question_retired, not_assignee, form_disabled, form_sent, stage_closed, section_pending.
 * Source: SPEC FL5, FL6.
 */
export const markReady = mutation({
  name: 'section.ready',
  version: 1,
  input: v.object({ subDimensionId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), ready: v.boolean() }),
  entityOf: ({ subDimensionId }) => `ready:${subDimensionId}`,
  decide(world, { subDimensionId, ready }, { actor, now }) {
    if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId)) return refused('no_role')
    const section = world.index.subDimensions.find(({ id }) => id === subDimensionId)
    if (!section) return refused('question_retired')
    const isMine = isOf(subDimensionId, actor.id)
    const marks = world.participant.ready ?? []
    const known = marks.find(isMine)
    const others = marks.filter((mark) => !isMine(mark))
    const role = actingRole(world, actor)
    if (!ready) {
      if (!known || known.off === true) return noop()
      return applied({
        changes: [participantChange(world, { ready: [...others, { ...known, off: true }] })],
        history: [{ unit: null, action: 'Quita sección lista', text: section.name, role }],
      })
    }
    if (!mayMark(world, actor, subDimensionId)) return refused('not_assignee')
    if (!world.form.enabled) return refused('form_disabled')
    if (world.participant.lockReason === 'sent') return refused('form_sent')
    if (!isAtWork(world, now)) return refused('stage_closed')
    if (readyMarks(world, subDimensionId).some(isMine)) return noop()
    const owed = owedIn(world, subDimensionId, actor.id).length
    if (owed > 0) return refused('section_pending', { n: owed })
    const at = markedAt(world, subDimensionId, actor.id)
    const mark: ReadyMark = { subDimensionId, userId: actor.id, at: now, ...at }
    const wasTold = known !== undefined && asksTheSame(known, at)
    const page = pageAddress('filling', { form: world.formId, institution: world.institutionId, subDimension: subDimensionId })
    const told = { author: named(world, actor.id).name, section: section.name, form: world.form.name, page }
    return applied({
      changes: [participantChange(world, { ready: [...others, mark] })],
      history: [{ unit: null, action: 'Marca sección lista', text: section.name, role }],
      notices: wasTold ? [] : [letter('sectionReady', toldOf(world, subDimensionId, actor.id), told)],
    })
  },
})
