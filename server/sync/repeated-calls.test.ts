import { beforeEach, expect, test } from 'vitest'
import type { Called, TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  let server: TestApp
  let ana: string
  beforeEach(async () => {
    server = await start()
    ana = await server.token('ana')
  })

  const headers = { 'Idempotency-Key': 'key-0001' }
  const save = (answer: unknown, more: { token?: string; questionId?: string; key?: string } = {}): Promise<Called> =>
    server.call('POST', 'form/tiny/saveQuestionAnswer', {
      token: more.token ?? ana,
      body: { questionId: more.questionId ?? 'q1', answer },
      headers: { 'Idempotency-Key': more.key ?? 'key-0001' },
    })
  const valueOf = async (questionId: string): Promise<unknown> => {
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', 'answer')
      .where('id', '=', questionId)
      .executeTakeFirst()
    return row && JSON.parse(row.data).value
  }
  const entries = () => server.db.q.selectFrom('sync_mutation').select('mid').execute()
  const history = () => server.db.q.selectFrom('history').select('id').where('action', '=', 'Responde').execute()
  const refusal = ({ status, error }: Called) => [status, error?.code]

  test('a key that comes again with another body is refused in words, nothing of it is applied, and the first stands', async () => {
    expect((await save('uno')).status).toBe(200)
    const other = await server.call('POST', 'form/tiny/saveQuestionAnswer', {
      token: ana,
      body: { questionId: 'q1', answer: 'dos' },
      headers: { ...headers, 'Accept-Language': 'es' },
    })
    expect(refusal(other)).toEqual([422, 'key_reused'])
    expect(other.error.message).toContain('Idempotency-Key')
    expect(refusal(await save('uno', { questionId: 'q20' }))).toEqual([422, 'key_reused'])
    expect([await valueOf('q1'), await valueOf('q20')]).toEqual(['uno', undefined])
    expect([(await entries()).length, (await history()).length]).toEqual([1, 1])
    expect((await save('uno')).status).toBe(200)
    expect((await save('dos', { key: 'key-0002' })).status).toBe(200)
    expect(await valueOf('q1')).toBe('dos')
  })

  test('a key that comes again on another route, or on another form of an address, is refused', async () => {
    expect((await save('uno')).status).toBe(200)
    const body = { questionId: 'q1', answer: 'uno' }
    for (const path of ['form/tiny/saveQuestionAnswer/block/parent', 'form/tiny/saveQuestionAnswer?x=1'])
      expect(refusal(await server.call('POST', path, { token: ana, body, headers })), path).toEqual([422, 'key_reused'])
    expect(
      refusal(await server.call('POST', 'form/tiny/answer/q1/comment', { token: ana, body: { msg: 'x', answerIndex: -1 }, headers })),
    ).toEqual([422, 'key_reused'])
    expect(await entries()).toHaveLength(1)
  })

  test("a key is its person's own: a colleague's call with the same one counts, and tells nothing of the other", async () => {
    const berta = await server.token('berta')
    expect((await save('uno')).status).toBe(200)
    expect((await save('de berta', { token: berta, questionId: 'q3' })).error.code).not.toBe('key_reused')
    expect(await entries()).toHaveLength(2)
  })

  test('a call that comes again is answered with what became of it, although it could not be made any more', async () => {
    const elements = ['d1', 's11', 'q1'].map((element, at) => ({ element, level: ['Dimension', 'Subdimension', 'Question'][at] }))
    const assigned = await server.call('POST', 'form/tiny/responsable/assign', { token: ana, body: { elements, user: { _id: 'carlos' } } })
    expect(assigned.status).toBe(200)
    const comment = (msg: string, key = 'key-0001') =>
      server.call('POST', 'form/tiny/answer/q1/comment', { token: ana, body: { msg }, headers: { 'Idempotency-Key': key } })
    const first = await comment('¿Por qué?')
    expect(first.status).toBe(200)
    expect((await comment('¿Por qué?')).data).toEqual(first.data)
    expect(refusal(await comment('¿Por qué?', 'key-0002'))).toEqual([409, 'thread_open'])
    expect(refusal(await comment('¿Por qué?, otra vez'))).toEqual([422, 'key_reused'])
    expect(await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'comment').execute()).toHaveLength(1)
    expect(refusal(await save('tarde', { questionId: 'of-no-form' }))).toEqual([422, 'key_reused'])
  })

  test('a call that was refused is refused again in the same words, although it would be allowed by now', async () => {
    const carlos = await server.token('carlos')
    const answer = () => save('de carlos', { token: carlos })
    const refused = await answer()
    expect(refusal(refused)).toEqual([409, 'not_assignee'])
    const assign = { elements: [{ element: 'd1', level: 'Dimension' }], user: { _id: 'carlos' } }
    expect((await server.call('POST', 'form/tiny/responsable/assign', { token: ana, body: assign })).status).toBe(200)
    expect(refusal(await answer())).toEqual(refusal(refused))
    expect((await save('de carlos', { token: carlos, key: 'key-0002' })).status).toBe(200)
  })

  test('a file that is sent again under its key is the same file, also after it was removed', async () => {
    const attach = (bytes: string, key = 'file-0001') => {
      const form = new FormData()
      form.set('questionId', 'q9')
      form.set('file', new File([bytes], 'acta.pdf', { type: 'application/pdf' }))
      return server.app.fetch(
        new Request('http://localhost/api/v1/form/tiny/file', {
          method: 'POST',
          headers: { Authorization: `Bearer ${ana}`, 'Idempotency-Key': key },
          body: form,
        }),
      )
    }
    const first = await attach('%PDF-1.4 uno')
    expect(first.status).toBe(200)
    const { id } = (await first.json()).data.uploadedFile
    const removed = await server.call('DELETE', 'form/tiny/file/questionId/q9/index/-1', { token: ana, headers })
    expect(removed.status).toBe(200)
    expect((await server.call('DELETE', 'form/tiny/file/questionId/q9/index/-1', { token: ana, headers })).status).toBe(200)
    const again = await attach('%PDF-1.4 uno')
    expect([again.status, (await again.json()).data.uploadedFile.id]).toEqual([200, id])
    const other = await attach('%PDF-1.4 dos')
    expect([other.status, (await other.json()).error.code]).toEqual([422, 'key_reused'])
    expect(await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'attachment').execute()).toHaveLength(1)
  })

  test('of two calls under one key at the same moment one counts and the other is told, whatever else it asks for', async () => {
    const assign = (...elements: string[]) =>
      server.call('POST', 'form/tiny/responsable/assign', {
        token: ana,
        body: { elements: elements.map((element) => ({ element, level: 'Dimension' })), user: { _id: 'carlos' } },
        headers,
      })
    const both = await Promise.all([assign('d1'), assign('d2', 'd1')])
    expect(both.map(refusal)).toEqual(expect.arrayContaining([[422, 'key_reused']]))
    expect(both.filter((each) => each.status === 200)).toHaveLength(1)
    const wanted = both[0].status === 200 ? ['d1'] : ['d1', 'd2']
    const rows = await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'assignment').orderBy('id').execute()
    expect(rows.map((row) => row.id)).toEqual(wanted)
    expect(await entries()).toHaveLength(1)
  })

  test('a key that is none is refused, so that nobody takes a call for protected that is not', async () => {
    for (const key of ['short', 'with space 01', 'x'.repeat(101)])
      expect(refusal(await save('uno', { key })), key).toEqual([400, 'malformed'])
    expect(await entries()).toHaveLength(0)
  })
})
