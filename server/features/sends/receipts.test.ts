import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { sendSchema, type Send } from '#shared/sends/model.ts'
import { up } from '../../migrations/0024-receipts.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { writeChanges } from '../../sync/changes.ts'
import { wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { institutionOf } from '../../world/store.ts'

const scope = instScope('norte', 'tiny')
const digest = 'a1b2c3d4e5f60718'.padEnd(64, '9')
const code = digest.slice(0, 16)

onEachDatabase((start, _, testOnce) => {
  const sent = (id: string, part: Partial<Send> = {}): Send => ({
    id,
    number: 'IIP-2026-NORTE-1',
    authorId: 'ana',
    sentAt: '2026-03-12T15:00:00.000Z',
    toLevel: 0,
    answers: 41,
    files: 3,
    digest,
    before: { sentAt: null, receipt: null, incomplete: false, sendCount: 0 },
    ...part,
  })
  const write = (server: TestApp, row: Send): Promise<unknown> =>
    server.db.write((tx) => writeChanges(tx, [{ scope, part: '', table: 'send', id: row.id, row }], 'at'))
  const check = (server: TestApp, body: { number: string; code: string }, from?: string) =>
    server.call('POST', 'receipts/check', { body, from: from ?? '203.0.113.7' })
  /** norte sent to the evaluation, its lock among it. */
  const lockedBySend = async (server: TestApp, row: Send): Promise<void> => {
    await write(server, row)
    await server.db.write(async (tx) => {
      const [found] = await tx.q.selectFrom('sync_row').select('data').where('scope', '=', scope).where('tbl', '=', 'participant').execute()
      const participant = JSON.parse(must(found, 'no participant').data)
      const locked = { ...participant, locked: true, lockReason: 'sent', sentAt: row.sentAt, receipt: row.number, sendCount: 1 }
      await writeChanges(tx, [{ scope, part: '', table: 'participant', id: 'norte', row: locked }], 'at')
    })
  }
  const sendOf = async (server: TestApp, id: string): Promise<Send> => {
    const [found] = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'send')
      .where('id', '=', id)
      .execute()
    return v.parse(sendSchema, JSON.parse(must(found, 'no send').data))
  }

  test('[RT3] whoever has number and code is told what the receipt is of, however they wrote them', async () => {
    const server = await start()
    await write(server, sent('send-1'))
    const institution = await server.db.read((tx) => institutionOf(tx, 'norte'))
    for (const [number, typed, match] of [
      ['IIP-2026-NORTE-1', code, 'code'],
      [' iip-2026-norte-1 ', code.toUpperCase().replace(/(.{4})/g, '$1 '), 'code'],
      ['IIP-2026-NORTE-1', digest.slice(0, 40), 'code'],
      ['IIP-2026-NORTE-1', digest, 'whole'],
    ] as const) {
      const { status, data } = await check(server, { number, code: typed })
      expect([status, data]).toEqual([
        200,
        {
          number: 'IIP-2026-NORTE-1',
          institution: institution?.name,
          form: expect.any(String),
          sentAt: '2026-03-12T15:00:00.000Z',
          answers: 41,
          files: 3,
          recalledAt: null,
          match,
        },
      ])
    }
  })

  test('[RT3] without both nothing is told, and what is wrong is not told either', async () => {
    const server = await start()
    await write(server, sent('send-1'))
    await write(server, sent('send-2', { number: 'IIP-2026-NORTE-0.2', toLevel: 1, to: ['ana'], digest: 'b'.repeat(64) }))
    const replies = []
    for (const [number, typed] of [
      ['IIP-2026-NORTE-1', ''],
      ['IIP-2026-NORTE-1', code.slice(0, 15)],
      ['IIP-2026-NORTE-1', 'f'.repeat(16)],
      ['IIP-2026-NORTE-1', `${digest.slice(0, 63)}0`],
      ['IIP-2026-NORTE-1', `${code}%`],
      ['IIP-2026-NORTE-9', code],
      ['', code],
      // What went from person to person is the institution's own business.
      ['IIP-2026-NORTE-0.2', 'b'.repeat(16)],
    ] as const) {
      const { status, error } = await check(server, { number, code: typed })
      replies.push(JSON.stringify([status, error.code, error.message]))
    }
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('receipt_unknown')
  })

  test('[RT3] of two forms with one number the code says which; one that was taken back says so', async () => {
    const server = await start()
    await write(server, sent('send-1', { recalledAt: '2026-03-13T09:00:00.000Z', recalledBy: 'ana' }))
    await write(server, sent('send-9', { digest: 'c'.repeat(64), answers: 7 }))
    expect((await check(server, { number: 'IIP-2026-NORTE-1', code })).data).toMatchObject({
      answers: 41,
      recalledAt: '2026-03-13T09:00:00.000Z',
    })
    expect((await check(server, { number: 'IIP-2026-NORTE-1', code: 'c'.repeat(16) })).data).toMatchObject({ answers: 7, recalledAt: null })
  })

  test('[RT3] whoever guesses is slowed down, and whoever holds receipts is not', async () => {
    const server = await start()
    await write(server, sent('send-1'))
    for (let n = 0; n < 30; n += 1) expect((await check(server, { number: 'IIP-2026-NORTE-1', code })).status).toBe(200)
    const statuses = []
    for (let n = 0; n < 25; n += 1) statuses.push((await check(server, { number: `IIP-2026-NORTE-${n}`, code: 'e'.repeat(16) })).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await check(server, { number: 'IIP-2026-NORTE-1', code })).status).toBe(429)
    server.clock.advance(dayMs)
    expect((await check(server, { number: 'IIP-2026-NORTE-1', code })).status).toBe(200)
  })

  testOnce(
    '[RT2] the receipt as PDF is for who reads it: of the evaluation everybody of the institution, of a person’s who it is between',
    async () => {
      const server = await start()
      await write(server, sent('send-1'))
      await write(server, sent('send-2', { number: 'IIP-2026-NORTE-1.2', toLevel: 1, to: ['berta'], authorId: 'carlos' }))
      const ask = async (who: string, id: string, language = 'es'): Promise<readonly [number, string | null]> => {
        const path = `/api/v1/form/tiny/institution/norte/receipt/${id}/export?language=${language}`
        const headers = { Authorization: `Bearer ${await server.token(who)}` }
        const reply = await server.app.fetch(new Request(`http://localhost${path}`, { headers }))
        const bytes = new Uint8Array(await reply.arrayBuffer())
        return [reply.status, reply.status === 200 ? new TextDecoder('latin1').decode(bytes.subarray(0, 5)) : null]
      }
      expect(await ask('ana', 'send-1')).toEqual([200, '%PDF-'])
      expect(await ask('ana', 'send-1', 'en')).toEqual([200, '%PDF-'])
      expect(await ask('dina', 'send-1')).toEqual([200, '%PDF-'])
      expect([(await ask('dina', 'send-2'))[0], (await ask('sur-lider', 'send-1'))[0], (await ask('ana', 'nada'))[0]]).toEqual([
        404, 404, 404,
      ])
      expect((await ask('ana', 'send-2'))[0]).toBe(200)
    },
  )

  test('[RC4] an opening that reached the server before a recall stands, whenever each was done, and the other way round', async () => {
    for (const first of ['opening', 'recall'] as const) {
      const server = await start()
      await lockedBySend(server, sent('send-1', { sentAt: server.clock.now() }))
      const push = async (who: string, name: string): Promise<unknown> => {
        const { data } = await server.push(await server.token(who), `dev-${who}`, [
          wire(1, name, { send: 'send-1' }, { s: scope, mid: `${who}-1` }),
        ])
        return data.results
      }
      const opening = () => push('eva', 'answers.open')
      const recall = () => push('ana', 'answers.recall')
      if (first === 'opening') {
        expect([await opening(), await recall()]).toMatchObject([[], [{ d: 'lost', code: 'send_opened' }]])
        expect(await sendOf(server, 'send-1')).toMatchObject({ openedBy: 'eva' })
        const asked = await server.push(await server.token('ana'), 'dev-ana', [
          wire(2, 'participant.askReopen', { reason: 'Faltó un anexo' }, { s: scope, mid: 'ana-2' }),
        ])
        expect(asked.data.results).toEqual([])
        const letters = await server.db.q
          .selectFrom('letter')
          .select(['template', 'to_user'])
          .where('template', '=', 'reopenAsked')
          .execute()
        expect(letters).toEqual([{ template: 'reopenAsked', to_user: 'root' }])
      } else {
        expect([await recall(), await opening()]).toMatchObject([[], [{ d: 'noop' }]])
        const send = await sendOf(server, 'send-1')
        expect([send.recalledBy, send.openedAt]).toEqual(['ana', undefined])
      }
      await server.close()
    }
  })

  test('[RT3] numbers of what was sent before the table was there are found in it', async () => {
    const server = await start()
    await write(server, sent('send-1'))
    await write(server, sent('send-2', { number: 'IIP-2026-NORTE-0.1', toLevel: 2 }))
    await server.db.write(async (tx) => {
      await sql`drop table receipt`.execute(tx.q)
      await up(tx.q)
    })
    const rows = await server.db.q.selectFrom('receipt').select(['id', 'number']).orderBy('id').execute()
    expect(rows).toEqual([{ id: 'send-1', number: 'iip-2026-norte-1' }])
    expect((await check(server, { number: 'IIP-2026-NORTE-1', code })).status).toBe(200)
  })
})
