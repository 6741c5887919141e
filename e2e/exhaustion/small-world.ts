import { must } from '#shared/kernel/assert.ts'
import { judgeHealed, judgeNow } from './judge.ts'
import type { Fault } from '../simulators/engine-tab.ts'
import { SmallDevice, type DeviceState, type Happening, type Script } from './small-device.ts'
import type { Request, Response, ServerState, SmallServer } from './small-server.ts'

/** How long a history may be, and what may happen in it. */
export interface Bounds {
  /** Events; none when the other bounds are enough to end every history. */
  readonly depth?: number | undefined
  /** How often something goes wrong: a request or the answer to it is lost, a push comes once more, a tab's process ends. */
  readonly troubles: number
  /** Walks of each device for nothing but news. What waits is tried again without end. */
  readonly walks: number
}

export interface Options {
  readonly scripts: readonly Script[]
  /** Answers whose standing beside the question is looked at. */
  readonly units: readonly string[]
  readonly bounds: Bounds
  readonly fault?: Fault | undefined
  /** Ends at the first thing that is wrong. */
  readonly hasty?: boolean | undefined
}

export interface Report {
  /** Histories, each to its end, by any order in which their events may come. */
  readonly histories: number
  /** Moments of the world that differ in anything at all. */
  readonly states: number
  /** Events of the longest history. */
  readonly depth: number
  /** Moments that were healed and judged. */
  readonly judged: number
  /** What the real parts did: requests, and steps of devices. */
  readonly requests: number
  readonly steps: number
  /** Each with the history that led there. */
  readonly violations: readonly string[]
}

/** What a device has on the wire: what it asked, or the answer that is on its way. */
type Wire = { readonly kind: 'asked' } | { readonly kind: 'answer'; readonly response: Response }

interface Moment {
  readonly server: ServerState
  readonly devices: readonly Place[]
  /** How often something may still go wrong. */
  readonly troubles: number
}

interface Place {
  readonly state: DeviceState
  readonly wire: Wire
  readonly walks: number
  /** Pushes that left it so far: any of them may come once more. */
  readonly pushed: readonly Request[]
}

interface Found {
  readonly histories: number
  /** Events to the end of the longest history from here. */
  readonly depth: number
}

const enough = 10
/** Rounds of walks in which a world without faults must have nothing left to send. */
const healRounds = 6

/** Goes through every history of a small world, and heals and judges each moment of each of them. */
export async function exhaust(server: SmallServer, options: Options): Promise<Report> {
  const world = new SmallWorld(server, options)
  try {
    return await world.run()
  } finally {
    world.end()
  }
}

class SmallWorld {
  readonly #server: SmallServer
  readonly #options: Options
  #devices: SmallDevice[] = []
  readonly #found = new Map<string, Found>()
  readonly #healed = new Map<string, readonly string[]>()
  readonly #ends = new Map<string, readonly string[]>()
  readonly #violations: string[] = []
  readonly #path: string[] = []
  #judged = 0
  readonly #requestsBefore: number

  constructor(server: SmallServer, options: Options) {
    this.#server = server
    this.#options = options
    this.#requestsBefore = server.executed
  }

  async run(): Promise<Report> {
    const { scripts, units, fault, bounds } = this.#options
    this.#devices = scripts.map((script) => new SmallDevice({ script, units, fault, server: this.#server }))
    const start: Moment = {
      server: this.#server.ground,
      devices: this.#devices.map((device) => ({ state: device.begin(), wire: { kind: 'asked' }, walks: bounds.walks, pushed: [] })),
      troubles: bounds.troubles,
    }
    // Everybody has been here before: a day begins with what the last one left.
    const { histories, depth } = await this.#explore(await this.#settled(start), bounds.depth ?? Infinity)
    return {
      histories,
      states: this.#found.size,
      depth,
      judged: this.#judged,
      requests: this.#server.executed - this.#requestsBefore,
      steps: this.#devices.reduce((sum, device) => sum + device.executed, 0),
      violations: this.#violations,
    }
  }

  end(): void {
    for (const device of this.#devices) device.end()
  }

  #over(): boolean {
    return this.#violations.length >= (this.#options.hasty ? 1 : enough)
  }

  async #explore(moment: Moment, left: number): Promise<Found> {
    const key = `${Number.isFinite(left) ? left : ''} ${keyOf(moment)}`
    const known = this.#found.get(key)
    if (known) return known
    await this.#judge(moment, left === 0)
    let histories = 0
    let depth = 0
    for (const [what, next] of left === 0 ? [] : this.#events(moment)) {
      if (this.#over()) break
      this.#path.push(what)
      const found = await this.#explore(await next(), left - 1)
      this.#path.pop()
      histories += found.histories
      depth = Math.max(depth, found.depth + 1)
    }
    const found = { histories: Math.max(1, histories), depth }
    this.#found.set(key, found)
    return found
  }

  /** Everything that can happen next. */
  #events(moment: Moment): [what: string, next: () => Promise<Moment>][] {
    const events: [string, () => Promise<Moment>][] = []
    const { troubles } = moment
    for (const [at, place] of moment.devices.entries()) {
      const device = must(this.#devices[at], 'a device')
      const { device: name, acts } = device.script
      const { state, wire, walks, pushed } = place
      const can = (what: string, next: () => Promise<Moment>): void => void events.push([`${name} ${what}`, next])
      const happens = async (what: Happening, change: Partial<Place> = {}, rest: Partial<Moment> = {}): Promise<Moment> =>
        this.#placed({ ...moment, ...rest }, at, { ...place, ...change, state: await device.after(state, what) })

      if (!state.alive) can('opens', () => happens({ kind: 'opens' }))
      else {
        if (state.acted < acts.length) can(`acts ${state.acted + 1}`, () => happens({ kind: 'acts' }))
        // What waits is tried again for ever; walks for nothing but news are bounded.
        const again = state.waiting > 0 && !state.asking
        if (again || (!state.asking && walks > 0)) can('walks', () => happens({ kind: 'walks' }, { walks: again ? walks : walks - 1 }))
        if (troubles > 0) can('crashes', () => happens({ kind: 'crashes' }, {}, { troubles: troubles - 1 }))
      }
      const { asking } = state
      if (asking && wire.kind === 'asked')
        can(`reaches the server (${asking.request.path})`, () => this.#reaches(moment, at, asking.request))
      if (asking && wire.kind === 'answer') can('is answered', () => happens({ kind: 'answered', response: wire.response }))
      if (asking && troubles > 0)
        can(wire.kind === 'asked' ? 'loses its request' : 'loses its answer', () =>
          happens({ kind: 'cut' }, {}, { troubles: troubles - 1 }),
        )
      if (troubles > 0)
        for (const [which, request] of pushed.entries()) {
          // What was not lost yet has still to come the first time.
          if (request === asking?.request && wire.kind === 'asked') continue
          can(`push ${which + 1} comes once more`, async () => ({
            ...moment,
            troubles: troubles - 1,
            server: (await this.#server.ask(moment.server, request)).state,
          }))
        }
    }
    return events
  }

  async #reaches(moment: Moment, at: number, request: Request): Promise<Moment> {
    const { state: server, response } = await this.#server.ask(moment.server, request)
    const place = must(moment.devices[at], 'a device')
    return { ...moment, server, devices: moment.devices.with(at, { ...place, wire: { kind: 'answer', response } }) }
  }

  /** A device after something happened to it: what it asks now has not been asked before. */
  #placed(moment: Moment, at: number, place: Place): Moment {
    const before = must(moment.devices[at], 'a device')
    const { asking } = place.state
    const fresh = asking !== null && asking.call !== before.state.asking?.call
    const pushes = fresh && asking.request.path.endsWith('/push') && !place.pushed.includes(asking.request)
    return {
      ...moment,
      devices: moment.devices.with(at, {
        ...place,
        wire: fresh || asking === null ? { kind: 'asked' } : before.wire,
        pushed: pushes ? [...place.pushed, asking.request] : place.pushed,
      }),
    }
  }

  /** Whatever is on the wire is lost, and from then on nothing is: every device opens, and walks until nothing waits anywhere. */
  async #settled(from: Moment): Promise<Moment> {
    let moment = from
    for (const [at, device] of this.#devices.entries()) {
      const place = must(moment.devices[at], 'a device')
      if (place.state.alive && place.state.asking)
        moment = this.#placed(moment, at, { ...place, state: await device.after(place.state, { kind: 'cut' }) })
    }
    for (let round = 0; round < healRounds; round += 1) {
      const { server } = moment
      for (const [at, device] of this.#devices.entries()) moment = await this.#walked(moment, at, device)
      // Once more when the server has moved: others have to hear of it.
      if (moment.server === server && moment.devices.every(({ state }) => state.outbox.length === 0)) return moment
    }
    return moment
  }

  async #walked(from: Moment, at: number, device: SmallDevice): Promise<Moment> {
    let moment = from
    const place = (): Place => must(moment.devices[at], 'a device')
    const happens = async (what: Happening): Promise<void> => {
      moment = this.#placed(moment, at, { ...place(), state: await device.after(place().state, what) })
    }
    await happens(place().state.alive ? { kind: 'walks' } : { kind: 'opens' })
    for (let calls = 0; calls < 20; calls += 1) {
      const { asking } = place().state
      if (!asking) break
      moment = await this.#reaches(moment, at, asking.request)
      const { wire } = place()
      if (wire.kind === 'answer') await happens({ kind: 'answered', response: wire.response })
    }
    return moment
  }

  async #judge(moment: Moment, last: boolean): Promise<void> {
    const said = (line: string): void => {
      if (this.#over()) return
      this.#violations.push(`${line}\n    after: ${this.#path.join(' · ') || 'nothing'}`)
    }
    for (const line of judgeNow(
      moment.server,
      moment.devices.map((place) => place.state),
    ))
      said(line)
    // What is on the wire comes to its end in histories that go on from here.
    if (!last && moment.devices.some(({ state }) => state.asking)) return
    const key = [moment.server.id, ...moment.devices.map((place) => place.state.id)].join(' ')
    const known = this.#healed.get(key)
    const lines = known ?? (await this.#healedFrom(moment))
    this.#healed.set(key, lines)
    if (!known) this.#judged += 1
    for (const line of lines) said(line)
  }

  async #healedFrom(moment: Moment): Promise<readonly string[]> {
    const end = await this.#settled(moment)
    const key = [end.server.id, ...end.devices.map((place) => place.state.id)].join(' ')
    const known = this.#ends.get(key)
    if (known) return known
    const lines = await judgeHealed(
      this.#server,
      end.server,
      this.#devices,
      end.devices.map((place) => place.state),
    )
    this.#ends.set(key, lines)
    return lines
  }
}

/** All that there is to know of a moment. */
function keyOf({ server, devices, troubles }: Moment): string {
  const places = devices.map(({ state, wire, walks, pushed }) => [
    state.id,
    wire.kind === 'answer' ? wire.response.id : 0,
    walks,
    troubles > 0 ? pushed.map((request) => request.id) : 0,
  ])
  return JSON.stringify([server.id, troubles, places])
}
