import { must } from '#shared/kernel/assert.ts'
import { createSync, type Engine } from '#sync/engine.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import type { Storage } from '#sync/storage/storage.ts'
import { TestBrowser, seeded } from '#sync/testing/browser.ts'
import { settle, type ManualClock } from '#sync/testing/manual-clock.ts'
import { httpTransport } from '#sync/transport/http.ts'
import { scriptedFetch, type Fetch, type Fortune } from '#sync/transport/scripted.ts'
import { cast, formId, type PersonId } from './ground.ts'
import type { SimServer } from './sim-server.ts'

/** A deliberate fault, put around the parts from outside: product code knows of none. */
export interface Bug {
  readonly name: string
  readonly storage?: ((inner: Storage) => Storage) | undefined
  readonly fetch?: ((inner: Fetch, device: SimDevice) => Fetch) | undefined
  /** False takes the tabs' locks away. */
  readonly locks?: boolean | undefined
  /** Share of requests that come late, where the fault needs many to show. */
  readonly late?: number | undefined
}

export interface Watch {
  /** A reply of the server to this device, before the engine sees it. */
  replied(device: SimDevice, path: string, request: unknown, reply: unknown): Promise<void>
  wrote(device: SimDevice, storage: Storage): Storage
  opened(device: SimDevice, tab: SimTab, live: LiveWorld): void
}

export interface SimTab {
  readonly engine: Engine
  readonly storage: Storage
  readonly worlds: Map<string, LiveWorld>
  readonly errors: string[]
  alive: boolean
  kill(): void
}

/** One browser of one person, on a network of its own. */
export class SimDevice {
  readonly name: string
  readonly personId: PersonId
  readonly browser: TestBrowser
  readonly tabs: SimTab[] = []
  readonly random: () => number
  token: string | null = null
  online = true
  /** False while healing: the network then does what it is asked. */
  rough = true
  readonly #server: SimServer
  readonly #clock: ManualClock
  readonly #watch: Watch
  readonly #bug: Bug | undefined

  constructor(
    name: string,
    personId: PersonId,
    world: {
      readonly server: SimServer
      readonly clock: ManualClock
      readonly watch: Watch
      readonly seed: number
      readonly skewMs: number
      readonly bug?: Bug | undefined
    },
  ) {
    this.name = name
    this.personId = personId
    this.#server = world.server
    this.#clock = world.clock
    this.#watch = world.watch
    this.#bug = world.bug
    this.random = seeded(world.seed)
    this.browser = new TestBrowser(world.clock, seeded(world.seed + 77_777))
    this.browser.skewMs = world.skewMs
    if (world.bug?.locks === false) this.browser.withLocks = false
  }

  get living(): SimTab[] {
    return this.tabs.filter((tab) => tab.alive)
  }

  async open(): Promise<SimTab> {
    const made = this.browser.tab(`iip-sim-${this.personId}`)
    const errors: string[] = []
    const plain = this.#bug?.storage ? this.#bug.storage(made.storage) : made.storage
    const storage = this.#watch.wrote(this, plain)
    const reach = scriptedFetch((path, init) => this.#ask(path, init), {
      fortune: () => this.#fortune(),
      later: () => new Promise((resolve) => this.#clock.device().later(resolve, Math.floor(this.random() * 20_000))),
    })
    const fetch = this.#bug?.fetch ? this.#bug.fetch(reach, this) : reach
    const engine = createSync({
      actor: cast[this.personId],
      storage,
      transport: httpTransport({
        fetch: (path, init) => fetch(path.slice('/api/v1'.length), init),
        origin: '',
        clock: made.ports.clock,
        token: () => this.token,
        gzip: false,
      }),
      ports: made.ports,
      app: 'sim',
      live: false,
      report: (what, error) => errors.push(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    })
    const tab: SimTab = {
      engine,
      storage,
      errors,
      worlds: new Map(),
      alive: true,
      kill: () => {
        tab.alive = false
        made.kill()
      },
    }
    this.tabs.push(tab)
    await engine.start()
    return tab
  }

  /** The open world of an institution in this tab; null when the device has nothing of it yet. */
  async world(tab: SimTab, institutionId: string): Promise<LiveWorld | null> {
    const known = tab.worlds.get(institutionId)
    if (known) return known.world.get('participant', institutionId) ? known : null
    // Its questions may have to come over the network, which moves only when time does.
    const found = await Promise.race([tab.engine.world(institutionId, formId), settle(40).then(() => null)])
    if (!found?.ok) return null
    tab.worlds.set(institutionId, found.value)
    this.#watch.opened(this, tab, found.value)
    return found.value
  }

  #fortune(): Fortune {
    if (!this.online) return 'drop'
    if (!this.rough) return 'deliver'
    if (this.#bug?.late && this.random() < this.#bug.late) return 'late'
    const roll = this.random()
    if (roll < 0.72) return 'deliver'
    if (roll < 0.8) return 'drop'
    if (roll < 0.9) return 'reply-lost'
    return roll < 0.95 ? 'twice' : 'late'
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    if (path.startsWith('/attachments/')) return this.#server.fetchFile(`/api/v1${path}`, init)
    const response = await this.#server.fetch(`/api/v1${path}`, init)
    if (!path.startsWith('/sync/')) return response
    const text = await response.text()
    await this.#watch.replied(this, path, typeof init.body === 'string' ? JSON.parse(init.body) : null, JSON.parse(text))
    return new Response(text, { status: response.status, headers: response.headers })
  }
}

export const oneOf = <T>(list: readonly T[], random: () => number): T =>
  must(list[Math.floor(random() * list.length)], 'a choice from nothing')
