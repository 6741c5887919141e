import { afterEach, expect, test } from 'vitest'
import type { PresentEvent } from '#shared/presence/model.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { createTestApp, wire, type Called, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const norte = { formId: 'tiny', institutionId: 'norte' }

/** What a stream tells of who is present, event after event. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<string>
  readonly heard: PresentEvent[] = []
  pokes = 0
  #text = ''

  constructor(response: Response) {
    this.#reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  }

  async #block(): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#reader.read()
      if (done) throw new Error('the stream ended')
      this.#text += value
    }
  }

  /** The first event that is as somebody waits for. */
  async until(isIt: (event: PresentEvent) => boolean): Promise<PresentEvent> {
    for (;;) {
      const block = await this.#block()
      if (block.startsWith('event: poke')) this.pokes += 1
      if (!block.startsWith('event: present')) continue
      const event: PresentEvent = JSON.parse(block.split('data: ')[1] ?? '')
      this.heard.push(event)
      if (isIt(event)) return event
    }
  }

  async untilPoked(): Promise<void> {
    while (!(await this.#block()).startsWith('event: poke'));
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }
}

onEachDatabase((start) => {
  let streams: Stream[] = []
  afterEach(async () => {
    await Promise.all(streams.map((each) => each.cancel()))
    streams = []
  })

  const listen = async (server: TestApp, token: string): Promise<Stream> => {
    const headers = { Authorization: `Bearer ${token}` }
    const stream = new Stream(await server.app.fetch(new Request('http://localhost/api/v1/sync/events', { headers })))
    streams.push(stream)
    return stream
  }
  const stand = (server: TestApp, token: string, at: object | null): Promise<Called> =>
    server.call('POST', 'sync/presence', { token, body: { at } })
  const at = (questionId: string | null, where: object = norte): object => ({ ...where, questionId })
  const assign = (server: TestApp, root: string, seq: number, element: string, level: string, userId: string, seen?: number) =>
    server.push(root, 'dev-ana', [
      wire(seq, 'assignment.set', { elements: [{ element, level, seen }], who: { userId } }, { mid: `assign-${seq}` }),
    ])
  const shows = (u: string, q: string) => (event: PresentEvent) => event.who.some((each) => each.u === u && each.q.includes(q))
  const nobody = (event: PresentEvent): boolean => event.who.length === 0

  test('[PS1] colleagues hear what the other has open, by ids and no name, and nobody hears of themselves', async () => {
    const server = await start()
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    const [toAna, toBerta] = [await listen(server, ana), await listen(server, berta)]
    expect((await stand(server, ana, at('q1'))).status).toBe(200)
    expect((await stand(server, berta, at('q2'))).data).toBeNull()
    expect(await toAna.until(shows('berta', 'q2'))).toEqual({ s: instScope('norte', 'tiny'), n: 1, who: [{ u: 'berta', q: ['q2'] }] })
    expect(await toBerta.until(shows('ana', 'q1'))).toEqual({ s: instScope('norte', 'tiny'), n: 1, who: [{ u: 'ana', q: ['q1'] }] })
    await stand(server, berta, null)
    await toAna.until((event) => event.n === 0)
    expect([...toAna.heard, ...toBerta.heard].every(({ who }) => who.every((each) => Object.keys(each).join() === 'u,q'))).toBe(true)
  })

  test('[PS1] who does not see a sub-dimension hears nothing of it, and nothing more once they were taken out of it', async () => {
    const server = await start()
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    const toBerta = await listen(server, berta)
    await stand(server, berta, at('q1'))
    await stand(server, ana, at('q20'))
    await toBerta.until((event) => event.n === 1 && nobody(event))
    await stand(server, ana, at('q1'))
    await toBerta.until(shows('ana', 'q1'))
    const { data } = await assign(server, ana, 2, 'd1', 'Dimension', 'carlos', 1)
    expect(data.results).toEqual([])
    await toBerta.until(nobody)
    // Where she sees nothing she is not, either.
    expect((await stand(server, berta, at('q1'))).error.code).toBe('not_found')
  })

  test('[PS1] the lab and the institution do not hear of each other, and of the lab it is told who has the institution open', async () => {
    const server = await start()
    const [ana, eva, root] = [await server.token('ana'), await server.token('eva'), await server.token('root')]
    const [toAna, toEva] = [await listen(server, ana), await listen(server, eva)]
    await stand(server, ana, at('q1'))
    await stand(server, eva, at(null))
    await stand(server, root, at('q1'))
    // In an input stage she reads no answer yet, and hears of no question.
    expect(await toEva.until((event) => event.n === 1)).toMatchObject({ who: [{ u: 'root', q: [] }] })
    await toAna.until((event) => event.s !== '')
    await server.push(ana, 'dev-ana', [wire(1, 'answer.set', { unit: 'q1', value: 'x' })])
    await toAna.untilPoked()
    expect(toAna.heard.every((event) => event.n === 0 && nobody(event))).toBe(true)
  })

  test('[PS4] another institution, a question that is not there, what is the lab’s, and more than there is room for are refused', async () => {
    const server = await start()
    const [ana, sur, otro] = [await server.token('ana'), await server.token('sur-lider'), await server.token('otro')]
    const refused = [
      await stand(server, sur, at('q1')),
      await stand(server, sur, at(null)),
      await stand(server, otro, at(null)),
      await stand(server, ana, at('nothing')),
      await stand(server, ana, at('q1', { formId: 'none', institutionId: 'norte' })),
      await stand(server, ana, at('q1', { formId: 'tiny', institutionId: 'x:y' })),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'not_found'))
    const malformed = [
      await stand(server, ana, { ...norte, questionId: 'q'.repeat(129) }),
      await stand(server, ana, { ...norte, questionId: ['q1', 'q2'] }),
      await server.call('POST', 'sync/presence', { token: ana, body: { at: at('q1'), name: 'Otra', userId: 'berta' } }),
      await server.call('POST', 'sync/presence', { token: ana, body: {} }),
    ]
    // A name or a person that somebody writes into it is not looked at.
    expect(malformed.map(({ error }) => error?.code)).toEqual(['malformed', 'malformed', undefined, 'malformed'])
    expect((await server.call('POST', 'sync/presence', { body: { at: null } })).status).toBe(401)
    expect((await stand(server, ana, { ...norte, questionId: 'q'.repeat(5_000) })).error.code).toBe('too_large')
  })

  test('[PS4] a flood of signs is refused after the first, and the others go on', async () => {
    const server = await start()
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => stand(server, ana, at(`m${n % 40}`))))
    expect(replies.filter(({ error }) => error?.code === 'too_many_requests').length).toBeGreaterThan(30)
    expect((await stand(server, berta, null)).status).toBe(200)
  })

  test('[PS3] nobody is told of who gave no sign for 45 seconds, and who signs out is gone at once', async () => {
    let ms = 0
    const server = await start({ elapsed: () => ms })
    const [ana, berta, again] = [await server.token('ana'), await server.token('berta'), await server.token('berta')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    const toAna = await listen(server, ana)
    await stand(server, berta, at('q1'))
    await stand(server, ana, at('q1'))
    await toAna.until(shows('berta', 'q1'))
    ms += 45_001
    await stand(server, ana, at('q2'))
    await toAna.until(nobody)
    await stand(server, again, at('q1'))
    await toAna.until(shows('berta', 'q1'))
    await server.call('POST', 'auth/logout', { token: again })
    await toAna.until(nobody)
  })

  test('[PS3] what somebody said right before they signed out is told to nobody', async () => {
    const server = await start()
    const [ana, berta, carlos] = [await server.token('ana'), await server.token('berta'), await server.token('carlos')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    await assign(server, ana, 2, 'd2', 'Dimension', 'carlos')
    const toAna = await listen(server, ana)
    await stand(server, ana, at('q1'))
    await stand(server, berta, at('q2'))
    await server.call('POST', 'auth/logout', { token: berta })
    // Signs go in their order: when this one is there, the other would be.
    await stand(server, carlos, at('q20'))
    await toAna.until(shows('carlos', 'q20'))
    expect(toAna.heard.flatMap(({ who }) => who.map(({ u }) => u))).not.toContain('berta')
  })

  test('[PS1] what somebody saw when it was looked at is not what they are told once it was taken from them meanwhile', async () => {
    const server = await start()
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    // The database answers, and its answer is long on the way.
    const { db } = server.app.server
    const read = db.read
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    Object.assign(db, {
      read: async (work: Parameters<typeof read>[0]) => {
        Object.assign(db, { read })
        const found = await read(work)
        isAsked()
        await gate
        return found
      },
    })
    const standing = stand(server, berta, at('q1'))
    await asked
    const { promise: moved, resolve: isMoved } = Promise.withResolvers<void>()
    const isOfCarlos = (people: readonly string[]): void => void (people.includes('carlos') && isMoved())
    const leave = server.app.server.pokes.subscribe({
      moved: ({ people }) => isOfCarlos(people),
      ended: () => undefined,
      regained: () => undefined,
      stopped: () => undefined,
    })
    await assign(server, ana, 2, 'd1', 'Dimension', 'carlos', 1)
    await moved
    leave()
    open()
    expect((await standing).error.code).toBe('not_found')
  })

  test('[PS2] a sign that says the same is told to nobody, and streams of who is nowhere hear nothing', async () => {
    const server = await start()
    const [ana, berta, carlos] = [await server.token('ana'), await server.token('berta'), await server.token('carlos')]
    await assign(server, ana, 1, 'd1', 'Dimension', 'berta')
    const [toAna, toCarlos] = [await listen(server, ana), await listen(server, carlos)]
    await stand(server, ana, at('q1'))
    for (let n = 0; n < 5; n += 1) await stand(server, berta, at('q2'))
    await toAna.until(shows('berta', 'q2'))
    for (let n = 0; n < 5; n += 1) await stand(server, berta, at('q2'))
    await stand(server, berta, null)
    await toAna.until((event) => event.n === 0)
    expect(toAna.heard.filter(shows('berta', 'q2'))).toHaveLength(1)
    await server.push(ana, 'dev-ana', [wire(2, 'answer.set', { unit: 'q1', value: 'x' })])
    await toCarlos.untilPoked()
    expect(toCarlos.heard).toEqual([])
  })

  test('[PS5] nothing of it is stored', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const toAna = await listen(server, ana)
    const before = await server.db.q
      .selectFrom('sync_row')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    await stand(server, ana, at('q1'))
    await toAna.until((event) => event.s !== '')
    const after = await server.db.q
      .selectFrom('sync_row')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    expect(server.logged.map((line) => JSON.stringify(line)).join('\n')).not.toContain('q1')
  })
})

test('[PS4] what is no sign on the channel between processes is ignored, with a line in the log', async () => {
  const server = await createTestApp()
  for (const payload of ['no json', '{}', '[{"key":1}]', JSON.stringify([{ key: 'k'.repeat(9_000) }])])
    await server.db.notify('iip_presence', payload)
  expect(server.logged.filter((line) => 'bytes' in line)).toHaveLength(4)
  await server.close()
})
