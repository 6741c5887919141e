import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { groupsOf, rowsOfGroups } from './columns.ts'
import { pullMaxRows, type WireRow } from './pull.ts'

const text = fc.oneof(fc.constantFrom('', 'a', 'abcde', 'abcdf', 'abc\ud83d\ude00', 'abc\ud83d\ude01'), fc.string({ unit: 'binary' }))
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.record({ x: text }),
)
const content = fc.oneof(
  fc.constant(null),
  fc.record({ unit: text, value, rev: fc.constantFrom(1, 2) }),
  fc.record({ value, unit: text }),
  fc.constant({}),
)
const row: fc.Arbitrary<WireRow> = fc.record({
  s: fc.constantFrom('inst:n:f', 'org:n'),
  p: fc.constantFrom('', 's1'),
  t: fc.constantFrom('answer', 'assignment'),
  i: text,
  r: content,
  v: fc.integer({ min: 1, max: 3 }),
})

const sorted = (rows: readonly WireRow[]): string[] => rows.map((each) => JSON.stringify(each)).toSorted()

test('rows by columns are the same rows again, whatever they hold, once they have crossed the wire', () => {
  assertProperty(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const read = rowsOfGroups(JSON.parse(JSON.stringify(groupsOf(rows))))
      expect(sorted(read ?? [])).toEqual(sorted(JSON.parse(JSON.stringify(rows))))
    }),
  )
})

test('what a thousand rows share is named once', () => {
  const rows = Array.from({ length: 1000 }, (_, at): WireRow => ({
    s: 'inst:n:f',
    p: 's1',
    t: 'answer',
    i: `q${at}`,
    r: { unit: `q${at}`, authorId: 'ana', mid: `run-${at}` },
    v: 7,
  }))
  const sent = JSON.stringify(groupsOf(rows))
  for (const once of ['s1', 'ana', 'run-', 'authorId', 'q7"']) expect(sent.split(once).length - 1, once).toBe(1)
})

test('groups that are not what a server makes are no rows', () => {
  const [group] = groupsOf([{ s: 'org:n', p: '', t: 'person', i: 'ana', r: { name: 'Ana' }, v: 1 }])
  expect(rowsOfGroups([group])).toHaveLength(1)
  for (const wrong of [
    undefined,
    {},
    [null],
    [{ ...group, n: 3, c: [[''], ['ana', 'eva'], [1], ['Ana']] }],
    [{ ...group, n: pullMaxRows + 1, c: [['a'], ['b'], [1], ['c']] }],
    [{ ...group, t: 'nothing' }],
    [{ ...group, k: ['name', 'surname'] }],
    [{ ...group, c: [[''], [3], [1], ['Ana']] }],
    [{ ...group, c: [[''], 4, [1], ['Ana']] }],
    [{ ...group, c: [[''], { p: 'a', v: [] }, [1], ['Ana']] }],
  ])
    expect(rowsOfGroups(wrong), JSON.stringify(wrong)).toBeUndefined()
})
