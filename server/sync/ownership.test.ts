import { instScope } from '#shared/protocol/scope.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { beforeEach, expect, test } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

const run = 'Zk3_run-of-ana-0123456'
const answer = (seq: number, value: string, unit: string, mid: string) => wire(seq, 'answer.set', { unit, value }, { mid })

onEachDatabase((start) => {
  let server: TestApp
  beforeEach(async () => {
    server = await start()
  })

  const ledger = () =>
    server.db.q
      .selectFrom('sync_mutation')
      .select(['mid', 'sent_mid', 'author_id', 'device_id', 'args', 'disposition', 'code'])
      .orderBy('received_at')
      .orderBy('seq')
      .execute()

  test('a push under the name of a device of the server leaves that device alone: stages go on', async () => {
    const berta = await server.token('berta')
    expect((await server.push(berta, 'system', [])).status).toBe(200)
    expect((await server.push(berta, 'system', [answer(1, 'x', 'q1', 'of-berta-1')])).data.lastSeq).toBe(1)
    const own = await server.push(berta, '~system', [])
    expect([own.status, own.error.code, own.error.params]).toEqual([400, 'malformed', { field: 'deviceId' }])
    server.clock.advance(32 * dayMs)
    await server.app.tick()
    const { data } = await server.pull(await server.token('ana'), 'dev-1', null)
    expect(data.rows.find((row) => row.t === 'participant')?.r).toMatchObject({ locked: true })
    expect(server.logged.filter((line) => 'code' in line)).toEqual([])
  })

  test("a push under the name of a colleague's calls does not hold those up", async () => {
    const berta = await server.token('berta')
    for (const id of ['rest-ana', 'rest', 'dev-1'])
      expect((await server.push(berta, id, [answer(1, 'x', 'q3', `of-berta-${id}`)])).status).toBe(200)
    const ana = await server.token('ana')
    const body = { questionId: 'q1', answer: 'de ana' }
    expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: ana, body })).status).toBe(200)
    expect((await server.push(ana, 'dev-1', [answer(1, 'de ana', 'q20', `${run}-1`)])).data.lastSeq).toBe(1)
  })

  test('a push that says nothing leaves nothing behind', async () => {
    const { data } = await server.push(await server.token('berta'), 'dev-9', [])
    expect(data.lastSeq).toBe(0)
    expect(await server.db.q.selectFrom('sync_device').select('id').execute()).toEqual([])
  })

  test("mids of a colleague's run are refused with their content kept, and the colleague's own go through", async () => {
    const ana = await server.token('ana')
    const berta = await server.token('berta')
    await server.push(ana, 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    const stolen = [2, 3, 4].map((at) => answer(at - 1, `robado ${at}`, 'q20', `${run}-${at}`))
    const first = await server.push(berta, 'dev-b', stolen)
    expect(first.data.results.map((each) => [each.seq, each.mid, each.d, each.code])).toEqual(
      [2, 3, 4].map((at) => [at - 1, `${run}-${at}`, 'refused', 'forbidden']),
    )
    expect((await server.push(berta, 'dev-b', stolen)).data.results).toEqual(first.data.results)

    const own = [2, 3].map((at) => answer(at, `de ana ${at}`, at === 2 ? 'q20' : 'q3', `${run}-${at}`))
    const mine = await server.push(ana, 'dev-1', [own[0] ?? {}, { ...own[1], a: { unit: 'q9', value: 'de ana 3' } }])
    expect(mine.data).toMatchObject({ lastSeq: 3, results: [] })

    const kept = await ledger()
    const refused = kept.filter((row) => row.author_id === 'berta')
    expect(refused.map((row) => [row.sent_mid, row.code, JSON.parse(row.args).value])).toEqual(
      [2, 3, 4].map((at) => [`${run}-${at}`, 'forbidden', `robado ${at}`]),
    )
    for (const row of refused) expect(row.mid.startsWith('~')).toBe(true)
    expect(kept.filter((row) => row.author_id === 'ana').map((row) => row.mid)).toEqual([`${run}-1`, `${run}-2`, `${run}-3`])
    const history = await server.db.q
      .selectFrom('history')
      .select(['user_id', 'mid'])
      .where('action', '=', 'Responde')
      .orderBy('mid')
      .execute()
    expect(history).toEqual([1, 2, 3].map((at) => ({ user_id: 'ana', mid: `${run}-${at}` })))
    const cards = (await server.pull(berta, 'dev-b', null)).data.rows.filter((row) => row.t === 'conflict')
    expect(cards.map((row) => row.r)).toMatchObject([{ ownerId: 'berta', code: 'forbidden', mine: { value: 'robado 4' } }])
  })

  test('what was refused for its mid is acknowledged to its sender under the mid that they sent', async () => {
    const berta = await server.token('berta')
    await server.push(await server.token('ana'), 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    await server.push(berta, 'dev-b', [answer(1, 'robado', 'q20', `${run}-2`)])
    expect((await server.pull(berta, 'dev-b', null, { ackedThrough: 0 })).data).toMatchObject({
      acked: 1,
      ackedMid: `${run}-2`,
      outcomes: [{ mid: `${run}-2`, code: 'forbidden' }],
    })
  })

  test("a person's own mids from another of their devices go on where they are new", async () => {
    const ana = await server.token('ana')
    await server.push(ana, 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    const { data } = await server.push(ana, 'dev-2', [answer(1, 'uno', 'q1', `${run}-1`), answer(2, 'dos', 'q20', `${run}-2`)])
    expect(data.results.map((each) => [each.seq, each.d])).toEqual([[1, 'noop']])
    expect(await ledger()).toHaveLength(2)
  })

  test("a person's own mid with other content, as from a copied profile, is kept with that content, told, and the first stands", async () => {
    const ana = await server.token('ana')
    await server.push(ana, 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    const other = [answer(1, 'otro', 'q1', `${run}-1`), answer(2, 'dos', 'q20', `${run}-2`)]
    const first = await server.push(ana, 'dev-2', other)
    expect(first.data).toMatchObject({ lastSeq: 2, results: [{ seq: 1, mid: `${run}-1`, d: 'lost', code: 'mid_reused' }] })
    expect((await server.push(ana, 'dev-2', other)).data.results).toEqual(first.data.results)
    expect((await ledger()).map((row) => [row.sent_mid, row.disposition, JSON.parse(row.args).value])).toEqual([
      [null, 'applied', 'uno'],
      [`${run}-1`, 'lost', 'otro'],
      [null, 'applied', 'dos'],
    ])
    const { data } = await server.pull(ana, 'dev-2', null, { ackedThrough: 0 })
    expect(data).toMatchObject({ acked: 2, outcomes: [{ seq: 1, mid: `${run}-1`, code: 'mid_reused' }] })
    expect(data.rows.find((row) => row.t === 'answer' && row.i === 'q1')?.r).toMatchObject({ value: 'uno', mid: `${run}-1` })
    const cards = data.rows.filter((row) => row.t === 'conflict').map((row) => row.r)
    expect(cards).toMatchObject([{ ownerId: 'ana', code: 'mid_reused', unit: 'q1', mine: { value: 'otro' } }])
    // Sent once more by a third device it is neither new nor the first.
    const third = await server.push(ana, 'dev-3', [answer(1, 'uno', 'q1', `${run}-1`)])
    expect(third.data.results).toMatchObject([{ seq: 1, d: 'noop' }])
  })

  test('what the engine could not send whole is answered by what became of it whole', async () => {
    const ana = await server.token('ana')
    await server.push(ana, 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    const raw = wire(1, 'quarantine.raw', { raw: '{}' }, { mid: `${run}-1` })
    expect((await server.push(ana, 'dev-2', [raw])).data.results).toMatchObject([{ seq: 1, d: 'noop' }])
    expect(await ledger()).toHaveLength(1)
  })

  test('the mids of calls and of the server itself cannot be pushed', async () => {
    const { data } = await server.push(await server.token('berta'), 'dev-b', [answer(1, 'x', 'q1', '~rest-ana-my-key-01')])
    expect(data.results.map((each) => each.code)).toEqual(['malformed'])
    const headers = { 'Idempotency-Key': 'my-key-01' }
    const body = { questionId: 'q1', answer: 'de ana' }
    const saved = await server.call('POST', 'form/tiny/saveQuestionAnswer', { token: await server.token('ana'), body, headers })
    expect(saved.status).toBe(200)
  })

  const others = async (): Promise<string[]> => {
    const history = await server.db.q.selectFrom('history').select(['user_id', 'action']).execute()
    const cards = await server.db.q.selectFrom('sync_row').select('scope').where('tbl', '=', 'conflict').execute()
    return [...history.map((row) => `${row.user_id} ${row.action}`), ...cards.map((row) => row.scope)].toSorted()
  }

  test('an evaluator of nobody is refused before anything is looked at: no history, no card for others, one of their own', async () => {
    const otro = await server.token('otro')
    await server.push(await server.token('ana'), 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    const before = await others()
    const tries = Array.from({ length: 60 }, (_, at) =>
      wire(at + 1, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 }, { mid: `of-otro-${at}` }),
    )
    const { data } = await server.push(otro, 'dev-o', tries)
    expect(new Set(data.results.map((each) => each.code))).toEqual(new Set(['not_assigned_evaluator']))
    expect(await others()).toEqual([...before, 'user:otro'])
    expect((await ledger()).filter((row) => row.author_id === 'otro')).toHaveLength(60)
  })

  test('who evaluated an institution before is heard: their decision is kept, with a card for who evaluates now', async () => {
    const eva = await server.token('eva')
    await server.push(await server.token('ana'), 'dev-1', [answer(1, 'uno', 'q1', `${run}-1`)])
    await replaceEvaluator(server, 'otro')
    const { data } = await server.push(eva, 'dev-e', [
      wire(1, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 }, { mid: 'of-eva-1' }),
    ])
    expect(data.results.map((each) => [each.d, each.code])).toEqual([['lost', 'evaluator_not_assigned']])
    const cards = await server.db.q.selectFrom('sync_row').select('scope').where('tbl', '=', 'conflict').orderBy('scope').execute()
    expect(cards.map((row) => row.scope)).toEqual(['user:eva', 'user:otro'])
  })

  test('people of another institution and administrators who have no part in an answer leave no trace with others', async () => {
    const before = await others()
    const decision = { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 0 }
    for (const who of ['sur-lider', 'root']) {
      const tries = [1, 2, 3].map((at) =>
        who === 'root' ? wire(at, 'evaluation.decide', decision, { mid: `of-root-${at}` }) : answer(at, 'x', 'q1', `of-sur-${at}`),
      )
      const { data } = await server.push(await server.token(who), `dev-${who}`, tries)
      expect(data.results.map((each) => each.d)).toEqual(['refused', 'refused', 'refused'])
    }
    expect(await others()).toEqual([...before, 'user:root', 'user:sur-lider'])
    expect(await ledger()).toHaveLength(6)
  })

  test('fifty refused edits of one answer are one card of each side, which names the last value', async () => {
    const ana = await server.token('ana')
    const berta = await server.token('berta')
    await server.push(ana, 'dev-1', [answer(1, 'de ana', 'q1', `${run}-1`)])
    for (const round of [0, 1, 2, 3, 4]) {
      const tries = Array.from({ length: 10 }, (_, at) =>
        answer(round * 10 + at + 1, `intento ${round * 10 + at}`, 'q1', `of-berta-${round * 10 + at}`),
      )
      await server.push(berta, 'dev-b', tries)
    }
    const cards = await server.db.q
      .selectFrom('sync_row')
      .select(['scope', 'data'])
      .where('tbl', '=', 'conflict')
      .orderBy('scope')
      .execute()
    const shown = cards.map((row) => {
      const card = JSON.parse(row.data)
      return [row.scope, (card.side === 'author' ? card.mine : card.theirs)?.value, card.chain.length]
    })
    expect(shown).toEqual([
      ['user:ana', 'intento 49', 49],
      ['user:berta', 'intento 49', 49],
    ])
    expect((await ledger()).filter((row) => row.author_id === 'berta')).toHaveLength(50)
  })
})

async function replaceEvaluator(server: TestApp, evaluatorId: string): Promise<void> {
  const { writeChanges } = await import('./changes.ts')
  const scope = instScope('norte', 'tiny')
  await server.db.write(async (tx) => {
    const row = await tx.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'participant')
      .executeTakeFirstOrThrow()
    await writeChanges(
      tx,
      [{ scope, part: '', table: 'participant', id: 'norte', row: { ...JSON.parse(row.data), evaluatorId } }],
      server.clock.now(),
    )
  })
}
