import { backoffMs } from '#shared/kernel/backoff.ts'

/** Time between two questions to a server that answers. Every other call that is answered begins it anew. */
const everyMs = 60_000
/** Longest wait for an answer. A server that takes longer for a few bytes is of no use to a person. */
const askMs = 15_000

/** The browser and the server, as the connection reaches them. */
export interface Outside {
  /** The browser's word about its network: a hint. */
  believes(): boolean
  visible(): boolean
  /** Reports changes of the browser's word and of visibility, until the result is called. */
  watch(happened: (what: 'online' | 'offline' | 'visibilitychange') => void): () => void
  /** Calls the server. Resolves to whether it answered in our envelope, whatever it said; never rejects. */
  ask(signal: AbortSignal): Promise<boolean>
  /** Runs later; the result cancels it. */
  later(run: () => void, delayMs: number): () => void
  random(): number
}

/** The engine, which finds out by itself whether the server answers. */
export interface Arbiter {
  /** Null while it does not know. */
  readonly status: { readonly reachable: boolean | null }
  subscribe(topic: 'status', changed: () => void): () => void
  /** A call of the application ended. */
  callEnded(answered: boolean): void
}

/**
 * Whether the server answered lately, which is what "online" means on every page (CN1). As long as it has a subscriber it asks the server
 * itself (CN2), unless the engine runs: then the engine's answer counts (CN3).
 */
export class Connection {
  readonly #outside: Outside
  readonly #listeners = new Set<() => void>()
  /** The last answer to any call, or the lack of one; null before the first, and after the browser reported that the network is gone. */
  #known: boolean | null = null
  /** Unanswered questions in a row. */
  #failures = 0
  #question: AbortController | null = null
  #arbiter: Arbiter | null = null
  #told: boolean | null = null
  #cancelTimer: (() => void) | null = null
  #unwatch: (() => void) | null = null

  constructor(outside: Outside) {
    this.#outside = outside
  }

  get online(): boolean {
    return this.#arbiter?.status.reachable ?? this.guess
  }

  /** What counts while the engine does not know. */
  get guess(): boolean {
    return this.#known ?? this.#outside.believes()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#begin()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end()
    }
  }

  /** Calls `run` each time the server answers again, until the result is called. */
  onReturn(run: () => void): () => void {
    return this.subscribe(() => {
      if (this.online) run()
    })
  }

  /** Resolves when the server answers, immediately if it does. */
  async untilOnline(): Promise<void> {
    if (this.online) return
    await new Promise<void>((resolve) => {
      const stop = this.onReturn(() => {
        stop()
        resolve()
      })
    })
  }

  /** A call of the application ended. A refusal is an answer too. A call without an answer is a reason to ask, not a proof. */
  callEnded(answered: boolean): void {
    if (answered) this.#learn(true)
    else {
      this.#arbiter?.callEnded(false)
      if (this.#known !== false) this.#arm(true)
    }
  }

  /** From now on the arbiter's answer counts, until the result is called. */
  follow(arbiter: Arbiter): () => void {
    this.#arbiter = arbiter
    const heard = (): void => {
      const { reachable } = arbiter.status
      if (reachable !== null) {
        this.#known = reachable
        this.#failures = 0
        this.#giveUpQuestion()
      }
      this.#arm()
      this.#tell()
    }
    const stop = arbiter.subscribe('status', heard)
    heard()
    return () => {
      stop()
      if (this.#arbiter !== arbiter) return
      this.#known = arbiter.status.reachable ?? this.#known
      this.#arbiter = null
      this.#arm()
      this.#tell()
    }
  }

  #begin(): void {
    this.#told = this.online
    this.#unwatch = this.#outside.watch((what) => {
      if (what === 'offline') this.#known = null
      // It may be another network: a question over the former one says nothing about it.
      this.#failures = 0
      this.#giveUpQuestion()
      // The engine hears of this itself, but later. While it does not know, its status follows the guess, which may have changed.
      if (!this.#arbiterKnows) this.#arbiter?.callEnded(false)
      this.#arm(true)
      this.#tell()
    })
    this.#arm(true)
  }

  #end(): void {
    this.#unwatch?.()
    this.#unwatch = null
    this.#cancelTimer?.()
    this.#giveUpQuestion()
  }

  get #arbiterKnows(): boolean {
    return typeof this.#arbiter?.status.reachable === 'boolean'
  }

  async #ask(): Promise<void> {
    const question = new AbortController()
    this.#question = question
    const cancel = this.#outside.later(() => question.abort(), askMs)
    const answered = await this.#outside.ask(question.signal)
    cancel()
    // A newer answer or question has taken its place.
    if (this.#question !== question) return
    this.#learn(answered)
  }

  #giveUpQuestion(): void {
    this.#question?.abort()
    this.#question = null
  }

  #learn(answered: boolean): void {
    this.#giveUpQuestion()
    this.#known = answered
    this.#failures = answered ? 0 : this.#failures + 1
    this.#arbiter?.callEnded(answered)
    this.#arm()
    this.#tell()
  }

  /** Asks now, or schedules the next question; neither without a subscriber, nor on a hidden page, nor while the engine knows. */
  #arm(now = false): void {
    this.#cancelTimer?.()
    if (!this.#unwatch || this.#question || this.#arbiterKnows || !this.#outside.visible()) return
    if (now) return void this.#ask()
    const delayMs = this.#known === true ? everyMs : backoffMs(Math.max(1, this.#failures), () => this.#outside.random())
    this.#cancelTimer = this.#outside.later(() => void this.#ask(), delayMs)
  }

  #tell(): void {
    if (this.online === this.#told) return
    this.#told = this.online
    for (const listener of this.#listeners) listener()
  }
}
