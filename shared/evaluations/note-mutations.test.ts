import { describe, expect, test } from 'vitest'
import type { Context, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aHeader, aWorld, noonIn, theStages } from '../forms/fixtures.ts'
import { setEvaluator } from '../institutions/participant-mutations.ts'
import { phases } from '../stages/model.ts'
import { aPerson } from '../forms/fixtures.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { noteMost } from './model.ts'
import { writeNote } from './note-mutations.ts'

function note(world: World, text: string, context: Partial<Context> = {}): Outcome {
  const outcome = writeNote.decide(world, { unit: 'name', text }, aContext({ actor: actors.evaluator, ...context }))
  apply(world, outcome.changes)
  return outcome
}
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const standing = (world: World): string | undefined => world.get('note', 'name')?.text

test('[PN1] whoever evaluates notes in every stage, whether the answers are locked or not, and takes it away with nothing', () => {
  for (const phase of phases) {
    const world = aWorld()
    expect(said(note(world, 'Preguntar por el anexo', { now: noonIn(phase) }))).toBe('applied:ok')
    const [change] = [...world.list('note')]
    expect(change).toMatchObject({ unit: 'name', text: 'Preguntar por el anexo', authorId: 'evaluator' })
    expect(said(note(world, '', { base: 'mid-new', mid: 'mid-2' }))).toBe('applied:ok')
    expect(standing(world)).toBe('')
  }
})

test('[PN2] nobody else writes one, it lies in the evaluators’ scope of notes alone, and no history, letter or card of others tells of it', () => {
  for (const actor of [actors.leader, actors.professional, actors.administrator]) {
    const outcome = note(aWorld(), 'Ojo', { actor })
    expect([said(outcome), outcome.cards]).toEqual(['refused:not_assigned_evaluator', []])
  }
  const { changes, history, letters, cards } = note(aWorld(), 'Ojo')
  expect(changes.map(({ scope, part }) => [scope, part])).toEqual([['notes:north:form', 's11']])
  expect([history, letters, cards]).toEqual([[], [], []])
})

describe('[PN3] what was written over another note', () => {
  test('[PN3] goes on where its author had that one before them, and is joined with it where they had not', () => {
    const world = aWorld()
    note(world, 'En la oficina', { mid: 'm-1' })
    expect(said(note(world, 'En la oficina, corregida', { mid: 'm-2', base: 'm-1' }))).toBe('applied:ok')
    expect(standing(world)).toBe('En la oficina, corregida')
    expect(said(note(world, 'En el tren', { mid: 'm-3', base: 'm-1' }))).toBe('applied:ok')
    expect(standing(world)).toBe('En la oficina, corregida\n\nEn el tren')
    expect(said(note(world, 'En el tren', { mid: 'm-4', base: null }))).toBe('noop:ok')
    expect(said(note(world, '', { mid: 'm-5', base: 'm-1' }))).toBe('noop:ok')
  })

  test('[PN3] is kept with its author where both have no room, and after somebody else evaluates, who does not hear of it', () => {
    const world = aWorld()
    note(world, 'a'.repeat(noteMost - 1), { mid: 'm-1' })
    const full = note(world, 'Otra cosa', { mid: 'm-2', base: null })
    expect(full).toMatchObject({
      disposition: 'lost',
      code: 'changed_meanwhile',
      cards: [{ ownerId: 'evaluator', mine: { text: 'Otra cosa' } }],
    })
    const late = note(aWorld({ participant: { evaluatorId: 'evaluator-2' } }), 'Del tren')
    expect(late).toMatchObject({ disposition: 'lost', code: 'evaluator_not_assigned' })
    expect(late.cards.map(({ ownerId, theirs }) => [ownerId, theirs])).toEqual([['evaluator', null]])
  })
})

test('[PN4] who hands over and who takes over are told how many notes there are', () => {
  const world = aWorld({ header: { ...aHeader, stages: theStages }, people: [aPerson(actors.otherEvaluator)] })
  note(world, 'Ojo')
  apply(world, writeNote.decide(world, { unit: 'has', text: 'Otro' }, aContext({ actor: actors.evaluator })).changes)
  apply(world, writeNote.decide(world, { unit: 'has', text: '' }, aContext({ actor: actors.evaluator, base: 'mid-new' })).changes)
  const args = { from: 'evaluator', to: 'evaluator-2' }
  const { letters } = setEvaluator.decide(world, args, aContext({ actor: actors.administrator, now: noonIn('FirstRevision') }))
  expect(letters.map(({ template, data }) => [template, data])).toEqual([
    ['evaluates', expect.objectContaining({ notes: 1 })],
    ['evaluatesNoMore', expect.objectContaining({ notes: 1 })],
  ])
})
