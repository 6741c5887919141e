import type { Channel, Clock, Locks, Surroundings } from '../ports.ts'

const beatMs = 5_000
/** A leader that has not been heard for this long is frozen, and a tab that a person looks at takes over. */
const silentMs = 15_000

export interface LeadershipOptions {
  readonly name: string
  readonly locks: Locks | null
  readonly channel: Channel
  readonly clock: Clock
  readonly surroundings: Surroundings
  newToken(): string
  /** Writes the token where every write of a leader is checked against it; null where tabs are not led. */
  lead(token: string | null): Promise<void>
  lost(): void
  report(error: unknown): void
}

/** One tab of a browser syncs for all (TB1). */
export class Leadership {
  readonly #options: LeadershipOptions
  #stopped = false
  #leading = false
  #heardAt = 0
  #release: (() => void) | null = null
  #waiting: AbortController | null = null
  #cancelBeat: (() => void) | null = null

  constructor(options: LeadershipOptions) {
    this.#options = options
  }

  start(): void {
    const { locks, clock } = this.#options
    this.#heardAt = clock.now()
    if (!locks) {
      // Without Web Locks every tab syncs: the server takes each mutation once all the same.
      this.#leading = true
      void this.#options.lead(null).catch((error: unknown) => this.#options.report(error))
      return
    }
    this.#seek(locks, false)
    this.#watch(locks)
  }

  /** The leader was heard from. */
  heard(): void {
    this.#heardAt = this.#options.clock.now()
  }

  stop(): void {
    this.#stopped = true
    this.#cancelBeat?.()
    this.#waiting?.abort()
    this.#release?.()
  }

  #seek(locks: Locks, steal: boolean): void {
    this.#waiting?.abort()
    const waiting = new AbortController()
    this.#waiting = waiting
    const held = async (): Promise<void> => {
      if (this.#stopped) return
      const released = new Promise<void>((resolve) => (this.#release = resolve))
      await this.#options.lead(this.#options.newToken())
      this.#leading = true
      this.#options.channel.post({ kind: 'beat' })
      await released
    }
    locks.hold(`sync:${this.#options.name}`, { steal, signal: waiting.signal }, held).then(
      () => this.#end(),
      (error: unknown) => {
        this.#end()
        if (this.#stopped || waiting.signal.aborted) return
        // Stolen, or refused by the browser: wait for the next turn.
        if (!(error instanceof Error) || error.name !== 'AbortError') this.#options.report(error)
        this.#heardAt = this.#options.clock.now()
        this.#options.clock.later(() => {
          if (!this.#stopped && this.#waiting === waiting) this.#seek(locks, false)
        }, 1_000)
      },
    )
  }

  #end(): void {
    this.#release = null
    if (!this.#leading) return
    this.#leading = false
    this.#options.lost()
  }

  #watch(locks: Locks): void {
    this.#cancelBeat = this.#options.clock.later(() => {
      if (this.#stopped) return
      if (this.#leading) this.#options.channel.post({ kind: 'beat' })
      else if (this.#options.surroundings.visible() && this.#options.clock.now() - this.#heardAt > silentMs) {
        this.#heardAt = this.#options.clock.now()
        this.#seek(locks, true)
      }
      this.#watch(locks)
    }, beatMs)
  }
}
