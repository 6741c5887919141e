import { expect, test } from 'vitest'
import { planOf, people, subDimensionsOf } from './plan.ts'

const hourMs = 3_600_000
const amounts = { answers: 500, files: 20 }
const country = Array.from({ length: 100 }, (_, institution) => planOf(institution, 6, amounts)).flat()
const works = country.flatMap(({ before, during }) => [...before, ...during])

test('every institution does all of its week, each unit by one person', () => {
  for (const institution of [0, 1, 99]) {
    const all = planOf(institution, 6, amounts).flatMap(({ before, during }) => [...before, ...during])
    expect(new Set(all.filter(({ kind }) => kind === 'answer').map(({ unit }) => unit)).size).toBe(500)
    expect(all.filter(({ kind }) => kind === 'file')).toHaveLength(20)
  }
  expect(Array.from({ length: people }, (_, person) => subDimensionsOf(person)).flat()).toHaveLength(10)
})

test('seven tenths of the week come in its last six hours, the last of them the busiest, and half of the devices come back at once', () => {
  const late = works.filter(({ beforeMs }) => beforeMs <= 6 * hourMs)
  expect(late.length / works.length).toBeCloseTo(0.7, 1)
  const lastHour = late.filter(({ beforeMs }) => beforeMs <= hourMs).length
  const firstHour = late.filter(({ beforeMs }) => beforeMs > 5 * hourMs).length
  expect(lastHour / late.length).toBeCloseTo(11 / 36, 1)
  expect(firstHour / late.length).toBeCloseTo(1 / 36, 1)
  expect(country.filter(({ habit }) => habit === 'returning')).toHaveLength(country.length / 2)
})

test('what comes before the hours that are played comes before, and a plan is the same each time', () => {
  for (const { before, during } of country) {
    expect(before.every(({ beforeMs }) => beforeMs > 6 * hourMs)).toBe(true)
    expect(during.every(({ beforeMs }) => beforeMs >= 0 && beforeMs <= 6 * hourMs)).toBe(true)
  }
  expect(planOf(7, 6, amounts)).toEqual(planOf(7, 6, amounts))
})
