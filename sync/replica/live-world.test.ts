import { formIndexOf } from '#shared/forms/form-index.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { expect, test } from 'vitest'
import type { OutboxRow } from '../storage/storage.ts'
import { addComment, aDefinition, ana, groundRows, scope, setAnswer, testMutations } from '../testing/fixtures.ts'
import { ByUnit } from './by-unit.ts'
import type { Pending } from './live.ts'
import { LiveWorld } from './live-world.ts'

const row = (seq: number, unit: string, value = 'v'): OutboxRow => ({
  seq,
  mid: `m-${seq}`,
  n: setAnswer.name,
  v: 1,
  s: scope,
  a: { unit, value },
  b: null,
  t: '2026-11-20T10:00:00.000Z',
  l: null,
  entity: unit,
  authorId: ana.id,
  now: '2026-11-20T10:00:00.000Z',
  sizeBytes: 200,
})

/** A waiting mutation that counts how often it is looked at. */
function watched(of: OutboxRow, looks: { count: number }): Pending {
  let held = of
  return {
    get row() {
      looks.count += 1
      return held
    },
    set row(next) {
      held = next
    },
    writes: [],
    outcome: null,
  }
}

function worldWith(waiting: number): { live: LiveWorld; looks: { count: number } } {
  const index = formIndexOf(aDefinition(waiting + 5))
  const report = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error })
  }
  const live = new LiveWorld(index, { institutionId: 'north', formId: 'f1' }, { actor: ana, mutations: testMutations, report })
  const looks = { count: 0 }
  const pending = Array.from({ length: waiting }, (_, at) => watched(row(at + 1, `q${at + 1}`), looks))
  const rows = groundRows().map((one, at): WireRow => ({ ...one, v: at + 1 }))
  live.load(rows, pending, index)
  looks.count = 0
  return { live, looks }
}

function looksOfOnePut(waiting: number): number {
  const { live, looks } = worldWith(waiting)
  expect(live.replaceable(setAnswer.name, `q${waiting + 1}`, 0)).toBeUndefined()
  live.preview(row(waiting + 1, `q${waiting + 1}`))
  expect(live.replaceable(setAnswer.name, `q${waiting + 1}`, 0)).toBe(live.pending.at(-1))
  return looks.count
}

test('[OB31] a new answer looks at as many of two thousand waiting ones as of twenty', () => {
  expect(looksOfOnePut(2000)).toBe(looksOfOnePut(20))
})

test('[OB31] how one answer stands is told without looking through the queue again, and follows what is put behind it', () => {
  const looks = { count: 0 }
  const queue = Array.from({ length: 2000 }, (_, at) => watched(row(at + 1, `q${at + 1}`), looks))
  const byUnit = new ByUnit()
  expect(byUnit.about(queue, scope, 'q7')).toEqual([queue[6]])
  looks.count = 0
  queue.push(watched({ ...row(2001, 'q7'), n: addComment.name, entity: 'thread:q7' }, looks))
  expect(byUnit.about(queue, scope, 'q7')).toEqual([queue[6], queue[2000]])
  expect(byUnit.about(queue, 'inst:south:f1', 'q7')).toEqual([])
  expect(looks.count).toBeLessThan(5)
  expect(byUnit.about(queue.slice(10), scope, 'q7')).toEqual([queue[2000]])
})

test('[OB6] which waiting answer may be replaced follows what was taken back and what is on the wire', () => {
  const { live } = worldWith(3)
  const comment = live.preview({ ...row(4, 'thread:q2'), n: addComment.name, a: { id: 'c1', unit: 'q2', body: 'x' } })
  expect(live.replaceable(setAnswer.name, 'q2', 0)).toBeUndefined()
  if (comment.kind === 'applied') live.takeBack(comment.pending)
  expect(live.replaceable(setAnswer.name, 'q2', 0)?.row.seq).toBe(2)
  expect(live.replaceable(setAnswer.name, 'q2', 2)).toBeUndefined()
  expect(live.replaceable(addComment.name, 'thread:q2', 0)).toBeUndefined()
})

test('[PL24] of an institution that is here in part nothing is decided, and what waits shows once the rest has come', () => {
  const report = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error })
  }
  const place = { institutionId: 'north', formId: 'f1' }
  const rows = groundRows().map((one, at): WireRow => ({ ...one, v: at + 1 }))
  for (const table of ['participant', 'form', 'institution']) {
    const live = new LiveWorld(formIndexOf(aDefinition(5)), place, { actor: ana, mutations: testMutations, report })
    live.load(rows, [])
    live.preview(row(1, 'q1', 'mía'))
    live.load(
      rows.filter((each) => each.t !== table),
      live.pending,
    )
    expect(live.preview(row(2, 'q2')), table).toMatchObject({ kind: 'not_applied' })
    live.load(rows, live.pending)
    expect(live.world.answer('q1')?.value, table).toBe('mía')
  }
})

test('[PL4] whoever still draws a world that was taken away reads it as it stood, and as it is once it comes back', () => {
  const report = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error })
  }
  const rows = groundRows().map((one, at): WireRow => ({ ...one, v: at + 1 }))
  const place = { institutionId: 'north', formId: 'f1' }
  const live = new LiveWorld(formIndexOf(aDefinition(5)), place, { actor: ana, mutations: testMutations, report })
  live.load(rows, [])
  live.preview(row(1, 'q1', 'mía'))
  const drawn = live.world
  expect(live.isHere).toBe(true)
  live.load([], live.pending)
  expect(live.isHere).toBe(false)
  expect(live.world).toBe(drawn)
  expect(live.world.participant.institutionId).toBe('north')
  expect(live.world.answer('q1')?.value).toBe('mía')
  // Nothing of it is confirmed any more, however often the device looks.
  live.load([], live.pending)
  expect(live.world).toBe(drawn)
  expect([...live.confirmed.list('answer')]).toEqual([])
  live.load(rows, [])
  expect(live.isHere).toBe(true)
  expect(live.world.answer('q1')?.value).not.toBe('mía')
})

test('[PL4] [IN16] who hears that a world went, or that it came back, reads it as it is from then on, with what waits', () => {
  const report = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error })
  }
  const rows = groundRows().map((one, at): WireRow => ({ ...one, v: at + 1 }))
  const live = new LiveWorld(
    formIndexOf(aDefinition(5)),
    { institutionId: 'north', formId: 'f1' },
    { actor: ana, mutations: testMutations, report },
  )
  live.load(rows, [])
  live.preview(row(1, 'q1', 'mía'))
  const waiting = live.pending
  const heard: unknown[] = []
  live.topics.subscribe('*', () => heard.push([live.isHere, live.world.answer('q1')?.value, live.world.participant.institutionId]))
  live.load([], waiting)
  expect(heard).toEqual([[false, 'mía', 'north']])
  heard.length = 0
  // Away from here it goes on, in another tab: what waits is another value by now.
  live.load(rows, [{ row: row(2, 'q1', 'la de ahora'), writes: [], outcome: null }])
  expect(heard).toEqual([[true, 'la de ahora', 'north']])
})
