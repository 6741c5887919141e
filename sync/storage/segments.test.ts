import { must } from '#shared/kernel/assert.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { Dexie, type Table } from 'dexie'
import * as fc from 'fast-check'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { Segments, type Segment, type SegmentKey } from './segments.ts'
import { assertProperty } from '#shared/testing/properties.ts'

async function open(): Promise<{ segments: Segments; table: Table<Segment, SegmentKey> }> {
  const db = new Dexie('segments', { indexedDB: new IDBFactory(), IDBKeyRange })
  db.version(1).stores({ segment: '[s+t+n+c]' })
  await db.open()
  const table: Table<Segment, SegmentKey> = db.table('segment')
  return { segments: new Segments(table), table }
}

const row = (i: string, v: number, rest: Partial<WireRow> = {}): WireRow => ({ s: 'inst:a:f', p: '', t: 'answer', i, r: { v }, v, ...rest })
const byId = (rows: readonly WireRow[]): WireRow[] => rows.toSorted((a, b) => (`${a.s} ${a.t} ${a.i}` < `${b.s} ${b.t} ${b.i}` ? -1 : 1))

test('rows read back at their newest version, and what is gone stays gone', async () => {
  const { segments } = await open()
  await segments.add([row('1', 1), row('2', 1), row('3', 1), row('4', 1)])
  await segments.add([row('2', 2), row('3', 2, { r: null })])
  expect(byId(await segments.of('inst:a:f'))).toEqual([row('1', 1), row('2', 2), row('4', 1)])
  expect(
    await segments.at([
      ['inst:a:f', 'answer', '2'],
      ['inst:a:f', 'answer', '3'],
      ['inst:a:f', 'answer', '9'],
    ]),
  ).toEqual([row('2', 2), undefined, undefined])
  expect(await segments.count()).toBe(3)
})

test('a thousand single rows leave few segments', async () => {
  const { segments, table } = await open()
  for (let v = 1; v <= 1000; v += 1) await segments.add([row(String(v % 300), v)])
  expect(await table.count()).toBeLessThanOrEqual(10)
  expect((await segments.of('inst:a:f')).length).toBe(300)
})

test('large patches stay by themselves until there are too many of them', async () => {
  const { segments, table } = await open()
  const page = (v: number): WireRow[] => Array.from({ length: 1000 }, (_, at) => row(String(at), v))
  await segments.add(page(1))
  await segments.add(page(2))
  expect(await table.count()).toBe(2)
  for (let v = 3; v <= 33; v += 1) await segments.add(page(v))
  expect(await table.count()).toBe(1)
  expect((await segments.of('inst:a:f')).every((one) => one.v === 33)).toBe(true)
})

test('segments hold at each moment what single records would', async () => {
  const patch = fc.array(
    fc.record({
      s: fc.constantFrom('inst:a:f', 'inst:b:f'),
      t: fc.constantFrom<WireRow['t']>('answer', 'comment'),
      i: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
      gone: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  const forgotten = fc.record({ s: fc.constantFrom('inst:a:f', 'inst:b:f'), part: fc.constantFrom(null, 'odd', 'even') })
  await assertProperty(
    fc.asyncProperty(fc.array(fc.oneof({ arbitrary: patch, weight: 5 }, forgotten), { maxLength: 20 }), async (steps) => {
      const { segments } = await open()
      const model = new Map<string, WireRow>()
      for (const [v, step] of steps.entries()) {
        if (!Array.isArray(step)) {
          await segments.forget(step.s, step.part)
          for (const [key, one] of model) if (one.s === step.s && (step.part === null || one.p === step.part)) model.delete(key)
          continue
        }
        const rows = step.map(({ s, t, i, gone }) => row(i, v, { s, t, p: Number(i) % 2 ? 'odd' : 'even', ...(gone ? { r: null } : {}) }))
        await segments.add(rows)
        for (const one of rows) {
          if (one.r === null) model.delete(`${one.s} ${one.t} ${one.i}`)
          else model.set(`${one.s} ${one.t} ${one.i}`, one)
        }
      }
      const wanted = byId([...model.values()])
      expect(byId([...(await segments.of('inst:a:f')), ...(await segments.of('inst:b:f'))])).toEqual(wanted)
      expect(byId(await segments.of('inst:a:f', 'answer'))).toEqual(wanted.filter((one) => one.s === 'inst:a:f' && one.t === 'answer'))
      for (const scopes of [['inst:a:f', 'inst:b:f'], ['inst:b:f', 'inst:none:f'], ['inst:a:f'], []])
        expect(byId(await segments.ofTable(scopes, 'answer'))).toEqual(wanted.filter((one) => one.t === 'answer' && scopes.includes(one.s)))
      expect(await segments.count()).toBe(wanted.length)
      const [first] = wanted
      if (first) expect(must((await segments.at([[first.s, first.t, first.i]]))[0], 'a row is missing')).toEqual(first)
    }),
    { runs: 60 },
  )
})
