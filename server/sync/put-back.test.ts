import { instScope } from '#shared/protocol/scope.ts'
import { must } from '#shared/kernel/assert.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createApp, type App } from '../app.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { createHmac } from 'node:crypto'

const kept = [
  'sync_scope',
  'sync_stamp',
  'sync_view',
  'sync_row',
  'sync_device',
  'sync_mutation',
  'sync_alias',
  'sync_run',
  'history',
  'letter',
  'meta',
] as const satisfies readonly (keyof Schema)[]

/** Copies what a database holds; the result puts it back, beside whatever the processes hold in memory. */
async function copyOf(db: Database): Promise<() => Promise<void>> {
  const copies = await Promise.all(kept.map(async (table) => [table, await db.q.selectFrom(table).selectAll().execute()] as const))
  return () =>
    db.write(async (tx: Tx) => {
      for (const [table, rows] of copies) {
        await sql`delete from ${sql.table(table)}`.execute(tx.q)
        for (const row of rows) await tx.q.insertInto(table).values(row).execute()
      }
    })
}

onEachDatabase((start) => {
  let server: TestApp
  let ana: string
  beforeEach(async () => {
    server = await start()
    ana = await server.token('ana')
  })

  const answer = (seq: number, value: string, unit = 'q1') => wire(seq, 'answer.set', { unit, value }, { mid: `of-ana-${seq}` })
  const epochIn = async (): Promise<string> =>
    (await server.db.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow()).value
  const noticed = (): object[] => server.logged.filter((line) => 'from' in line && 'to' in line)

  test('a server that was put back sees it in a device that only reads, also when others have brought it as far again meanwhile', async () => {
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(2, 'dos', 'q20')])
    const { cursor } = (await server.pull(ana, 'dev-2', null)).data
    const before = await epochIn()
    await putBack()
    await server.push(ana, 'dev-3', [{ ...answer(1, 'otra', 'q20'), mid: 'of-another-run-1' }])

    const refused = await server.pull(ana, 'dev-2', cursor)
    expect([refused.status, refused.error?.code]).toEqual([409, 'epoch_changed'])
    expect(await epochIn()).not.toBe(before)
  })

  test('a server that was put back sees it in the first pull of a device that knows more, and devices replay', async () => {
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const before = await epochIn()
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(2, 'dos', 'q20')])
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    await putBack()

    const refused = await server.pull(ana, 'dev-1', cursor)
    expect([refused.status, refused.error.code]).toEqual([409, 'epoch_changed'])
    const after = await epochIn()
    expect(after).not.toBe(before)
    expect(noticed()).toMatchObject([{ from: before, to: after, device: 'dev-1' }])

    const asked = await server.push(ana, 'dev-1', [], { epoch: null, cursor })
    expect(asked.data).toMatchObject({ epoch: after, lastSeq: 1 })
    await server.push(ana, 'dev-1', [answer(2, 'dos', 'q20')], { epoch: after })
    const fresh = (await server.pull(ana, 'dev-1', null)).data
    expect(fresh).toMatchObject({ epoch: after, acked: 2 })
    expect((await server.pull(ana, 'dev-1', fresh.cursor)).status).toBe(200)
    expect((await server.pull(ana, 'dev-1', cursor)).error.code).toBe('epoch_changed')
    expect(noticed()).toHaveLength(1)
  })

  test('a push that carries the cursor proves it as well, before any of it is taken', async () => {
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const { cursor, epoch } = (await server.pull(ana, 'dev-1', null)).data
    await putBack()
    const { error } = await server.push(ana, 'dev-1', [answer(2, 'dos')], { epoch, cursor })
    expect(error.code).toBe('epoch_changed')
    expect(await server.db.q.selectFrom('sync_mutation').select('mid').execute()).toEqual([])
  })

  test('rows of others that a device has and the server has no more prove it, though the device sent nothing', async () => {
    const berta = await server.token('berta')
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const { cursor } = (await server.pull(berta, 'dev-b', null)).data
    await putBack()
    expect((await server.pull(berta, 'dev-b', cursor)).error.code).toBe('epoch_changed')
  })

  test('an acknowledgement proves it where newer versions hide that rows are gone', async () => {
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    await putBack()
    for (const seq of [1, 2, 3]) {
      const { data } = await server.push(ana, 'dev-2', [wire(seq, 'answer.set', { unit: `m${seq}`, value: seq }, { mid: `other-${seq}` })])
      expect(data.results).toEqual([])
    }
    expect((await server.pull(ana, 'dev-1', cursor)).error.code).toBe('epoch_changed')
  })

  test('what a process held in memory of the database that is gone decides nothing any more', async () => {
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(1, 'de antes')])
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    await putBack()
    // Another process brings every version to the same number again, with other rows.
    const other = await anotherProcess(server)
    const asked = [{ ...answer(1, 'de ahora'), mid: 'of-now-1' }]
    const executed = await other.execute({
      device: { id: 'dev-2', app: 'test', schema: 1, pending: 0 },
      userId: 'ana',
      asked,
      door: 'sync',
    })
    expect(executed.ok).toBe(true)
    expect((await server.pull(ana, 'dev-1', cursor)).error.code).toBe('epoch_changed')
    const { data } = await server.push(ana, 'dev-3', [{ ...answer(1, 'y después'), mid: 'of-now-2', b: 'of-now-1' }])
    expect(data.results).toEqual([])
  })

  test('a call to a process that has not heard of it yet is not decided by what it held in memory either', async () => {
    const putBack = await copyOf(server.db)
    const other = await anotherProcess(server)
    const save = (app: App, answered: string): Promise<Response> =>
      app.fetch(
        new Request('http://localhost/api/v1/form/tiny/saveQuestionAnswer', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ana}` },
          body: JSON.stringify({ questionId: 'q1', answer: answered }),
        }),
      )
    expect((await save(other, 'de antes')).status).toBe(200)
    await server.push(ana, 'dev-1', [answer(1, 'x', 'q20')])
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    await save(other, 'de antes, dos')
    await putBack()
    expect((await server.pull(ana, 'dev-1', cursor)).error.code).toBe('epoch_changed')
    // Every version has the same number as in the other's memory again.
    for (const unit of ['q20', 'm1', 'm2'])
      await server.push(ana, `dev-${unit}`, [
        { ...answer(1, '7', unit), mid: `again-${unit}`, a: { unit, value: unit === 'q20' ? 'y' : 7 } },
      ])
    expect((await save(other, 'de ahora')).status).toBe(200)
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', 'answer')
      .where('id', '=', 'q1')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.data)).toMatchObject({ value: 'de ahora', rev: 1 })
    await other.settled()
  })

  test('only what the server signed proves it: no device can make the others start over', async () => {
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const epoch = await epochIn()
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    const [body = ''] = cursor.split('.')
    const lie = {
      ...JSON.parse(Buffer.from(body, 'base64url').toString()),
      a: 99,
      k: [99, '', '', ''],
    }
    const text = Buffer.from(JSON.stringify(lie)).toString('base64url')
    const forged = `${text}.${createHmac('sha256', 'guessed').update(text).digest('base64url')}`
    for (const each of [forged, `${text}.${cursor.split('.')[1] ?? ''}`, 'x.y']) {
      expect((await server.pull(ana, 'dev-1', each)).error?.code).toBe('cursor_unknown')
      expect((await server.push(ana, 'dev-1', [], { cursor: each })).status).toBe(200)
    }
    // A colleague's good cursor is no word about oneself.
    expect((await server.pull(await server.token('berta'), 'dev-1', cursor)).error?.code).toBe('cursor_unknown')
    expect(await epochIn()).toBe(epoch)
  })

  test('reads that race with commits never look as if the server had been put back', async () => {
    const sur = await server.token('sur-lider')
    const epoch = await epochIn()
    const reader = async (token: string, device: string): Promise<void> => {
      let cursor: string | null = null
      for (let round = 0; round < 12; round += 1) {
        const { data, status } = await server.pull(token, device, cursor, { limit: 5 })
        expect(status).toBe(200)
        cursor = must(data, 'a page').cursor
        expect((await server.push(token, device, [], { cursor, epoch })).status).toBe(200)
      }
    }
    const writer = async (token: string, device: string, institution: string): Promise<void> => {
      for (let seq = 1; seq <= 12; seq += 1) {
        const base = seq > 1 ? `${device}-${seq - 1}` : null
        const one = wire(
          seq,
          'answer.set',
          { unit: 'm1', value: seq },
          { mid: `${device}-${seq}`, b: base, s: instScope(institution, 'tiny') },
        )
        expect((await server.push(token, device, [one])).status).toBe(200)
      }
    }
    await Promise.all([
      writer(ana, 'dev-w', 'norte'),
      writer(sur, 'dev-s', 'sur'),
      reader(ana, 'dev-r'),
      reader(ana, 'dev-q'),
      reader(sur, 'dev-t'),
    ])
    expect(await epochIn()).toBe(epoch)
  })

  test('several processes that see it at once change the epoch once', async () => {
    const putBack = await copyOf(server.db)
    await server.push(ana, 'dev-1', [answer(1, 'uno')])
    const { cursor, epoch } = (await server.pull(ana, 'dev-1', null)).data
    const other = await anotherProcess(server)
    await putBack()
    const body = { protocol: 1, schema: 1, deviceId: 'dev-1', cursor }
    const ask = (app: App): Promise<Response> =>
      app.fetch(
        new Request('http://localhost/api/v1/sync/pull', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ana}` },
          body: JSON.stringify(body),
        }),
      )
    const replies = await Promise.all([server.app, other, server.app, other].map(ask))
    expect(replies.map((reply) => reply.status)).toEqual([409, 409, 409, 409])
    expect(noticed()).toHaveLength(1)
    expect(await epochIn()).not.toBe(epoch)
    const fresh = (await (await ask(other)).json()) as { error: { code: string } }
    expect(fresh.error.code).toBe('epoch_changed')
    await other.settled()
  })

  test('a new epoch that a command gave is the running server its own from the next request on', async () => {
    const { cursor } = (await server.pull(ana, 'dev-1', null)).data
    await server.db.q.updateTable('meta').set({ value: 'given-by-hand' }).where('key', '=', 'epoch').execute()
    expect((await server.pull(ana, 'dev-1', cursor)).error.code).toBe('epoch_changed')
    expect((await server.pull(ana, 'dev-1', null)).data.epoch).toBe('given-by-hand')
    expect((await server.push(ana, 'dev-1', [])).data.epoch).toBe('given-by-hand')
    expect(noticed()).toEqual([])
  })
})

/** A second server on the same database, which writes into the same log. */
async function anotherProcess(server: TestApp): Promise<App> {
  const log = (data: object): void => void server.logged.push(data)
  return createApp({
    config: { ...server.app.server, dataDir: server.dataDir },
    db: server.db,
    log: { info: log, error: log },
    now: server.clock.now,
    passwordCost: { memoryKib: 8, passes: 1 },
  })
}
