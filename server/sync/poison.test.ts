import { applied, refused, type AnyMutation, type Mutation } from '#shared/contract/mutation.ts'
import { mutations } from '#shared/mutations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

// The catalogue is a Map behind its read-only type: a test may put a rule into it that breaks.
const catalogue = mutations as Map<string, AnyMutation>
const broken: Mutation = {
  on: 'participation',
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

  test('[IN13] a mutation that breaks its rule holds the others up for two tries and is then entered as refused', async () => {
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

  const kept = () => server.db.q.selectFrom('sync_mutation').select(['seq', 'disposition', 'code', 'args']).orderBy('seq').execute()

  test('several mutations that break are refused together at the third try, and everything else goes on', async () => {
    const ana = await server.token('ana')
    const batch = [
      wire(1, 'answer.set', { unit: 'q1', value: 'antes' }),
      wire(2, 'test.broken', { value: 'primero' }),
      wire(3, 'answer.set', { unit: 'q9', value: 'entre' }),
      wire(4, 'test.broken', { value: 'segundo' }),
      wire(5, 'test.broken', { value: 'tercero' }),
      wire(6, 'answer.set', { unit: 'q20', value: 'después' }),
    ]
    const statuses: number[] = []
    for (const _ of [1, 2, 3]) statuses.push((await server.push(ana, 'dev-1', batch)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await kept()).map((row) => [row.seq, row.code])).toEqual([
      [1, 'ok'],
      [2, 'internal_error'],
      [3, 'ok'],
      [4, 'internal_error'],
      [5, 'internal_error'],
      [6, 'ok'],
    ])
    expect((await kept()).filter((row) => row.code !== 'ok').map((row) => JSON.parse(row.args).value)).toEqual([
      'primero',
      'segundo',
      'tercero',
    ])
    const cards = (await server.pull(ana, 'dev-1', null)).data.rows.filter((row) => row.t === 'conflict')
    expect(cards.map((row) => row.r)).toMatchObject([
      { code: 'internal_error', chain: [{ value: 'primero' }, { value: 'segundo' }], mine: { value: 'tercero' } },
    ])
    expect(await server.db.q.selectFrom('sync_attempt').selectAll().execute()).toEqual([])
  })

  test('mutations whose effects cannot be written are found among many, and those before each are taken at once', async () => {
    const unwritable: Mutation = {
      ...broken,
      decide: (world) =>
        applied({
          changes: [
            {
              scope: world.scope,
              part: '',
              table: 'participant',
              id: 'norte',
              row: Object.assign({ ...world.participant }, { toJSON: () => JSON.parse('{') }),
            },
          ],
        }),
    }
    catalogue.set(broken.name, unwritable)
    const ana = await server.token('ana')
    const batch = Array.from({ length: 40 }, (_, at) =>
      at === 13 || at === 30
        ? wire(at + 1, 'test.broken', { value: `malo ${at}` })
        : wire(at + 1, 'answer.set', { unit: `m${at}`, value: at }),
    )
    const first = await server.push(ana, 'dev-1', batch)
    expect([first.status, first.data.lastSeq]).toEqual([200, 13])
    const seen: number[] = []
    for (let pushes = 0; pushes < 8; pushes += 1) {
      const { status, data } = await server.push(ana, 'dev-1', batch)
      seen.push(status === 200 ? data.lastSeq : 0)
      if (data?.lastSeq === 40) break
    }
    expect(seen.at(-1)).toBe(40)
    expect((await kept()).filter((row) => row.code !== 'ok').map((row) => [row.seq, row.code, JSON.parse(row.args).value])).toEqual([
      [14, 'internal_error', 'malo 13'],
      [31, 'internal_error', 'malo 30'],
    ])
  })
})
