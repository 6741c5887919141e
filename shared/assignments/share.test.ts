import { expect, test } from 'vitest'
import type { Context } from '../contract/mutation.ts'
import { actors, aWorld, noon } from '../forms/fixtures.ts'
import { apply, type World } from '../world.ts'
import { setAssignment } from './mutations.ts'
import { freeOf, shareOf, takenBack, wholeOf } from './share.ts'

const { leader, dimensionLeader, subdimensionLeader, professional, otherProfessional, idle } = actors
const context: Context = { actor: leader, now: noon, mid: 'm', base: null, occurredAt: noon, lease: null }
const named = (elements: readonly { readonly element: string }[]): string => elements.map(({ element }) => element).join(' ')
const holders = (world: World): Record<string, string | null> =>
  Object.fromEntries([...world.list('assignment')].map(({ element, userId }) => [element, userId]))
/** Gives elements as a page does, and says how each stood before. */
function give(world: World, elements: ReturnType<typeof wholeOf>, userId: string | null) {
  const before = elements.map((each) => ({ ...each, row: world.get('assignment', each.element) ?? null }))
  const args = {
    elements: elements.map((each) => ({ ...each, seen: world.get('assignment', each.element)?.rev ?? 0 })),
    who: userId === null ? null : { userId },
  }
  const outcome = setAssignment.decide(world, args, context)
  expect(outcome.disposition).toBe('applied')
  apply(world, outcome.changes)
  return before
}

test('[AS20] a whole dimension is it, its sub-dimensions and their questions, without what is administrative, dependent or inside a block', () => {
  const world = aWorld()
  expect(named(wholeOf(world, 'd1'))).toBe('d1 s11 name essay many s12 has')
  expect(named(wholeOf(world, 's21'))).toBe('s21 team proof')
  expect(wholeOf(world, 'nada')).toEqual([])
})

test('[AS20] with a whole part goes what nobody has and one may give; what somebody has is chosen one by one', () => {
  const world = aWorld()
  expect(named(freeOf(world, leader.id, wholeOf(world, 'd1')))).toBe('s12 has')
  expect(named(freeOf(world, dimensionLeader.id, wholeOf(world, 'd1')))).toBe('s12 has')
  expect(named(freeOf(world, subdimensionLeader.id, wholeOf(world, 'd1')))).toBe('')
  expect(named(freeOf(world, leader.id, wholeOf(world, 'd2')))).toBe('d2 s21 team proof s22 day amount')
})

test('[AS20] all of a dimension is given to somebody by one change, whatever was there before', () => {
  const world = aWorld()
  const { given, moved, lacking } = shareOf(world, leader.id, new Set(wholeOf(world, 'd2').map(({ element }) => element)))
  expect([named(given), moved, lacking]).toEqual(['d2 s21 s22 team proof day amount', [], []])
  give(world, [...given], idle.id)
  expect(new Set(wholeOf(world, 'd2').map(({ element }) => holders(world)[element]))).toEqual(new Set([idle.id]))
})

test('[AS20] several elements of several sub-dimensions go together; what others have is told, and what lacks a responsible above stays', () => {
  const world = aWorld()
  const { given, moved, lacking } = shareOf(world, leader.id, new Set(['name', 'has', 'proof', 's21', 'essay']))
  expect([named(given), moved.map(({ element, from }) => [element, from])]).toEqual([
    'name essay',
    [
      ['name', professional.id],
      ['essay', otherProfessional.id],
    ],
  ])
  expect(lacking.map(({ element, lacks }) => [element, lacks])).toEqual([
    ['s21', 'dimension'],
    ['has', 'subdimension'],
    ['proof', 'subdimension'],
  ])
  expect(named(shareOf(world, subdimensionLeader.id, new Set(['d1', 's11', 'name', 'proof'])).given)).toBe('name')
})

test('[AS21] what was given is taken back as it stood, also where it was several people’s and nobody’s', () => {
  const world = aWorld({ assignments: { d1: 'dimension', s11: null, name: 'professional', many: 'other' } })
  const stood = holders(world)
  const before = give(world, wholeOf(world, 'd1'), idle.id)
  expect(new Set(Object.values(holders(world)))).toEqual(new Set([idle.id]))
  for (const { elements, who } of takenBack(before, idle.id)) {
    const outcome = setAssignment.decide(world, { elements: [...elements], who }, context)
    expect([outcome.disposition, outcome.code]).toEqual(['applied', 'ok'])
    apply(world, outcome.changes)
  }
  expect(holders(world)).toMatchObject(stood)
  expect([holders(world)['essay'], holders(world)['s12']]).toEqual([null, null])
})

test('[AS21] what somebody else changed meanwhile stays theirs, and what the act left alone is not touched', () => {
  const world = aWorld()
  const before = give(
    world,
    [
      { element: 'name', level: 'Question' },
      { element: 'essay', level: 'Question' },
    ],
    otherProfessional.id,
  )
  expect(takenBack(before, otherProfessional.id)).toEqual([
    { elements: [{ element: 'name', level: 'Question', seen: 2 }], who: { userId: professional.id } },
  ])
  give(world, [{ element: 'name', level: 'Question' }], idle.id)
  const [step] = takenBack(before, otherProfessional.id)
  const outcome = setAssignment.decide(world, { elements: [...(step?.elements ?? [])], who: step?.who ?? null }, context)
  expect([outcome.disposition, outcome.code]).toEqual(['lost', 'assigned_meanwhile'])
})

test('[AS21] a removal is taken back by giving to whom it was taken from', () => {
  const world = aWorld()
  const before = give(world, [{ element: 's11', level: 'Subdimension' }], null)
  expect(takenBack(before, null)).toEqual([
    { elements: [{ element: 's11', level: 'Subdimension', seen: 2 }], who: { userId: subdimensionLeader.id } },
  ])
})
