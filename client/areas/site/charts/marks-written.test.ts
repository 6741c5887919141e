import { expect, test } from 'vitest'
import { marksWritten } from './marks-written.ts'

test('[CH2] what stands written in a chart is read once, and anew once the chart was drawn anew', () => {
  let text = JSON.stringify([
    ['a.x', 'A', 'X', '1'],
    ['a.y', 'A', 'Y', '2'],
  ])
  const place = { getAttribute: () => text }
  const first = marksWritten(place)
  expect([first.isAlone, first.marks.map(({ id }) => id), first.byId.get('a.y')?.value]).toEqual([true, ['a.x', 'a.y'], '2'])
  expect(marksWritten(place)).toBe(first)
  text = JSON.stringify([
    ['a.x', 'A', 'X', '1'],
    ['b.x', 'B', 'X', '3'],
  ])
  expect(marksWritten(place)).toMatchObject({ isAlone: false, marks: [{ id: 'a.x' }, { series: 'B' }] })
  expect(marksWritten({ getAttribute: () => null }).marks).toEqual([])
})
