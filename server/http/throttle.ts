import { failure, type Failure } from '#shared/kernel/failure.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'

const maxDelayMs = 900_000
/** A key that has been quiet for this long starts afresh. */
const forgetMs = 3_600_000
const maxKeys = 100_000

interface Count {
  attempts: number
  lastMs: number
}

/** Attempts per key: the first ones free, then each twice as far from the next as the one before, up to 15 minutes. */
export class Throttle {
  readonly #counts = new Map<string, Count>()
  readonly #free: number

  constructor(free: number) {
    this.#free = free
  }

  /** Counts an attempt before it is made, so that parallel ones count too. Fails: too_many_requests with the seconds to wait. */
  take(key: string, now: Instant): Failure | undefined {
    const at = epochMs(now)
    const count = this.#counts.get(key)
    if (!count || at - count.lastMs > forgetMs) {
      if (this.#counts.size >= maxKeys) this.#counts.clear()
      this.#counts.set(key, { attempts: 1, lastMs: at })
      return undefined
    }
    const held = this.held(key, now)
    if (held) return held
    count.attempts += 1
    count.lastMs = at
    return undefined
  }

  /** Whether the next attempt must wait, without counting one. */
  held(key: string, now: Instant): Failure | undefined {
    const count = this.#counts.get(key)
    if (!count) return undefined
    const over = count.attempts - this.#free
    const delayMs = over < 0 ? 0 : Math.min(maxDelayMs, 1000 * 2 ** over)
    const waitMs = count.lastMs + delayMs - epochMs(now)
    return waitMs > 0 ? failure('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }) : undefined
  }

  /** The attempt was a good one: nothing is held against the key. */
  clear(key: string): void {
    this.#counts.delete(key)
  }
}
