import type { AnyMutation, Outcome } from '#shared/contract/mutation.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Actor } from '#shared/access/actor.ts'
import { isQuotaError, type Device, type OutboxRow, type Position, type Storage } from '../storage/storage.ts'
import type { HeldKind, Live, Pending } from './live.ts'
import type { Topics } from './topics.ts'

/** Most dispatches that share one durable write. */
const writeBatch = 200

export interface DispatchOptions {
  /** Draft that the mutation replaces: deleted by the same transaction. */
  readonly clearDraft?: string | undefined
  /** `mid` of the version that the person saw, where it is not the one that stands in the world. */
  readonly base?: Mid | null | undefined
  /** Nobody is at it: refused where another version stands by now, and where the person would be asked first. */
  readonly unattended?: boolean | undefined
}

/** What dispatching did. `mid` is null when the same was there already and nothing had to be kept. */
export interface Dispatched {
  readonly mid: Mid | null
  readonly outcome: Outcome
}

export interface OrdersOptions {
  readonly storage: Pick<Storage, 'enqueue'>
  readonly actor: Actor
  nextMid(): Mid
  /** Whether it was made since this tab was loaded. What an earlier run left may be in a ledger already, unknown to a profile that was put back. */
  isOwnMid(mid: Mid): boolean
  /** A durable write of this tab has begun: what another tab reads of the queue from now on waits for it. */
  enqueuing(): void
  /** It is done. */
  enqueued(): void
}

/** What orders are written into: the memory of the device's database. */
export interface Queue {
  readonly topics: Topics
  readonly device: Device
  readonly position: Position
  now(): string
  /** Runs one change of the memory after the ones before it. */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  /** Takes in what was written, under the sequences that the disk gave. Within `exclusive`. */
  took(added: readonly Pending[], seqs: readonly number[]): Promise<void>
  /** Rows up to here are on the wire: another tab sent them. Within `exclusive`. */
  flewThrough(seq: number): Promise<void>
}

/** A change that is asked for, on what is open of its kind. */
export interface Asked {
  readonly mutation: Pick<AnyMutation, 'name' | 'version' | 'coalesces' | 'entityOf'>
  readonly scope: string
  readonly live: Live<HeldKind>
  readonly args: unknown
  readonly options: DispatchOptions
}

interface Order extends Asked {
  resolve(result: Result<Dispatched>): void
  reject(error: unknown): void
}

type Step =
  | { readonly kind: 'add'; readonly order: Order; readonly pending: Pending; readonly outcome: Outcome; undo(): void }
  | { readonly kind: 'replace'; readonly order: Order; readonly row: OutboxRow; undo(): void }

/** Changes that people ask for, previewed in their order and written together: "saved" is said after the strict commit. */
export class Orders {
  readonly #options: OrdersOptions
  readonly #queue: Queue
  #orders: Order[] = []

  constructor(options: OrdersOptions, queue: Queue) {
    this.#options = options
    this.#queue = queue
  }

  /** Resolves after the strict commit. Fails with the code of a refusal or of a change that would be lost: nothing is then enqueued. */
  place(asked: Asked): Promise<Result<Dispatched>> {
    return new Promise((resolve, reject) => {
      this.#orders.push({ ...asked, resolve, reject })
      if (this.#orders.length === 1) void this.#queue.exclusive(() => this.#writeOrders())
    })
  }

  async #writeOrders(): Promise<void> {
    while (this.#orders.length > 0) {
      const orders = this.#orders.slice(0, writeBatch)
      const taken = await this.#writeSome(orders).catch((error: unknown) => {
        for (const order of orders) order.reject(error)
        return orders.length
      })
      this.#orders = this.#orders.slice(taken)
    }
  }

  /** Writes orders in one transaction; returns how many were dealt with. */
  async #writeSome(orders: readonly Order[]): Promise<number> {
    const steps: Step[] = []
    const settled: (() => void)[] = []
    let taken = 0
    for (const order of orders) {
      let step: Step | Result<Dispatched> | 'cut'
      try {
        step = this.#prepare(order, steps)
      } catch (error) {
        settled.push(() => order.reject(error))
        taken += 1
        continue
      }
      if (step === 'cut') break
      taken += 1
      if ('kind' in step) steps.push(step)
      else {
        const result = step
        settled.push(() => order.resolve(result))
      }
    }
    const undo = (): void => {
      for (const step of steps.toReversed()) step.undo()
    }
    const drafts = orders.slice(0, taken).flatMap((order) => order.options.clearDraft ?? [])
    if (steps.length > 0 || drafts.length > 0) {
      const adds = steps.filter((step) => step.kind === 'add')
      const writing = this.#options.storage.enqueue({
        add: adds.map((step) => step.pending.row),
        replace: steps.filter((step) => step.kind === 'replace').map((step) => step.row),
        clearDrafts: steps.length > 0 ? drafts : [],
      })
      this.#options.enqueuing()
      const written = await writing.catch((error: unknown) => {
        undo()
        if (!isQuotaError(error)) throw error
        return null
      })
      if (written === null) {
        for (const step of steps) step.order.resolve(fail('no_space'))
        for (const settle of settled) settle()
        return taken
      }
      if (written.kind === 'immutable') {
        undo()
        await this.#queue.flewThrough(written.inFlightThrough)
        return 0
      }
      await this.#queue.took(
        adds.map((step) => step.pending),
        written.seqs,
      )
    }
    for (const step of steps) {
      if (step.kind === 'add') step.order.resolve(done({ mid: step.pending.row.mid, outcome: step.outcome }))
      else
        step.order.resolve(
          done({ mid: step.row.mid, outcome: { disposition: 'applied', code: 'ok', changes: [], history: [], cards: [], letters: [] } }),
        )
      if (step.kind === 'add') step.order.live.announce(step.pending)
    }
    for (const settle of settled) settle()
    if (steps.length > 0) {
      this.#queue.topics.tell(['queue', ...steps.map((step) => `queue:${step.kind === 'add' ? step.pending.row.entity : step.row.entity}`)])
      this.#options.enqueued()
    }
    return taken
  }

  #prepare(order: Order, steps: readonly Step[]): Step | Result<Dispatched> | 'cut' {
    const { mutation, live, scope, options } = order
    const entity = mutation.entityOf(order.args)
    if (options.unattended && live.needsPerson(mutation.name, order.args, options.base ?? null)) return fail('changed_meanwhile')
    const now = this.#queue.now()
    // In the server's time as well as the device knows it: a wrong clock then neither gains nor loses a grace (TM6).
    const occurredAt = now
    const replaceable = mutation.coalesces ? live.replaceable(mutation.name, entity, this.#queue.device.inFlightThrough) : undefined
    const former = replaceable?.row.s === scope && this.#options.isOwnMid(replaceable.row.mid) ? replaceable : undefined
    const args = live.withSeen(mutation.name, order.args, former?.row.a)
    const sizeBytes = JSON.stringify(args).length + 160
    if (former) {
      if (steps.some((step) => (step.kind === 'add' ? step.pending === former : step.row.mid === former.row.mid))) return 'cut'
      const row: OutboxRow = {
        ...former.row,
        a: args,
        v: mutation.version,
        t: occurredAt,
        l: this.#queue.position.serverTime,
        now,
        sizeBytes,
      }
      const replaced = live.replace(former, row)
      if (replaced.kind === 'replaced') return { kind: 'replace', order, row, undo: replaced.undo }
      if (replaced.kind === 'not_applied') return fail(replaced.outcome.code, replaced.outcome.params)
    }
    const row: OutboxRow = {
      seq: this.#queue.device.nextSeq + steps.filter((step) => step.kind === 'add').length,
      mid: this.#options.nextMid(),
      n: mutation.name,
      v: mutation.version,
      s: scope,
      a: args,
      b: options.base === undefined ? live.baseOf(mutation.name, args) : options.base,
      t: occurredAt,
      l: this.#queue.position.serverTime,
      entity,
      authorId: this.#options.actor.id,
      now,
      sizeBytes,
    }
    const preview = live.preview(row)
    if (preview.kind === 'applied') {
      return { kind: 'add', order, pending: preview.pending, outcome: preview.outcome, undo: () => live.takeBack(preview.pending) }
    }
    if (preview.outcome.disposition === 'noop') return done({ mid: null, outcome: preview.outcome })
    return fail(preview.outcome.code, preview.outcome.params)
  }
}
