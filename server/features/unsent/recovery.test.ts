import type { Conflict } from '#shared/conflicts/model.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import type { SealedCopy, SealedWork } from '#shared/unsent/model.ts'
import type { Recovery } from '#shared/unsent/routes.ts'
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { pdfOf } from '../../seeds/evidence.ts'
import { wire, type Called, type TestApp } from '../../testing/app.ts'
import { sealed, sealOf, unsentRow, unsentWork } from '../../testing/copies.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { createCopyKeys } from './copy-keys.ts'

onEachDatabase((start) => {
  let server: TestApp
  beforeEach(async () => {
    server = await start()
    const ana = await server.token('ana')
    const assigned = (seq: number, element: string, level: string, userId: string) =>
      wire(seq, 'assignment.set', { elements: [{ element, level }], who: { userId } })
    const { data } = await server.push(ana, 'dev-ana', [
      assigned(1, 'd1', 'Dimension', 'ana'),
      assigned(2, 's11', 'Subdimension', 'ana'),
      assigned(3, 's12', 'Subdimension', 'ana'),
      assigned(4, 'q1', 'Question', 'carlos'),
    ])
    if (data.results.length > 0) throw new Error('the ground was not laid')
  })

  const ask = async (path: string, who: string, body: unknown): Promise<Called<Recovery>> =>
    // The reply's shape is the contract's.
    (await server.call('POST', `unsent/${path}`, { token: await server.token(who), body })) as Called<Recovery>
  const bare = ({ header, key, work }: SealedCopy) => ({ header, key, work })
  const copyOf = async (work: SealedWork, files: readonly Uint8Array[] = []): Promise<SealedCopy> =>
    sealed(await sealOf(server, work.authorId), work, work.authorId, { files })
  const read = async (copy: SealedCopy, who = 'root') => ask('read', who, bare(copy))
  const adopt = async (copy: SealedCopy, who = 'root') => ask('adopt', who, bare(copy))
  const states = ({ data }: Called<Recovery>) => data.items.map(({ state, code }) => (code ? `${state} ${code}` : state))
  const cardsOf = async (userId: string): Promise<Conflict[]> => {
    const { data } = await server.pull(await server.token(userId), `dev-of-${userId}`, null)
    return data.rows.filter((row) => row.t === 'conflict' && row.s === `user:${userId}`).map((row) => row.r as Conflict)
  }
  const deactivate = (userId: string) => server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', userId).execute()

  const berta = (...rows: SealedWork['mutations']): SealedWork => unsentWork('berta', rows)
  const answer = (seq: number, unit: string, value: unknown) => unsentRow(seq, 'answer.set', { unit, value })

  test('[UW8] an administrator sees whose work a copy holds, of when, what it says, and to whom it would go; nothing changes by it', async () => {
    const copy = await copyOf(
      berta(answer(1, 'q1', 'de berta'), unsentRow(2, 'comment.add', { id: 'comment-1', unit: 'q2', threadId: 'thread-1', body: 'Falta' })),
    )
    await deactivate('berta')
    const { data } = await read(copy)
    expect(data).toMatchObject({
      author: { name: 'berta Prueba', email: 'berta@norte.example', institution: 'Servicio norte', active: false },
      at: '2026-03-10T11:30:00.000Z',
      unreadable: 0,
      items: [
        { name: 'answer.set', at: '2026-03-10T11:00:00.000Z', institution: 'Servicio norte', number: '1.1.1', question: 'Pregunta q1' },
        { name: 'comment.add', text: 'Falta', to: 'ana Prueba', state: 'new' },
      ],
    })
    expect(data.items[0]).toMatchObject({ value: 'de berta', to: 'carlos Prueba', state: 'new' })
    expect([await cardsOf('carlos'), await cardsOf('ana')]).toEqual([[], []])
    expect(await server.db.q.selectFrom('sync_mutation').select('mid').where('name', '=', 'unsent.adopt').execute()).toEqual([])
  })

  test('[UW1] [UW2] what is taken in becomes a card of who is responsible now, and is in ledger and history in the administrator’s name', async () => {
    const copy = await copyOf(berta(answer(1, 'q1', 'de berta')))
    await deactivate('berta')
    expect(states(await adopt(copy))).toEqual(['recovered'])
    expect(await cardsOf('carlos')).toMatchObject([
      { code: 'recovered', side: 'other', unit: 'q1', theirs: { authorId: 'berta', at: '2026-03-10T11:00:00.000Z', value: 'de berta' } },
    ])
    const ledger = await server.db.q
      .selectFrom('sync_mutation')
      .select(['mid', 'author_id', 'disposition', 'args'])
      .where('name', '=', 'unsent.adopt')
      .execute()
    expect(ledger.map(({ args, ...row }) => ({ ...row, said: JSON.parse(args) }))).toEqual([
      {
        mid: '~recovered-berta-run-of-the-device-0001-1',
        author_id: 'root',
        disposition: 'applied',
        said: {
          mid: 'run-of-the-device-0001-1',
          authorId: 'berta',
          n: 'answer.set',
          v: 1,
          a: { unit: 'q1', value: 'de berta' },
          at: '2026-03-10T11:00:00.000Z',
        },
      },
    ])
    const history = await server.db.q.selectFrom('history').select(['action', 'user_id', 'role', 'text']).where('unit', '=', 'q1').execute()
    expect(history.filter((row) => row.action === 'Recupera')).toEqual([
      { action: 'Recupera', user_id: 'root', role: 'Administrator', text: 'berta Prueba, 2026-03-10 08:00' },
    ])
    const carlos = await server.pull(await server.token('carlos'), 'dev-carlos', null)
    expect(carlos.data.rows.filter((row) => row.t === 'answer')).toEqual([])
  })

  test('[UW3] the same copy again, by the same or another administrator, changes nothing', async () => {
    await server.db.q
      .insertInto('user')
      .columns(['id', 'email', 'kind', 'name', 'surname', 'active', 'joined', 'language', 'show_onboarding', 'created_at'])
      .expression((query) =>
        query
          .selectFrom('user')
          .select(({ val }) => [
            val('other-root').as('id'),
            val('other-root@laboratorio.example').as('email'),
            'kind',
            'name',
            'surname',
            'active',
            'joined',
            'language',
            'show_onboarding',
            'created_at',
          ])
          .where('id', '=', 'root'),
      )
      .execute()
    const copy = await copyOf(berta(answer(1, 'q1', 'de berta'), answer(2, 'q3', 7)))
    await adopt(copy)
    const before = [await cardsOf('carlos'), await cardsOf('ana')]
    for (const who of ['root', 'other-root', 'root']) expect(states(await adopt(copy, who))).toEqual(['recovered', 'recovered'])
    expect([await cardsOf('carlos'), await cardsOf('ana')]).toEqual(before)
    expect(await server.db.q.selectFrom('sync_mutation').select('mid').where('name', '=', 'unsent.adopt').execute()).toHaveLength(2)
  })

  test('[UW3] taken in by many at the same moment it is one card, and who comes second is told or may ask again', async () => {
    const copy = await copyOf(berta(answer(1, 'q1', 'de berta'), answer(2, 'q3', 7)))
    const replies = await Promise.all([adopt(copy), adopt(copy), adopt(copy)])
    for (const reply of replies) expect([200, 503]).toContain(reply.status)
    expect(states(await adopt(copy))).toEqual(['recovered', 'recovered'])
    expect([await cardsOf('carlos'), await cardsOf('ana')].map((cards) => cards.map((card) => card.chain))).toEqual([[[]], [[]]])
  })

  test('[UW5] its author, back again, sends the file under its own id all the same', async () => {
    const bytes = new Uint8Array(pdfOf('Acta', ['Acta de berta']))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const given = { elements: [{ element: 'q9', level: 'Question' }], who: { userId: 'berta' } }
    await server.push(await server.token('ana'), 'dev-ana', [wire(5, 'assignment.set', given)])
    const file = { id: 'file-of-berta-1', unit: 'q9', name: 'acta.pdf', mime: 'application/pdf', sha256, sizeBytes: bytes.length }
    const row = unsentRow(1, 'attachment.add', { ...file, replaces: null })
    expect(states(await adopt(await copyOf(berta(row))))).toEqual(['recovered'])
    const { data } = await server.push(await server.token('berta'), 'dev-late', [
      wire(1, 'attachment.add', { ...file, replaces: null }, { mid: row.mid }),
    ])
    expect(data.results).toEqual([])
    const rows = await server.db.q.selectFrom('sync_row').select(['id', 'data']).where('tbl', '=', 'attachment').orderBy('id').execute()
    expect(rows.map(({ id, data: text }) => [id, JSON.parse(text).applied])).toEqual([
      ['file-of-berta-1', true],
      ['r-file-of-berta-1', false],
    ])
  })

  test('[UW3] what had arrived from its author is told as arrived, what stands as standing; a stranger’s mid is no excuse', async () => {
    const token = await server.token('berta')
    await server.push(token, 'dev-b', [wire(1, 'answer.set', { unit: 'q20', value: 'llegó' }, { mid: 'run-of-the-device-0001-1' })])
    await server.push(await server.token('carlos'), 'dev-c', [
      wire(1, 'answer.set', { unit: 'q1', value: 'igual' }, { mid: 'of-carlos-1' }),
    ])
    const copy = await copyOf(
      berta(
        answer(1, 'q20', 'llegó'),
        answer(2, 'q1', 'igual'),
        { ...answer(3, 'q1', 'otra'), mid: 'of-carlos-1' },
        answer(4, 'q1', 'más'),
      ),
    )
    expect(states(await read(copy))).toEqual(['arrived', 'standing', 'new', 'new'])
    expect(states(await adopt(copy))).toEqual(['arrived', 'standing', 'recovered', 'recovered'])
    expect(await cardsOf('carlos')).toMatchObject([{ theirs: { value: 'más' }, chain: [{ value: 'otra' }] }])
  })

  test('[UW4] what cannot be taken in says why, is in no ledger, and can be another day', async () => {
    const rows = [
      unsentRow(1, 'answers.send', { reviewed: null }),
      answer(2, 'gone', 'x'),
      answer(3, 'q3', 'no number'),
      unsentRow(4, 'answer.set', { unit: 'q1', value: 'x' }, { s: 'inst:sur:tiny' }),
      unsentRow(5, 'answer.set', { unit: 'q1', value: 'x' }, { s: 'inst:nadie:tiny' }),
      unsentRow(6, 'stage.advance', {}, { s: 'form:tiny' }),
      answer(7, 'q1', 'bien'),
    ]
    const copy = await copyOf(berta(...rows))
    server.clock.advance(400 * dayMs)
    expect(
      new Set(
        states(await adopt(copy))
          .slice(0, 3)
          .concat(states(await read(copy)).slice(6)),
      ),
    ).toEqual(new Set(['refused stage_closed']))
    server.clock.advance(-400 * dayMs)
    const expected = ['nothing_to_recover', 'question_retired', 'needs_review', 'no_role', 'no_role', 'no_role'].map(
      (code) => `refused ${code}`,
    )
    expect(states(await adopt(copy))).toEqual([...expected, 'recovered'])
    const entered = await server.db.q.selectFrom('sync_mutation').select('disposition').where('name', '=', 'unsent.adopt').execute()
    expect(entered.map((row) => row.disposition)).toEqual(['applied'])
  })

  test('[UW5] a file of a copy is stored under its card and can be read by who decides, who did not have it before', async () => {
    const bytes = new Uint8Array(pdfOf('Acta', ['Acta de berta']))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const about = { id: 'file-of-berta', unit: 'q9', name: 'acta.pdf', mime: 'application/pdf', sha256 }
    const keptId = `r-${about.id}`
    const work = {
      ...berta(unsentRow(1, 'attachment.add', { ...about, sizeBytes: bytes.length, replaces: null })),
      files: [{ ...about, scope: 'inst:norte:tiny' }],
    }
    const copy = await copyOf(work, [bytes])
    await deactivate('berta')
    expect((await read(copy)).data.items).toMatchObject([{ file: { id: keptId, name: 'acta.pdf', place: 0, arrived: false } }])
    const { header, key } = copy
    const file = { header, key, id: keptId, place: 0, sealed: must(copy.files[0], 'no file') }
    expect((await ask('file', 'root', file)).error.code).toBe('attachment_missing')
    await adopt(copy)
    const blob = async (who: string) =>
      server.app.fetch(
        new Request(`http://localhost/api/v1/attachments/${keptId}/blob`, {
          headers: { Authorization: `Bearer ${await server.token(who)}` },
        }),
      )
    expect((await blob('ana')).status).toBe(404)
    for (const wrong of [{ place: 1 }, { sealed: copy.work }])
      expect((await ask('file', 'root', { ...file, ...wrong })).error.code).toBe('backup_unreadable')
    expect((await ask('file', 'ana', file)).error.code).toBe('administrators_only')
    const foreign = await copyOf(unsentWork('carlos', []), [bytes])
    const theirs = { ...file, header: foreign.header, key: foreign.key, sealed: must(foreign.files[0], 'no file') }
    expect((await ask('file', 'root', theirs)).error.code).toBe('attachment_missing')
    expect((await ask('file', 'root', file)).data).toEqual({ arrived: true })
    expect((await ask('file', 'root', file)).data).toEqual({ arrived: true })
    expect(new Uint8Array(await (await blob('ana')).arrayBuffer())).toEqual(bytes)
    expect(await cardsOf('ana')).toMatchObject([
      { code: 'recovered_text', theirs: { text: 'acta.pdf', attachmentId: keptId, authorId: 'berta' } },
    ])
    expect((await read(copy)).data.items).toMatchObject([{ state: 'recovered', file: { arrived: true } }])
    expect((await server.db.q.selectFrom('sync_row').select('data').where('id', '=', keptId).executeTakeFirstOrThrow()).data).toContain(
      '"applied":false',
    )
  })

  test('[UW6] half-written texts come along, each once', async () => {
    const drafts = [
      { key: 'answer:inst:norte:tiny:q1#w1', value: { value: 'a medio', base: null }, savedAt: '2026-03-10T11:10:00.000Z' },
      { key: 'comment:inst:norte:tiny:q2#w1', value: { value: 'casi un comentario', base: null }, savedAt: '2026-03-10T11:11:00.000Z' },
      { key: 'not a draft', value: 3, savedAt: '' },
    ]
    const copy = await copyOf({ ...berta(), drafts })
    const shown = await adopt(copy)
    expect([states(shown), shown.data.unreadable]).toEqual([['recovered', 'recovered'], 1])
    expect(states(await adopt(copy))).toEqual(['recovered', 'recovered'])
    expect((await cardsOf('carlos')).map((card) => card.theirs)).toMatchObject([{ value: 'a medio', at: '2026-03-10T11:10:00.000Z' }])
    expect((await cardsOf('ana')).map((card) => card.theirs)).toMatchObject([{ text: 'casi un comentario' }])
  })

  test('[UW7] no device asks for it, not even an administrator’s, and nobody is made an author who has not sealed the copy', async () => {
    const args = {
      mid: 'of-carlos-9',
      authorId: 'carlos',
      n: 'answer.set',
      v: 1,
      a: { unit: 'q1', value: 'x' },
      at: '2026-03-10T11:00:00.000Z',
    }
    const { data } = await server.push(await server.token('root'), 'dev-root', [wire(1, 'unsent.adopt', args, { mid: 'of-root-1' })])
    expect(data.results.map((each) => [each.d, each.code])).toEqual([['refused', 'forbidden']])
    const seal = await sealOf(server, 'berta')
    const theirs = unsentWork('carlos', [answer(1, 'q1', 'x')])
    for (const forged of [sealed(seal, theirs, 'carlos'), sealed(seal, theirs, 'berta')])
      expect((await read(forged)).error.code).toBe('backup_unreadable')
    expect(await cardsOf('carlos')).toEqual([])
  })

  test('[UW8] nobody but an administrator reads or takes in a copy, and theirs is not even read', async () => {
    const copy = await copyOf(berta(answer(1, 'q1', 'de berta')))
    for (const who of ['ana', 'berta', 'eva', 'sur-lider']) {
      for (const reply of [await read(copy, who), await adopt(copy, who)])
        expect([reply.status, reply.error.code]).toEqual([403, 'administrators_only'])
      expect((await ask('read', who, 'not even JSON of ours')).error.code).toBe('administrators_only')
    }
    expect((await server.call('POST', 'unsent/adopt', { body: bare(copy) })).status).toBe(401)
  })

  test('[UW8] hostile copies are refused or told, and break nothing', async () => {
    const seal = await sealOf(server, 'berta')
    let deep: unknown = 'x'
    for (let at = 0; at < 60; at += 1) deep = [deep]
    const rows = [
      unsentRow(1, 'answer.set', { unit: 'q1', value: deep }),
      unsentRow(2, 'answer.set', { unit: 'q1', value: 'x' }, { mid: '~rest-root-1' }),
      unsentRow(3, 'answer.set', { unit: 'q1', value: 'x'.repeat(1_100_000) }),
      unsentRow(4, 'answer.set', { unit: 'q1', value: 'nul \u0000 y \u0007' }),
      unsentRow(5, 'answer.set', { unit: 'q2', value: '<p>dos palabras<img src=x onerror=alert(1)></p>' }),
      unsentRow(6, '__proto__', { unit: 'q1', value: 'x' }),
      unsentRow(7, 'answer.set', { unit: '__proto__', value: 'x' }),
      unsentRow(8, 'answer.set', { unit: 'q1', value: 'x' }, { t: 'never' }),
      unsentRow(9, 'answer.set', { unit: 'q1', value: 'written out: \\u0000' }),
      unsentRow(10, 'answer.set', { unit: 'q2', value: '<p>uno</p><style>dos</style>' }),
      unsentRow(11, 'answer.set', { unit: 'q1', value: 'x', 'nul \u0000': 1 }),
    ]
    const shown = await adopt(sealed(seal, unsentWork('berta', rows), 'berta'))
    expect([shown.status, shown.data.unreadable]).toEqual([200, 3])
    expect(states(shown)).toEqual([
      'recovered',
      'recovered',
      'refused nothing_to_recover',
      'refused question_retired',
      'recovered',
      'recovered',
      'refused words_too_few',
      'refused text_broken',
    ])
    expect(JSON.stringify(await cardsOf('ana'))).not.toContain('onerror')
    expect(JSON.stringify(await cardsOf('carlos'))).toContain('nul')
    for (const work of ['text', null, { authorId: 'berta' }, deep, { ...unsentWork('berta', []), mutations: [{}] }])
      expect((await read(sealed(seal, work, 'berta'))).error.code).toBe('backup_unreadable')
    const many = Array.from({ length: 30_001 }, (_, at) => ({ key: `k${at}`, value: 1, savedAt: '' }))
    expect((await read(sealed(seal, { ...unsentWork('berta', []), drafts: many }, 'berta'))).error.code).toBe('too_large')
    const foreign = createCopyKeys('another secret').sealFor('berta')
    expect((await read(sealed(foreign, unsentWork('berta', rows), 'berta'))).error.code).toBe('copy_other_server')
  })
})
