import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { unitSchema } from '../answers/model.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context } from '../contract/mutation.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import { notesScope } from '../protocol/scope.ts'
import type { Change, World } from '../world.ts'
import { noteMost } from './model.ts'

const noteChange = (world: World, unit: Unit, text: string, { actor, occurredAt, mid }: Context): Change => ({
  scope: notesScope(world.institutionId, world.formId),
  part: world.partOf(unit),
  table: 'note',
  id: unit,
  row: { unit, text, authorId: actor.id, writtenAt: occurredAt, mid },
})

/**
 * What stands after a text was written over another one than its author had before them: both, one under the other, for neither is
 * anybody's to lose (PN3). Null where the two have no room in one.
 */
function together(stands: string, text: string): string | null {
  if (stands === '' || text.includes(stands)) return text
  if (text === '' || stands.includes(text)) return stands
  const both = `${stands}\n\n${text}`
  return both.length > noteMost ? null : both
}

/**
 * Writes what whoever evaluates the institution notes about a unit, in whatever stage; an empty text takes it away. It enters no
 * history: who reads histories is not who reads notes. Fails: not_assigned_evaluator, evaluator_not_assigned, question_retired,
 * changed_meanwhile. Source: SPEC PN1-PN4.
 */
export const writeNote = mutation({
  name: 'evaluation.note',
  version: 1,
  input: v.object({ unit: unitSchema, text: v.pipe(typedText, v.trim(), v.maxLength(noteMost, 'text_limit')) }),
  entityOf: ({ unit }) => `note:${unit}`,
  coalesces: true,
  baseOf: (world, { unit }) => world.get('note', unit)?.mid ?? null,
  decide(world, { unit, text }, context) {
    if (context.actor.kind !== 'Evaluator') return refused('not_assigned_evaluator')
    const mine = sideOf(context, { text })
    const kept = (code: string) =>
      lost(code, { cards: [cardOf({ ownerId: context.actor.id, unit, code, side: 'author', mine, theirs: null })] })
    if (world.participant.evaluatorId !== context.actor.id) return kept('evaluator_not_assigned')
    if (!world.index.question(questionIdOf(unit))) return refused('question_retired')
    const before = world.get('note', unit)
    const stands = before?.text ?? ''
    if (stands === text) return noop()
    const next = (before?.mid ?? null) === context.base ? text : together(stands, text)
    if (next === null) return kept('changed_meanwhile')
    return next === stands ? noop() : applied({ changes: [noteChange(world, unit, next, context)] })
  },
  overlay: (world, { unit, text }, context) => (world.index.question(questionIdOf(unit)) ? [noteChange(world, unit, text, context)] : []),
})
