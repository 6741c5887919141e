// Devices without a browser, in a process of their own: they push as the engine does and time every reply.
import { instScope } from '#shared/protocol/scope.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { gzipSync } from 'node:zlib'
import type { Place } from './ground.ts'
import { textsOf } from './texts.ts'

export interface LoadDevice {
  readonly deviceId: string
  readonly place: Place
  /** Whose of the place's people it is. */
  readonly person: number
  readonly units: readonly string[]
}

export interface LoadOrder {
  readonly url: string
  readonly devices: readonly LoadDevice[]
  /** Mutations per push; a device pushes all its units, batch after batch. */
  readonly batch: number
  /** Whether each device pulls before its first push and after its last, as one that comes back does. */
  readonly pulls: boolean
  /** The bare server's address, to bring it the same rows in one call of each device instead. */
  readonly bare?: string | undefined
}

export interface LoadDone {
  readonly tookMs: number
  readonly pushMs: readonly number[]
  readonly errors: readonly string[]
}

let orders = 0

// The bench may end in any way: this ends with it.
process.on('disconnect', () => process.exit())
process.on('message', (order: LoadOrder) => {
  void answer(order)
})

async function answer(order: LoadOrder): Promise<void> {
  try {
    process.send?.(await run(order))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

async function run(order: LoadOrder): Promise<LoadDone> {
  orders += 1
  const pushMs: number[] = []
  const errors: string[] = []
  const texts = textsOf(
    `load ${orders}`,
    order.devices.reduce((sum, device) => sum + device.units.length, 0),
  )
  const devices = order.devices.map((device) => new Device(order, device, texts.splice(0, device.units.length), pushMs, errors))
  if (order.pulls && !order.bare) await Promise.all(devices.map((device) => device.pull()))
  const started = performance.now()
  await Promise.all(devices.map((device) => device.work()))
  return { tookMs: performance.now() - started, pushMs, errors }
}

class Device {
  readonly #order: LoadOrder
  readonly #device: LoadDevice
  readonly #texts: readonly string[]
  readonly #pushMs: number[]
  readonly #errors: string[]
  #cursor: unknown = null

  constructor(order: LoadOrder, device: LoadDevice, texts: readonly string[], pushMs: number[], errors: string[]) {
    this.#order = order
    this.#device = device
    this.#texts = texts
    this.#pushMs = pushMs
    this.#errors = errors
  }

  async work(): Promise<void> {
    const { batch, pulls, bare } = this.#order
    if (bare) return this.#pushBare(bare)
    if (pulls) await this.pull()
    for (let at = 0; at < this.#texts.length; at += batch) await this.#push(at, at + batch)
    if (pulls) await this.pull()
  }

  async pull(): Promise<void> {
    const reply = await this.#call('pull', { deviceId: this.#device.deviceId, cursor: this.#cursor })
    this.#cursor = Reflect.get(reply, 'cursor')
  }

  async #pushBare(url: string): Promise<void> {
    const { deviceId, units } = this.#device
    const rows = this.#texts.map((value, at) => ({ scope: deviceId, id: units[at], data: JSON.stringify({ value }) }))
    const started = performance.now()
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(rows) })
    await response.json()
    this.#pushMs.push(performance.now() - started)
  }

  async #push(from: number, to: number): Promise<void> {
    const { deviceId, place, units } = this.#device
    const scope = instScope(place.institutionId, place.formId)
    const t = new Date().toISOString()
    const mutations = this.#texts.slice(from, to).map((value, position) => {
      const at = from + position
      return { seq: at + 1, mid: `${deviceId}-${at}`, n: 'answer.set', v: 1, s: scope, a: { unit: units[at], value }, b: null, t, l: t }
    })
    const started = performance.now()
    await this.#call('push', { app: 'bench', deviceId, epoch: null, ackedThrough: 0, pending: 0, mutations })
    this.#pushMs.push(performance.now() - started)
  }

  async #call(name: 'push' | 'pull', body: object): Promise<object> {
    const { place, person } = this.#device
    const text = JSON.stringify({ protocol: protocolVersion, schema: schemaVersion, ...body })
    const packed = text.length > 1024
    const response = await fetch(`${this.#order.url}/api/v1/sync/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.people[person]?.token ?? ''}`,
        'content-type': 'application/json',
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
      },
      body: packed ? gzipSync(text) : text,
    })
    const reply: { data?: { results?: unknown[] } } = await response.json()
    if (!response.ok || (reply.data?.results?.length ?? 0) > 0)
      this.#errors.push(`${name} ${response.status} ${JSON.stringify(reply).slice(0, 300)}`)
    return reply.data ?? {}
  }
}
