import { uploadPart, beginUpload } from '#shared/attachments/bytes-routes.ts'
import { pathOf } from '#shared/contract/route.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { pushMaxMutations, pushReplySchema, type PushResult } from '#shared/protocol/push.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import * as sync from '#shared/protocol/routes.ts'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { DeviceOrder, Promised } from './order.ts'
import type { Figures } from './figures.ts'
import type { Told } from './told.ts'
import type { Reply, Wire } from './wire.ts'

/** What the engine waits after a poke: a while for each who hears of it with it, and a gap after its own last walk. */
const pullMs = 4
const longestSpreadMs = 1_500
const pokeGapMs = 150
/** Bytes of a file that go at once at first, as the engine's do. */
const partBytes = 524_288
/** Of failures in a row, how long until the next attempt, and after how many this is no network any more. */
const firstBackoffMs = 200
const longestBackoffMs = 5_000
const mostFailures = 40

export interface Ground {
  readonly wire: Wire
  readonly figures: Figures
  readonly told: Told
  readonly random: () => number
  /** Share of the replies to pushes that get lost on the way back. */
  readonly loss: number
  readonly app: string
  /** Whoever only listens hears of pokes here, and pulls nothing after them. */
  readonly heard?: ((scope: string) => void) | undefined
}

interface Waiting {
  readonly n: string
  readonly a: object
  readonly b: string | null
  /** The unit that it answers, or the id of the file that it names. */
  readonly unit: string | null
  readonly file: string | null
  readonly t: string
}

interface File {
  readonly id: string
  readonly bytes: Buffer
  readonly sha256: string
}

const envelope = v.looseObject({ data: v.optional(v.unknown()), error: v.optional(v.looseObject({ code: v.string() })) })
const pulledSchema = v.looseObject({
  epoch: v.string(),
  cursor: v.string(),
  more: v.boolean(),
  acked: v.number(),
  seal: v.optional(v.looseObject({ id: v.string() })),
})
const begunSchema = v.looseObject({ offset: v.optional(v.number()) })
const pokeSchema = v.looseObject({ s: v.record(v.string(), v.number()), w: v.optional(v.number()) })

/**
 * A device that speaks the engine's protocol and keeps nothing but what it needs for that: its sequence, its cursor, what waits. It walks
 * as the engine does, one push after the other and then a pull; it hears pokes and waits after them as long as the engine; a reply that is
 * lost has it send the same again.
 */
export class LightDevice {
  readonly order: DeviceOrder
  readonly scope: string
  readonly #ground: Ground
  readonly #waiting: Waiting[] = []
  /** Files that nobody has named to the server yet, and those that are named and whose bytes go next. */
  readonly #files = new Map<string, File>()
  readonly #named: File[] = []
  readonly #mids: string[] = []
  readonly #answers = new Map<string, { mid: string; times: number }>()
  readonly #kept: Promised['files'][number][] = []
  #seq = 0
  #cursor: string | null = null
  #epoch: string | null = null
  #seal: string | null = null
  #walking: Promise<void> | null = null
  #wanted = false
  #pokeTimer: NodeJS.Timeout | undefined
  #walkedAt = 0
  #stream: IncomingMessage | undefined
  #tuned = false
  #stopped = false

  constructor(order: DeviceOrder, ground: Ground) {
    this.order = order
    this.scope = instScope(order.institutionId, order.formId)
    this.#ground = ground
  }

  /** Somebody answers; it goes with the next walk. */
  answer(unit: string, value: string): void {
    this.#waiting.push({
      n: 'answer.set',
      a: { unit, value },
      b: this.#answers.get(unit)?.mid ?? null,
      unit,
      file: null,
      t: new Date().toISOString(),
    })
  }

  /** Somebody adds a file; its name goes with the next walk, its bytes after it. */
  attach(unit: string, bytes: Buffer): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = `${this.order.deviceId}-${unit}`.replaceAll(/[^\w-]/g, '_').slice(-64)
    const a = { id, unit, name: `evidencia-${unit}.pdf`, sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
    this.#waiting.push({ n: 'attachment.add', a, b: null, unit: null, file: id, t: new Date().toISOString() })
    this.#files.set(id, { id, bytes, sha256 })
  }

  /** Opens the stream of events and resolves at its first word. */
  async listen(): Promise<void> {
    const { wire } = this.#ground
    const response = await wire.stream({
      method: 'GET',
      url: this.#url(pathOf(sync.events)),
      token: this.order.person.token,
      headers: { accept: 'text/event-stream' },
    })
    if (response.statusCode !== 200) throw new Error(`a stream said ${response.statusCode}`)
    this.#stream = response
    response.setEncoding('utf8')
    let text = ''
    await new Promise<void>((resolve, reject) => {
      response.on('data', (part: string) => {
        text += part
        const end = text.lastIndexOf('\n\n')
        if (end < 0) return
        for (const block of text.slice(0, end).split('\n\n')) this.#heard(block)
        text = text.slice(end + 2)
        resolve()
      })
      response.on('error', reject)
      response.on('close', () => {
        if (!this.#stopped) this.#ground.figures.failed('a stream ended')
        reject(new Error('a stream ended'))
      })
    })
  }

  /** Walks now, or once more after the walk under way; resolves when a walk that began after the call has ended. */
  async walk(): Promise<void> {
    if (this.#walking) {
      this.#wanted = true
      await this.#walking
      return
    }
    this.#walking = this.#walks().finally(() => (this.#walking = null))
    await this.#walking
  }

  async pull(): Promise<void> {
    for (let more = true; more;) {
      const { wire, figures } = this.#ground
      const startedAt = performance.now()
      const reply = await this.#asked('pull', () =>
        wire.post(this.#url(pathOf(sync.pull)), this.order.person.token, {
          protocol: protocolVersion,
          schema: schemaVersion,
          deviceId: this.order.deviceId,
          cursor: this.#cursor,
          ackedThrough: this.#seq,
          pending: this.#unsent,
          seal: this.#seal,
          groups: true,
        }),
      )
      figures.took('pull', performance.now() - startedAt)
      const pulled = v.parse(pulledSchema, reply)
      this.#cursor = pulled.cursor
      this.#epoch = pulled.epoch
      this.#seal = pulled.seal?.id ?? this.#seal
      more = pulled.more
      if (!more && pulled.acked !== this.#seq) figures.failed(`a pull acknowledged ${pulled.acked} of ${this.#seq}`)
    }
  }

  /** Pushes as many as are waiting, up to `most` at once. */
  async push(most = pushMaxMutations): Promise<void> {
    while (this.#waiting.length > 0) await this.#pushSome(this.#waiting.splice(0, most))
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#pokeTimer)
    this.#stream?.destroy()
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#walking) await this.#walking
  }

  promised(): Promised {
    const { deviceId, person } = this.order
    return {
      userId: person.actor.id,
      deviceId,
      scope: this.scope,
      mids: this.#mids,
      answers: Object.fromEntries(this.#answers),
      files: this.#kept,
      unsent: this.#unsent,
    }
  }

  async #walks(): Promise<void> {
    do {
      this.#wanted = false
      // The engine tries a network that it does not know with a pull, before anything is on the wire.
      if (this.#cursor === null) await this.pull()
      await this.push()
      await this.pull()
      for (let file = this.#named[0]; file; file = this.#named[0]) {
        await this.#send(file)
        this.#named.shift()
      }
      this.#walkedAt = performance.now()
    } while (this.#wanted || this.#waiting.length > 0)
  }

  async #pushSome(some: readonly Waiting[]): Promise<void> {
    const { wire, figures, told, random, loss, app } = this.#ground
    const mutations = some.map(({ n, a, b, t }, at) => {
      const seq = this.#seq + at + 1
      return { seq, mid: midOf(this.order.deviceId, seq), n, v: 1, s: this.scope, a, b, t, l: t }
    })
    const body = {
      protocol: protocolVersion,
      schema: schemaVersion,
      app,
      deviceId: this.order.deviceId,
      epoch: this.#epoch,
      ackedThrough: this.#seq,
      pending: this.#unsent,
      cursor: this.#cursor,
      mutations,
    }
    const takenBack = told.begins(this.scope)
    const startedAt = performance.now()
    const reply = await this.#asked('push', async () => {
      const came = await wire.post(this.#url(pathOf(sync.push)), this.order.person.token, body)
      // The server has it, and the device does not hear of it.
      if (came.status === 200 && random() < loss) throw new Error('lost on the way')
      return came
    }).catch((error: unknown) => {
      takenBack()
      this.#waiting.unshift(...some)
      throw error
    })
    figures.took('push', performance.now() - startedAt)
    const { epoch, lastSeq, results } = v.parse(pushReplySchema, reply)
    this.#epoch = epoch
    const taken = lastSeq - this.#seq
    if (taken < 0 || taken > some.length) throw new Error(`the ledger stands at ${lastSeq}, the device at ${this.#seq}`)
    // What did not fit the time of one push goes with the next.
    this.#waiting.unshift(...some.slice(taken))
    for (const [at, { unit, file }] of some.slice(0, taken).entries()) {
      const mid = midOf(this.order.deviceId, this.#seq + at + 1)
      this.#mids.push(mid)
      this.#name(file)
      if (unit !== null) this.#answers.set(unit, { mid, times: (this.#answers.get(unit)?.times ?? 0) + 1 })
    }
    this.#seq = lastSeq
    figures.acked(taken)
    for (const result of results) figures.other(result satisfies PushResult)
  }

  #name(id: string | null): void {
    const file = id === null ? undefined : this.#files.get(id)
    if (!file) return
    this.#files.delete(file.id)
    this.#named.push(file)
  }

  get #unsent(): number {
    return this.#waiting.length + this.#files.size + this.#named.length
  }

  async #send({ id, bytes, sha256 }: File): Promise<void> {
    const { wire, figures, told, random } = this.#ground
    const { token } = this.order.person
    const startedAt = performance.now()
    const url = this.#url(pathOf(beginUpload, { id }))
    const begin = v.parse(
      begunSchema,
      await this.#asked('upload', () => wire.post(url, token, { sha256, size: bytes.length, mime: 'application/pdf' })),
    )
    for (let offset = begin.offset ?? bytes.length; offset < bytes.length;) {
      const part = bytes.subarray(offset, offset + partBytes)
      const takenBack = offset + part.length === bytes.length ? told.begins(this.scope) : () => undefined
      const checksum = createHash('sha256').update(part).digest('base64')
      const headers = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-checksum': `sha256 ${checksum}`,
      }
      const reply = await wire
        .call({ method: 'PATCH', url: this.#url(pathOf(uploadPart, { id })), token, headers, body: part })
        .catch(() => undefined)
      if (reply && reply.status < 300) {
        offset += part.length
        continue
      }
      takenBack()
      figures.again(`a part of a file: ${reply?.status ?? 'no reply'}`)
      // How far it came, only the server knows.
      await wait(random() * firstBackoffMs)
      return this.#send({ id, bytes, sha256 })
    }
    figures.took('file', performance.now() - startedAt)
    this.#kept.push({ id, sha256, sizeBytes: bytes.length })
  }

  /** `data` of a reply, asked for again as often as the network or the server says that it may come again. */
  async #asked(what: string, ask: () => Promise<Reply>): Promise<unknown> {
    for (let failures = 0; ; failures += 1) {
      const found = await this.#attempt(what, ask)
      if (found.ok) return found.data
      if (!found.again || failures === mostFailures || this.#stopped) throw new Error(`${what}: ${found.why}`)
      const most = Math.min(longestBackoffMs, firstBackoffMs * 2 ** failures)
      await wait(this.#ground.random() * most)
    }
  }

  async #attempt(
    what: string,
    ask: () => Promise<Reply>,
  ): Promise<{ ok: true; data: unknown } | { ok: false; again: boolean; why: string }> {
    const { figures } = this.#ground
    let reply: Reply
    try {
      reply = await ask()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      figures.again(`${what}: ${why}`)
      return { ok: false, again: true, why }
    }
    const { data, error } = v.parse(envelope, JSON.parse(reply.body.toString('utf8')))
    if (reply.status === 200) return { ok: true, data }
    const why = `${reply.status} ${error?.code ?? ''}`
    figures.again(`${what}: ${why}`)
    return { ok: false, again: reply.status === 503 || reply.status === 429, why }
  }

  #heard(block: string): void {
    const lines = block.split('\n')
    if (!lines.includes('event: poke')) return
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? ''
    const { s, w = 1 } = v.parse(pokeSchema, JSON.parse(data))
    // The first word is of what stands, and is nobody's news.
    if (this.#tuned) this.#ground.told.hears(this.scope, s[this.scope])
    else this.#ground.told.listens(this.scope)
    this.#tuned = true
    const { heard } = this.#ground
    if (heard) {
      for (const scope of Object.keys(s)) if (scope === this.scope) heard(scope)
      return
    }
    if (this.#stopped || this.#pokeTimer) return
    const jitter = this.#ground.random() * Math.min(longestSpreadMs, Math.max(0, w - 1) * pullMs)
    const gap = this.#walkedAt + pokeGapMs - performance.now()
    this.#pokeTimer = setTimeout(
      () => {
        this.#pokeTimer = undefined
        void this.#pulled()
      },
      Math.max(jitter, gap, 0),
    )
  }

  /** The pull that a poke brings; what a walk under way will see anyway waits for its end. */
  async #pulled(): Promise<void> {
    try {
      if (this.#walking) await this.#walking
      if (this.#stopped || this.#walking) return
      this.#walking = this.pull().finally(() => {
        this.#walking = null
        this.#walkedAt = performance.now()
      })
      await this.#walking
      if (this.#wanted) {
        this.#wanted = false
        await this.walk()
      }
    } catch (error) {
      this.#ground.figures.failed(`after a poke: ${String(error)}`)
    }
  }

  #url(path: string): string {
    return `${this.order.url}${path}`
  }
}

/** Mid of a device's mutation: a run of the device's own, and where in it. */
const midOf = (deviceId: string, seq: number): string =>
  `${createHash('sha256').update(deviceId).digest('base64url').slice(0, 22)}-${seq.toString(36)}`
