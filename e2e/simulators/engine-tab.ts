import type { Actor } from '#shared/access/actor.ts'
import { apiBase } from '#shared/contract/route.ts'
import { createSync } from '#sync/engine.ts'
import type { Engine } from '#sync/face.ts'
import type { Clock } from '#sync/ports.ts'
import { isQuotaError, type Storage } from '#sync/storage/storage.ts'
import type { TestBrowser } from '#sync/testing/browser.ts'
import { httpTransport } from '#sync/transport/http.ts'
import type { Fetch } from '#sync/transport/scripted.ts'

/** A deliberate fault, put around the parts from outside: product code knows of none. */
export interface Fault {
  readonly name: string
  readonly storage?: ((inner: Storage) => Storage) | undefined
  /** Around the network; paths are those below /api/v1. */
  readonly fetch?: ((inner: Fetch) => Fetch) | undefined
}

export interface TabOrder {
  readonly browser: TestBrowser
  readonly database: string
  readonly actor: Actor
  readonly token: () => string | null
  /** The way to the server, by paths below /api/v1. */
  readonly fetch: Fetch
  readonly fault?: Fault | undefined
  /** What stands between the engine and its disk: below a fault, and above it. */
  readonly disk?: ((kept: Storage) => Storage) | undefined
  readonly watched?: ((storage: Storage) => Storage) | undefined
  /** Whether it listens to the server's stream of events. */
  readonly live: boolean
  /** Time, where it is not the browser's. */
  readonly clock?: Clock | undefined
}

const asItIs = <T>(part: T): T => part

/** The product's own engine in one tab of a browser whose disk is memory. */
export class EngineTab {
  readonly engine: Engine
  readonly storage: Storage
  readonly errors: string[] = []
  alive = true
  frozen = false
  readonly #tab: ReturnType<TestBrowser['tab']>
  readonly #ended = new AbortController()

  constructor({ browser, database, actor, token, fetch, fault, disk = asItIs, watched = asItIs, live, clock }: TabOrder) {
    const tab = browser.tab(database)
    this.#tab = tab
    this.storage = watched((fault?.storage ?? asItIs)(disk(tab.storage)))
    const reach = (fault?.fetch ?? asItIs)(fetch)
    const ports = clock ? { ...tab.ports, clock } : tab.ports
    this.engine = createSync({
      actor,
      storage: this.storage,
      transport: httpTransport({
        fetch: async (path, init) => {
          const signal = init.signal ? AbortSignal.any([init.signal, this.#ended.signal]) : this.#ended.signal
          const response = await reach(path.slice(apiBase.length), { ...init, signal })
          await tab.awake()
          return response
        },
        origin: '',
        clock: ports.clock,
        token,
        gzip: false,
      }),
      ports,
      app: 'sim',
      live,
      report: (what, error) => {
        if (isQuotaError(error)) return
        this.errors.push(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      },
    })
  }

  /** Resolves while the tab is not frozen. */
  awake(): Promise<void> {
    return this.#tab.awake()
  }

  /** As if its process had ended. */
  kill(): void {
    this.alive = false
    this.#tab.kill()
    this.#ended.abort()
  }

  freeze(): void {
    this.frozen = true
    this.#tab.freeze()
  }

  thaw(): void {
    this.frozen = false
    this.#tab.thaw()
  }
}
