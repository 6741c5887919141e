import { must } from '#shared/kernel/assert.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { protocolVersion } from '#shared/protocol/version.ts'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { signInAs, type Asked, type DeviceOwner } from './device.ts'

const pushedSchema = v.looseObject({ lastSeq: v.number(), results: v.array(v.unknown()) })
const pulledSchema = v.looseObject({ cursor: v.string(), epoch: v.string(), acked: v.number(), more: v.boolean() })

interface Writing {
  readonly owner: DeviceOwner
  /** Version of the synced rows that its program knows. */
  readonly schema: number
  /** Where each of its requests goes, one after the other. */
  readonly servers: () => readonly string[]
  /** Answers that nobody else writes, with what stands in each: what is written in its place is as long. */
  readonly units: ReadonlyMap<Unit, Pick<Asked, 'mid' | 'text'>>
}

/** A device of some version of the program, by what crosses the wire: it pushes, hears, pulls, and sends again what was not answered. */
export class WireDevice {
  readonly name: string
  readonly asked: Asked[] = []
  /** Sentences of what it was refused; how often each. */
  readonly refused = new Map<string, number>()
  /** Pushes that were acknowledged, by the server that did it. */
  readonly acknowledged = new Map<string, number>()
  readonly #how: Writing
  readonly #token: string
  readonly #userId: string
  readonly #bases: Map<Unit, Pick<Asked, 'mid' | 'text'>>
  #cursor: string | null = null
  #turn = 0
  #stop = false
  #running: Promise<void> = Promise.resolve()

  private constructor(name: string, how: Writing, token: string, userId: string) {
    this.name = name
    this.#how = how
    this.#token = token
    this.#userId = userId
    this.#bases = new Map(how.units)
  }

  static async open(name: string, origin: string, how: Writing): Promise<WireDevice> {
    const { token, actor } = await signInAs(origin, how.owner)
    return new WireDevice(name, how, token, actor.id)
  }

  write(): void {
    this.#stop = false
    this.#running = this.#run()
  }

  async rest(): Promise<void> {
    this.#stop = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stop) {
      await this.#push()
      await this.#pull()
      await wait(60)
    }
  }

  async #push(): Promise<void> {
    const { owner, schema } = this.#how
    const seq = this.asked.length + 1
    const units = [...this.#bases.keys()]
    const unit = must(units[seq % units.length], 'a device that writes has questions')
    const scope = instScope(owner.institutionId, owner.formId)
    const before = must(this.#bases.get(unit), 'a question has an answer')
    const text = `${this.name} escribe ${seq}.${before.text.slice(before.text.indexOf('.') + 1)}`
    const mid = `${this.name}-of-the-wire-${seq}`
    const mutation = { seq, mid, n: 'answer.set', v: 1, s: scope, a: { unit, value: text }, b: before.mid, t: new Date().toISOString() }
    const body = {
      protocol: protocolVersion,
      schema,
      app: 'wire',
      deviceId: this.name,
      epoch: null,
      ackedThrough: 0,
      pending: 1,
      mutations: [mutation],
    }
    // The same until it is answered, at whichever server.
    for (;;) {
      const server = this.#server()
      const data = await this.#call(server, 'push', body)
      const pushed = v.safeParse(pushedSchema, data)
      if (pushed.success && pushed.output.lastSeq >= seq) {
        this.acknowledged.set(server, (this.acknowledged.get(server) ?? 0) + 1)
        break
      }
      await wait(100)
    }
    this.#bases.set(unit, { mid, text })
    this.asked.push({ device: this.name, userId: this.#userId, mid, scope, unit, text })
  }

  async #pull(): Promise<void> {
    const { schema } = this.#how
    for (let more = true; more;) {
      const data = await this.#call(this.#server(), 'pull', {
        protocol: protocolVersion,
        schema,
        deviceId: this.name,
        cursor: this.#cursor,
        pending: 0,
      })
      const pulled = v.safeParse(pulledSchema, data)
      if (!pulled.success) return
      // What was acknowledged anywhere is there for who asks anywhere.
      if (!pulled.output.more && pulled.output.acked < this.asked.length)
        this.#note(`a pull tells of ${pulled.output.acked} of ${this.asked.length}`)
      this.#cursor = pulled.output.cursor
      more = pulled.output.more
    }
  }

  #server(): string {
    const servers = this.#how.servers()
    return must(servers[this.#turn++ % servers.length], 'there are servers')
  }

  #note(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1)
  }

  async #call(server: string, what: 'push' | 'pull', body: object): Promise<unknown> {
    try {
      const reply = await fetch(`${server}/api/v1/sync/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
        body: JSON.stringify(body),
      })
      const envelope: { data?: unknown; error?: { code: string } } = await reply.json()
      if (!reply.ok) this.#note(`${what}: ${reply.status} ${envelope.error?.code ?? ''}`)
      return envelope.data
    } catch {
      // Its server goes or comes at this moment, or something that is not the product answered: the same is asked again.
      return undefined
    }
  }
}
