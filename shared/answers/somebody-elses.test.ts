import { expect, test } from 'vitest'
import { heldBy } from '../assignments/rules.ts'
import { actors, aContext, anAnswer, aWorld, noon } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import type { Answer } from './model.ts'
import { setAnswer } from './mutations.ts'
import { readOnlyReason } from './rules.ts'
import { somebodyElses } from './somebody-elses.ts'

const institutional = Object.values(actors).filter(({ kind, institutionId }) => kind === 'Institutional' && institutionId === 'north')
const usual = { d1: 'dimension', s11: 'capacity', name: 'professional', many: 'professional' }
const without = { d1: 'dimension', s11: 'capacity', name: null, many: 'professional' }

test('[AN17] what saving in somebody else’s question does is told as it is: whose it becomes, and whether they may still change it', () => {
  const states: readonly Partial<Answer>[] = ([1, 2, 3, 4] as const).flatMap((at) =>
    [true, false].flatMap((changeAnswer) => [
      { level: at, sent: false, changeAnswer },
      { level: at, sent: true, changeAnswer },
    ]),
  )
  let told = 0
  for (const assignments of [usual, without])
    for (const answers of [[], ...states.map((state) => [anAnswer('name', 'A', state)])])
      for (const actor of institutional) {
        const world = aWorld({ assignments, answers })
        const foretold = somebodyElses(world, 'name', actor.id)
        const outcome = setAnswer.decide(world, { unit: 'name', value: 'B' }, aContext({ actor, base: world.answer('name')?.mid ?? null }))
        if (!foretold || outcome.disposition !== 'applied') continue
        told += 1
        const other = must(
          institutional.find(({ id }) => id === foretold.userId),
          'nobody of that name',
        )
        const mayWrite = (of: World): boolean => readOnlyReason(of, other, 'name', noon) === undefined
        const before = mayWrite(world)
        apply(world, outcome.changes)
        expect({ ...foretold, who: actor.id, answers }).toEqual({
          userId: other.id,
          before,
          after: mayWrite(world),
          assigns: heldBy(world, 'name') === actor.id,
          who: actor.id,
          answers,
        })
      }
  expect(told).toBeGreaterThan(60)
})

test('[AN17] an answer that waits for nobody stays with whom it was; the first one, and one that came back, go to whoever saves from above', () => {
  const seen = (parts: Parameters<typeof aWorld>[0], by: ActorName = 'leader') => somebodyElses(aWorld(parts), 'name', actors[by].id)
  expect(seen({ answers: [anAnswer('name', 'A')] })).toEqual({ userId: 'professional', before: true, after: true, assigns: false })
  expect(seen({})).toMatchObject({ before: true, after: false, assigns: false })
  expect(seen({ answers: [anAnswer('name', 'A', { changeAnswer: false })] })).toMatchObject({ before: true, after: false })
  expect(seen({ answers: [anAnswer('name', 'A', { level: 1, sent: true })] })).toMatchObject({ before: false, after: false })
  expect(seen({ assignments: without }, 'professional')).toEqual({ userId: 'capacity', before: true, after: true, assigns: true })
  expect([seen({}, 'professional'), seen({ assignments: { ...without, s11: null, d1: null } })]).toEqual([undefined, undefined])
})
