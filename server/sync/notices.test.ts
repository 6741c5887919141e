import { noticesMax, type Notice } from '#shared/notices/model.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { isPageAddress } from '#shared/notices/links.ts'
import { expect, test } from 'vitest'
import type { Mail } from '../email/carrier.ts'
import { carryLetters } from '../jobs/letters.ts'
import { writeChanges } from './changes.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

onEachDatabase((start) => {
  /** What a device that begins anew is given of somebody's notices, newest first. */
  async function noticesOf(server: TestApp, who: string, device: string): Promise<Notice[]> {
    const { data } = await server.pull(await server.token(who), device, null, { limit: 5000 })
    return data.rows.flatMap((row) => (row.t === 'notice' && row.r !== null ? [row.r as Notice] : []))
  }
  const give = (n: number, to: string) =>
    wire(n, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: to } }, { mid: `mid-give-${n}` })

  test('[NO1] beside a letter its reader finds a notice on every device, in both languages, and nobody else does', async () => {
    const server = await start()
    expect((await server.push(await server.token('ana'), 'dev-ana', [give(1, 'berta')])).data.results).toEqual([])
    const [told, ...more] = await noticesOf(server, 'berta', 'phone')
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'assigned',
      subject: expect.stringContaining('Tiene preguntas a su cargo'),
      content: expect.stringContaining('en total'),
      en: { subject: expect.stringContaining('You are in charge'), content: expect.stringContaining('in all') },
      link: '/dashboard/form-filling/tiny/norte',
      readAt: null,
      formId: 'tiny',
      institutionId: 'norte',
    })
    expect(await noticesOf(server, 'berta', 'desk')).toEqual([told])
    for (const who of ['ana', 'carlos', 'eva', 'root', 'sur-lider']) expect(await noticesOf(server, who, `dev-${who}-2`), who).toEqual([])
    expect(await server.db.q.selectFrom('letter').select('id').execute()).toEqual([{ id: told?.id }])
  })

  test('[NO1] a letter for who cannot be signed in makes no notice, and neither does one to somebody deactivated or invented', async () => {
    const server = await start()
    await server.call('POST', 'auth/recovery', { body: { email: 'berta@norte.example' } })
    await server.db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'berta').execute()
    await server.db.q.updateTable('user').set({ rehearsal: 'tiny' }).where('id', '=', 'carlos').execute()
    await server.push(await server.token('ana'), 'dev-ana', [give(1, 'berta'), give(2, 'carlos')])
    await server.app.settled()
    expect(await server.db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'notice').execute()).toEqual([])
  })

  test('[NO4] a comment’s notice and its letter lead to the question itself, of the institution that it is about', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const comment = wire(2, 'comment.add', { id: 'comment-1', unit: 'q1', threadId: 'thread-1', body: 'Falta' }, { mid: 'mid-comment' })
    expect((await server.push(ana, 'dev-ana', [give(1, 'berta'), comment])).data.results).toEqual([])
    const told = (await noticesOf(server, 'berta', 'phone')).find(({ kind }) => kind === 'commented')
    expect(told?.link).toBe('/dashboard/form-filling/tiny/norte?question=q1')
    expect(isPageAddress(told?.link ?? '')).toBe(true)
    const carried: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void carried.push(mail), close: () => undefined })
    const letter = carried.find(({ subject }) => subject.startsWith('Comentario'))
    expect(letter?.text).toContain('/dashboard/form-filling/tiny/norte?question=q1')
  })

  test('[NO7] [LE3] who asked is told of the reply behind the bell and by one letter: both say whether the answer stays, and lead to the question', async () => {
    const server = await start()
    const thread = { unit: 'q1', threadId: 'thread-1' }
    const comment = wire(2, 'comment.add', { ...thread, id: 'comment-1', body: '¿Cuál es el acto?' }, { mid: 'mid-comment' })
    expect((await server.push(await server.token('ana'), 'dev-ana', [give(1, 'berta'), comment])).data.results).toEqual([])
    const reply = { ...thread, id: 'comment-2', body: 'La resolución 12', updateAnswer: false }
    const replied = wire(1, 'comment.reply', reply, { mid: 'mid-reply' })
    expect((await server.push(await server.token('berta'), 'dev-berta', [replied])).data.results).toEqual([])
    const [told, ...more] = await noticesOf(server, 'ana', 'phone')
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'replied',
      content: expect.stringContaining('Dice que no modificará la respuesta'),
      link: '/dashboard/form-filling/tiny/norte?question=q1',
    })
    const carried: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void carried.push(mail), close: () => undefined })
    const letters = carried.filter(({ to }) => to.address === 'ana@norte.example')
    expect(letters.map(({ subject }) => subject)).toEqual([told?.subject])
    expect(letters[0]?.text).toContain('Dice que no modificará la respuesta')
    expect(letters[0]?.html).toContain('/dashboard/form-filling/tiny/norte?question=q1"')
  })

  test('[NO2] what is read on one device is read on the other, and nobody reads it in another’s place', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-ana', [give(1, 'berta')])
    const berta = await server.token('berta')
    const [told] = await noticesOf(server, 'berta', 'desk')
    const read = (n: number, rest = {}) =>
      wire(n, 'notice.read', { ids: [told?.id] }, { s: ownScope('berta'), mid: `mid-read-${n}`, ...rest })
    for (const who of ['carlos', 'root', 'eva']) {
      const { data } = await server.push(await server.token(who), `dev-${who}`, [read(1, { mid: `mid-${who}-1` })])
      expect(data.results, who).toMatchObject([{ d: 'refused', code: 'not_found' }])
    }
    expect((await noticesOf(server, 'berta', 'phone'))[0]?.readAt).toBeNull()
    expect((await server.push(berta, 'phone', [read(1)])).data.results).toEqual([])
    const [onDesk] = await noticesOf(server, 'berta', 'desk')
    expect(onDesk?.readAt).not.toBeNull()
    expect((await server.push(berta, 'desk', [read(1, { mid: 'mid-desk' })])).data.results).toMatchObject([{ d: 'noop' }])
    expect(await noticesOf(server, 'berta', 'third')).toEqual([onDesk])
  })

  test('[NO3] of more notices than a device holds the oldest leave it, and their letters stay', async () => {
    const server = await start()
    const { cursor } = (await server.pull(await server.token('berta'), 'phone', null, { limit: 5000 })).data
    const old = (n: number): Notice => ({
      id: `old-${n}`,
      kind: 'leads',
      subject: 'Aviso',
      content: '',
      link: null,
      at: `2026-03-0${n < 4 ? 1 : 2}T12:00:00.000Z`,
      readAt: null,
    })
    const changes = Array.from({ length: noticesMax }, (_, n) => {
      const row = old(n)
      return { scope: ownScope('berta'), part: '', table: 'notice' as const, id: row.id, row }
    })
    await server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))
    const ana = await server.token('ana')
    const leads = (n: number, userId: string) => wire(n, 'leader.set', { who: { userId } }, { mid: `mid-lead-${n}` })
    expect((await server.push(ana, 'dev-ana', [give(1, 'berta'), leads(2, 'berta')])).data.results).toEqual([])
    const left = await noticesOf(server, 'berta', 'desk')
    expect(left).toHaveLength(noticesMax)
    expect(left.filter(({ kind, at }) => kind === 'leads' && at < '2026-03-02')).toHaveLength(2)
    expect(await server.db.q.selectFrom('letter').select('id').where('to_user', '=', 'berta').execute()).toHaveLength(2)
    const held = new Set<string>()
    const { data } = await server.pull(await server.token('berta'), 'phone', cursor, { limit: 5000 })
    for (const row of data.rows) if (row.t === 'notice' && row.r !== null) held.add(row.i)
    expect(held.size).toBe(noticesMax)
    // A device of the first schema reads no notices: it is sent none.
    const first = await server.call('POST', 'sync/pull', {
      token: await server.token('berta'),
      body: { protocol: 1, schema: 1, deviceId: 'old', cursor: null, limit: 5000 },
    })
    expect(JSON.stringify(first.data)).not.toContain('"notice"')
  })

  test('[NO8] what somebody is given while they have not read of the last is one notice with all of it, and one that was read stays', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const sub = (n: number, element: string, to: string) =>
      wire(n, 'assignment.set', { elements: [{ element, level: 'Subdimension' }], who: { userId: to } }, { mid: `mid-sub-${n}` })
    expect((await server.push(ana, 'dev-ana', [give(1, 'berta'), sub(2, 's11', 'berta'), give(3, 'berta')])).data.results).toMatchObject([
      { d: 'noop' },
    ])
    const [told, ...more] = await noticesOf(server, 'berta', 'desk')
    expect([told?.content, told?.count, more]).toEqual([expect.stringContaining('2 en total'), 2, []])
    const read = wire(1, 'notice.read', { ids: [told?.id] }, { s: ownScope('berta'), mid: 'mid-read' })
    await server.push(await server.token('berta'), 'phone', [read])
    expect((await server.push(ana, 'dev-ana', [sub(4, 's12', 'berta')])).data.results).toEqual([])
    expect((await noticesOf(server, 'berta', 'third')).map(({ count }) => count).toSorted((one = 0, other = 0) => one - other)).toEqual([
      1, 2,
    ])
    expect(await noticesOf(server, 'carlos', 'fourth')).toEqual([])
  })

  test('[NO8] what somebody is in charge of no more is one notice for each who changed it', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const part = {
      elements: [
        { element: 'd1', level: 'Dimension' },
        { element: 's11', level: 'Subdimension' },
      ],
      who: { userId: 'berta' },
    }
    await server.push(ana, 'dev-ana', [wire(1, 'assignment.set', part, { mid: 'mid-part' })])
    const saves = (n: number, unit: string, value: unknown) => wire(n, 'answer.set', { unit, value }, { mid: `mid-save-${n}` })
    expect((await server.push(ana, 'dev-ana', [saves(2, 'q1', 'A'), saves(3, 'q3', 7)])).data.results).toEqual([])
    const taken = async () => (await noticesOf(server, 'berta', 'desk')).filter(({ kind }) => kind === 'assignedNoMore')
    expect(await taken()).toMatchObject([{ count: 2, content: expect.stringContaining('2 de las que usted tenía') }])
    await server.push(ana, 'dev-ana', [wire(4, 'delegate.set', { who: { userId: 'carlos' }, saw: null }, { mid: 'mid-delegate' })])
    const saved = wire(1, 'answer.set', { unit: 'q4', value: true }, { mid: 'mid-carlos' })
    expect((await server.push(await server.token('carlos'), 'dev-carlos', [saved])).data.results).toEqual([])
    expect((await taken()).map(({ count }) => count).toSorted((one = 0, other = 0) => one - other)).toEqual([1, 2])
  })

  test('[NO5] an institution’s view of a form tells its reader’s notices of that form, newest first', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-ana', [give(1, 'berta')])
    const asked = async (who: string) => {
      const { data } = await server.call('POST', 'form/getFormInstitutional', { token: await server.token(who), body: { formId: 'tiny' } })
      return data as { readonly events: readonly { readonly _id: string }[] }
    }
    const [event] = (await asked('berta')).events
    expect(event).toMatchObject({
      subject: expect.stringContaining('preguntas'),
      content: expect.any(String),
      kind: 'assigned',
      link: '/dashboard/form-filling/tiny/norte',
      read: false,
    })
    const read = wire(1, 'notice.read', { ids: [event?._id] }, { s: ownScope('berta'), mid: 'mid-event' })
    expect((await server.push(await server.token('berta'), 'phone', [read])).data.results).toEqual([])
    expect(await asked('berta')).toMatchObject({ events: [{ _id: event?._id, read: true }] })
    expect(await asked('ana')).toMatchObject({ events: [] })
  })
})
