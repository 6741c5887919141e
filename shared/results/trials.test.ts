import { expect, test, vi } from 'vitest'
import { aDefinition, anAnswer, aQuestion } from '../forms/fixtures.ts'
import type { Question } from '../forms/model.ts'
import { roundPoints } from '../forms/round-points.ts'
import { unitOf } from '../kernel/ids.ts'
import { decisionOn, worldWith } from '../testing/random-world.ts'
import { addedByEach, appealable, computeResult } from './engine.ts'
import { usualThresholds } from './model.ts'

const worth = (value: number, divisor?: string): Partial<Question> => ({ points: [{ key: 'value', value, divisor }] })
const inner = ['person', 'rate', 'by', 'does', 'task']
const form = aDefinition(
  [
    aQuestion('team', 'Block', { dimensionId: 's1', block: inner, ...worth(3) }),
    aQuestion('person', 'SimpleText', { dimensionId: 's1', blockId: 'team', ...worth(1) }),
    aQuestion('rate', 'Number', { dimensionId: 's1', blockId: 'team', ...worth(2, 'by') }),
    aQuestion('by', 'Number', { dimensionId: 's1', blockId: 'team', ...worth(1) }),
    aQuestion('does', 'Boolean', { dimensionId: 's1', blockId: 'team', points: [{ key: 'true', value: 1 }] }),
    aQuestion('task', 'SimpleText', { dimensionId: 's1', blockId: 'team', parentId: 'does', visibleIf: true, ...worth(2) }),
    aQuestion('alone', 'SimpleText', { dimensionId: 's1', ...worth(4) }),
  ],
  { tree: { d1: ['s1'] } },
)
const counting = { kind: 'preliminary', thresholds: usualThresholds } as const

/** Of every five rows one has something accepted. */
function rejected(count: number) {
  const rows = Array.from({ length: count }, (_, at) => `row${at}`)
  const units = rows.flatMap((row) => inner.map((id) => unitOf(id, row)))
  const values = [true, 4, 5] as const
  const world = worldWith(form, {
    answers: [
      anAnswer('team', { rows }),
      anAnswer('alone', 'un texto'),
      ...units.map((unit) =>
        anAnswer(
          unit,
          unit.startsWith('does') ? values[0] : unit.startsWith('rate') ? values[1] : unit.startsWith('by') ? values[2] : 'un texto',
        ),
      ),
    ],
    decided: [unitOf('alone'), ...units].map((unit, at) => decisionOn(unit, at % 26 === 3 ? 'Accepted' : 'Rejected', 'SecondRevision')),
  })
  world.set('form', 'form', { ...world.form, replica: { points: 1, excludedSubDimensionIds: [] } })
  return { world, open: appealable(world, 'preliminary') }
}

test('[RS15] what each rejected unit would bring is what the whole gains with it alone', () => {
  const { world, open } = rejected(12)
  const { points } = computeResult(world, counting)
  const added = addedByEach(world, open, counting)
  expect([...added.keys()]).toEqual(open)
  for (const unit of open)
    expect([unit, added.get(unit)]).toEqual([
      unit,
      roundPoints(computeResult(world, { ...counting, asAccepted: new Set([unit]) }).points - points),
    ])
  expect(added.get('alone')).toBe(4)
})

test('[RS15] what thousands would bring is told without going through all of them for each', () => {
  const { world, open } = rejected(100)
  const read = vi.spyOn(world, 'attachment')
  addedByEach(
    world,
    open.filter((unit) => !unit.startsWith('by')),
    counting,
  )
  expect(read.mock.calls.length).toBeLessThan(10 * open.length)
})
