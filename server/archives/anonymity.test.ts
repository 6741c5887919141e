import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generalise, type Quasi } from './anonymity.ts'

const of = (groups: readonly (readonly [category: string, orientation: string, n: number])[]): Quasi[] =>
  groups.flatMap(([category, orientation, n], group) =>
    Array.from({ length: n }, (_, at) => ({ key: `${group}-${at}`, category, orientation })),
  )

test('[KV8] what fewer than k share is held back, the orientation first, and who are fewer even so are only counted', () => {
  const { told, figures } = generalise(
    of([
      ['Pilares', 'Social', 4],
      ['Pilares', 'Económica', 2],
      ['Nuevas', 'Social', 2],
      ['Nuevas', 'Económica', 1],
      ['Otras', 'Social', 1],
    ]),
    3,
  )
  expect(figures).toEqual({ k: 3, whole: 4, withoutOrientation: 3, withoutBoth: 3, suppressed: 0, smallest: 3 })
  expect([told.get('0-0'), told.get('2-0'), told.get('1-0'), told.get('4-0')]).toEqual([
    { category: 'Pilares', orientation: 'Social' },
    { category: 'Nuevas', orientation: null },
    { category: null, orientation: null },
    { category: null, orientation: null },
  ])
  expect(generalise(of([['Pilares', 'Social', 2]]), 3)).toMatchObject({ figures: { suppressed: 2, smallest: 0 } })
})

test('[KV8] nobody is ever told with fewer than k, whatever there is', () => {
  const quasi = fc.record({ category: fc.constantFrom('a', 'b', 'c'), orientation: fc.constantFrom('x', 'y', 'z') })
  assertProperty(
    fc.property(fc.array(quasi, { maxLength: 40 }), fc.integer({ min: 3, max: 6 }), (given, k) => {
      const all = given.map((each, at) => ({ ...each, key: String(at) }))
      const { told, figures } = generalise(all, k)
      const groups = Map.groupBy(told.values(), (each) => JSON.stringify(each))
      for (const group of groups.values()) expect(group.length).toBeGreaterThanOrEqual(k)
      expect(told.size + figures.suppressed).toBe(all.length)
      expect(figures.suppressed).toBeLessThan(k)
    }),
  )
})
