import { setAnswer } from '#shared/answers/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { createSync } from '#sync/engine.ts'
import type { Engine } from '#sync/face.ts'
import { TestBrowser } from '#sync/testing/browser.ts'
import { httpTransport } from '#sync/transport/http.ts'
import type { Transport } from '#sync/transport/transport.ts'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './light-device.ts'
import type { DeviceOrder, Promised } from './order.ts'

/** How often it is looked whether everything has gone. */
const lookMs = 20

const realClock = {
  now: () => Date.now(),
  later: (run: () => void, delayMs: number): (() => void) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A device that is the product's own engine on a database in memory, with a network that can be taken away. */
export class EngineDevice {
  readonly order: DeviceOrder
  readonly scope: string
  readonly #ground: Ground
  readonly #browser: TestBrowser
  readonly #engine: Engine
  readonly #mids: string[] = []
  readonly #answers: Record<string, { mid: string; times: number }> = {}
  readonly #files: { id: string; sha256: string; sizeBytes: number }[] = []
  #online = true
  #deviceId = ''

  constructor(order: DeviceOrder, ground: Ground) {
    this.order = order
    this.scope = instScope(order.institutionId, order.formId)
    this.#ground = ground
    this.#browser = new TestBrowser(undefined, ground.random)
    const tab = this.#browser.tab(`iip-load-${order.deviceId}`)
    this.#engine = createSync({
      actor: order.person.actor,
      storage: tab.storage,
      transport: this.#timed(),
      ports: { ...tab.ports, clock: realClock },
      app: ground.app,
      report: (what, error) => ground.figures.failed(`engine: ${what}: ${String(error)}`),
    })
  }

  /** Starts it, and resolves once it holds its institution. */
  async start(): Promise<void> {
    await this.#engine.start()
    await this.#until(() => this.#engine.status.kind === 'up-to-date')
    const world = await this.#engine.world(this.order.institutionId, this.order.formId)
    if (!world.ok) throw new Error(`an engine got no institution: ${world.failure.code}`)
    this.#deviceId = (await this.#engine.diagnostics()).deviceId
  }

  setOnline(online: boolean): void {
    this.#online = online
    this.#browser.setOnline(online)
  }

  async answer(unit: string, value: string): Promise<void> {
    const result = await this.#engine.dispatch(setAnswer, this.scope, { unit, value })
    if (!result.ok) throw new Error(`an engine refused an answer: ${result.failure.code}`)
    const { mid } = result.value
    if (mid === null) return
    this.#mids.push(mid)
    this.#answers[unit] = { mid, times: (this.#answers[unit]?.times ?? 0) + 1 }
  }

  async attach(unit: string, bytes: Buffer): Promise<void> {
    const file = { unit, name: `evidencia-${unit}.pdf`, mime: 'application/pdf', bytes: new Uint8Array(bytes) }
    const result = await this.#engine.attach(this.scope, file)
    if (!result.ok) throw new Error(`an engine refused a file: ${result.failure.code}`)
    if (result.value.mid !== null) this.#mids.push(result.value.mid)
    this.#files.push({ id: result.value.id, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length })
  }

  /** Resolves once everything that was done has reached the server. */
  settled(): Promise<void> {
    return this.#until(() => this.#engine.queue().length === 0)
  }

  promised(): Promised {
    const { person } = this.order
    return {
      userId: person.actor.id,
      deviceId: this.#deviceId,
      scope: this.scope,
      mids: this.#mids,
      answers: this.#answers,
      files: this.#files,
      unsent: this.#engine.queue().length,
    }
  }

  stop(): void {
    this.#engine.stop()
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await wait(lookMs)
  }

  /** The engine's own way to the network, timed, whose replies get lost now and then, and which is not there without a network. */
  #timed(): Transport {
    const { wire, figures, told, random, loss } = this.#ground
    const http = httpTransport({
      fetch: async (url, init) => {
        if (!this.#online) throw new TypeError('no network')
        const response = await wire.fetch(url, init)
        if (url.endsWith('/sync/push') && response.ok && random() < loss) throw new TypeError('lost on the way')
        return response
      },
      origin: this.order.url,
      clock: realClock,
      token: () => this.order.person.token,
    })
    return {
      ...http,
      push: async (request) => {
        const takenBack = told.begins(this.scope)
        const startedAt = performance.now()
        const reply = await http.push(request)
        if (reply.kind === 'ok') {
          figures.took('push', performance.now() - startedAt)
          figures.acked(request.mutations.length)
          for (const result of reply.value.results) figures.other(result)
        } else takenBack()
        return reply
      },
      pull: async (request) => {
        const startedAt = performance.now()
        const reply = await http.pull(request)
        if (reply.kind === 'ok') figures.took('pull', performance.now() - startedAt)
        return reply
      },
      events: (signal, heard) => {
        let tuned = false
        return http.events(signal, {
          ...heard,
          poke: (poke, hearers) => {
            // The first word is of what stands, and is nobody's news.
            if (tuned) told.hears(this.scope, poke[this.scope])
            else told.listens(this.scope)
            tuned = true
            heard.poke(poke, hearers)
          },
        })
      },
    }
  }
}
