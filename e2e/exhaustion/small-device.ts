import { apiBase } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import { participationMutations } from '#shared/mutations.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { UnitState } from '#sync/face.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import type { OutboxRow, Storage, StoredOutcome } from '#sync/storage/storage.ts'
import { TestBrowser, seeded } from '#sync/testing/browser.ts'
import { contentOf, diskOf, emptyDisk, layDisk, recordsOf, type Disk } from '#sync/testing/disk.ts'
import { ManualClock } from '#sync/testing/manual-clock.ts'
import { createHash } from 'node:crypto'
import { EngineTab, type Fault } from '../simulators/engine-tab.ts'
import { cast, formId, startMs, type PersonId } from '../simulators/ground.ts'
import { type Request, type Response, type SmallServer } from './small-server.ts'

const institutionId = 'norte'
const scope = instScope(institutionId, formId)

/** Something that a person does. */
export interface Act {
  readonly name: string
  readonly args: unknown
}

export interface Script {
  readonly device: string
  readonly personId: PersonId
  readonly acts: readonly Act[]
}

/** Something that happens to a device. What a tab is, is what was on its disk when it opened and what happened to it since. */
export type Happening =
  /** A tab is opened. */
  | { readonly kind: 'opens' }
  | { readonly kind: 'acts' }
  /** The person, or a timer, makes it walk to the server. */
  | { readonly kind: 'walks' }
  | { readonly kind: 'answered'; readonly response: Response }
  /** What it asked is lost, or the answer to it: it cannot know which. */
  | { readonly kind: 'cut' }
  /** Its process ends. */
  | { readonly kind: 'crashes' }

/** A mutation whose dispatch resolved: it must never be lost. */
export interface Made {
  readonly mid: string
  readonly device: string
  readonly name: string
  readonly entity: string
  readonly args: string
  readonly base: string | null
}

/** All of a device at one moment of some history. */
export interface DeviceState {
  readonly id: number
  readonly alive: boolean
  /** How many tabs it has had. */
  readonly life: number
  /** How far its person has come. */
  readonly acted: number
  /** Everything that its person was told is kept, oldest first. */
  readonly made: readonly Made[]
  /** What it waits for an answer to: a call of its own each time that it asks, whatever it asks. */
  readonly asking: { readonly call: string; readonly request: Request } | null
  readonly status: string
  /** Mutations that it says are waiting. */
  readonly waiting: number
  /** What stands beside each answer that the world is about. */
  readonly units: ReadonlyMap<string, UnitState>
  /** What is wrong with this device, whatever the others did. */
  readonly wrong: readonly string[]
  /** Outbox as it is on the disk. */
  readonly outbox: readonly OutboxRow[]
  /** Mutations whose outcome is kept on the disk. */
  readonly told: ReadonlySet<string>
}

interface Kept {
  readonly state: DeviceState
  /** Disk before the tab was opened, how far its person had come then, and what happened since. */
  readonly disk: Disk
  readonly actedBefore: number
  readonly since: readonly Happening[]
  readonly next: Map<string, Kept>
  /** What was seen of it, to know it again. */
  readonly print: string
}

/** Tabs that are kept running, to go on from where they are. The others are run again from their disk when they are needed. */
const maxRunning = 100

/**
 * One device, in every state that histories bring it to. Its engine is real and cannot be copied; but it does nothing by
 * itself, so that its disk when its tab was opened and what happened to it since are all there is to know of it, and bring it
 * about again.
 */
export class SmallDevice {
  readonly script: Script
  readonly #setting: Omit<Setting, 'life' | 'acted'>
  readonly #kept: Kept[] = []
  readonly #dead = new Map<string, Kept>()
  readonly #running = new Map<number, Running>()
  /** Steps that an engine took, and steps that were taken once more to bring one about again. */
  executed = 0
  repeated = 0

  constructor(setting: Omit<Setting, 'life' | 'acted'>) {
    this.script = setting.script
    this.#setting = setting
  }

  /** A browser in which nothing was ever opened. */
  begin(): DeviceState {
    return this.#keepDead(emptyDisk, { life: 0, acted: 0, made: [], wrong: [] }).state
  }

  /** What its person signs their requests with. */
  get authorization(): string {
    return `Bearer ${tokenOf(this.#setting)}`
  }

  async after(from: DeviceState, what: Happening): Promise<DeviceState> {
    const at = this.#at(from.id)
    const key = what.kind === 'answered' ? `answered ${what.response.id}` : what.kind
    const known = at.next.get(key)
    if (known) return known.state
    const next = await this.#happens(at, what)
    at.next.set(key, next)
    return next.state
  }

  /** The confirmed rows that a device at rest holds, and those that its open world shows otherwise. */
  async look(from: DeviceState): Promise<Look> {
    const running = await this.#run(this.#at(from.id))
    this.#running.set(from.id, running)
    return running.look()
  }

  end(): void {
    for (const running of this.#running.values()) running.kill()
    this.#running.clear()
  }

  #at(id: number): Kept {
    return must(this.#kept[id], 'a state that the device was never in')
  }

  async #happens(at: Kept, what: Happening): Promise<Kept> {
    this.executed += 1
    const { life, acted, made, wrong } = at.state
    if (what.kind === 'opens') {
      const running = await Running.on(at.disk, { ...this.#setting, life: life + 1, acted })
      return this.#keepAlive({ ...at, actedBefore: acted }, [what], running)
    }
    const running = await this.#run(at)
    if (what.kind === 'crashes') return this.#keepDead(running.kill(), { life, acted, made, wrong })
    await running.happens(what)
    return this.#keepAlive(at, [...at.since, what], running)
  }

  /** The tab as it is in this state: going on where it was left, or run again. Whoever takes it uses it up. */
  async #run(at: Kept): Promise<Running> {
    const running = this.#running.get(at.state.id)
    if (running) {
      this.#running.delete(at.state.id)
      return running
    }
    const again = await Running.on(at.disk, { ...this.#setting, life: at.state.life, acted: at.actedBefore })
    for (const what of at.since.slice(1)) {
      this.repeated += 1
      await again.happens(what)
    }
    // What is not the same twice is not told by what happened to it, and nothing that was found here would hold.
    const print = printOf(again.seen())
    if (print !== at.print) throw new Error(`${this.script.device} is not the same twice: ${print}\n${at.print}`)
    return again
  }

  #keepAlive(before: Kept, since: readonly Happening[], running: Running): Kept {
    const seen = running.seen()
    const { made, wrong, ...rest } = seen
    const former = before.state.made.filter((one) => !made.some((each) => each.mid === one.mid))
    const state: DeviceState = {
      ...rest,
      id: this.#kept.length,
      alive: true,
      made: [...former, ...made],
      wrong: [...before.state.wrong, ...wrong.filter((one) => !before.state.wrong.includes(one))],
    }
    const kept: Kept = { state, disk: before.disk, actedBefore: before.actedBefore, since, next: new Map(), print: printOf(seen) }
    this.#kept.push(kept)
    this.#running.set(state.id, running)
    for (const [id, oldest] of this.#running) {
      if (this.#running.size <= maxRunning) break
      oldest.kill()
      this.#running.delete(id)
    }
    return kept
  }

  #keepDead(disk: Disk, past: Pick<DeviceState, 'life' | 'acted' | 'made' | 'wrong'>): Kept {
    const print = JSON.stringify([past, contentOf(disk)])
    const known = this.#dead.get(print)
    if (known) return known
    const state: DeviceState = {
      ...past,
      id: this.#kept.length,
      alive: false,
      asking: null,
      status: 'closed',
      waiting: 0,
      units: new Map(),
      outbox: recordsOf<OutboxRow>(disk, 'outbox'),
      told: new Set(recordsOf<StoredOutcome>(disk, 'outcome').map((one) => one.mid)),
    }
    const kept: Kept = { state, disk, actedBefore: past.acted, since: [], next: new Map(), print }
    this.#dead.set(print, kept)
    this.#kept.push(kept)
    return kept
  }
}

interface Setting {
  readonly server: SmallServer
  readonly script: Script
  readonly fault: Fault | undefined
  /** Answers that the world is about. */
  readonly units: readonly string[]
  readonly life: number
  readonly acted: number
}

const tokenOf = ({ server, script }: Pick<Setting, 'server' | 'script'>): string =>
  must(
    server.tokens.find(({ userId }) => userId === script.personId),
    `${script.personId} is not signed in`,
  ).token

type Seen = Omit<DeviceState, 'id' | 'alive'>

export interface Look {
  readonly held: ReadonlyMap<string, string>
  readonly differing: readonly string[]
}

interface Call {
  readonly call: string
  readonly request: Request
  answer(response: Response): void
  cut(): void
}

/** Turns after which nothing that waits for nothing but the machine is left to do. */
const quietTurns = 3

/** An engine that runs, in a tab of a browser of its own. */
class Running {
  readonly #setting: Setting
  readonly #browser: TestBrowser
  readonly #tab: EngineTab
  readonly #calls: Call[] = []
  readonly #made = new Map<string, Made>()
  readonly #wrong: string[] = []
  #busy = 0
  #asked = 0
  #acted: number
  #live: LiveWorld | null = null

  static async on(disk: Disk, setting: Setting): Promise<Running> {
    const running = new Running(disk, setting)
    const opening = running.#tab.engine.start()
    await running.#rest()
    await opening
    await running.#openWorld()
    return running
  }

  private constructor(disk: Disk, setting: Setting) {
    const { script, life, fault, acted } = setting
    this.#setting = setting
    this.#acted = acted
    const seed = createHash('sha256').update(`${script.device} ${life}`).digest().readUInt32BE()
    this.#browser = new TestBrowser(new ManualClock(startMs), seeded(seed))
    layDisk(disk, this.#browser)
    this.#tab = new EngineTab({
      browser: this.#browser,
      database: `iip-small-${script.personId}`,
      actor: cast[script.personId],
      token: () => tokenOf(setting),
      fetch: (path, init) => this.#ask(path, init),
      fault,
      watched: (storage) => this.#counted(storage),
      live: false,
    })
  }

  async happens(what: Happening): Promise<void> {
    if (what.kind === 'acts') await this.#act()
    else if (what.kind === 'walks') void this.#tab.engine.syncNow()
    else if (what.kind === 'answered') must(this.#calls.shift(), 'nothing was asked').answer(what.response)
    else if (what.kind === 'cut') must(this.#calls.shift(), 'nothing was asked').cut()
    await this.#rest()
    await this.#openWorld()
  }

  kill(): Disk {
    this.#tab.kill()
    return diskOf(this.#browser)
  }

  seen(): Seen {
    const disk = diskOf(this.#browser)
    const { units, life } = this.#setting
    const [asked] = this.#calls
    const outbox = recordsOf<OutboxRow>(disk, 'outbox')
    if (this.#calls.length > 1) this.#wrong.push('error: two calls at once')
    this.#lookForFlicker()
    return {
      life,
      acted: this.#acted,
      asking: asked ? { call: asked.call, request: asked.request } : null,
      status: this.#tab.engine.status.kind,
      waiting: this.#tab.engine.counts().toSend,
      units: new Map(units.map((unit) => [unit, this.#tab.engine.unitState(scope, unit)])),
      made: [...this.#made.values()],
      wrong: [...new Set([...this.#wrong, ...this.#tab.errors.map((error) => `error: ${error}`)])],
      outbox,
      told: new Set(recordsOf<StoredOutcome>(disk, 'outcome').map((one) => one.mid)),
    }
  }

  async look(): Promise<Look> {
    const { position } = await this.#tab.storage.position()
    const held = new Map<string, string>()
    const differing: string[] = []
    for (const s of position.scopes) {
      for (const row of await this.#tab.storage.rowsOf(s)) {
        note(held, row)
        if (!this.#live?.scopes.includes(s) || row.t === 'conflict' || row.t === 'person') continue
        const shown = JSON.stringify(this.#live.world.get(row.t, row.i))
        if (shown !== JSON.stringify(row.r)) differing.push(`${row.t} ${row.i} is shown as ${shown}, held as ${JSON.stringify(row.r)}`)
      }
    }
    if ((await this.#tab.storage.countRows()) !== held.size) differing.push('rows of a scope that it does not know of are left')
    return { held, differing }
  }

  async #act(): Promise<void> {
    const { script } = this.#setting
    const act = must(script.acts[this.#acted], 'the person has nothing left to do')
    this.#acted += 1
    const mutation = must(participationMutations.get(act.name), act.name)
    const disk = diskOf(this.#browser)
    const acting = this.#tab.engine.dispatch(mutation, scope, act.args).then((result) => {
      const mid = result.ok ? result.value.mid : null
      if (mid === null) return
      const row = recordsOf<OutboxRow>(disk, 'outbox').find((one) => one.mid === mid)
      if (!row) return void this.#wrong.push(`IN3: ${mid} ${act.name} was called kept and is not on the disk`)
      // A newer value may take the place of one that has not left.
      this.#made.set(mid, madeOf(script.device, row))
    })
    await this.#rest()
    await acting
  }

  /** What was written shows until an outcome against it is kept (IN16). */
  #lookForFlicker(): void {
    const newest = new Map<string, unknown>()
    for (const { row, outcome } of this.#live?.pending ?? []) {
      const failed = outcome?.d === 'lost' || outcome?.d === 'refused'
      if (row.n === 'answer.set' && !failed) newest.set(row.entity, valueIn(row.a))
    }
    for (const [unit, wrote] of newest) {
      const shown = this.#live?.world.answer(unit)?.value ?? null
      if (shown !== wrote) this.#wrong.push(`IN16: ${unit} shows ${JSON.stringify(shown)}, ${JSON.stringify(wrote)} was written`)
    }
  }

  async #openWorld(): Promise<void> {
    // Its questions come over the network the first time, after the first walk.
    if (this.#live || recordsOf(diskOf(this.#browser), 'form').length === 0) return
    void this.#tab.engine.world(institutionId, formId).then((found) => {
      if (found.ok) this.#live = found.value
    })
    await this.#rest()
  }

  #ask(path: string, init: RequestInit): Promise<globalThis.Response> {
    const { server } = this.#setting
    return new Promise((resolve, reject) => {
      const headers = new Headers(init.headers)
      const body = typeof init.body === 'string' ? init.body : null
      this.#asked += 1
      this.#calls.push({
        call: `${this.#setting.life}.${this.#asked}`,
        request: server.request({
          path: `${apiBase}${path}`,
          method: init.method ?? 'GET',
          authorization: headers.get('authorization'),
          body,
        }),
        answer: ({ status, type, body: given }) => resolve(new globalThis.Response(given, { status, headers: { 'content-type': type } })),
        cut: () => reject(new TypeError('network')),
      })
    })
  }

  async #rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns;) {
      await new Promise((resolve) => setImmediate(resolve))
      quiet = this.#busy === 0 ? quiet + 1 : 0
    }
  }

  /** The storage, so that it is known when nothing is being read or written. */
  #counted(storage: Storage): Storage {
    return new Proxy(storage, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver)
        if (typeof found !== 'function') return found
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(found, target, args)
          if (!(result instanceof Promise)) return result
          this.#busy += 1
          return result.finally(() => (this.#busy -= 1))
        }
      },
    })
  }
}

const valueIn = (args: unknown): unknown => (typeof args === 'object' && args !== null ? Reflect.get(args, 'value') : undefined)

const madeOf = (device: string, row: OutboxRow): Made => ({
  mid: row.mid,
  device,
  name: row.n,
  entity: row.entity,
  args: JSON.stringify(row.a),
  base: row.b ?? null,
})

const printOf = (seen: Seen): string => JSON.stringify({ ...seen, units: [...seen.units], told: [...seen.told] })

export function note(rows: Map<string, string>, row: WireRow): void {
  const key = `${row.s} ${row.t} ${row.i}`
  if (row.r === null) rows.delete(key)
  else rows.set(key, `${row.v} ${JSON.stringify(row.r)}`)
}
