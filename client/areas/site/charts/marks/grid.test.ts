import { expect, test } from 'vitest'
import { marksOf, nextMark, type Grid } from './grid.ts'

const cell = (value: number) => ({ value, text: `${value} puntos`, short: `${value}` })
const grid: Grid = {
  series: [
    { id: 'a', label: '2023', tone: 0 },
    { id: 'b', label: '2024', tone: 1 },
  ],
  groups: [
    { id: 'x', label: 'Talento' },
    { id: 'y', label: 'Marco' },
    { id: 'z', label: 'Recursos' },
  ],
  cells: [
    [cell(1), cell(2), cell(3)],
    [cell(4), cell(5), cell(6)],
  ],
  most: 6,
}
const marks = marksOf(grid)
const walked = (keys: readonly string[]): readonly (string | null | undefined)[] => {
  let at: string | null = null
  return keys.map((key) => {
    const next = nextMark(marks, at, key)
    at = next ?? null
    return next
  })
}

test('[CH2] the right arrow reads every figure once, series by series, and stays at the last', () => {
  expect(walked(Array.from({ length: 7 }, () => 'ArrowRight'))).toEqual(['a.x', 'a.y', 'a.z', 'b.x', 'b.y', 'b.z', 'b.z'])
  expect(marks.map(({ series, label, value }) => `${series} ${label} ${value}`)).toContain('2024 Marco 5 puntos')
})

test('[CH2] up and down go to the same place of another series, Home and End to the ends, Escape leaves', () => {
  expect(walked(['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home', 'Escape'])).toEqual([
    'a.x',
    'a.y',
    'b.y',
    'b.y',
    'a.y',
    'b.z',
    'a.x',
    null,
  ])
})

test('[CH2] other keys are the page’s, and Escape is where no mark is stood on', () => {
  expect(nextMark(marks, 'a.x', 'Tab')).toBeUndefined()
  expect(nextMark(marks, null, 'Escape')).toBeUndefined()
  expect(nextMark([], null, 'ArrowRight')).toBeUndefined()
})
