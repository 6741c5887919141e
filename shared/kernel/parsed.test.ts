import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parsedAs } from './parsed.ts'

test('of something small the message is that of the part of a union that comes nearest', () => {
  const who = v.union([v.object({ id: v.string() }), v.object({ name: v.pipe(v.string(), v.nonEmpty('name_empty')) })])
  const parsed = parsedAs(v.object({ who }), { who: { name: '' } })
  expect(parsed.success ? undefined : parsed.issues[0].message).toBe('name_empty')
  expect(parsedAs(v.object({ who }), { who: { name: 'Ana' } })).toMatchObject({ success: true, output: { who: { name: 'Ana' } } })
})

test.each([
  ['a list', (wrong: number) => Array.from({ length: wrong }, () => 0)],
  ['a dictionary', (wrong: number) => Object.fromEntries(Array.from({ length: wrong }, (_, at) => [`k${at}`, 0]))],
])('among a great many faults of %s the first is told and the others are not looked for', (_, sent) => {
  let told = 0
  const text = v.string(() => {
    told += 1
    return 'wrong'
  })
  const schema = v.union([v.array(text), v.record(v.string(), text)])
  expect(parsedAs(schema, sent(10)).success).toBe(false)
  expect(told).toBeGreaterThanOrEqual(10)
  told = 0
  expect(parsedAs(schema, sent(10_000)).success).toBe(false)
  expect(told).toBeLessThan(5)
})

test('a great many entries are not visited to be counted', () => {
  let visited = 0
  const entry = {
    toJSON: () => {
      visited += 1
      return 0
    },
  }
  expect(
    parsedAs(
      v.string(),
      Array.from({ length: 100_000 }, () => entry),
    ).success,
  ).toBe(false)
  expect(visited).toBe(0)
})
