import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinsUnder, type PublicFacts, type Scored } from './attack.ts'
import { outward, planned, type Facts, type Known, type Rules } from './holding-back.ts'

const k = 3
const scored: Scored[] = [
  { id: 'text', dimensions: ['s1', 'd1'], max: 10 },
  { id: 'other', dimensions: ['s2', 'd1'], max: 5 },
  { id: 'staff', dimensions: ['s2', 'd1'], max: 20 },
]
const dimensionsOf = (id: string): readonly string[] => scored.find((each) => each.id === id)?.dimensions ?? []
const rules: Rules = { k, numbers: ['staff'], blocks: ['ideas'], scored, dimensionsOf }

interface Given {
  readonly staff: number | null
  readonly rows: number
  readonly text: readonly [answered: boolean, decision: 1 | 2 | null]
  readonly other: readonly [answered: boolean, decision: 1 | 2 | null]
  readonly category: string
  readonly hasResult: boolean
}

/** An institution as its answers and their points have it: what is public of it follows from them. */
function factsOf(given: Given, at: number): Facts {
  const known = (answered: boolean, decision: number | null, worth: number): Known => ({
    answered,
    decision,
    isWhole: decision === 1,
    worth: answered ? worth : 0,
  })
  const answers = new Map([
    ['text', known(given.text[0], given.text[1], 10)],
    ['other', known(given.other[0], given.other[1], 5)],
    ['staff', known(given.staff !== null, given.staff === null ? null : 1, 20)],
    ['ideas', known(true, 1, 0)],
  ])
  const points = new Map<string, number>()
  for (const { id, dimensions } of scored) {
    const { decision = null, worth = 0 } = answers.get(id) ?? {}
    for (const dimension of dimensions) points.set(dimension, (points.get(dimension) ?? 0) + (decision === 1 ? worth : 0))
  }
  const told = { category: given.category, orientation: null }
  const numbers = new Map([['staff', given.staff]])
  return {
    code: `B${at}`,
    told,
    public: { id: `i${at}`, ...told, numbers, rows: new Map([['ideas', given.rows]]), points: given.hasResult ? points : null },
    answers,
  }
}

const decided = fc.constantFrom<readonly [boolean, 1 | 2 | null]>([true, 1], [true, 2], [true, null], [false, null])
const given = fc.record<Given>({
  staff: fc.option(fc.integer({ min: 0, max: 90_000 })),
  rows: fc.nat(40),
  text: decided,
  other: decided,
  category: fc.constantFrom('a', 'b'),
  hasResult: fc.boolean(),
})

test('[KV10] whatever institutions answered, and whatever dashboards tell of it, each with a code may be at least k of them', () => {
  assertProperty(
    fc.property(fc.array(given, { minLength: k, maxLength: 20 }), fc.boolean(), fc.boolean(), (all, tellsStaff, tellsIdeas) => {
      const facts = all.map((each, at) => factsOf(each, at))
      const groups = Map.groupBy(facts, ({ told }) => told.category)
      const alike = [...groups.values()].filter((group) => group.length >= k).flat()
      const own = { ...rules, numbers: tellsStaff ? rules.numbers : [], blocks: tellsIdeas ? rules.blocks : [] }
      const seen = alike.map((each): Facts => {
        const numbers = new Map([...each.public.numbers].filter(() => tellsStaff))
        return { ...each, public: { ...each.public, numbers, rows: tellsIdeas ? each.public.rows : new Map() } }
      })
      const { joins, planOf } = planned(seen, own)
      expect(joins).toEqual([])
      for (const { code } of seen) {
        const plan = planOf(code)
        const group = seen.filter((each) => planOf(each.code) === plan)
        expect(group.length).toBeGreaterThanOrEqual(k)
        for (const [id, [from, to]] of plan?.bands ?? [])
          for (const each of group) {
            expect(each.public.numbers.get(id)).toBeGreaterThanOrEqual(from)
            expect(each.public.numbers.get(id)).toBeLessThanOrEqual(to)
          }
        for (const id of plan?.decisions ?? []) expect(new Set(group.map(({ answers }) => answers.get(id)?.decision)).size).toBe(1)
      }
    }),
  )
})

test('[KV10] the attack finds who is told by an exact number, by the points that decisions leave, and by an answer that is not there', () => {
  const other = (id: string, staff: number, points: number): PublicFacts => ({
    id,
    category: 'a',
    orientation: null,
    numbers: new Map([['staff', staff]]),
    rows: new Map(),
    points: new Map([['d1', points]]),
  })
  const named = [other('x', 10, 0), other('y', 20, 10), other('z', 30, 15)]
  const told = (answers: Parameters<typeof joinsUnder>[1][number]['answers']) => [{ code: 'B1', category: 'a', orientation: null, answers }]
  const joined = (answers: Parameters<typeof told>[0]) =>
    joinsUnder(k, told(answers), named, scored).map(({ candidates, clues }) => [candidates, clues[0]])
  expect(joined(new Map())).toEqual([])
  expect(joined(new Map([['staff', { answered: true, from: 20, to: 20 }]]))).toEqual([[1, { kind: 'numero', of: 'staff' }]])
  expect(joined(new Map([['text', { answered: true, decided: 'accepted', worth: 10 }]]))).toEqual([[2, { kind: 'puntos', of: 'd1' }]])
  const nothing = new Map(scored.map(({ id }) => [id, { answered: false }] as const))
  expect(joined(nothing)[0]?.[0]).toBe(0)
})

test('[KV10] a band has two significant figures and holds what it is of', () => {
  expect([1234, 0, -57.3, 99.1, 0.0567].map((value) => [outward(value, Math.floor), outward(value, Math.ceil)])).toEqual([
    [1200, 1300],
    [0, 0],
    [-58, -57],
    [99, 100],
    [0.056, 0.057],
  ])
})
