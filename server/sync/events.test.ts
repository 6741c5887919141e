import { applied, type AnyMutation, type Mutation } from '#shared/contract/mutation.ts'
import { mutations } from '#shared/mutations.ts'
import { instScope, overviewScope } from '#shared/protocol/scope.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { OpenStreams } from './events.ts'

// The catalogue is a Map behind its read-only type: a test may put a mutation into it.
const catalogue = mutations as Map<string, AnyMutation>
/** Gives the institution another evaluator. */
const reassign: Mutation = {
  on: 'participation',
  name: 'test.reassign',
  version: 1,
  input: v.unknown(),
  entityOf: () => 'evaluator',
  decide: (world) => {
    const row = { ...world.participant, evaluatorId: 'otro' }
    return applied({ changes: [{ scope: world.scope, part: '', table: 'participant', id: world.institutionId, row }] })
  },
}

/** A stream, read line after line. */
class Listener {
  readonly #reader: ReadableStreamDefaultReader<string>
  ended = false
  #text = ''

  constructor(response: Response) {
    this.#reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  }

  /** The next poke's data; undefined when the stream ended. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const event = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        if (event.startsWith('event: poke')) return event
        continue
      }
      const { done, value } = await this.#reader.read()
      if (done) {
        this.ended = true
        return undefined
      }
      this.#text += value
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }
}

onEachDatabase((start) => {
  let server: TestApp
  let open: Listener[] = []
  beforeEach(async () => {
    catalogue.set(reassign.name, reassign)
    server = await start()
  })
  afterEach(async () => {
    catalogue.delete(reassign.name)
    await Promise.all(open.map((each) => each.cancel()))
    open = []
  })

  const listen = async (who: string): Promise<Listener> => {
    const headers = { Authorization: `Bearer ${await server.token(who)}` }
    const listener = new Listener(await server.app.fetch(new Request('http://localhost/api/v1/sync/events', { headers })))
    open.push(listener)
    return listener
  }
  const answered = async (seq: number): Promise<void> => {
    const { data } = await server.push(await server.token('ana'), 'dev-1', [
      wire(seq, 'answer.set', { unit: `m${seq}`, value: seq }, { mid: `of-ana-${seq}` }),
    ])
    expect(data.results).toEqual([])
  }

  test('an evaluator who was taken off an institution hears nothing more of it, and their successor does', async () => {
    const [eva, otro] = [await listen('eva'), await listen('otro')]
    const norte = `"${instScope('norte', 'tiny')}"`
    expect(await eva.next()).toContain(norte)
    expect(await otro.next()).not.toContain(norte)
    await answered(1)
    expect(await eva.next()).toContain(norte)

    await server.push(await server.token('root'), 'dev-r', [wire(1, 'test.reassign', {})])
    await answered(2)
    expect(await otro.next()).toContain(norte)
    // That it left her list, and then what she still sees: in between nothing of the institution itself.
    const left = await eva.next()
    expect(left).toContain(`"${overviewScope('tiny', 'eva')}"`)
    expect(left).not.toContain(norte)
    await server.push(await server.token('sur-lider'), 'dev-s', [
      wire(1, 'answer.set', { unit: 'm1', value: 1 }, { s: instScope('sur', 'tiny'), mid: 'of-sur-1' }),
    ])
    const heard = await eva.next()
    expect(heard).toContain(instScope('sur', 'tiny'))
    expect(heard).not.toContain(norte)
  })

  test('[SM1] somebody who comes to belong to another institution hears of it at once, and no more once they do not', async () => {
    const carlos = await listen('carlos')
    const sur = `"${instScope('sur', 'tiny')}"`
    expect(await carlos.next()).not.toContain(sur)
    const path = 'user/carlos/institution/sur'
    expect((await server.call('PUT', path, { token: await server.token('root') })).status).toBe(200)
    const answeredInSur = (seq: number) =>
      wire(seq, 'answer.set', { unit: `m${seq}`, value: seq }, { s: instScope('sur', 'tiny'), mid: `of-sur-${seq}` })
    const surLider = await server.token('sur-lider')
    await server.push(surLider, 'dev-s', [answeredInSur(1)])
    // What they hear of in any case says when there is nothing more to wait for.
    await answered(1)
    const norte = `"${instScope('norte', 'tiny')}"`
    const until = async (): Promise<string> => {
      for (let all = ''; ;) {
        const heard = await carlos.next()
        all += heard
        if (heard === undefined || heard.includes(norte)) return all
      }
    }
    expect(await until()).toContain(sur)
    expect((await server.call('DELETE', path, { token: await server.token('root') })).status).toBe(200)
    await server.push(surLider, 'dev-s', [answeredInSur(2)])
    await answered(2)
    // That the row beside it moved tells the device to ask; of what was done there afterwards nothing is said.
    expect(await until()).not.toContain('sur')
  })

  test('[OV5] an administrator who listens hears of the overviews of who begins to evaluate', async () => {
    const root = await listen('root')
    const ofOtro = `"${overviewScope('tiny', 'otro')}"`
    expect(await root.next()).not.toContain(ofOtro)
    await server.push(await server.token('root'), 'dev-r', [wire(1, 'test.reassign', {})])
    for (let heard = await root.next(); !heard?.includes(ofOtro); heard = await root.next()) expect(heard).toBeDefined()
    await answered(1)
    for (let heard = await root.next(); !heard?.includes(ofOtro); heard = await root.next()) expect(heard).toBeDefined()
  })

  test('a poke says how many hear of it, as streams come and go', async () => {
    const heardBy = async (listener: Listener): Promise<number> => {
      const { s, w }: { s: Record<string, number>; w: number } = JSON.parse((await listener.next())?.split('data: ')[1] ?? '')
      return instScope('norte', 'tiny') in s ? w : heardBy(listener)
    }
    const ana = await listen('ana')
    expect(await heardBy(ana)).toBe(1)
    const berta = await listen('berta')
    const eva = await listen('eva')
    await eva.next()
    expect(await heardBy(berta)).toBeGreaterThan(1)
    await answered(1)
    expect([await heardBy(ana), await heardBy(berta), await heardBy(eva)]).toEqual([3, 3, 3])
    await berta.cancel()
    await answered(2)
    expect(await heardBy(ana)).toBe(2)
  })

  test('streams that open, as all do after a restart, open no institution', async () => {
    for (const who of ['ana', 'eva', 'root']) expect(await (await listen(who)).next()).toContain('inst:norte:tiny')
    expect(server.app.server.worlds.figures().worlds).toBe(0)
  })

  test('one person holds a few streams: the oldest ends when there would be too many, and nobody else loses one', async () => {
    const berta = await listen('berta')
    await berta.next()
    const listeners: Listener[] = []
    for (let count = 0; count < 8; count += 1) {
      const listener = await listen('ana')
      await listener.next()
      listeners.push(listener)
    }
    for (const oldest of listeners.slice(0, 2)) expect(await oldest.next()).toBeUndefined()
    await answered(1)
    for (const listener of [...listeners.slice(2), berta]) expect(await listener.next()).toContain('inst:norte:tiny')
  })
})

test('who hears of a scope is counted as streams gain and lose sight of it', () => {
  const streams = new OpenStreams()
  streams.hears(new Set(), new Set(['inst:n:f', 'catalog']))
  streams.hears(new Set(), new Set(['catalog']))
  expect([streams.hearersOf('catalog'), streams.hearersOf('inst:n:f'), streams.hearersOf('inst:s:f')]).toEqual([2, 1, 0])
  streams.hears(new Set(['inst:n:f', 'catalog']), new Set(['inst:s:f', 'catalog']))
  expect([streams.hearersOf('catalog'), streams.hearersOf('inst:n:f'), streams.hearersOf('inst:s:f')]).toEqual([2, 0, 1])
})

test('what many streams are told alike is written once, and each is told of what it sees alone', () => {
  const streams = new OpenStreams()
  const [own, both, none] = [new Set(['inst:n:f']), new Set(['inst:n:f', 'org:n']), new Set(['inst:s:f'])]
  for (const scopes of [own, both]) streams.hears(new Set(), scopes)
  const news = { 'inst:n:f': 3, 'org:n': 1 }
  const text = (event: Uint8Array | undefined): string => new TextDecoder().decode(event)
  const first = streams.pokeOf(news, own)
  expect(text(first)).toBe('event: poke\ndata: {"s":{"inst:n:f":3},"w":2}\n\n')
  expect(streams.pokeOf(news, new Set(own))).toBe(first)
  expect(text(streams.pokeOf(news, both))).toBe('event: poke\ndata: {"s":{"inst:n:f":3,"org:n":1},"w":2}\n\n')
  expect(streams.pokeOf(news, none)).toBeUndefined()
  expect(text(streams.pokeOf({ ...news, 'inst:n:f': 4 }, own))).toContain('"inst:n:f":4')
})
