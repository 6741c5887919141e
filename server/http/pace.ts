import { failure, type Failure } from '#shared/kernel/failure.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'

const maxKeys = 100_000

/**
 * How fast somebody may call: so many at once, and so many a second from then on. A call that comes too early is
 * refused before anything of it is read; it costs the caller nothing but the wait.
 */
export class Pace {
  readonly #left = new Map<string, { calls: number; atMs: number }>()
  readonly #burst: number
  readonly #perSecond: number

  constructor(burst: number, perSecond: number) {
    this.#burst = burst
    this.#perSecond = perSecond
  }

  /** Counts a call, or so much of something. Fails: too_many_requests with the seconds to wait. */
  take(key: string, now: Instant, amount = 1): Failure | undefined {
    const atMs = epochMs(now)
    const known = this.#left.get(key)
    // A clock that was set back must not hold anybody until it has caught up.
    const idleMs = known ? Math.max(0, atMs - known.atMs) : 0
    const calls = known ? Math.min(this.#burst, known.calls + (idleMs / 1000) * this.#perSecond) : this.#burst
    if (!known && this.#left.size >= maxKeys) this.#left.clear()
    if (calls < amount) {
      this.#left.set(key, { calls, atMs })
      return failure('too_many_requests', { seconds: Math.ceil((amount - calls) / this.#perSecond) })
    }
    this.#left.set(key, { calls: calls - amount, atMs })
    return undefined
  }
}
