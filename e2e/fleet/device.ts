import type { Actor } from '#shared/access/actor.ts'
import { signIn } from '#shared/accounts/routes.ts'
import { pathOf } from '#shared/contract/route.ts'
import { must } from '#shared/kernel/assert.ts'
import { scriptedFetch, type Fortune } from '#sync/transport/scripted.ts'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { inPagesOf } from '../simulators/broken-wire.ts'
import { EngineDevice, type Owner } from '../simulators/engine-device.ts'
import { overHttp } from '../simulators/network.ts'

/** Whose device it is, in the demonstration. */
export interface Account {
  readonly email: string
  readonly password: string
  readonly institutionId: string
  readonly formId: string
}

/** What a device heard of its calls. */
interface Heard {
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

/** A device with the real engine that answers all the time. */
export class FleetDevice extends EngineDevice {
  readonly heard: Heard
  /** What becomes of its requests on their way; delivered unless a story says otherwise. */
  fortune: (path: string) => Fortune = () => 'deliver'
  /** Most rows of a page of a pull; as many as the engine asks for unless a story says otherwise. */
  pageRows: number | null = null
  #units: readonly string[] = []
  /** Questions that take a few words only. */
  readonly #short = new Set<string>()
  #writing: Promise<void> = Promise.resolve()
  #stop = false
  #count = 0

  private constructor(name: string, owner: Owner, origin: string) {
    const heard: Heard = { answered: 0, refused: 0, cut: 0 }
    const reach = overHttp(() => origin)
    super({
      name,
      owner,
      random: () => Math.random(),
      fetch: scriptedFetch(
        (path, init) =>
          listened(reach(path, typeof init.body === 'string' ? { ...init, body: inPagesOf(this.pageRows, path, init.body) } : init), heard),
        {
          fortune: (path) => this.fortune(path),
          later: () => wait(randomInt(200, 1_500)),
        },
      ),
    })
    this.heard = heard
  }

  static async open(name: string, account: Account, origin: string): Promise<FleetDevice> {
    const device = new FleetDevice(name, await signInAs(origin, account), origin)
    await device.engine.start()
    return device
  }

  /** Brings what it works on, and finds out by answering what it may answer: it keeps every `of`th, and none that is another's. */
  async prepare({ of, except = new Set() }: { readonly of: number; readonly except?: ReadonlySet<string> }): Promise<void> {
    const world = await this.opened()
    const may: string[] = []
    for (const { id, kind } of world.state.index.definition.questions) {
      if ((kind !== 'Text' && kind !== 'SimpleText') || except.has(id)) continue
      if (kind === 'SimpleText') this.#short.add(id)
      if (await this.#writeIn(id)) may.push(id)
    }
    this.#units = may.filter((_, at) => at % of === 0).slice(0, unitsMost)
    if (this.#units.length < 2) throw new Error(`${this.name} may answer ${may.length} questions only`)
  }

  /** Questions that it answers, and nobody else. */
  get units(): ReadonlySet<string> {
    return new Set(this.#units)
  }

  /** Writes an answer every now and then, until it is told to rest. */
  write(everyMs: number): void {
    this.#stop = false
    // One that was not prepared only reads.
    if (this.#units.length === 0) return
    this.#writing = (async () => {
      while (!this.#stop) {
        await this.#writeIn(must(this.#units[this.#count % this.#units.length], 'a device that writes has questions'))
        await wait(everyMs * (0.5 + Math.random()))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#stop = true
    await this.#writing
  }

  #writeIn(unit: string): Promise<boolean> {
    return this.answer(unit, `${this.name} escribe ${(this.#count += 1)}. ${this.#short.has(unit) ? '' : filler}`)
  }
}

async function listened(asked: Promise<Response>, heard: Heard): Promise<Response> {
  try {
    const reply = await asked
    if (reply.ok || (reply.status < 500 && /json/.test(reply.headers.get('content-type') ?? ''))) heard.answered += 1
    else heard.refused += 1
    return reply
  } catch (error) {
    heard.cut += 1
    throw error
  }
}

/** Opens a session through the door that everybody takes. */
export async function signInAs(origin: string, { email, password, institutionId, formId }: Account): Promise<Owner> {
  const reply = await fetch(origin + pathOf(signIn, {}), {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const envelope: { data?: unknown } = await reply.json()
  if (!reply.ok) throw new Error(`${email} could not sign in: ${reply.status} ${JSON.stringify(envelope)}`)
  const { token, user } = v.parse(signedInSchema, envelope.data)
  const actor: Actor = { id: user._id, kind: 'Institutional', name: `${user.name} ${user.surname}`, institutionId }
  return { token, actor, institutionId, formId }
}
