import type { Actor } from '#shared/access/actor.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { browserPorts } from '#sync/browser.ts'
import { createSync } from '#sync/engine.ts'
import type { Engine } from '#sync/face.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import { httpTransport } from '#sync/transport/http.ts'
import type { Transport } from '#sync/transport/transport.ts'
import { Dexie } from 'dexie'
import type { FloorRow } from '../floor.ts'
import { Network } from './network.ts'

export interface OpenOptions {
  readonly actor: Actor
  readonly token: string
  readonly institutionId: string
  readonly formId: string
  /** Name of the database: the application's own, to prepare what it then opens. */
  readonly database?: string | undefined
}

/** Moments are epoch milliseconds with fractions, so that two pages of one machine can be compared. */
export interface Reconnected {
  readonly at: number
  /** When the reply to the last push had been read. */
  readonly durableAt: number
  readonly deviceId: string
}

const moment = (): number => performance.timeOrigin + performance.now()
const show = (text: string): void => void (must(document.getElementById('shown'), 'the page has no place to show').textContent = text)
const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

class Bench {
  readonly network = new Network()
  #engine: Engine | undefined
  #live: LiveWorld | undefined
  #scope = ''
  #ledgerThrough = 0
  #onLedger: (() => void) | undefined
  readonly #onFloor = new Map<string, PromiseWithResolvers<number>>()

  /** Starts the real engine of one person and waits until it holds its institution and listens. */
  async open({ actor, token, institutionId, formId, database }: OpenOptions): Promise<void> {
    const name = database ?? `bench-${actor.id}`
    const ports = browserPorts(name)
    const storage = dexieStorage({ name, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
    const http = httpTransport({
      fetch: (input, init) => this.network.fetch(input, init),
      origin: '',
      clock: ports.clock,
      token: () => token,
    })
    const listening = Promise.withResolvers<void>()
    const transport: Transport = {
      ...http,
      push: async (request) => {
        const reply = await http.push(request)
        if (reply.kind === 'ok') this.#ledgerThrough = reply.value.lastSeq
        this.#onLedger?.()
        return reply
      },
      events: (signal, heard) =>
        http.events(signal, {
          ...heard,
          opened: () => {
            heard.opened()
            listening.resolve()
          },
        }),
    }
    const report = (what: string, error: unknown): void => console.error(what, error)
    const engine = createSync({ actor, storage, transport, ports, app: 'bench', report })
    await engine.start()
    await listening.promise
    while (engine.status.kind !== 'up-to-date') await new Promise<void>((resolve) => setTimeout(resolve, 20))
    const live = await engine.world(institutionId, formId)
    if (!live.ok) throw new Error(live.failure.code)
    this.#engine = engine
    this.#live = live.value
    this.#scope = instScope(institutionId, formId)
  }

  /** Takes the network away, and waits until the engine has noticed: what it then keeps, it keeps for later. */
  async disconnect(): Promise<void> {
    const engine = must(this.#engine, 'not open')
    this.network.cut()
    await engine.syncNow()
    while (engine.status.kind !== 'offline') await new Promise<void>((resolve) => setTimeout(resolve, 20))
  }

  /** Answers all of them at once; milliseconds until the last is durable on the device. */
  async answer(answers: readonly (readonly [unit: string, value: string])[]): Promise<number> {
    const started = performance.now()
    await Promise.all(answers.map(([unit, value]) => this.#dispatch(unit, value)))
    return performance.now() - started
  }

  /** Keeps a file of that many random bytes as evidence of each unit. */
  async attach(units: readonly string[], bytes: number): Promise<void> {
    const engine = must(this.#engine, 'not open')
    for (const unit of units) {
      const content = new Uint8Array(bytes)
      for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536))
      content.set(new TextEncoder().encode('%PDF-1.7\n'))
      const kept = await engine.attach(this.#scope, { unit, name: `${unit}.pdf`, mime: 'application/pdf', bytes: content })
      if (!kept.ok) throw new Error(`${unit}: ${kept.failure.code}`)
    }
  }

  /** Gives the network back, and waits until the server has said of everything that it is in its ledger. */
  async reconnect(): Promise<Reconnected> {
    const engine = must(this.#engine, 'not open')
    const { deviceId, nextSeq } = await engine.diagnostics()
    this.network.forgetTraffic()
    const done = new Promise<number>((resolve) => {
      this.#onLedger = () => {
        if (this.#ledgerThrough >= nextSeq - 1) resolve(moment())
      }
    })
    const at = moment()
    this.network.restore()
    return { at, durableAt: await done, deviceId }
  }

  /** Resolves with the moment at which this page holds and shows that many answers of the institution. */
  async shows(count: number, last: string): Promise<number> {
    const live = must(this.#live, 'not open')
    await new Promise<void>((resolve) => {
      const read = (): void => {
        const { world } = live
        let held = 0
        for (const answer of world.list('answer')) if (answer.value !== null) held += 1
        show(`${held} ${JSON.stringify(world.answer(last)?.value)}`)
        if (held < count) return
        stop()
        resolve()
      }
      const stop = live.topics.subscribe('*', read)
      read()
    })
    await painted()
    return moment()
  }

  /** Answers one question and resolves with the moment at which that began. */
  async answerAt(unit: string, value: string): Promise<number> {
    const at = moment()
    await this.#dispatch(unit, value)
    return at
  }

  /** Resolves with the moment at which this engine's listeners read a value of a question, and it is on the page. */
  hears(unit: string, value: string): Promise<number> {
    const live = must(this.#live, 'not open')
    return new Promise((resolve) => {
      const read = (): void => {
        if (live.world.answer(unit)?.value !== value) return
        stop()
        show(value)
        resolve(moment())
      }
      const stop = live.topics.subscribe(`unit:${unit}`, read)
      read()
    })
  }

  /** Waits until the engine has nothing left to do. */
  async rest(): Promise<void> {
    const engine = must(this.#engine, 'not open')
    while (engine.status.kind !== 'up-to-date') await new Promise<void>((resolve) => setTimeout(resolve, 20))
  }

  traffic(): Promise<Record<string, { requests: number; upBytes: number; downBytes: number }>> {
    return this.network.traffic()
  }

  /** One answer through the engine and one raw put in turn: milliseconds of each. */
  async durable(answers: readonly (readonly [unit: string, value: string])[]): Promise<{ engine: number[]; raw: number[] }> {
    const raw = await rawDatabase()
    const found: { engine: number[]; raw: number[] } = { engine: [], raw: [] }
    for (const [seq, [unit, value]] of answers.entries()) {
      const started = performance.now()
      await this.#dispatch(unit, value)
      found.engine.push(performance.now() - started)
      const rawStarted = performance.now()
      await rawPut(raw, { seq, mid: `mid-${seq}`, n: 'answer.set', v: 1, s: this.#scope, a: { unit, value }, t: new Date().toISOString() })
      found.raw.push(performance.now() - rawStarted)
    }
    raw.close()
    return found
  }

  async floorPost(url: string, rows: readonly FloorRow[]): Promise<number> {
    const started = performance.now()
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify(rows) })
    await reply.json()
    return performance.now() - started
  }

  /** Gets rows, keeps them durably as one record, as the engine does with a page of a pull, and shows them. */
  async floorRead(url: string): Promise<number> {
    const db = new Dexie(`floor-${crypto.randomUUID()}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    db.version(1).stores({ batch: 'n' })
    await db.open()
    const started = performance.now()
    const rows: FloorRow[] = await (await fetch(url)).json()
    await db.table('batch').put({ n: 1, rows })
    show(`${rows.length} ${rows.at(-1)?.data}`)
    await painted()
    const took = performance.now() - started
    db.close()
    return took
  }

  /** Listens to the floor's stream until the page ends; `floorHeard` says when a row was there. */
  async floorListen(url: string): Promise<void> {
    const response = await fetch(url)
    const reader = must(response.body, 'a stream').pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    void this.#floorRead(reader)
  }

  async #floorRead(reader: ReadableStreamDefaultReader<string>): Promise<void> {
    for (let text = ''; ;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const rows: FloorRow[] = JSON.parse(text.slice('data: '.length, end))
        text = text.slice(end + 2)
        const [row] = rows
        show(row?.data ?? '')
        this.#heardOf(row?.id ?? '').resolve(moment())
      }
    }
  }

  /** Resolves with the moment at which the floor's stream told of a row, also when that was before it is asked. */
  floorHears(id: string): Promise<number> {
    return this.#heardOf(id).promise
  }

  #heardOf(id: string): PromiseWithResolvers<number> {
    const known = this.#onFloor.get(id) ?? Promise.withResolvers<number>()
    this.#onFloor.set(id, known)
    return known
  }

  async floorTell(url: string, row: FloorRow): Promise<number> {
    const at = moment()
    await (await fetch(url, { method: 'POST', body: JSON.stringify([row]) })).json()
    return at
  }

  async #dispatch(unit: string, value: string): Promise<void> {
    const done = await must(this.#engine, 'not open').dispatch(setAnswer, this.#scope, { unit, value })
    if (!done.ok) throw new Error(`${unit}: ${done.failure.code}`)
  }
}

const rawDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('raw', 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('row', { keyPath: 'seq' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('raw database')))
  })

const rawPut = (db: IDBDatabase, row: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction('row', 'readwrite', { durability: 'strict' })
    transaction.objectStore('row').put(row)
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', () => reject(transaction.error ?? new Error('raw put')))
  })

declare global {
  interface Window {
    bench: Bench
  }
}
window.bench = new Bench()
