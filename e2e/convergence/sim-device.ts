import { failed } from '#server/http/mount.ts'
import { must } from '#shared/kernel/assert.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { mutations } from '#shared/mutations.ts'
import type { PullRequest } from '#shared/protocol/pull.ts'
import type { PushRequest } from '#shared/protocol/push.ts'
import type { LiveQuestionnaire } from '#sync/replica/live-questionnaire.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import type { Storage } from '#sync/storage/storage.ts'
import { TestBrowser, seeded } from '#sync/testing/browser.ts'
import type { ManualClock } from '#sync/testing/manual-clock.ts'
import { scriptedFetch, type Fortune } from '#sync/transport/scripted.ts'
import { inPagesOf, roughFortune } from '../simulators/broken-wire.ts'
import { EngineTab, type Fault } from '../simulators/engine-tab.ts'
import type { Sightings } from './coverage.ts'
import { cast, formId, type PersonId } from '../simulators/ground.ts'
import type { SimServer } from '../simulators/server.ts'
import type { Terms } from './terms.ts'

/** A fault with the world in which it shows. */
export interface Bug extends Fault {
  /** What chance would rarely bring. */
  readonly terms?: Partial<Terms> | undefined
  /** Share of requests that come late, where the fault needs many to show. */
  readonly late?: number | undefined
  /** Breaks a rule of the product itself for as long as a run lasts; gives how it is mended again. */
  readonly rule?: (() => () => void) | undefined
}

/** A reply as it crossed the wire. */
export interface Replied {
  readonly path: string
  readonly status: number
  readonly request: unknown
  readonly reply: unknown
}

export interface Watch {
  /** A reply of the server to this device, before the engine sees it. */
  replied(device: SimDevice, replied: Replied): Promise<void>
  wrote(device: SimDevice, storage: Storage): Storage
  opened(device: SimDevice, tab: SimTab, live: LiveWorld | LiveQuestionnaire): void
  /** What was asked for in a tab has been taken on. */
  enqueued(device: SimDevice, tab: SimTab, mid: string | null, name: string): Promise<void>
}

export class SimTab extends EngineTab {
  readonly worlds = new Map<string, LiveWorld>()
  /** Forms and what they ask, as administrators work on them, by the form's id. */
  readonly questionnaires = new Map<string, LiveQuestionnaire>()
}

export interface SimWorld {
  readonly server: SimServer
  readonly clock: ManualClock
  readonly watch: Watch
  readonly seen: Sightings
  readonly terms: Terms
  readonly skewMs: number
  readonly bug?: Bug | undefined
}

/** Turns in which whatever asks nothing of the network is done. */
const turnsOfAsking = 250

/** Storage methods that add to the disk. */
const growing = [
  'enqueue',
  'takeForFlight',
  'recordReply',
  'applyPull',
  'rewind',
  'lead',
  'addUpload',
  'updateUpload',
  'saveDefinition',
  'saveNote',
] as const

/** One browser of one person, on a network of its own. */
export class SimDevice {
  readonly name: string
  readonly personId: PersonId
  readonly tabs: SimTab[] = []
  readonly random: () => number
  browser: TestBrowser
  token: string | null = null
  online = true
  /** False while healing: the network then does what it is asked. */
  rough = true
  /** Pulls do not arrive, everything else does. */
  deaf = false
  /** Stays away until its part of the story comes. */
  away = false
  diskFull = false
  /** One mutation passes at a time. */
  narrow = false
  /** When the replies to pushes arrive that the server has taken; null for at once. */
  pushesHeard: Promise<void> | null = null
  readonly #world: SimWorld

  constructor(name: string, personId: PersonId, world: SimWorld, seed: number, browser?: TestBrowser) {
    this.name = name
    this.personId = personId
    this.#world = world
    this.random = seeded(seed)
    this.browser = browser ?? new TestBrowser(world.clock, seeded(seed + 77_777))
    this.browser.skewMs = world.skewMs
    this.browser.withLocks = world.terms.locks
  }

  /** Tabs that run, those that are frozen left out. */
  get living(): SimTab[] {
    return this.tabs.filter((tab) => tab.alive && !tab.frozen)
  }

  get open(): SimTab[] {
    return this.tabs.filter((tab) => tab.alive)
  }

  setOnline(online: boolean): void {
    this.online = online
    this.browser.setOnline(online)
  }

  async openTab(): Promise<SimTab> {
    const { server, clock, watch, bug, terms } = this.#world
    const ask = async (path: string, init: RequestInit): Promise<Response> => {
      const response = await server.turn(() => this.#ask(path, init, () => tab.awake()))
      if (path === '/sync/push' && response.ok) await this.pushesHeard
      return response
    }
    const tab: SimTab = new SimTab({
      browser: this.browser,
      database: `iip-sim-${this.personId}`,
      actor: cast[this.personId],
      token: () => this.token,
      fetch: scriptedFetch(ask, {
        fortune: (path) => this.#fortune(path),
        later: () => new Promise((resolve) => clock.device().later(resolve, Math.floor(this.random() * 20_000))),
      }),
      fault: bug,
      disk: (kept) => this.#onDisk(kept),
      watched: (storage) => watch.wrote(this, storage),
      live: terms.live,
    })
    this.tabs.push(tab)
    if (!terms.locks && this.open.length > 1) this.#world.seen.saw('no locks')
    await tab.engine.start()
    return tab
  }

  /** The open world of an institution in this tab; null when the device has nothing of it yet. */
  async world(tab: SimTab, institutionId: string): Promise<LiveWorld | null> {
    const known = tab.worlds.get(institutionId)
    if (known) return known.isHere ? known : null
    // Its questions may have to come over the network, which moves only when time does.
    const found = await this.#world.server.meanwhile(tab.engine.world(institutionId, formId), 40)
    if (!found?.ok) return null
    tab.worlds.set(institutionId, found.value)
    this.#world.watch.opened(this, tab, found.value)
    return found.value
  }

  /** A form and what it asks, as it is worked on in this tab; null when the device has nothing of it yet. */
  async questionnaire(tab: SimTab, id: string): Promise<LiveQuestionnaire | null> {
    const known = tab.questionnaires.get(id)
    if (known) return known.state.form ? known : null
    // It may have to come over the network, which moves only when time does.
    const found = await this.#world.server.meanwhile(tab.engine.questionnaire(id), 40)
    if (!found?.ok) return null
    tab.questionnaires.set(id, found.value)
    this.#world.watch.opened(this, tab, found.value)
    return found.value
  }

  /**
   * Somebody asks for something in a tab; what became of it, to tell. What it is about may have to come over the network first, which
   * moves only when others may: then it goes on by itself, while they do.
   */
  async dispatch(tab: SimTab, scope: string, name: string, args: unknown): Promise<string> {
    const { server, watch } = this.#world
    const told = (said: string): string => `${this.name} ${name} ${JSON.stringify(args)} ${said}`
    const asking = async (): Promise<string> => {
      const mutation = must(mutations.get(name), name)
      const result = await tab.engine.dispatch(mutation, scope, args)
      if (result.ok && result.value.mid) await watch.enqueued(this, tab, result.value.mid, name)
      return told(result.ok ? 'ok' : result.failure.code)
    }
    return (await server.meanwhile(asking(), turnsOfAsking)) ?? told('waits')
  }

  /** The device's disk: while it is full most of what would grow it fails, as a transaction that the browser undid. */
  #onDisk(storage: Storage): Storage {
    const full = (): boolean => this.diskFull && this.random() < 0.7
    const bounded = { ...storage }
    for (const name of growing) {
      const method = storage[name] as (...given: unknown[]) => Promise<unknown>
      Object.assign(bounded, {
        [name]: async (...given: unknown[]): Promise<unknown> => {
          if (!full()) return method(...given)
          this.#world.seen.saw('full disk')
          throw new DOMException('the disk is full', 'QuotaExceededError')
        },
      })
    }
    return bounded
  }

  #fortune(path: string): Fortune {
    if (!this.online || (this.deaf && path === '/sync/pull')) return 'drop'
    if (!this.rough || this.deaf || path === '/sync/events') return 'deliver'
    const { bug } = this.#world
    if (bug?.late && this.random() < bug.late) return 'late'
    return roughFortune(this.random())
  }

  async #ask(path: string, init: RequestInit, awake: () => Promise<void>): Promise<Response> {
    const { server, watch } = this.#world
    if (path === '/sync/events') return this.#listened(await server.fetch(`/api/v1${path}`, init), awake)
    if (!path.startsWith('/sync/')) return this.#sent(await server.fetch(`/api/v1${path}`, init), init)
    const asked = typeof init.body === 'string' ? init.body : ''
    const { refused, body } = this.#onTheWay(path, asked)
    const response = refused
      ? await failed(refused, { request: new Request('http://localhost/'), language: 'es', requestId: 'between' })
      : await server.fetch(`/api/v1${path}`, { ...init, body })
    const text = await response.text()
    const request: unknown = JSON.parse(asked)
    await watch.replied(this, { path, status: response.status, request, reply: JSON.parse(text) })
    return new Response(text, { status: response.status, headers: response.headers })
  }

  #sent(response: Response, init: RequestInit): Response {
    const offset = Number(new Headers(init.headers).get('upload-offset') ?? 0)
    if (init.method === 'PATCH' && response.ok && offset > 0) this.#world.seen.saw('file in parts')
    return response
  }

  /** What stands between device and server: how much passes at once, and what is turned away now and then. */
  #onTheWay(path: string, asked: string): { readonly refused?: Failure; readonly body: string } {
    const { pageRows, turnedAwayPercent } = this.#world.terms
    const pushMutations = this.narrow ? 1 : this.#world.terms.pushMutations
    const body = inPagesOf(pageRows, path, asked)
    if (path === '/sync/push' && pushMutations !== null && (JSON.parse(asked) as PushRequest).mutations.length > pushMutations) {
      return { refused: failure('too_large', { bytes: 1_000 }), body }
    }
    if (!this.rough || this.random() * 100 >= turnedAwayPercent) return { body }
    const roll = this.random()
    if (roll < 0.35) return { refused: failure('too_many_requests', { seconds: 1 + Math.floor(this.random() * 20) }), body }
    if (roll < 0.7) return { refused: failure('unavailable', { seconds: 1 + Math.floor(this.random() * 20) }), body }
    // The other side was renewed, or not yet: the server itself says so.
    return { body: JSON.stringify({ ...(JSON.parse(body) as PullRequest), schema: roll < 0.9 ? 1_000 : 0 }) }
  }

  /** A stream of pokes, which carries nothing while the device is off line. */
  #listened(response: Response, awake: () => Promise<void>): Response {
    if (!response.body || !response.ok) return response
    const { seen } = this.#world
    const decoder = new TextDecoder()
    const wire = new TransformStream<Uint8Array, Uint8Array>({
      transform: async (chunk, controller) => {
        await awake()
        if (!this.online) return
        if (decoder.decode(chunk).includes('event: poke')) seen.saw('live poke')
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(wire), { status: response.status, headers: response.headers })
  }
}

export const oneOf = <T>(list: readonly T[], random: () => number): T =>
  must(list[Math.floor(random() * list.length)], 'a choice from nothing')
