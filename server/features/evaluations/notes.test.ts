import { notesScope, instScope } from '#shared/protocol/scope.ts'
import { beforeEach, expect, test } from 'vitest'
import { wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const secret = 'Preguntar al jefe de finanzas'
const scope = notesScope('norte', 'tiny')

onEachDatabase((start) => {
  let server: TestApp
  beforeEach(async () => {
    server = await start()
    await server.push(await server.token('ana'), 'dev-ana', [wire(1, 'answer.set', { unit: 'q1', value: 'uno' })])
  })

  const write = async (userId: string, seq: number, text: string, base: string | null = null) =>
    server.push(await server.token(userId), `dev-${userId}`, [
      wire(seq, 'evaluation.note', { unit: 'q1', text }, { mid: `note-of-${userId}-and-no-other-${seq}`, b: base }),
    ])
  const received = async (userId: string) => {
    const { data } = await server.pull(await server.token(userId), `new-${userId}`, null, {
      open: [instScope('norte', 'tiny'), scope],
    })
    return { text: JSON.stringify(data), rows: data.rows.filter((row) => row.t === 'note' && row.r !== null) }
  }
  const handOver = async () => {
    const root = await server.token('root')
    const body = {
      institutions: [
        { institutionId: 'norte', evaluatorId: 'otro' },
        { institutionId: 'sur', evaluatorId: 'eva' },
      ],
    }
    const reply = await server.call('POST', 'form/tiny/participant', { token: root, body })
    expect(reply.status).toBe(200)
  }

  test('[PN2] a note reaches whoever evaluates the institution, and nobody else by any door', async () => {
    expect((await write('eva', 1, secret)).data.results).toEqual([])
    expect((await received('eva')).rows.map((row) => [row.s, row.i])).toEqual([[scope, 'q1']])
    const places = [
      'evaluator/evaluations/form/tiny/institution/norte',
      'questionTraceability/form/tiny/institution/norte/question/q1/child/-1',
      'evaluator/overview/form/tiny',
      'form/tiny/history',
      'audit',
      'form/tiny/institution/norte/questions',
    ]
    for (const userId of ['ana', 'berta', 'sur-lider', 'otro', 'root']) {
      const { text, rows } = await received(userId)
      expect([rows, text.includes(secret), text.includes('notes:')]).toEqual([[], false, false])
      const token = await server.token(userId)
      for (const path of places)
        expect(JSON.stringify(await server.call('GET', path, { token })), `${userId} ${path}`).not.toContain(secret)
    }
    const history = await server.db.q.selectFrom('history').select(['text', 'action']).execute()
    expect(JSON.stringify(history)).not.toContain(secret)
    expect(JSON.stringify(await server.db.q.selectFrom('audit').select('detail').execute())).not.toContain(secret)
  })

  test('[PN2] an institution’s person, an administrator and another evaluator write none, and are told nothing of one', async () => {
    await write('eva', 1, secret)
    for (const [userId, seq] of [
      ['ana', 2],
      ['root', 1],
    ] as const) {
      const { results } = (await write(userId, seq, 'Intruso')).data
      expect(results.map(({ d, code }) => [d, code])).toEqual([['refused', 'not_assigned_evaluator']])
    }
    const { results } = (await write('otro', 1, 'Intruso')).data
    expect(results.map(({ d }) => d)).not.toContain('applied')
    expect(JSON.stringify(results)).not.toContain(secret)
    expect((await received('eva')).rows.map((row) => row.r)).toMatchObject([{ text: secret, authorId: 'eva' }])
  })

  test('[PN2] who follows reads it and writes on, who left does not go on reading, and what they wrote too late stays with them', async () => {
    await write('eva', 1, secret)
    const eva = await server.token('eva')
    const { data: first } = await server.pull(eva, 'dev-eva', null)
    await handOver()
    const { data } = await server.pull(eva, 'dev-eva', first.cursor)
    expect(data.drop.map((each) => each.scope)).toContain(scope)
    const [row] = (await received('otro')).rows
    expect(row?.r).toMatchObject({ text: secret, authorId: 'eva' })
    const late = (await write('eva', 2, 'Del tren')).data.results
    expect(late.map(({ d, code }) => [d, code])).toEqual([['lost', 'evaluator_not_assigned']])
    await write('otro', 1, `${secret}: hecho`, 'note-of-eva-and-no-other-1')
    expect((await received('otro')).rows.map((each) => each.r)).toMatchObject([{ text: `${secret}: hecho`, authorId: 'otro' }])
  })

  test('[PN3] of two devices of one person neither note is lost', async () => {
    await write('eva', 1, 'En la oficina')
    await server.push(await server.token('eva'), 'phone-of-eva', [
      wire(1, 'evaluation.note', { unit: 'q1', text: 'En el tren' }, { mid: 'note-of-the-phone-of-eva-1' }),
    ])
    expect((await received('eva')).rows.map((each) => each.r)).toMatchObject([{ text: 'En la oficina\n\nEn el tren' }])
  })
})
