import { beginUpload, uploadPart } from '#shared/attachments/bytes-routes.ts'
import { apiBase, pathOf } from '#shared/contract/route.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { pushMaxMutations, pushReplySchema } from '#shared/protocol/push.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import * as sync from '#shared/protocol/routes.ts'
import type { Fetch } from '#sync/transport/scripted.ts'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { Owner } from './engine-device.ts'
import type { Promised, SetAnswer } from './promises.ts'

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

export interface LightOrder {
  /** By which the server knows it, too. */
  readonly name: string
  readonly owner: Owner
  readonly fetch: Fetch
  readonly random: () => number
  /** Version of the synced rows that its program knows; this program's unless said. */
  readonly schema?: number | undefined
  /** What stands already in units that it answers. */
  readonly standing?: ReadonlyMap<string, SetAnswer> | undefined
  /** Its stream told of versions of scopes; first of those that stood when it was opened. */
  readonly poked?: ((versions: Readonly<Record<string, number>>, isFirst: boolean) => void) | undefined
  /** Whoever only listens pulls nothing after a poke. */
  readonly onlyListens?: boolean | undefined
  /** Something happened that should not. */
  readonly broke: (what: string) => void
}

interface Waiting {
  readonly n: string
  readonly a: object
  readonly b: string | null
  readonly t: string
  readonly set?: Omit<SetAnswer, 'mid'>
  readonly file?: File
}

interface File {
  readonly id: string
  readonly bytes: Uint8Array<ArrayBuffer>
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
 * A device that speaks the engine's protocol by hand and keeps nothing but what it needs for that: its sequence, its cursor, what waits. It
 * walks as the engine does, one push after the other and then a pull; it hears pokes and waits after them as long as the engine; what was
 * not answered it sends again.
 */
export class LightDevice {
  readonly scope: string
  readonly #order: LightOrder
  readonly #waiting: Waiting[] = []
  /** Files that are named to the server, and whose bytes go next. */
  readonly #named: File[] = []
  readonly #mids: string[] = []
  readonly #set: SetAnswer[] = []
  readonly #standing: Map<string, SetAnswer>
  readonly #kept: Promised['files'][number][] = []
  readonly #ended = new AbortController()
  #seq = 0
  #cursor: string | null = null
  #epoch: string | null = null
  #seal: string | null = null
  #walking: Promise<void> | null = null
  #wanted = false
  #pokeTimer: NodeJS.Timeout | undefined
  #walkedAt = 0

  constructor(order: LightOrder) {
    this.#order = order
    this.scope = instScope(order.owner.institutionId, order.owner.formId)
    this.#standing = new Map(order.standing)
  }

  get set(): readonly SetAnswer[] {
    return this.#set
  }

  /** Somebody answers; it goes with the next walk. */
  answer(unit: string, text: string): void {
    const b = this.#standing.get(unit)?.mid ?? null
    this.#waiting.push({ n: 'answer.set', a: { unit, value: text }, b, t: new Date().toISOString(), set: { unit, text } })
  }

  /** Somebody adds a file; its name goes with the next walk, its bytes after it. */
  attach(unit: string, bytes: Uint8Array<ArrayBuffer>): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = `${this.#order.name}-${unit}`.replaceAll(/[^\w-]/g, '_').slice(-64)
    const a = { id, unit, name: `evidencia-${unit}.pdf`, sizeBytes: bytes.length, mime: 'application/pdf', sha256 }
    this.#waiting.push({ n: 'attachment.add', a, b: null, t: new Date().toISOString(), file: { id, bytes, sha256 } })
  }

  /** Opens the stream of events and resolves at its first word. */
  async listen(): Promise<void> {
    const response = await this.#call('GET', pathOf(sync.events), { headers: { accept: 'text/event-stream' }, signal: this.#ended.signal })
    if (!response.ok || !response.body) throw new Error(`a stream said ${response.status}`)
    const first = Promise.withResolvers<void>()
    void this.#hear(response.body, () => first.resolve()).catch((error: unknown) => {
      first.reject(error)
      if (!this.#ended.signal.aborted) this.#order.broke(`a stream ended: ${String(error)}`)
    })
    await first.promise
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
      const { name, schema = schemaVersion, broke } = this.#order
      const pulled = v.parse(
        pulledSchema,
        await this.#asked('pull', pathOf(sync.pull), {
          protocol: protocolVersion,
          schema,
          deviceId: name,
          cursor: this.#cursor,
          ackedThrough: this.#seq,
          pending: this.#unsent,
          seal: this.#seal,
          groups: true,
        }),
      )
      this.#cursor = pulled.cursor
      this.#epoch = pulled.epoch
      this.#seal = pulled.seal?.id ?? this.#seal
      more = pulled.more
      if (!more && pulled.acked !== this.#seq) broke(`a pull acknowledged ${pulled.acked} of ${this.#seq}`)
    }
  }

  /** Pushes as many as are waiting, up to `most` at once. */
  async push(most = pushMaxMutations): Promise<void> {
    while (this.#waiting.length > 0) await this.#pushSome(this.#waiting.slice(0, most))
  }

  stop(): void {
    clearTimeout(this.#pokeTimer)
    this.#ended.abort()
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#walking) await this.#walking
  }

  promised(): Promised {
    const { name, owner } = this.#order
    const [mids, set, files] = [this.#mids, this.#set, this.#kept]
    return { device: name, userId: owner.actor.id, scope: this.scope, mids, set, files, unsent: this.#unsent }
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
    const { name, schema = schemaVersion } = this.#order
    const mutations = some.map(({ n, a, b, t }, at) => {
      const seq = this.#seq + at + 1
      return { seq, mid: midOf(name, seq), n, v: 1, s: this.scope, a, b, t, l: t }
    })
    const reply = await this.#asked('push', pathOf(sync.push), {
      protocol: protocolVersion,
      schema,
      app: 'light',
      deviceId: name,
      epoch: this.#epoch,
      ackedThrough: this.#seq,
      pending: this.#unsent,
      cursor: this.#cursor,
      mutations,
    })
    const { epoch, lastSeq } = v.parse(pushReplySchema, reply)
    this.#epoch = epoch
    const taken = lastSeq - this.#seq
    if (taken < 0 || taken > some.length) throw new Error(`the ledger stands at ${lastSeq}, the device at ${this.#seq}`)
    // What did not fit the time of one push goes with the next.
    for (const { set, file } of this.#waiting.splice(0, taken)) {
      this.#seq += 1
      const mid = midOf(name, this.#seq)
      if (file) this.#named.push(file)
      if (set) {
        this.#set.push({ mid, ...set })
        this.#standing.set(set.unit, { mid, ...set })
      } else this.#mids.push(mid)
    }
  }

  get #unsent(): number {
    return this.#waiting.length + this.#named.length
  }

  async #send(file: File): Promise<void> {
    const { id, bytes, sha256 } = file
    const size = bytes.length
    const begun = v.parse(begunSchema, await this.#asked('upload', pathOf(beginUpload, { id }), { sha256, size, mime: 'application/pdf' }))
    for (let offset = begun.offset ?? size; offset < size; offset += partBytes) {
      const body = bytes.subarray(offset, offset + partBytes)
      const headers = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
      }
      const reply = await this.#call('PATCH', pathOf(uploadPart, { id }), { headers, body }).catch(() => undefined)
      if (reply?.ok) continue
      // How far it came, only the server knows.
      await wait(this.#order.random() * firstBackoffMs)
      return this.#send(file)
    }
    this.#kept.push({ id, sha256, sizeBytes: size })
  }

  #call(
    method: string,
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> },
  ): Promise<Response> {
    const { fetch, owner } = this.#order
    return fetch(path.slice(apiBase.length), {
      ...init,
      method,
      headers: { ...init.headers, authorization: `Bearer ${owner.token}` },
    })
  }

  /** `data` of a reply, asked for again as often as the network or the server says that it may come again. */
  async #asked(what: string, path: string, given: object): Promise<unknown> {
    const body = JSON.stringify(given)
    for (let failures = 0; ; failures += 1) {
      const found = await this.#attempt(path, body)
      if (found.ok) return found.data
      if (!found.again || failures === mostFailures || this.#ended.signal.aborted) throw new Error(`${what}: ${found.why}`)
      await wait(this.#order.random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** failures))
    }
  }

  async #attempt(path: string, body: string): Promise<{ ok: true; data: unknown } | { ok: false; again: boolean; why: string }> {
    try {
      const reply = await this.#call('POST', path, { headers: { 'content-type': 'application/json' }, body })
      const { data, error } = v.parse(envelope, await reply.json())
      if (reply.ok) return { ok: true, data }
      return { ok: false, again: reply.status === 503 || reply.status === 429, why: `${reply.status} ${error?.code ?? ''}` }
    } catch (error) {
      // The network broke, or something that is not the product answered.
      return { ok: false, again: true, why: String(error) }
    }
  }

  async #hear(body: ReadableStream<Uint8Array>, firstWord: () => void): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    let isFirst = true
    for await (const part of body) {
      text += decoder.decode(part, { stream: true })
      const end = text.lastIndexOf('\n\n')
      if (end < 0) continue
      for (const block of text.slice(0, end).split('\n\n')) {
        const lines = block.split('\n')
        if (!lines.includes('event: poke')) continue
        const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? ''
        const { s, w = 1 } = v.parse(pokeSchema, JSON.parse(data))
        this.#order.poked?.(s, isFirst)
        isFirst = false
        if (this.#order.onlyListens !== true) this.#pullsSoon(w)
      }
      text = text.slice(end + 2)
      firstWord()
    }
    throw new Error('a stream ended')
  }

  #pullsSoon(hearers: number): void {
    if (this.#ended.signal.aborted || this.#pokeTimer) return
    const jitter = this.#order.random() * Math.min(longestSpreadMs, Math.max(0, hearers - 1) * pullMs)
    const gap = this.#walkedAt + pokeGapMs - performance.now()
    const pulls = (): void => {
      this.#pokeTimer = undefined
      void this.#pulled()
    }
    this.#pokeTimer = setTimeout(pulls, Math.max(jitter, gap, 0))
  }

  /** The pull that a poke brings; what a walk under way will see anyway waits for its end. */
  async #pulled(): Promise<void> {
    try {
      if (this.#walking) await this.#walking
      if (this.#ended.signal.aborted || this.#walking) return
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
      this.#order.broke(`after a poke: ${String(error)}`)
    }
  }
}

/** Mid of a device's mutation: a run of the device's own, and where in it. */
const midOf = (name: string, seq: number): string =>
  `${createHash('sha256').update(name).digest('base64url').slice(0, 22)}-${seq.toString(36)}`
