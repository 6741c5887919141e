import type { Actor } from '#shared/access/actor.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { signIn } from '#shared/accounts/routes.ts'
import { pathOf } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { createSync } from '#sync/engine.ts'
import type { Engine } from '#sync/face.ts'
import type { Ports } from '#sync/ports.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import type { Storage } from '#sync/storage/storage.ts'
import { httpTransport } from '#sync/transport/http.ts'
import { scriptedFetch, type Fortune } from '#sync/transport/scripted.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'

/** Whose device it is, in the demonstration. */
export interface DeviceOwner {
  readonly email: string
  readonly password: string
  readonly institutionId: string
  readonly formId: string
}

/** What was asked for on a device, and is there: from then on it must not be lost. */
export interface Asked {
  readonly device: string
  readonly userId: string
  readonly mid: Mid
  readonly scope: string
  readonly unit: Unit
  readonly text: string
}

/** What a device heard of its calls. */
export interface Heard {
  /** Calls that were answered as the product answers. */
  answered: number
  /** Replies that are not the product's, and 5xx of it. */
  refused: number
  /** Calls without any reply. */
  cut: number
}

const signedInSchema = v.object({ token: v.string(), user: v.looseObject({ _id: v.string(), name: v.string(), surname: v.string() }) })
/** Questions that a device answers in turn. */
const unitsMost = 12
/** Questions of long answers ask for some words. */
const filler = 'La institución describe aquí, con las palabras que se le piden, lo que hizo durante el año. '.repeat(4)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The real engine of one person, over real HTTP, in a browser's database that is kept in memory. */
export class FleetDevice {
  readonly name: string
  readonly owner: DeviceOwner
  readonly actor: Actor
  readonly engine: Engine
  readonly storage: Storage
  readonly scope: string
  /** Everything asked for here, in order. */
  readonly asked: Asked[] = []
  readonly heard: Heard = { answered: 0, refused: 0, cut: 0 }
  readonly errors: string[] = []
  /** What becomes of its requests on their way; delivered unless a story says otherwise. */
  fortune: (path: string) => Fortune = () => 'deliver'
  /** Most rows of a page of a pull; as many as the engine asks for unless a story says otherwise. */
  pageRows: number | null = null
  #units: readonly Unit[] = []
  /** Questions that take a few words only. */
  readonly #short = new Set<Unit>()
  #writing: Promise<void> = Promise.resolve()
  #stop = false
  #count = 0

  private constructor(name: string, owner: DeviceOwner, origin: string, signed: { readonly token: string; readonly actor: Actor }) {
    this.name = name
    this.owner = owner
    this.actor = signed.actor
    this.scope = instScope(owner.institutionId, owner.formId)
    this.storage = dexieStorage({ name: `iip-${name}`, indexedDB: new IDBFactory(), IDBKeyRange, onSuperseded: () => undefined })
    const ports = nodePorts()
    const reach = scriptedFetch((path, init) => this.#fetch(origin + path, init), {
      fortune: (path) => this.fortune(path),
      later: () => wait(randomInt(200, 1_500)),
    })
    this.engine = createSync({
      actor: this.actor,
      storage: this.storage,
      transport: httpTransport({ fetch: reach, origin: '', clock: ports.clock, token: () => signed.token, gzip: false }),
      ports,
      app: 'fleet',
      report: (what, error) => void this.errors.push(`${what}: ${error instanceof Error ? error.message : String(error)}`),
    })
  }

  static async open(name: string, owner: DeviceOwner, origin: string): Promise<FleetDevice> {
    const signed = await signInAs(origin, owner)
    const device = new FleetDevice(name, owner, origin, signed)
    await device.engine.start()
    return device
  }

  /** Brings what it works on, and finds out by answering what it may answer: it keeps every `of`th, and none that is another's. */
  async prepare({ of, except = new Set() }: { readonly of: number; readonly except?: ReadonlySet<Unit> }): Promise<void> {
    const world = await this.#opened()
    const may: Unit[] = []
    for (const { id, kind } of world.state.index.definition.questions) {
      if ((kind !== 'Text' && kind !== 'SimpleText') || except.has(id)) continue
      if (kind === 'SimpleText') this.#short.add(id)
      if (await this.#answer(id)) may.push(id)
    }
    this.#units = may.filter((_, at) => at % of === 0).slice(0, unitsMost)
    if (this.#units.length < 2) throw new Error(`${this.name} may answer ${may.length} questions only`)
  }

  /** Questions that it answers, and nobody else. */
  get units(): ReadonlySet<Unit> {
    return new Set(this.#units)
  }

  async #opened(): Promise<LiveWorld> {
    const { institutionId, formId } = this.owner
    for (let tries = 0; ; tries += 1) {
      const found = await this.engine.world(institutionId, formId)
      if (found.ok) return found.value
      if (tries === 100) throw new Error(`${this.name} did not get its institution: ${found.failure.code}`)
      await this.engine.syncNow()
      await wait(100)
    }
  }

  /** Its questions, with what stands in each as it left it. */
  get written(): ReadonlyMap<Unit, Pick<Asked, 'mid' | 'text'>> {
    return new Map(this.asked.map(({ unit, mid, text }) => [unit, { mid, text }]))
  }

  /** Writes an answer every now and then, until it is told to rest. */
  write(everyMs: number): void {
    this.#stop = false
    // One that was not prepared only reads.
    if (this.#units.length === 0) return
    this.#writing = (async () => {
      while (!this.#stop) {
        const unit = must(this.#units[this.#count % this.#units.length], 'a device that writes has questions')
        await this.#answer(unit)
        await wait(everyMs * (0.5 + Math.random()))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#stop = true
    await this.#writing
  }

  /** Walks to the server until nothing waits here. Returns whether that came about in time. */
  async settle(deadlineMs: number): Promise<boolean> {
    for (;;) {
      const { kind, pending } = await this.engine.syncNow()
      if (pending === 0 && (kind === 'up-to-date' || kind === 'attention')) return true
      if (Date.now() > deadlineMs) return false
      await wait(100)
    }
  }

  /** Answers of its institution as it holds them, by unit. */
  async held(): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.storage.rowsOf(this.scope)
    return new Map(rows.filter(({ t }) => t === 'answer').map((row) => [row.i, row.r]))
  }

  close(): void {
    this.engine.stop()
    this.storage.close()
  }

  async #answer(unit: Unit): Promise<boolean> {
    const text = `${this.name} escribe ${(this.#count += 1)}. ${this.#short.has(unit) ? '' : filler}`
    const done = await this.engine.dispatch(setAnswer, this.scope, { unit, value: text })
    if (!done.ok || done.value.mid === null || !done.value.outcome.disposition.startsWith('applied')) return false
    const { mid } = done.value
    // A newer value of the same, that had not left yet, has taken its place.
    const known = this.asked.findIndex((each) => each.mid === mid)
    if (known >= 0) this.asked.splice(known, 1)
    this.asked.push({ device: this.name, userId: this.actor.id, mid, scope: this.scope, unit, text })
    return true
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      const reply = await fetch(url, this.#onTheWay(url, init))
      if (reply.ok || (reply.status < 500 && /json/.test(reply.headers.get('content-type') ?? ''))) this.heard.answered += 1
      else this.heard.refused += 1
      return reply
    } catch (error) {
      this.heard.cut += 1
      throw error
    }
  }

  #onTheWay(url: string, init: RequestInit): RequestInit {
    if (this.pageRows === null || !url.endsWith('/sync/pull') || typeof init.body !== 'string') return init
    return { ...init, body: JSON.stringify({ ...JSON.parse(init.body), limit: this.pageRows }) }
  }
}

/** Opens a session through the door that everybody takes. */
export async function signInAs(origin: string, { email, password, institutionId }: DeviceOwner): Promise<{ token: string; actor: Actor }> {
  const reply = await fetch(origin + pathOf(signIn, {}), {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const envelope: { data?: unknown } = await reply.json()
  if (!reply.ok) throw new Error(`${email} could not sign in: ${reply.status} ${JSON.stringify(envelope)}`)
  const { token, user } = v.parse(signedInSchema, envelope.data)
  return { token, actor: { id: user._id, kind: 'Institutional', name: `${user.name} ${user.surname}`, institutionId } }
}

/** The engine's ports on Node: one tab, always looked at, on a network that may break at any moment. */
function nodePorts(): Ports {
  const marks = new Map<string, string>()
  return {
    clock: {
      now: () => Date.now(),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    },
    random: () => Math.random(),
    randomText: (length) => Array.from(randomBytes(length), (byte) => letters[byte % 64]).join(''),
    sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    crypto,
    locks: null,
    channel: { post: () => undefined, listen: () => () => undefined, close: () => undefined },
    surroundings: { online: () => true, visible: () => true, watch: () => () => undefined },
    disk: {
      estimate: () => Promise.resolve({ usageBytes: 0, quotaBytes: 1_000_000_000 }),
      persisted: () => Promise.resolve(true),
      persist: () => Promise.resolve(true),
    },
    marker: {
      get: (key) => marks.get(key) ?? null,
      set: (key, value) => void marks.set(key, value),
      remove: (key) => void marks.delete(key),
    },
  }
}
