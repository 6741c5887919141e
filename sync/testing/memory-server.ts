import type { CopyKey, CopyLock, CopySeal } from '#shared/unsent/model.ts'
import { quarantineRaw } from '#shared/conflicts/mutations.ts'
import { apply, type Rows, type TableName, World } from '#shared/world.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { checkOf } from '#shared/protocol/check.ts'
import type { PresentEvent } from '#shared/presence/model.ts'
import type { PullReply, PullRequest, WireRow } from '#shared/protocol/pull.ts'
import type { PushReply, PushRequest, PushResult } from '#shared/protocol/push.ts'
import type { Reply, Transport, UploadState } from '../transport/transport.ts'
import { aDefinition, ana, groundRows, scope, testMutations } from './fixtures.ts'
import type { ManualClock } from './manual-clock.ts'

type Call = 'push' | 'pull' | 'stand' | 'definition' | 'openCopy' | 'startUpload' | 'uploadOffset' | 'sendPart' | 'events'
/** What befalls one call: answered otherwise, lost on its way there, or lost on its way back. */
export type Fate = { readonly reply: Reply<never> } | 'lost' | 'reply-lost' | null

export const offline: Reply<never> = { kind: 'offline', reason: 'TypeError' }
export const refusedWith = (status: number, code: string, params: Record<string, string | number> = {}): { reply: Reply<never> } => ({
  reply: { kind: 'refused', status, code, params, retryAfterMs: null },
})

/** The protocol's server side in memory, for the engine's own tests. The real one is met in the convergence simulation. */
export class MemoryServer {
  epoch = 'e1'
  readonly definition: FormDefinition
  readonly requests: { readonly call: Call; readonly body: unknown }[] = []
  /** Decides what befalls each call; asked once per call. */
  fate: (call: Call) => Fate = () => null
  /** Before each call is answered: a test may hold it here. */
  gate: (call: Call) => Promise<void> = () => Promise.resolve()
  /** What devices seal copies with, and how it opens them; null on a server that knows of no such thing. */
  copies: { readonly seal: CopySeal; readonly open: (lock: CopyLock) => Promise<CopyKey | null> } | null = null
  readonly files = new Map<string, { sha256: string; size: number; bytes: number[]; ready: boolean }>()
  ledger: { deviceId: string; seq: number; mid: string; n: string; a: unknown; result: PushResult }[] = []
  rows = new Map<string, WireRow>()
  version = 0
  pageSize = 1000
  checked = true
  /** False: pulls acknowledge nothing that a push has not told of. */
  acks = true
  /** False: an acknowledgement is a sequence alone, as the first release's servers give it. */
  namesAcks = true
  resets: { scope: string; part: string | null }[] = []
  drops: { scope: string; part: string | null; reason: string }[] = []
  #heard: {
    readonly poke: (poke: Record<string, number>, hearers?: number) => void
    readonly present: (present: PresentEvent) => void
    readonly end: () => void
  }[] = []
  readonly #clock: ManualClock
  readonly #mutations: ReadonlyMap<string, Mutation>

  constructor(clock: ManualClock, options: { questions?: number; mutations?: ReadonlyMap<string, Mutation> } = {}) {
    this.#clock = clock
    this.#mutations = options.mutations ?? testMutations
    this.definition = aDefinition(options.questions ?? 5)
    for (const row of groundRows()) this.put(row)
  }

  put(row: Omit<WireRow, 'v'>): void {
    this.version += 1
    this.rows.set(`${row.s}\n${row.t}\n${row.i}`, { ...row, v: this.version })
  }

  row<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    for (const row of this.rows.values()) if (row.t === table && row.i === id) return row.r as Rows[T]
    return undefined
  }

  lastSeq(deviceId: string): number {
    return Math.max(0, ...this.ledger.filter((one) => one.deviceId === deviceId).map((one) => one.seq))
  }

  /** A copy of everything, and how to go back to it as another epoch. */
  backup(): (epoch: string) => void {
    const ledger = [...this.ledger]
    const rows = new Map(this.rows)
    const { version } = this
    return (epoch) => {
      this.ledger = [...ledger]
      this.rows = new Map(rows)
      this.version = version
      this.epoch = epoch
    }
  }

  poke(hearers?: number): void {
    for (const one of this.#heard) one.poke({ [scope]: this.version }, hearers)
  }

  tellPresent(present: PresentEvent): void {
    for (const one of this.#heard) one.present(present)
  }

  endStreams(): void {
    for (const one of this.#heard) one.end()
  }

  transport(actor: Actor = ana): Transport {
    const hung = new Set<() => void>()
    const answer = async <T>(call: Call, body: unknown, work: () => Reply<T>): Promise<Reply<T>> => {
      this.requests.push({ call, body: structuredClone(body) })
      const fate = this.fate(call)
      let hangUp = (): void => undefined
      const given = new Promise<'given-up'>((resolve) => (hangUp = () => resolve('given-up')))
      hung.add(hangUp)
      const passed = await Promise.race([this.gate(call), given])
      hung.delete(hangUp)
      if (passed === 'given-up') return { kind: 'offline', reason: 'AbortError' }
      if (fate === 'lost') return offline
      if (fate && fate !== 'reply-lost') return fate.reply
      const reply = structuredClone(work())
      return fate === 'reply-lost' ? offline : reply
    }
    return {
      hangUp: () => {
        for (const end of hung) end()
      },
      prepare: () => undefined,
      push: (request) => answer('push', request, () => this.#push(actor, request)),
      pull: (request) => answer('pull', request, () => this.#pull(request)),
      definition: (versionId) =>
        answer('definition', versionId, () =>
          versionId === this.definition.versionId
            ? { kind: 'ok', value: this.definition }
            : { kind: 'refused', status: 404, code: 'not_found', params: {}, retryAfterMs: null },
        ),
      startUpload: (upload) =>
        answer('startUpload', upload, (): Reply<UploadState> => {
          if (!this.row('attachment', upload.id))
            return { kind: 'refused', status: 404, code: 'attachment_missing', params: {}, retryAfterMs: null }
          const known = this.files.get(upload.id) ?? { sha256: upload.sha256, size: upload.sizeBytes, bytes: [], ready: false }
          this.files.set(upload.id, known)
          return { kind: 'ok', value: known.ready ? { ready: true } : { ready: false, offset: known.bytes.length } }
        }),
      uploadOffset: (id) =>
        answer('uploadOffset', id, (): Reply<UploadState> => ({
          kind: 'ok',
          value: { ready: false, offset: this.files.get(id)?.bytes.length ?? 0 },
        })),
      sendPart: (id, offset, bytes) =>
        answer('sendPart', { id, offset, size: bytes.length }, (): Reply<UploadState> => {
          const file = this.files.get(id)
          if (!file) return { kind: 'refused', status: 404, code: 'not_found', params: {}, retryAfterMs: null }
          if (offset !== file.bytes.length) return { kind: 'refused', status: 409, code: 'upload_offset', params: {}, retryAfterMs: null }
          for (const byte of bytes) file.bytes.push(byte)
          file.ready = file.bytes.length === file.size
          return { kind: 'ok', value: file.ready ? { ready: true } : { ready: false, offset: file.bytes.length } }
        }),
      stand: (at) => answer('stand', at, (): Reply<null> => ({ kind: 'ok', value: null })),
      openCopy: async (lock) => {
        const held = await this.copies?.open(lock)
        return answer('openCopy', lock, (): Reply<{ contentKey: string }> => {
          if (held?.authorId === actor.id) return { kind: 'ok', value: { contentKey: held.contentKey } }
          const code = held ? 'backup_other_author' : 'backup_unreadable'
          return { kind: 'refused', status: held ? 403 : 422, code, params: {}, retryAfterMs: null }
        })
      },
      events: async (signal, heard) => {
        this.requests.push({ call: 'events', body: null })
        const fate = this.fate('events')
        if (fate === 'lost' || fate === 'reply-lost') return offline
        if (fate) return fate.reply
        heard.opened()
        await new Promise<void>((resolve) => {
          const one = { poke: heard.poke, present: heard.present, end: resolve }
          this.#heard.push(one)
          signal.addEventListener('abort', () => {
            this.#heard = this.#heard.filter((other) => other !== one)
            resolve()
          })
        })
        return { kind: 'ok', value: null }
      },
    }
  }

  #push(actor: Actor, request: PushRequest): Reply<PushReply> {
    if (request.epoch !== null && request.epoch !== this.epoch)
      return { kind: 'refused', status: 409, code: 'epoch_changed', params: {}, retryAfterMs: null }
    const results: PushResult[] = []
    const [first] = request.mutations
    if (
      request.after &&
      first?.seq === this.lastSeq(request.deviceId) + 1 &&
      this.#midAt(request.deviceId, first.seq - 1) !== request.after
    )
      return { kind: 'refused', status: 409, code: 'device_fork', params: {}, retryAfterMs: null }
    for (const one of request.mutations) {
      const last = this.lastSeq(request.deviceId)
      const stored = this.ledger.find((entry) => entry.deviceId === request.deviceId && entry.seq === one.seq)
      if (stored) {
        if (stored.mid !== one.mid || !isSaid(stored, one))
          return { kind: 'refused', status: 409, code: 'device_fork', params: {}, retryAfterMs: null }
        results.push(stored.result)
        continue
      }
      if (one.seq !== last + 1) return { kind: 'refused', status: 409, code: 'seq_gap', params: { expected: last + 1 }, retryAfterMs: null }
      const known = this.ledger.find((entry) => entry.mid === one.mid && isSaid(entry, one))
      const result: PushResult = known
        ? { ...known.result, seq: one.seq, d: known.result.d === 'applied' ? 'noop' : known.result.d }
        : this.#decide(actor, one)
      this.ledger.push({ deviceId: request.deviceId, seq: one.seq, mid: one.mid, n: one.n, a: one.a, result })
      results.push(result)
    }
    return {
      kind: 'ok',
      value: {
        epoch: this.epoch,
        lastSeq: this.lastSeq(request.deviceId),
        ...(request.mutations.length === 0 ? { lastMid: this.#midAt(request.deviceId, this.lastSeq(request.deviceId)) } : {}),
        serverTime: instantOf(this.#clock.now()),
        minSchema: 1,
        results: results.filter((result) => result.d !== 'applied'),
      },
    }
  }

  #midAt(deviceId: string, seq: number): string | null {
    return this.ledger.find((one) => one.deviceId === deviceId && one.seq === seq)?.mid ?? null
  }

  #decide(actor: Actor, one: PushRequest['mutations'][number]): PushResult {
    const mutation = this.#mutations.get(one.n)
    if (!mutation) return { seq: one.seq, mid: one.mid, d: 'refused', code: 'unknown_mutation' }
    const world = new World(formIndexOf(this.definition), 'north', 'f1')
    for (const row of this.rows.values()) world.set(row.t, row.i, row.r as Rows[typeof row.t])
    try {
      const now = instantOf(this.#clock.now())
      const outcome = mutation.decide(world, one.a, {
        actor,
        now,
        mid: one.mid,
        base: one.b ?? null,
        occurredAt: one.t,
        lease: one.l ?? null,
      })
      apply(world, outcome.changes)
      for (const change of outcome.changes) this.put({ s: change.scope, p: change.part, t: change.table, i: change.id, r: change.row })
      return { seq: one.seq, mid: one.mid, d: outcome.disposition, code: outcome.code }
    } catch {
      // As the real server: what breaks is entered as refused, and the next one goes on.
      return { seq: one.seq, mid: one.mid, d: 'refused', code: 'internal_error' }
    }
  }

  #pull(request: PullRequest): Reply<PullReply> {
    const [epoch, after = '0'] = (request.cursor ?? '').split('/')
    const fresh = epoch !== this.epoch
    const from = fresh ? 0 : Number(after)
    const all = [...this.rows.values()].filter((row) => row.v > from).toSorted((a, b) => a.v - b.v)
    const rows = all.slice(0, this.pageSize)
    const more = rows.length < all.length
    const acked = more
      ? 0
      : this.acks
        ? this.lastSeq(request.deviceId)
        : Math.min(this.lastSeq(request.deviceId), request.ackedThrough ?? 0)
    const scopes = [...new Set([...this.rows.values()].map((row) => row.s))]
    const reset = fresh ? scopes.map((one) => ({ scope: one, part: null })) : this.resets
    const drop = this.drops
    this.resets = []
    this.drops = []
    return {
      kind: 'ok',
      value: {
        epoch: this.epoch,
        cursor: `${this.epoch}/${rows.at(-1)?.v ?? from}`,
        more,
        serverTime: instantOf(this.#clock.now()),
        acked,
        ackedMid: this.namesAcks
          ? (this.ledger.find((one) => one.deviceId === request.deviceId && one.seq === acked)?.mid ?? null)
          : undefined,
        outcomes: this.ledger
          .filter(
            (one) =>
              one.deviceId === request.deviceId && one.seq <= acked && one.seq > (request.ackedThrough ?? 0) && one.result.d !== 'applied',
          )
          .map((one) => one.result),
        reset,
        drop,
        rows,
        ...(this.copies && request.seal !== this.copies.seal.id ? { seal: this.copies.seal } : {}),
        check:
          more || !this.checked
            ? {}
            : Object.fromEntries(
                scopes.map((one) => [one, checkOf([...this.rows.values()].filter((row) => row.s === one && row.r !== null))]),
              ),
      },
    }
  }
}

/** Whether a mutation that comes again says what it said before. What was set aside says less than it did. */
const isSaid = (before: { readonly a: unknown }, { n, a }: PushRequest['mutations'][number]): boolean =>
  n === quarantineRaw.name || JSON.stringify(before.a) === JSON.stringify(a)
