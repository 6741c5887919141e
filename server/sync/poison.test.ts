import { refused, type Mutation } from '#shared/contract/mutation.ts'
import { mutations } from '#shared/mutations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

// The catalogue is a Map behind its read-only type: a test may put a rule into it that breaks.
const catalogue = mutations as Map<string, Mutation>
const broken: Mutation = {
  name: 'test.broken',
  version: 1,
  input: v.unknown(),
  entityOf: () => 'broken',
  decide: () => {
    throw new Error('this rule is broken')
  },
}

onEachDatabase((start) => {
  let server: TestApp
  beforeEach(async () => {
    catalogue.set(broken.name, broken)
    server = await start()
  })
  afterEach(() => {
    catalogue.delete(broken.name)
  })

  test('a mutation that breaks its rule holds the others up for two tries and is then entered as refused (I13)', async () => {
    const ana = await server.token('ana')
    const batch = [
      wire(1, 'answer.set', { unit: 'q1', value: 'antes' }),
      wire(2, 'test.broken', { value: 'lo que quería' }),
      wire(3, 'answer.set', { unit: 'q9', value: 'después' }),
    ]
    for (const _ of [1, 2]) {
      const { status, error, headers } = await server.push(ana, 'dev-1', batch)
      expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
      expect(await server.db.q.selectFrom('sync_mutation').select('mid').execute()).toEqual([])
    }
    const { data } = await server.push(ana, 'dev-1', batch)
    expect(data.lastSeq).toBe(3)
    expect(data.results.map((result) => [result.seq, result.d, result.code])).toEqual([[2, 'refused', 'internal_error']])
    const kept = await server.db.q.selectFrom('sync_mutation').select('args').where('seq', '=', 2).executeTakeFirstOrThrow()
    expect(JSON.parse(kept.args)).toEqual({ value: 'lo que quería' })
    const values = (await server.pull(ana, 'dev-1', null)).data.rows.filter((row) => row.t === 'answer').map((row) => row.i)
    expect(values).toEqual(['q1', 'q9'])
  })

  test('what a broken batch had decided is not in the world afterwards', async () => {
    const ana = await server.token('ana')
    await server.push(ana, 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'rolled back' }), wire(2, 'test.broken', {})])
    catalogue.set(broken.name, { ...broken, decide: () => refused('quarantined') })
    const { data } = await server.push(ana, 'dev-2', [wire(1, 'answer.set', { unit: 'q1', value: 'first' }, { mid: 'other-mid-1' })])
    expect(data.results).toEqual([])
  })
})
