import { failure, type Failure } from '#shared/kernel/failure.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'

const maxDelayMs = 900_000
/** A key that has been quiet for this long has its first attempts free again. */
const forgetMs = 3_600_000
const maxKeys = 100_000
/** How long a refusal is repeated from memory without asking the store: another process may have cleared the key. */
const remindMs = 5_000

/** A key under which attempts are counted, how many cost nothing, and after how many failures only a new start helps. */
export interface Limit {
  readonly key: string
  readonly free: number
  readonly ceiling?: number | undefined
}

/** What is counted under a key. */
export interface Count {
  /** Since it was last quiet for an hour: what the wait grows with. */
  readonly attempts: number
  /** Since it was last cleared. */
  readonly failures: number
  readonly lastMs: number
}

/** Why no attempt may be made now. Fails: too_many_requests with the seconds to wait, sign_in_closed. */
export function refusalOf(count: Count | undefined, limit: Limit, nowMs: number): Failure | undefined {
  if (!count) return undefined
  if (limit.ceiling !== undefined && count.failures >= limit.ceiling) return failure('sign_in_closed')
  const over = count.attempts - limit.free
  if (over < 0) return undefined
  const delayMs = Math.min(maxDelayMs, 1000 * 2 ** over)
  // Another process's clock may be ahead of this one's: nobody waits longer for it.
  const waitMs = Math.min(delayMs, count.lastMs + delayMs - nowMs)
  return waitMs > 0 && nowMs - count.lastMs <= forgetMs ? failure('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }) : undefined
}

/** The count with one attempt more, held to be a failure until it is given back. */
export function oneMore(count: Count | undefined, nowMs: number): Count {
  const quiet = !count || nowMs - count.lastMs > forgetMs
  return { attempts: quiet ? 1 : count.attempts + 1, failures: (count?.failures ?? 0) + 1, lastMs: Math.max(nowMs, count?.lastMs ?? 0) }
}

export const oneLess = (count: Count): Count => ({
  ...count,
  attempts: Math.max(0, count.attempts - 1),
  failures: Math.max(0, count.failures - 1),
})

/** What became of an attempt that was asked for. */
export interface Taken {
  /** The limit that refused it: then it was counted nowhere. */
  readonly refused?: { readonly key: string; readonly failure: Failure } | undefined
  /** Keys whose ceiling this very attempt has reached. */
  readonly reached: readonly string[]
}

/** Where counts are kept. */
export interface Counts {
  /** Counts one attempt under every key, or under none when one of them refuses; parallel ones are counted one after the other. */
  take(limits: readonly Limit[], nowMs: number): Promise<Taken>
  giveBack(key: string): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

/** What an attempt does to some counts, whoever keeps them. */
export function decide(
  limits: readonly Limit[],
  known: ReadonlyMap<string, Count>,
  nowMs: number,
): Taken & { readonly after: ReadonlyMap<string, Count> } {
  for (const limit of limits) {
    const refusal = refusalOf(known.get(limit.key), limit, nowMs)
    if (refusal) return { refused: { key: limit.key, failure: refusal }, reached: [], after: new Map() }
  }
  const after = new Map(limits.map(({ key }) => [key, oneMore(known.get(key), nowMs)]))
  const reached = limits.filter(({ key, ceiling }) => ceiling !== undefined && after.get(key)?.failures === ceiling).map(({ key }) => key)
  return { reached, after }
}

/** Counts of this process alone. */
export class MemoryCounts implements Counts {
  readonly #counts = new Map<string, Count>()

  async take(limits: readonly Limit[], nowMs: number): Promise<Taken> {
    const { after, ...taken } = decide(limits, this.#counts, nowMs)
    for (const [key, count] of after) this.#put(key, count)
    return taken
  }

  async giveBack(key: string): Promise<void> {
    const count = this.#counts.get(key)
    if (count) this.#put(key, oneLess(count))
  }

  async clear(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#counts.delete(key)
  }

  /** The newest last; the oldest goes when there are too many. */
  #put(key: string, count: Count): void {
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size <= maxKeys) return
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest)
      return
    }
  }
}

/**
 * Attempts per key: the first ones free, then each twice as far from the next as the one before, up to 15 minutes.
 * Every process counts in the same store; while that one is broken, each for itself.
 */
export class Throttle {
  readonly #store: Counts
  readonly #memory = new MemoryCounts()
  readonly #log: { error(data: object, message: string): void }
  /** Keys that the store has just refused, until when, and with what. */
  readonly #refused = new Map<string, { untilMs: number; failure: Failure }>()
  #broken = false

  constructor(store: Counts, log: { error(data: object, message: string): void }) {
    this.#store = store
    this.#log = log
  }

  /** Refusal that is remembered, without asking the store or counting. */
  refusal(limits: readonly Limit[], now: Instant): Taken['refused'] {
    const nowMs = epochMs(now)
    for (const { key } of limits) {
      const known = this.#refused.get(key)
      if (!known) continue
      if (known.untilMs > nowMs) return { key, failure: known.failure }
      this.#refused.delete(key)
    }
    return undefined
  }

  /** Counts an attempt before it is made, so that parallel ones count too. */
  async take(limits: readonly Limit[], now: Instant): Promise<Taken> {
    const refused = this.refusal(limits, now)
    if (refused) return { refused, reached: [] }
    const nowMs = epochMs(now)
    const taken = await this.#with((counts) => counts.take(limits, nowMs))
    if (taken.refused) this.#remember(taken.refused.key, taken.refused.failure, nowMs)
    return taken
  }

  /** The attempt was no failure: it does not count under this key. */
  async giveBack(key: string): Promise<void> {
    await this.#with((counts) => counts.giveBack(key))
  }

  /** A new start: nothing is held against the keys. */
  async clear(...keys: string[]): Promise<void> {
    for (const key of keys) this.#refused.delete(key)
    await this.#memory.clear(keys)
    await this.#with((counts) => counts.clear(keys))
  }

  #remember(key: string, refusal: Failure, nowMs: number): void {
    const waitMs = Number(refusal.params?.['seconds'] ?? Number.POSITIVE_INFINITY) * 1000
    if (this.#refused.size >= maxKeys) this.#refused.clear()
    this.#refused.set(key, { untilMs: nowMs + Math.min(remindMs, waitMs), failure: refusal })
  }

  async #with<T>(work: (counts: Counts) => Promise<T>): Promise<T> {
    try {
      const value = await work(this.#store)
      this.#broken = false
      return value
    } catch (error) {
      // Whatever it is, who signs in must not wait for it, and nobody may guess without a count.
      if (!this.#broken) this.#log.error({ err: error }, 'attempts are counted in memory: their store is broken')
      this.#broken = true
      return work(this.#memory)
    }
  }
}
