import { instScope } from '#shared/protocol/scope.ts'
import { beforeEach, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  let server: TestApp
  let ana: string
  beforeEach(async () => {
    server = await start()
    ana = await server.token('ana')
  })

  const answer = (seq: number, value: string, unit = 'q1') => wire(seq, 'answer.set', { unit, value })
  const kept = () => server.db.q.selectFrom('sync_mutation').select(['seq', 'sent_mid', 'args', 'code']).orderBy('seq').execute()
  const envelope = (rest: object): object => ({
    protocol: 1,
    schema: 1,
    app: 'test',
    deviceId: 'dev-1',
    epoch: null,
    ackedThrough: 0,
    pending: 0,
    mutations: [],
    ...rest,
  })

  test('a mutation that is none is refused alone, with its JSON kept as it came, and holds up nothing', async () => {
    const strange = [{ ...answer(2, 'x'), mid: 7, n: null }, { seq: 3 }, 'text', null]
    const batch = [answer(1, 'uno'), ...strange, answer(6, 'seis', 'q20')]
    const first = await server.push(ana, 'dev-1', batch)
    expect([first.status, first.data.lastSeq]).toEqual([200, 6])
    expect(first.data.results.map((each) => [each.seq, each.d, each.code])).toEqual(
      [2, 3, 4, 5].map((seq) => [seq, 'refused', 'malformed']),
    )
    expect((await kept()).slice(1, 5).map((row) => JSON.parse(row.args))).toEqual(strange)
    expect((await server.push(ana, 'dev-1', batch)).data.results).toEqual(first.data.results)
    expect(await kept()).toHaveLength(6)
  })

  test('an envelope that is none says which of its fields is wrong', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ pending: 3e9 }, 'pending'],
      [{ pending: -1 }, 'pending'],
      [{ schema: 1.5 }, 'schema'],
      [{ ackedThrough: 3e9 }, 'ackedThrough'],
      [{ deviceId: 'nul\u0000' }, 'deviceId'],
      [{ app: 7 }, 'app'],
      [{ mutations: 'none' }, 'mutations'],
      [{ mutations: [{}] }, 'mutations.0.seq'],
    ]
    for (const [rest, field] of wrong) {
      const { status, error } = await server.call('POST', 'sync/push', { token: ana, body: envelope(rest) })
      expect([status, error.code, error.params], JSON.stringify(rest)).toEqual([400, 'malformed', { field }])
    }
    const pulled = await server.call('POST', 'sync/pull', {
      token: ana,
      body: { protocol: 1, schema: 1, deviceId: 'dev-1', cursor: null, ackedThrough: 3e9 },
    })
    expect([pulled.status, pulled.error.params]).toEqual([400, { field: 'ackedThrough' }])
  })

  test('a sequence that no database holds is no sequence: it is told by its neighbours', async () => {
    const { data } = await server.push(ana, 'dev-1', [answer(1, 'uno'), { ...answer(2, 'dos'), seq: 3e9 }])
    expect(data.results.map((each) => [each.seq, each.code])).toEqual([[2, 'malformed']])
  })

  test('thousands of nested brackets are refused as what they are, in a mutation and in a call', async () => {
    const text = (depth: number): string =>
      JSON.stringify(envelope({ mutations: [answer(1, 'uno'), answer(2, 'HERE', 'q20'), answer(3, 'tres', 'q9')] })).replace(
        '"HERE"',
        `${'['.repeat(depth)}${']'.repeat(depth)}`,
      )
    const post = (path: string, body: string): Promise<Response> =>
      server.app.fetch(
        new Request(`http://localhost/api/v1/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ana}` },
          body,
        }),
      )
    const pushed = await post('sync/push', text(200_000))
    expect(pushed.status).toBe(200)
    expect(await kept()).toMatchObject([{ code: 'ok' }, { code: 'malformed' }, { code: 'ok' }])
    expect(JSON.parse((await kept())[1]?.args ?? '')).toMatchObject({ beginning: expect.stringContaining('['.repeat(500)) as string })
    for (const depth of [5000, 100_000]) {
      const called = await post('form/tiny/saveQuestionAnswer', `{"questionId":"q1","answer":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      expect(called.status).toBe(400)
    }
  })

  test('a bomb is refused by what it inflates to', async () => {
    const body = gzipSync(JSON.stringify(envelope({ app: 'x'.repeat(50_000_000) })))
    const reply = await server.app.fetch(
      new Request('http://localhost/api/v1/sync/push', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', Authorization: `Bearer ${ana}` },
        body: new Uint8Array(body),
      }),
    )
    expect(reply.status).toBe(413)
  })

  test('[CO5] one mutation that is too large is refused alone, and its beginning is kept', async () => {
    const { data } = await server.push(ana, 'dev-1', [answer(1, 'x'.repeat(1_000_001)), answer(2, 'dos', 'q20')])
    expect(data.results.map((each) => [each.seq, each.code])).toEqual([[1, 'too_large']])
    expect((await kept())[0]?.args).toContain('x'.repeat(500))
    expect((await kept())[0]?.args.length).toBeLessThan(1200)
  })

  test('a session that calls too fast is asked to wait, and may go on afterwards; others are not held', async () => {
    const statuses = new Map<number, number>()
    let wait = ''
    for (let call = 0; call < 400; call += 1) {
      const { status, headers, error } = await server.push(ana, 'dev-1', [])
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 429) continue
      expect(error.code).toBe('too_many_requests')
      wait = headers.get('retry-after') ?? ''
    }
    expect(new Set(statuses.keys())).toEqual(new Set([200, 429]))
    expect(Number(wait)).toBeGreaterThan(0)
    expect((await server.push(await server.token('berta'), 'dev-b', [])).status).toBe(200)
    server.clock.advance(Number(wait) * 1000)
    expect((await server.push(ana, 'dev-1', [answer(1, 'sigue')])).status).toBe(200)
  })

  test('what does not fit into the time of a push is left for the next one, which goes on from there', async () => {
    let ms = 0
    const slow = await start({ elapsed: () => (ms += 200) })
    const token = await slow.token('ana')
    const batch = Array.from({ length: 10 }, (_, at) => wire(at + 1, 'answer.set', { unit: `m${at}`, value: at }))
    const through: number[] = []
    const contacts: boolean[] = []
    while (through.at(-1) !== 10) {
      const { data, status } = await slow.push(token, 'dev-1', batch)
      expect(status).toBe(200)
      expect(data.lastSeq).toBeGreaterThan(through.at(-1) ?? 0)
      through.push(data.lastSeq)
      const device = await slow.db.q.selectFrom('sync_device').select('contact_at').executeTakeFirstOrThrow()
      contacts.push(device.contact_at !== null)
    }
    expect(through).toEqual([3, 6, 9, 10])
    const entries = await slow.db.q.selectFrom('sync_mutation').select('seq').orderBy('seq').execute()
    expect(entries.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    // Work that was left still waits on the device: what comes next may have been done before now.
    expect(contacts).toEqual([false, false, false, true])
  })

  test('the words of who may not write are not cleaned: their length and their right are looked at first', async () => {
    const hostile = '<b>'.repeat(30_000)
    const { data } = await server.push(await server.token('sur-lider'), 'dev-s', [
      wire(1, 'answer.set', { unit: 'q2', value: hostile }, { s: instScope('norte', 'tiny'), mid: 'of-sur-1' }),
    ])
    expect(data.results.map((each) => each.code)).toEqual(['no_role'])
    const tooLong = await server.push(ana, 'dev-1', [wire(1, 'answer.set', { unit: 'q2', value: 'x'.repeat(100_001) })])
    expect(tooLong.data.results.map((each) => each.code)).toEqual(['malformed'])
  })

  test('[CO5] of what is refused for its length the ledger and the history keep a digest and the beginning, and a repeat of it is one', async () => {
    const long = `inicio${'<'.repeat(95_000)}`
    const batch = [answer(1, 'uno'), answer(2, long, 'q2'), wire(3, 'answer.paint', { colour: long })]
    const { data } = await server.push(ana, 'dev-1', batch)
    expect(data.results.map((each) => [each.seq, each.d, each.code])).toEqual([
      [2, 'refused', 'words_too_few'],
      [3, 'refused', 'unknown_mutation'],
    ])
    const rows = await server.db.q.selectFrom('sync_mutation').select(['args', 'said']).where('seq', '>', 1).orderBy('seq').execute()
    for (const { args, said } of rows) {
      const kept: { sha256: string; characters: number; beginning: string } = JSON.parse(args)
      expect([kept.sha256, kept.beginning.length, kept.beginning.includes('inicio')]).toEqual([said, 1000, true])
      expect(kept.characters).toBeGreaterThan(95_000)
    }
    const [line] = await server.db.q.selectFrom('history').select('value').where('action', '=', 'No aplicado').execute()
    expect(String(line?.value).length).toBeLessThan(1100)
    // The same words again are the same words, and others under their mid are not.
    expect((await server.push(ana, 'dev-1', batch)).data.results).toEqual(data.results)
    const copied = await server.push(ana, 'dev-1', [batch[0], { ...batch[1], a: { unit: 'q2', value: `${long}b` } }, batch[2]])
    expect([copied.status, copied.error.code]).toEqual([409, 'device_fork'])
  })

  test('[CO4] who brings more in an hour than the server takes is told when to go on, and goes on then', async () => {
    let seq = 0
    const heavy = (): ReturnType<typeof wire>[] => [1, 2].map(() => wire((seq += 1), 'answer.paint', { text: 'x'.repeat(990_000) }))
    let last = await server.push(ana, 'dev-1', heavy())
    for (let push = 1; last.status === 200 && push < 60; push += 1) last = await server.push(ana, 'dev-1', heavy())
    expect([last.status, last.error.code]).toEqual([429, 'too_much_work'])
    expect(last.error.message).not.toContain('{')
    const seconds = Number(last.error.params?.['seconds'])
    expect(seconds).toBeGreaterThan(0)
    expect((await server.push(await server.token('berta'), 'dev-2', [answer(1, 'dos', 'q20')])).status).toBe(200)
    // Refused whole: what the device sends then is what it sent before.
    seq -= 2
    server.clock.advance(seconds * 1000)
    expect((await server.push(ana, 'dev-1', heavy())).status).toBe(200)
  })
})
